/* Where a kernel's condition does not hold the host does its work, on memory that may be another variable's, which is on the device
 * at the time. REFUSED: nothing */
#include <stdio.h>

enum { N = 64 };
static double table[N], other[N];

static void fill (int rows, int columns)
{
#pragma target
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      table[i * columns + j] = i - j;
}

/* Rows that run into each other if they are longer than the way from one to the next: then they are written in their order. */
static void spread (int columns, int width, const double *from, double *to)
{
  fill (4, columns);
#pragma target
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < columns; j++)
      to[i * width + j] = from[i + j] + i;
}

int main (void)
{
  for (int i = 0; i < N; i++)
    other[i] = i * 7 % 11;
  for (int width = 6; width < 12; width++)
    {
      spread (9, width, other, table);
      for (int i = 0; i < N; i++)
        printf ("%g ", table[i]);
      printf ("\n");
    }
  return 0;
}
