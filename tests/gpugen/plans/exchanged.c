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
