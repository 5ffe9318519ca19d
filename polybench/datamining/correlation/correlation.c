/*
 * correlation: the correlation matrix of M attributes over N observations.
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

static void kernel_correlation(int m, int n, DATA_TYPE float_n, DATA_TYPE data[N][M],
                               DATA_TYPE corr[M][M], DATA_TYPE mean[M], DATA_TYPE stddev[M])
{
    int i, j, k;
    DATA_TYPE eps = BENCH_VAL(0.1);

#pragma scop
    #pragma target
    for (j = 0; j < LOOP_M; j++) {
        mean[j] = 0;
        for (i = 0; i < LOOP_N; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }

    #pragma target
    for (j = 0; j < LOOP_M; j++) {
        stddev[j] = 0;
        for (i = 0; i < LOOP_N; i++)
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        stddev[j] /= float_n;
        stddev[j] = BENCH_SQRT(stddev[j]);
        /* A column that hardly varies is left unscaled. */
        stddev[j] = stddev[j] <= eps ? BENCH_VAL(1.0) : stddev[j];
    }

    /* Every column gets mean 0 and length 1. */
    #pragma target
    for (i = 0; i < LOOP_N; i++)
        for (j = 0; j < LOOP_M; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= BENCH_SQRT(float_n) * stddev[j];
        }

    /* The matrix is symmetric: compute above the diagonal, copy below it. */
    #pragma target
    for (i = 0; i < LOOP_M - 1; i++) {
        corr[i][i] = 1;
        for (j = i + 1; j < LOOP_M; j++) {
            corr[i][j] = 0;
            for (k = 0; k < LOOP_N; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }

    #pragma target
    corr[LOOP_M - 1][LOOP_M - 1] = 1;
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE data[N][M], corr[M][M], mean[M], stddev[M];

    bench_seed(argc, argv);
    bench_fill(data, sizeof data, -1, 1);
    bench_fill(corr, sizeof corr, -1, 1);
    bench_fill(mean, sizeof mean, -1, 1);
    bench_fill(stddev, sizeof stddev, -1, 1);

    bench_start();
    kernel_correlation(M, N, (DATA_TYPE)N, data, corr, mean, stddev);
    bench_stop();

    bench_dump("data", data, sizeof data);
    bench_dump("corr", corr, sizeof corr);
    bench_dump("mean", mean, sizeof mean);
    bench_dump("stddev", stddev, sizeof stddev);
    return 0;
}
