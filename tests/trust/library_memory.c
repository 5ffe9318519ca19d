/* What the C library keeps from call to call, and memory of its own that it hands out: fragments change it
 * between the calls. */
#define _GNU_SOURCE
#include "show.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define N 100

static char words[N], first[N] = "VONE=abcdefgh", second[N] = "VTWO=abcdefgh", zone[N] = "TZ=UTC0";
static int numbers[N], other[N], state[32], saved[32];

static int
strtok_goes_on (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    words[i] = i == 3 ? ' ' : i == n - 1 ? 0 : 'a';
  strtok (words, " ");
#pragma target
  for (int i = 4; i < n - 1; i++)
    words[i] = i == 6 ? ' ' : 'b';
  char *word = strtok (NULL, " ");
  return (int) strlen (word) * 1000 + word[0];
}

static int
strtok_r_goes_on (int n)
{
  char *rest;
#pragma target
  for (int i = 0; i < n; i++)
    words[i] = i == 3 ? ' ' : i == n - 1 ? 0 : 'a';
  strtok_r (words, " ", &rest);
#pragma target
  for (int i = 4; i < n - 1; i++)
    words[i] = i == 7 ? ' ' : 'c';
  char *word = strtok_r (NULL, " ", &rest);
  return (int) strlen (word) * 1000 + word[0];
}

static int
results_are_overwritten (void)
{
  time_t t = 0, later = 86400 * 50L;
  int *fields = (int *) gmtime (&t);
#pragma target
  for (int i = 0; i < 6; i++)
    fields[i] += 1;
  gmtime (&later);
  return fields[3] * 100 + fields[4];
}

static int
results_are_read_again (int n)
{
  time_t t = 0, later = 86400 * 50L;
  struct tm *fields = gmtime (&t);
#pragma target
  for (int i = 0; i < n; i++)
    numbers[i] = fields->tm_mon + i;
  gmtime (&later);
#pragma target
  for (int i = 0; i < n; i++)
    numbers[i] += fields->tm_mon;
  return numbers[0];
}

static int
texts_are_overwritten (void)
{
  time_t t = 0, later = 86400 * 50L;
  char *text = ctime (&t);
#pragma target
  for (int i = 0; i < 20; i++)
    text[i] = 'x';
  ctime (&later);
  return text[5];
}

static int
formats_store (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    numbers[i] = i;
  snprintf (words, 50, "abc%n", &numbers[9]);
#pragma target
  for (int i = 0; i < n; i++)
    numbers[i] *= 2;
  return numbers[9];
}

static int
random_works_in (int n)
{
  initstate (5, (char *) state, 128);
  random ();
#pragma target
  for (int i = 0; i < n; i++)
    state[i] = state[i] ^ 5;
  unsigned drawn = random () % 1000, sum = 0;
#pragma target
  for (int i = 0; i < n; i++)
    saved[i] = state[i] + 1;
  for (int i = 0; i < n; i++)
    sum = sum * 3 + saved[i];
  return (int) (drawn + sum % 1000 * 1000);
}

static int
environment_is_found (void)
{
  putenv (second);
#pragma target
  for (int i = 0; i < 4; i++)
    second[i] = 'Q';
  char *found = getenv ("QQQQ");
  return found ? found[0] : 7;
}

static int
children_see_it (void)
{
  putenv (first);
#pragma target
  for (int i = 5; i < 13; i++)
    first[i] = 'Y';
  fflush (stdout);
  return system ("test $VONE = YYYYYYYY");
}

static int
time_zone (int n)
{
  putenv (zone);
  time_t t = 1000000;
  int before = localtime (&t)->tm_hour;
#pragma target
  for (int i = 6; i < 7; i++)
    zone[i] = '0' + n;
  return before * 100 + localtime (&t)->tm_hour;
}

static int
pointers_are_printed (int n)
{
  int b[N];
  void *q = other;
  char text[50];
  sprintf (text, "%p", (void *) b);
  sscanf (text, "%p", &q);
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i;
  ((int *) q)[3] = 99;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += 1;
  return b[3];
}

static int
pointers_are_written (int n)
{
  int b[N], *q = other, *way = b;
  FILE *file = tmpfile ();
  fwrite (&way, sizeof way, 1, file);
  rewind (file);
  if (fread (&q, sizeof q, 1, file) != 1)
    return -1;
  fclose (file);
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i;
  q[3] = 99;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += 1;
  return b[3];
}

static int
pointers_are_bytes (int n)
{
  int b[N], *q = other, *way = b;
  unsigned long number[1], copy;
  memcpy (number, &way, sizeof way);
  copy = number[0];
  memcpy (&q, &copy, sizeof q);
#pragma target
  for (int i = 0; i < n; i++)
    b[i] = i;
  q[3] = 99;
#pragma target
  for (int i = 0; i < n; i++)
    b[i] += 1;
  return b[3];
}

int
main (int argc, char **argv)
{
  (void) argv;
  int n = N * argc;
  printf ("strtok %d %d\n", strtok_goes_on (n), strtok_r_goes_on (n));
  printf ("results %d %d\n", results_are_overwritten (), results_are_read_again (n));
  printf ("texts %d\n", texts_are_overwritten ());
  printf ("formats %d\n", formats_store (n));
  printf ("random %d\n", random_works_in (32 * argc));
  printf ("environment %d %d %d\n", environment_is_found (), children_see_it (), time_zone (5 * argc));
  printf ("pointers %d %d %d\n", pointers_are_printed (n), pointers_are_written (n), pointers_are_bytes (n));
  return 0;
}
