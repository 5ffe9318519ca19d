/* What only GNU C has, and C11's generic selections. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#define max(a, b) ({ __typeof__ (a) a_ = (a); __typeof__ (b) b_ = (b); a_ > b_ ? a_ : b_; })
#define KIND(x) _Generic ((x), int: "int", double: "double", default: "other")
#define ABS(x) _Generic ((x), int: abs, default: fabs) (x)

static int sum (int n, ...)
{
  va_list list;
  int s = 0;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    s += va_arg (list, int);
  va_end (list);
  return s;
}

static inline __attribute__ ((always_inline, unused)) int helper (int x) { return x ?: 42; }

__attribute__ ((noinline))
static int assembly (int x)
{
  int y = x;
#if defined __x86_64__
  __asm__ volatile ("addl %1, %0" : "+r" (y) : "r" (x) : "cc");
#else
  y += x;
#endif
  asm ("" ::: "memory");
  return y;
}

static int attributes (int n)
{
  __label__ out;
  int s __attribute__ ((unused)) = 0, t[4] __attribute__ ((aligned (32))) = { 0 };
  switch (n)
    {
    case 1: s++; __attribute__ ((fallthrough));
    case 2: s++; break;
    }
  if (__builtin_expect (n > 3, 0)) __builtin_trap ();
  __extension__ int w = __builtin_choose_expr (1, n, "no");
  if (w) goto out;
  s += 100;
out:
  return s + t[0] + __builtin_constant_p (n);
}

typedef int v4 __attribute__ ((vector_size (16)));

int main (void)
{
  double d = -2.5;
  int i = -3;
  v4 v = { 1, 2, 3, 4 };
  v = v + v;
  printf ("%d %s %s %g %d\n", max (i, 4), KIND (i), KIND (d), ABS (d), ABS (i));
  printf ("%d %d %d %d %g %s %d\n", sum (3, 1, 2, 3), helper (0), assembly (4), attributes (1),
          sqrtf (16.0f), __func__, v[2]);
  int x = ({ int r = 0; for (int k = 0; k < 4; k++) r += k; r; });
  int e[] = { [0 ... 3] = 7 };
  struct empty { } nothing; (void) nothing;
  printf ("%d %d %d %lu\n", x, e[3], __builtin_popcount (255), (unsigned long) __builtin_object_size (e, 0));
  int complexity = __real__ (1.0 + 2.0i);
  return complexity - 1;
}
