/* Rows that change places: parameters that are exchanged while kernels run over what they point to. */
#include "show.h"
#define ROWS 30
#define COLS 900

static void
paths (const int *w, int *src, int *dst, int rows, int cols)
{
#pragma target
  for (int j = 0; j < cols; j++)
    dst[j] = w[j];
  for (int t = 0; t < rows - 1; t++)
    {
      int *tmp = src;
      src = dst;
      dst = tmp;
#pragma target
      for (int n = 0; n < cols; n++)
        {
          int least = src[n];
          if (n > 0)
            least = least < src[n - 1] ? least : src[n - 1];
          if (n < cols - 1)
            least = least < src[n + 1] ? least : src[n + 1];
          dst[n] = w[(t + 1) * cols + n] + least;
        }
    }
}

int
main (void)
{
  static int w[ROWS * COLS], a[COLS], b[COLS];

  for (int i = 0; i < ROWS * COLS; i++)
    w[i] = i * 37 % 101;
  paths (w, a, b, ROWS, COLS);
  show_int ("a", a, COLS);
  show_int ("b", b, COLS);
  paths (w, a, b, 4, COLS);
  show_int ("a", a, COLS);
  show_int ("b", b, COLS);
  paths (w, a, b, 1, COLS);
  paths (w, a, b, 0, 0);
  show_int ("b", b, COLS);
}
