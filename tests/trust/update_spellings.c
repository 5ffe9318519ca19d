/* Updates of elements that several threads may hit, in every spelling: what is folded in is what stands
 * beside the old value, wherever that stands. */
#include "show.h"
#define N 400
#define M 16

static int place[N], v[N], w[N];
static int sum[8][M];
static long wide[2][M];
static unsigned flips[M], ors[M], ands[M], counts[M];
static double real[6][M];
static int least[M], most[M];

static void
update (int n, int first, double d)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      int k = place[i];
      sum[0][k] = sum[0][k] - first + 1;
      sum[1][k] = sum[1][k] + v[i] + w[i];
      sum[2][k] = v[i] + sum[2][k] - w[i];
      sum[3][k] = v[i] + (w[i] + sum[3][k]);
      sum[4][k] = sum[4][k] - v[i] - w[i];
      sum[5][k] = (sum[5][k] - (v[i] - w[i])) + first;
      sum[6][k] -= v[i] - w[i];
      sum[7][k]--;
      wide[0][k] = wide[0][k] + v[i] * 1000 - w[i];
      wide[1][k] = 2000000000 + v[i] + wide[1][k];
      flips[k] = flips[k] ^ v[i] ^ w[i];
      ors[k] = v[i] | ors[k] | w[i];
      ands[k] = ands[k] & (v[i] | 1) & (w[i] | 1);
      counts[k] = counts[k] - v[i] + w[i];
      real[0][k] = real[0][k] - d + 1;
      real[1][k] = d + real[1][k] + v[i];
      real[2][k] = v[i] * d + (real[2][k] - w[i] * d) - first;
      real[3][k] = real[3][k] - (d - w[i]);
      real[4][k] -= d + 1;
      real[5][k] = real[5][k] - (i % 3 ? d : -d) + 1;
      least[k] = v[i] < least[k] ? v[i] : least[k];
      if (w[i] > most[k])
        most[k] = w[i];
    }
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    {
      place[i] = i * 7 % M;
      v[i] = i * 37 % 101;
      w[i] = i * 53 % 89;
    }
  for (int k = 0; k < M; k++)
    ands[k] = ~0u;
  update (N, 5, 2.5);
  for (int k = 0; k < M; k++)
    {
      for (int s = 0; s < 8; s++)
        printf ("%d ", sum[s][k]);
      printf ("%ld %ld %u %u %u %u ", wide[0][k], wide[1][k], flips[k], ors[k], ands[k], counts[k]);
      for (int s = 0; s < 6; s++)
        printf ("%g ", real[s][k]);
      printf ("%d %d\n", least[k], most[k]);
    }
  return 0;
}
