// unguard: what it takes, and each of its refusals.
void unguard_taken (int n, double c, double *restrict a)
{
  // RUN: unguard unguard_taken/it/t#2
  for (int it = 0; it < n; it += 64) {
    double own[64];
    for (int t = 0; t < 64; t++)
      own[t] = 0;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        own[t] += c * 2;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = own[t];
  }
}

void unguard_seen (int n, double c, double *restrict a)
{
  // RUN: unguard unguard_seen/it/t#2
  // RUN: unguard unguard_seen/it/t#2 value
  // RUN: unguard unguard_seen/it/t#2 all
  for (int it = 0; it < n; it += 64) {
    double own[64];
    for (int t = 0; t < 64; t++)
      own[t] = 0;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        own[t] += c * 2;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = own[63 - t];
  }
}

void unguard_faults (int n, double *restrict a, double *restrict b)
{
  // RUN: unguard unguard_faults/it/t#2
  // RUN: unguard unguard_faults/it/t#3
  // RUN: unguard unguard_faults/it/t#3 value
  for (int it = 0; it < n; it += 64) {
    double own[64], few[8];
    for (int t = 0; t < 64; t++)
      few[t % 8] = own[t] = 0;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        own[t] += b[it + t];
    for (int t = 0; t < 64; t++)
      if (t < 8)
        own[t] += few[t];
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = own[t];
  }
}

void unguard_shape (int n, double *restrict a)
{
  // RUN: unguard unguard_shape/i
  // RUN: unguard unguard_shape/i#2
  // RUN: unguard unguard_shape/while
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < n; i++)
    if (i < 7)
      a[i] = 0;
  while (n--)
    a[0] = 0;
}

void unguard_which (int n, int *restrict p, double *restrict a)
{
  // RUN: unguard unguard_which/it/t#2
  for (int it = 0; it < n; it += 64) {
    double own[64];
    for (int t = 0; t < 64; t++)
      own[t] = 0;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        own[p[t]] += 2;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = own[t];
  }
}

void unguard_known (int n, double c, double *restrict a)
{
  // RUN: unguard unguard_known/it/t
  for (int it = 0; it < n; it += 64) {
    double own[64], *p = own;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        own[t] = c;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = p[63 - t];
  }
}

void unguard_outside (int n, double c, double *restrict a)
{
  // RUN: unguard unguard_outside/it/t
  for (int it = 0; it < n; it += 64) {
    double own[64], *p = &own[1];
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        own[t] = c;
    a[it] = *p;
  }
}

void unguard_several (int n, double c, double *restrict a, double *restrict b)
{
  // RUN: unguard unguard_several/it/t#2
  // RUN: unguard unguard_several/it/t#2 value
  for (int it = 0; it < n; it += 64) {
    double own[64], two[64];
    for (int t = 0; t < 64; t++)
      own[t] = two[t] = 0;
    for (int t = 0; t < 64; t++)
      if (it + t < n) {
        own[t] += c * 2;
        two[t] -= own[t] + c;
      }
    for (int t = 0; t < 64; t++)
      if (it + t < n) {
        a[it + t] = own[t];
        b[it + t] = two[t];
      }
  }
}

void unguard_second_seen (int n, double c, double *restrict a)
{
  // RUN: unguard unguard_second_seen/it/t#2
  for (int it = 0; it < n; it += 64) {
    double own[64], two[64];
    for (int t = 0; t < 64; t++)
      own[t] = two[t] = 0;
    for (int t = 0; t < 64; t++)
      if (it + t < n) {
        own[t] += c;
        two[t] += own[63 - t];
      }
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = two[t];
  }
}

void unguard_asked_again (int n, double c, double *restrict a)
{
  // RUN: unguard unguard_asked_again/it/t#2 value
  for (int it = 0; it < n; it += 64) {
    double own[64], two[64];
    for (int t = 0; t < 64; t++)
      own[t] = two[t] = 0;
    for (int t = 0; t < 64; t++)
      if (own[t] < c) {
        own[t] += c;
        two[t] += c;
      }
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = two[t] - own[t];
  }
}

/* Values that are chosen between, and where they were found. */
void unguard_chosen (int n, double c, double *restrict a, int *restrict p)
{
  // RUN: unguard unguard_chosen/it/k/t
  for (int it = 0; it < n; it += 64) {
    double own[64];
    int at[64];
    for (int t = 0; t < 64; t++) {
      own[t] = 0;
      at[t] = 0;
    }
    for (int k = 0; k < 10; k++)
      for (int t = 0; t < 64; t++)
        if (it + t < n) {
          at[t] = c * 2 > own[t] ? k : at[t];
          own[t] = c * 2 > own[t] ? c * 2 : own[t];
        }
    for (int t = 0; t < 64; t++)
      if (it + t < n) {
        a[it + t] = own[t];
        p[it + t] = at[t];
      }
  }
}

void unguard_overflows (int n, int c, int *restrict p)
{
  // RUN: unguard unguard_overflows/it/t#2
  for (int it = 0; it < n; it += 64) {
    int own[64];
    for (int t = 0; t < 64; t++)
      own[t] = 0;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        own[t] += c;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        p[it + t] = own[t];
  }
}

void unguard_shared (int n, const double *restrict b, double *restrict a)
{
  // RUN: unguard unguard_shared/it/t#2
  // RUN: unguard unguard_shared/it/t#3
  for (int it = 0; it < n; it += 64) {
#pragma ihop shared
    double some[64];
#pragma ihop shared
    double all[64];
    for (int t = 0; t < 64; t++) {
      all[t] = 0;
      if (it + t < n)
        some[t] = b[it + t];
    }
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        some[t] = some[t] * 2;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        all[t] += 2;
    for (int t = 0; t < 64; t++)
      if (it + t < n)
        a[it + t] = some[t] + all[t];
  }
}
