/* Rounds that set parts of structs: what the last one leaves alone is what an earlier one has set. A union's members and
 * bit-fields share their bytes. */
#include <stdio.h>
#define N 500

struct point { double x, y, z; };
union word { int whole; unsigned char low; };
struct bits { int three : 3; unsigned char one : 1; unsigned five : 5; };
static struct point points[N];
static union word words[N];
static struct bits bits[N];

static void
by_member (int n)
{
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      {
        points[i].z = i * 7 + k;
        if (k == 0)
          points[i].x = i * 3;
        else
          points[i].y = i * 5;
      }
}

static void
some_members (int n)
{
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      {
        points[i].z = i * 2 + k;
        if (k == 1)
          points[i].x = -i;
      }
}

/* The last round sets all that others have set, by the struct's name. */
static void
whole_behind_member (int n)
{
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n / 2; i++)
      {
        points[i].x = i + k;
        points[i] = (struct point){ points[i].x, k, i };
      }
}

static double
one_struct (int n)
{
  struct point p = { 0 };

  for (int k = 0; k < n; k++)
    {
      p.z = k * 3;
      if (k == 0)
        p.x = p.z + 1;
      else
        p.y = p.z + 2;
    }
  return p.x * 100 + p.y * 10 + p.z;
}

static void
of_a_union (int n)
{
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n; i++)
      if (k == 0)
        words[i].whole = i * 1000;
      else
        words[i].low = 7;
}

static void
of_bits (int n)
{
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < n; i++)
      if (k == 0)
        bits[i].three = i - 3;
      else if (k == 1)
        bits[i].one = i & 1;
      else
        bits[i].five = i & 31;
}

int
main (int argc, char **argv)
{
  int n = (N - 1) * argc;
  double sum = 0;

  (void) argv;
  by_member (n);
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + points[i].x + points[i].y * 2 + points[i].z * 3;
  some_members (n / 2);
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + points[i].x + points[i].y * 2 + points[i].z * 3;
  whole_behind_member (n);
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + points[i].x + points[i].y * 2 + points[i].z * 3;
  of_a_union (n);
  of_bits (n);
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + words[i].whole + bits[i].three + bits[i].one * 2 + bits[i].five * 3;
  printf ("%.17g %g\n", sum, one_struct (n));
  return 0;
}
