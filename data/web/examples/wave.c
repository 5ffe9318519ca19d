/* Each element needs those above and to the left: neither loop is parallel, but the diagonals are. The step
   "wavefront wave/i/j" makes loops of them; the search tries it, and says what it would gain or cost. */
void wave (int n, double a[n][n])
{
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]);
}
