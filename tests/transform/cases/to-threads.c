// to-threads: what it takes, and each of its refusals.
void to_threads_taken (int n, double *restrict a, double *restrict b)
{
  // RUN: to-threads to_threads_taken/i x
  // RUN: to-threads to_threads_taken/i z; to-threads to_threads_taken/i off
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

void to_threads_refused (int n, double *a)
{
  int i = 0;
  // RUN: to-threads to_threads_refused/while x
  while (i < n) {
    a[i] = 0;
    i++;
  }
}

void to_threads_axis (int n, double *a)
{
  // RUN: to-threads to_threads_axis/i w
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

void to_threads_sequential (int n, double *a)
{
  // RUN: to-threads to_threads_sequential/i x
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1];
}

void to_threads_outside (int n, double *a)
{
  int i;
  // RUN: to-threads to_threads_outside/i x
  for (i = 0; i < n; i++)
    a[i] = 0;
}

double to_threads_sum (int n, double *a)
{
  double s = 0;
  // RUN: to-threads to_threads_sum/i x
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

void to_threads_own (int n, double *restrict a, double *restrict b)
{
  double t;
  // RUN: to-threads to_threads_own/i x
  for (int i = 0; i < n; i++) {
    t = b[i] * 2;
    a[i] = t + 1;
  }
}
