/*
 * covariance: the covariance matrix of M attributes over N observations.
 */
#include "bench.h"

#ifndef M
#define M BENCH_SIZE(28, 80, 240, 1200, 2600)
#endif
#ifndef N
#define N BENCH_SIZE(32, 100, 260, 1400, 3000)
#endif

#define LOOP_M BENCH_BOUND(m, M)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_covariance(int m, int n, DATA_TYPE float_n, DATA_TYPE data[N][M],
                              DATA_TYPE cov[M][M], DATA_TYPE mean[M])
{
#pragma scop
    #pragma target
    for (int j = 0; j < LOOP_M; j++) {
        mean[j] = 0;
        for (int i = 0; i < LOOP_N; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }

    #pragma target
    for (int i = 0; i < LOOP_N; i++)
        for (int j = 0; j < LOOP_M; j++)
            data[i][j] -= mean[j];

    /* The matrix is symmetric: compute from the diagonal on, copy below it. */
    #pragma target
    for (int i = 0; i < LOOP_M; i++)
        for (int j = i; j < LOOP_M; j++) {
            cov[i][j] = 0;
            for (int k = 0; k < LOOP_N; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= float_n - BENCH_VAL(1.0);
            cov[j][i] = cov[i][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*data)[M] = malloc(sizeof(DATA_TYPE[N][M]));
    DATA_TYPE (*cov)[M] = malloc(sizeof(DATA_TYPE[M][M]));
    DATA_TYPE *mean = malloc(sizeof(DATA_TYPE[M]));

    if (data == NULL || cov == NULL || mean == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    bench_fill(data, sizeof(DATA_TYPE[N][M]), -1, 1);
    bench_fill(cov, sizeof(DATA_TYPE[M][M]), -1, 1);
    bench_fill(mean, sizeof(DATA_TYPE[M]), -1, 1);

    bench_start();
    kernel_covariance(M, N, (DATA_TYPE)N, data, cov, mean);
    bench_stop();

    bench_dump("data", data, sizeof(DATA_TYPE[N][M]));
    bench_dump("cov", cov, sizeof(DATA_TYPE[M][M]));
    bench_dump("mean", mean, sizeof(DATA_TYPE[M]));
    free(mean);
    free(cov);
    free(data);
    return 0;
}
