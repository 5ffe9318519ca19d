/*
 * jacobi-2d-imper (of version 3.2): every point of a square becomes the mean of
 * itself and its four neighbours, by way of a second array that is copied back.
 */
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(2, 10, 20, 20, 100)
#endif
#ifndef N
#define N BENCH_SIZE(32, 500, 1000, 2000, 4000)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_jacobi_2d_imper(int tsteps, int n, DATA_TYPE A[N][N], DATA_TYPE B[N][N])
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
                A[i][j] = B[i][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][N], B[N][N];

    bench_seed(argc, argv);
    bench_fill(A, sizeof A, 0, 1);
    bench_fill(B, sizeof B, 0, 1);

    bench_start();
    kernel_jacobi_2d_imper(TSTEPS, N, A, B);
    bench_stop();

    bench_dump("A", A, sizeof A);
    bench_dump("B", B, sizeof B);
    return 0;
}
