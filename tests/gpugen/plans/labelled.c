/* A label that nobody jumps to is only a comment: both loops are axes, and the iterators are nobody's behind them. */
void labelled(int n, double A[n][n])
{
  int i, j;

outer:
#pragma target
  for (i = 0; i < n; i++) {
    inner: for (j = 0; j < n; j++)
      A[i][j] = i + j;
  }
}

/* This one is jumped to: what i is then matters. */
void jumped(int n, double A[n][n])
{
  int i, j, k = 0;

again:
#pragma target
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      A[i][j] = i + j;
  if (k++ < 2)
    goto again;
  A[0][0] = i;
}
