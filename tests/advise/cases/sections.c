/* Sections need their neighbours left and below, and a maximum over their inside: points of one
 * diagonal do not need each other. The outer loop counts down. */
#define N 400

static int table[N][N], seq[N];

static void sections (int n)
{
#pragma scop
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++)
      {
        int best = table[i][j - 1] > table[i + 1 < n ? i + 1 : i][j] ? table[i][j - 1] : table[i + 1 < n ? i + 1 : i][j];
        if (seq[i] + seq[j] == 3)
          best = best + 1;
        for (int k = i + 1; k < j; k++)
          if (table[i][k] + table[k + 1][j] > best)
            best = table[i][k] + table[k + 1][j];
        table[i][j] = best;
      }
#pragma endscop
}

int main (void)
{
  for (int i = 0; i < N; i++)
    seq[i] = i * 7 % 4;
  sections (N);
  return 0;
}
