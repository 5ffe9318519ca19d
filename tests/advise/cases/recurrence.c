/* Nothing helps: every element waits for the one before. */
#define N 100000

static double a[N], b[N];

static void recurrence (int n)
{
#pragma scop
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] * b[i] + 1;
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N; i++)
    b[i] = i % 100 / 128.0;
  recurrence (N);
  return 0;
}
