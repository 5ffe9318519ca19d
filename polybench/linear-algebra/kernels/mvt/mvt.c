/*
 * mvt: x1 = x1 + A y1 and x2 = x2 + A^T y2.
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_mvt(int n, DATA_TYPE x1[N], DATA_TYPE x2[N], DATA_TYPE y_1[N],
                       DATA_TYPE y_2[N], DATA_TYPE A[N][N])
{
#pragma scop
    #pragma target
    for (int i = 0; i < LOOP_N; i++)
        for (int j = 0; j < LOOP_N; j++)
            x1[i] = x1[i] + A[i][j] * y_1[j];

    #pragma target
    for (int i = 0; i < LOOP_N; i++)
        for (int j = 0; j < LOOP_N; j++)
            x2[i] = x2[i] + A[j][i] * y_2[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*A)[N] = (DATA_TYPE (*)[N])malloc(sizeof(DATA_TYPE[N][N]));
    static DATA_TYPE x1[N], x2[N], y_1[N], y_2[N];

    if (A == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    bench_fill(A, sizeof(DATA_TYPE[N][N]), -1, 1);
    bench_fill(x1, sizeof x1, -1, 1);
    bench_fill(x2, sizeof x2, -1, 1);
    bench_fill(y_1, sizeof y_1, -1, 1);
    bench_fill(y_2, sizeof y_2, -1, 1);

    bench_start();
    kernel_mvt(N, x1, x2, y_1, y_2, A);
    bench_stop();

    bench_dump("x1", x1, sizeof x1);
    bench_dump("x2", x2, sizeof x2);
    free(A);
    return 0;
}
