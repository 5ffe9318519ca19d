/* Functions that the C library was given run in calls that work where it keeps them. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char cookie[80];
static int handled;

static ssize_t put (void *where, const char *from, size_t n) { ((char *) where)[0] = from[0]; return n; }
static void handler (int number_of_signal) { handled++; }


//! effects cookies = unknown
static void cookies (void)
{
  cookie_io_functions_t io = { NULL, put, NULL, NULL };
  fputs ("A", fopencookie (cookie, "w", io));
}

//! effects alarms = unknown
static void alarms (void) { signal (SIGALRM, handler); }

//! touch waits @z handled = read write free escape
//! touch waits @t handled = none
static void waits (void)
{
  sleep (1); /*@z*/
  (void) random (); /*@t*/
}

//! effects says = unknown
static void says (void) { puts ("x"); }

int main (int argc, char **argv)
{
  cookies ();
  alarms ();
  waits ();
  says ();
  return 0;
}
