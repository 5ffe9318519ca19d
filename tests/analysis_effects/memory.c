/* What the C library keeps and hands out: a whole program. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static char text[80], buffer[80], variable[80], quiet[80];
static int state[32], number, mapped[9], counted[9];

/* Each place of the program is asked about memory that a call before it gave away. */
//! touch words @w1 text = read write escape
//! touch words @w2 text = read write
//! touch words @w2 quiet = none
static void words (void)
{
  char *word = strtok (text, " "); /*@w1*/
  word = strtok (NULL, " "); /*@w2*/
  word[0] = quiet[0];
}

//! touch results @r1 first = read write rebind
//! touch results @r2 first = read write
//! touch results @r3 first = none
static void results (time_t t)
{
  struct tm *first = NULL;
  t++; /*@r3*/
  first = gmtime (&t); /*@r1*/
  gmtime (&t); /*@r2*/
  first->tm_mon++;
}

//! touch environment @e1 variable = read
//! touch environment @e2 variable = read write
//! touch environment @e3 variable = none
static void environment (void)
{
  putenv (variable);
  getenv ("HOME"); /*@e1*/
  tzset (); /*@e2*/
  time (NULL); /*@e3*/
}

//! touch generator @g1 state = read write
static int generator (void)
{
  initstate (1, (char *) state, sizeof state);
  return rand (); /*@g1*/
}

//! touch streams @s1 buffer = read write
//! touch streams @s2 buffer = read write
//! touch streams @s3 buffer = read write
//! touch streams @s3 quiet = none
//! touch streams @s4 p = read write rebind
static void streams (void)
{
  FILE *file = fmemopen (buffer, sizeof buffer, "w"), *grows;
  char *p = NULL;
  size_t n = 0;
  fputs ("abc", file); /*@s1*/
  fflush (NULL); /*@s2*/
  fclose (file); /*@s3*/
  grows = open_memstream (&p, &n);
  fputs ("abc", grows); /*@s4*/
  p[0] = quiet[0];
}

//! touch formats @f1 number = read
//! touch formats @f2 number = read write
//! touch formats @f3 number = read write
//! touch formats @f4 number = read
static void formats (const char *format, char *out)
{
  sprintf (out, "%%n %d %p", number + 1, (void *) &counted); /*@f1*/
  sprintf (out, "%-5" "n", &number); /*@f2*/
  sprintf (out, format, &number); /*@f3*/
  sprintf (out, number ? "a%5s" : "b%s", out); /*@f4*/
}

//! touch maps @m1 p = read write
//! touch maps @m2 q = none
static void maps (int file)
{
  int *p = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  int *q = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  puts ("x"); /*@m1*/
  puts ("x"); /*@m2*/
  p[0] = q[0];
}
//! alias maps p q = never

/* A pointer that was printed or written comes back as any that went out; others do not. */
//! touch bytes @b1 counted = write
//! touch bytes @b1 mapped = none
//! touch bytes @b2 counted = write
static void bytes (FILE *file)
{
  void *p = NULL;
  int *q = NULL, *known = counted;
  sprintf (text, "%p", (void *) counted);
  sscanf (text, "%p", &p);
  *(int *) p = 1; /*@b1*/
  fwrite (&known, sizeof known, 1, file);
  fread (&q, sizeof q, 1, file);
  *q = 1; /*@b2*/
}

//! effects asks = reads(s) gread(variable) state
static const char *asks (const char *s) { return getenv (s); }

int main (int argc, char **argv)
{
  words ();
  results (argc);
  environment ();
  streams ();
  formats (argv[0], quiet);
  maps (argc);
  bytes (stdin);
  return generator () + mapped[0] + (asks (argv[0]) != NULL);
}
