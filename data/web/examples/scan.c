/* Running sums: each iteration needs the one before, so the loop is refuted, with two iterations that collide. */
void running_sums (int n, double *sum, const double *a)
{
  sum[0] = a[0];
  for (int i = 1; i < n; i++)
    sum[i] = sum[i - 1] + a[i];
}
