/* Row k and column k are read while they are written: cut there, everything else is parallel. */
#define N 300

static int path[N][N];

static void paths (void)
{
#pragma scop
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N * N; i++)
    (&path[0][0])[i] = i * 7919 % 1000 + 1;
  paths ();
  return 0;
}
