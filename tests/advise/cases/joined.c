/* A value stands between the loops of a matrix product: written out where it is used, it lets k and j change places, so that i and
 * j become threads. */
#define N 300

static float A[N][N], B[N][N], C[N][N];

static void product (float alpha)
{
#pragma scop
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      {
        float part = alpha * A[i][k];
        for (int j = 0; j < N; j++)
          C[i][j] += part * B[k][j];
      }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
        A[i][j] = (i * 7 + j) % 13 / 8.0f;
        B[i][j] = (i + j * 5) % 11 / 4.0f;
      }
  product (0.5f);
  return 0;
}
