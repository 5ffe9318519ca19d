/* Variables that are given a value between the labels of a switch: C lets a jump pass them, C++ does not. And "auto",
 * which is another word there.
 * KERNELS: 2 */
#include "show.h"
#define N 60

static int out[N], more[N], empty[N];

static int
chosen (int i)
{
  switch (i % 3)
    {
    case 0:;
      int twice = 2 * i;
      return twice;
    default:;
      auto int half = i / 2, other[2] = { 1, half };
      return half + other[1];
    }
}

static void
classify (int n)
{
  #pragma target
  for (int i = 0; i < n; i++)
    {
      switch (i & 3)
        {
        case 0:;
          const int w = i;
          int u = w; /* beside it */
          out[i] = w + u;
          break;
        case 1:
          out[i] = 2;
          int t[2] = { 1, i };
          out[i] += t[1];
          /* falls through */
        case 2 ... 3: out[i] += 5;
          switch (out[i])
            {
              int unset;
            case 5:
              unset = 3;
              out[i] += unset;
            }
        }
      out[i] += chosen (i);
    }
}

static void
count (int n)
{
  #pragma target
  for (int i = 0; i < n; i++)
    {
      auto int r = i, p[2] = { 1, 2 };
      register const int *q = &p[1];

      more[i] = r + *q;
      for (auto int z = 0; z < 3; z++)
        more[i] += z;
    }
  #pragma target
  for (int i = 0; i < n; i++)
    {
      int none[0];
      (void) none;
      empty[i] = sizeof none + i;
    }
}

int
main (void)
{
  extern int template;

  classify (N);
  count (N);
  show_int ("out", out, N);
  show_int ("more", more, N);
  show_int ("empty", empty, N);
  return template;
}

int template;
