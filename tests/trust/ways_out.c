/* Control leaves calls otherwise than by their end, and somebody looks at what kernels have computed. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#define N 1000

static double a[N], b[N];
static jmp_buf out;
static sigjmp_buf aborted;

static void look (const char *who) { printf ("%s: %g %g %g\n", who, a[5], a[N - 1], b[7]); }
static void at_exit (void) { look ("atexit"); }
static void at_signal (int signal) { (void) signal; look ("handler"); a[6] += 1; }
static void at_abort (int signal) { (void) signal; look ("abort"); siglongjmp (aborted, 1); }
static void at_end (void) __attribute__ ((destructor));
static void at_end (void) { look ("destructor"); }

static void fail (int k) { if (k > 3) longjmp (out, k); }
static void nested (int k) { fail (k); }
static void stop (int k) { if (k > 3) exit (0); }
static void (*through) (int) = nested;

/* The jump leaves the function between two kernels. */
static void jumps (int n, int k)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] += i * k;
  nested (k);
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = a[i] + k;
}

static void jumps_through_pointer (int n, int k)
{
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i - k;
  through (k);
  b[0] = 1;
}

/* Here it comes back to where it started. */
static double comes_back (int n, int k)
{
  if (setjmp (out))
    return a[3];
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i] + k;
  nested (k);
  return 0;
}

static void aborts (int n, int k)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] -= k;
  assert (k < 3);
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

static double raises (int n, int k)
{
#pragma target
  for (int i = 0; i < n; i++)
    a[i] = i + k;
  raise (SIGUSR1);
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = 2 * a[i];
  return b[6];
}

/* A region that sets all of b, and may be left half-way. */
static void exits (int n, int k)
{
  for (int t = 0; t < 4; t++) {
#pragma target
    for (int i = 0; i < n; i++)
      b[i] = i + t;
    stop (k + t);
#pragma target
    for (int i = 0; i < n; i++)
      a[i] = b[i] + t;
  }
  a[0] = 1;
}

int main (int argc, char **argv)
{
  int n = N - argc + 1;

  (void) argv;
  atexit (at_exit);
  signal (SIGABRT, at_abort);
  signal (SIGUSR1, at_signal);
  for (volatile int k = 2; k < 6; k++)
    if (setjmp (out) == 0)
      jumps (n, k);
    else
      look ("jumped");
  if (setjmp (out) == 0)
    jumps_through_pointer (n, 5);
  look ("through");
  printf ("%g %g\n", comes_back (n, 1), comes_back (n, 9));
  if (sigsetjmp (aborted, 1) == 0)
    aborts (n, 4);
  look ("after abort");
  printf ("%g\n", raises (n, 4));
  exits (n, 1);
  return 1;
}
