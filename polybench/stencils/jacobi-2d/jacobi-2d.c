/*
 * jacobi-2d: every point of a square becomes the mean of itself and its four
 * neighbours, with two arrays taking turns.
 */
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(20, 40, 100, 500, 1000)
#endif
#ifndef N
#define N BENCH_SIZE(30, 90, 250, 1300, 2800)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_jacobi_2d(int tsteps, int n, DATA_TYPE A[N][N], DATA_TYPE B[N][N])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < LOOP_TSTEPS; t++) {
        #pragma target
        for (i = 1; i < LOOP_N - 1; i++)
            for (j = 1; j < LOOP_N - 1; j++)
                B[i][j] = BENCH_VAL(0.2)
                          * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
        #pragma target
        for (i = 1; i < LOOP_N - 1; i++)
            for (j = 1; j < LOOP_N - 1; j++)
                A[i][j] = BENCH_VAL(0.2)
                          * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*A)[N] = (DATA_TYPE (*)[N])malloc(sizeof(DATA_TYPE[N][N]));
    DATA_TYPE (*B)[N] = (DATA_TYPE (*)[N])malloc(sizeof(DATA_TYPE[N][N]));

    if (A == NULL || B == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    bench_fill(A, sizeof(DATA_TYPE[N][N]), 0, 1);
    bench_fill(B, sizeof(DATA_TYPE[N][N]), 0, 1);

    bench_start();
    kernel_jacobi_2d(TSTEPS, N, A, B);
    bench_stop();

    bench_dump("A", A, sizeof(DATA_TYPE[N][N]));
    bench_dump("B", B, sizeof(DATA_TYPE[N][N]));
    free(B);
    free(A);
    return 0;
}
