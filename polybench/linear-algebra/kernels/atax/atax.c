/*
 * atax: y = A^T (A x).
 */
#include "bench.h"

#ifndef M
#define M BENCH_SIZE(38, 116, 390, 1900, 1800)
#endif
#ifndef N
#define N BENCH_SIZE(42, 124, 410, 2100, 2200)
#endif

#define LOOP_M BENCH_BOUND(m, M)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_atax(int m, int n, DATA_TYPE A[M][N], DATA_TYPE x[N], DATA_TYPE y[N],
                        DATA_TYPE tmp[M])
{
    int i, j;

#pragma scop
    #pragma target
    for (i = 0; i < LOOP_N; i++)
        y[i] = 0;

    /* Every row adds to the whole of y, so the rows stay in order. */
    for (i = 0; i < LOOP_M; i++) {
        #pragma target
        tmp[i] = 0;
        #pragma target
        for (j = 0; j < LOOP_N; j++)
            tmp[i] = tmp[i] + A[i][j] * x[j];
        #pragma target
        for (j = 0; j < LOOP_N; j++)
            y[j] = y[j] + A[i][j] * tmp[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[M][N], x[N], y[N], tmp[M];

    bench_seed(argc, argv);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(x, sizeof x, -1, 1);
    bench_fill(y, sizeof y, -1, 1);
    bench_fill(tmp, sizeof tmp, -1, 1);

    bench_start();
    kernel_atax(M, N, A, x, y, tmp);
    bench_stop();

    bench_dump("y", y, sizeof y);
    return 0;
}
