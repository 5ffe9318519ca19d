/* Heat in a plate, step by step: time is sequential, space is parallel, and the data stays on the device meanwhile. */
void heat (int n, int steps, double now[n][n], double next[n][n])
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
          next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
          now[i][j] = next[i][j];
    }
}
