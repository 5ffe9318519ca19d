/* Two thousand sums one after another, each too short for a launch of its own. */
#define N 2000

static double L[N][N], x[N];

static void solve (int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < i; j++)
        x[i] -= L[i][j] * x[j];
      x[i] = x[i] / L[i][i];
    }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      L[i][j] = i == j ? 2 : 1.0 / (i + j + 1);
  for (int i = 0; i < N; i++)
    x[i] = i % 10;
  solve (N);
  return 0;
}
