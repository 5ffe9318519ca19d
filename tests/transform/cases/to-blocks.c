// to-blocks: what it takes, and each of its refusals.
void to_blocks_taken (int n, double *restrict a, double *restrict b)
{
  // RUN: to-blocks to_blocks_taken/i x
  // RUN: to-blocks to_blocks_taken/i z; to-blocks to_blocks_taken/i off
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

void to_blocks_refused (int n, double *a)
{
  int i = 0;
  // RUN: to-blocks to_blocks_refused/while x
  while (i < n) {
    a[i] = 0;
    i++;
  }
}

void to_blocks_axis (int n, double *a)
{
  // RUN: to-blocks to_blocks_axis/i w
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

void to_blocks_sequential (int n, double *a)
{
  // RUN: to-blocks to_blocks_sequential/i x
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}

void to_blocks_outside (int n, double *a)
{
  int i;
  // RUN: to-blocks to_blocks_outside/i x
  for (i = 0; i < n; i++)
    a[i] = 0;
}

double to_blocks_sum (int n, double *a)
{
  double s = 0;
  // RUN: to-blocks to_blocks_sum/i x
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

void to_blocks_own (int n, double *restrict a, double *restrict b)
{
  double t;
  // RUN: to-blocks to_blocks_own/i x
  for (int i = 0; i < n; i++) {
    t = b[i] * 2;
    a[i] = t + 1;
  }
}
