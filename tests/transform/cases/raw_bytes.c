/* Bytes that the printer marks comments with, as an owner may have them. */
// RUN: tile nest/i/j 4 4
// RUN: interchange nest/i/j
// RUN: unroll one/i 2
void nest (int n, double a[n][n])
{
  /* c  mark */
  for (int i = 0; i < n; i++) // odd  byte
    for (int j = 0; j < n; j++)
      {
        // c  1
        a[i][j] = 1; /* odd  byte */
      }
}

int one (int n, int *a)
{
  const char text[] = "xy";

  for (int i = 0; i < n; i++) /*  */
    {
      a[i] = text[i & 3]; /* behind */
      a[i] += ''; /*  */
    }
  return text[1];
}
