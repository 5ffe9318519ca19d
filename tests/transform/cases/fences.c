// fences: where they are needed, and each of the refusals.
void fences_taken (int n, double *restrict a, double *restrict b)
{
  // RUN: fences fences_taken/i
#pragma ihop block x
  for (int i = 0; i < n; i += 64) {
#pragma ihop shared
    double s[64];
#pragma ihop fence
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      s[t] = i + t < n ? b[i + t] : 0;
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      if (i + t < n)
        a[i + t] = s[63 - t];
  }
}

void fences_turns (int n, double *restrict a, double *restrict b)
{
  // RUN: fences fences_turns/i
#pragma ihop block x
  for (int i = 0; i < n; i += 64) {
#pragma ihop shared
    double s[64];
#pragma ihop registers
    double r[64];
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      r[t] = 0;
    for (int k = 0; k < n; k++) {
#pragma ihop thread x
      for (int t = 0; t < 64; t++)
        s[t] = i + t < n ? b[i + t] + k : 0;
#pragma ihop thread x
      for (int t = 0; t < 64; t++)
        r[t] += s[63 - t];
    }
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      if (i + t < n)
        a[i + t] = r[t];
  }
}

void fences_race (int n, double *restrict a)
{
  // RUN: fences fences_race/i
#pragma ihop block x
  for (int i = 0; i < n; i += 64) {
#pragma ihop shared
    double s[64];
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      s[t / 2] = t;
#pragma ihop thread x
    for (int t = 0; t < 64; t++)
      if (i + t < n)
        a[i + t] = s[t];
  }
}

void fences_unmarked (int n, double *restrict a)
{
  // RUN: fences fences_unmarked/i
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

void fences_while (int n, double *restrict a)
{
  // RUN: fences fences_while/while
  int i = 0;
  while (i < n)
    a[i++] = 0;
}
