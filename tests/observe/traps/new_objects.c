/* Memory that is reused is a new object: in another call, in another iteration's block, from the heap. */
#include <stdlib.h>
#include <string.h>
double out[50];

static double
callee (int i)
{
  double t[8];
  for (int k = 0; k < 8; k++) // runs 50 trips 8; nothing
    t[k] = i + k;
  return t[3];
}

static void
fill (int *p, int n)
{
  for (int k = 0; k < n; k++)
    p[k] = k;
}

int
main (void)
{
  for (int i = 0; i < 50; i++) // runs 1 trips 50; nothing
    out[i] = callee (i);
  for (int i = 0; i < 50; i++) // runs 1 trips 50; nothing
    {
      int block[5];
      fill (block, 5);
      out[i] = block[4];
    }
  for (int i = 0; i < 50; i++) // runs 1 trips 50; nothing
    {
      int *p = malloc (5 * sizeof *p);
      fill (p, 5);
      out[i] = p[4];
      free (p);
    }
  for (int i = 1; i < 50; i++) // runs 1 trips 49; nothing
    {
      int vla[i];
      fill (vla, i);
      out[i] = vla[i - 1];
    }
  int shared[5] = { 0 };
  for (int i = 0; i < 50; i++) // runs 1 trips 50; anti shared 1; output shared 1
    {
      fill (shared, 5);
      out[i] = shared[4];
    }
  int *kept = calloc (60, sizeof *kept);
  for (int i = 0; i < 50; i++) // runs 1 trips 50; flow kept 1
    kept[i + 1] = kept[i];
  free (kept);
  return 0;
}
