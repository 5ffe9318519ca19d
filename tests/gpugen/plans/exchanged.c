// options: --auto
void
wave (int nx, double *now, double *old, double *next, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < nx - 1; i++)
        next[i] = 2 * now[i] - old[i] + now[i - 1] + now[i + 1];
      double *kept = old;
      old = now;
      now = next;
      next = kept;
    }
}

/* After each iteration all is where it was: v may be smaller than u. */
void
back_again (int n, double *restrict u, double *restrict v, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < n; i++)
        v[i - 1] = u[i];
      double *kept = u;
      u = v;
      v = kept;
      double *again = u;
      u = v;
      v = again;
    }
}

/* It may end before each buffer has been under each name. */
void
until (int n, double *restrict u, double *restrict v, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 1; i < n; i++)
        v[i - 1] = u[i];
      if (v[0] > 9)
        break;
      double *kept = u;
      u = v;
      v = kept;
    }
}

/* Both under both names in every iteration: nothing has to be tested. */
void
to_and_fro (int n, double *restrict u, double *restrict v, int steps)
{
  for (int t = steps; t > 0; t -= 2)
    {
      for (int i = 1; i < n; i++)
        v[i - 1] = u[i];
      double *kept = u;
      u = v;
      v = kept;
      for (int i = 1; i < n; i++)
        v[i - 1] = u[i];
    }
}

/* Each as far as any is, in both halves together, though under other names. */
void
in_halves (int n, float *restrict f, float *restrict g, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        g[i] = f[i] * 0.5f;
      {
        float *kept = f;
        f = g;
        g = kept;
      }
      for (int i = 1; i < n; i++)
        g[i] = f[i - 1];
      float *kept = f;
      f = g;
      g = kept;
    }
}

/* The second half goes further, and always under the same names. */
void
further (int n, int m, float *restrict f, float *restrict g, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 0; i < n; i++)
        g[i] = f[i] * 0.5f;
      {
        float *kept = f;
        f = g;
        g = kept;
      }
      for (int i = 0; i < m; i++)
        g[i] = f[i + 1];
      float *kept = f;
      f = g;
      g = kept;
    }
}

/* There may be one step. */
void
with_less (int n, float *restrict f, float *restrict g, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      for (int i = 3; i < n; i++)
        g[i] = i;
      for (int i = 0; i < n; i++)
        f[i] += 1;
      float *kept = f;
      f = g;
      g = kept;
    }
}
