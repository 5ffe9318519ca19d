/*
 * seidel-2d: every point of a square becomes the mean of itself and its eight
 * neighbours, in place.
 */
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(20, 40, 100, 500, 1000)
#endif
#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_seidel_2d(int tsteps, int n, DATA_TYPE A[N][N])
{
    int t, i, j;

#pragma scop
    /* Nothing is marked: every point reads new values from above and from the left. */
    for (t = 0; t <= LOOP_TSTEPS - 1; t++)
        for (i = 1; i <= LOOP_N - 2; i++)
            for (j = 1; j <= LOOP_N - 2; j++)
                A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j]
                           + A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1])
                          / BENCH_VAL(9.0);
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][N];

    bench_seed(argc, argv);
    bench_fill(A, sizeof A, 0, 1);

    bench_start();
    kernel_seidel_2d(TSTEPS, N, A);
    bench_stop();

    bench_dump("A", A, sizeof A);
    return 0;
}
