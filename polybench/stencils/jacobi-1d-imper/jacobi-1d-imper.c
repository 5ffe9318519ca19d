/*
 * jacobi-1d-imper (of version 3.2): every point of a line becomes the mean of its
 * neighbours, by way of a second array that is copied back.
 */
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(2, 10, 100, 1000, 1000)
#endif
#ifndef N
#define N BENCH_SIZE(500, 1000, 10000, 100000, 1000000)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_N BENCH_BOUND(n, N)

static DATA_TYPE A[N], B[N];

static void kernel_jacobi_1d_imper(int tsteps, int n, DATA_TYPE A[N], DATA_TYPE B[N])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < LOOP_TSTEPS; t++) {
        #pragma target
        for (i = 1; i < LOOP_N - 1; i++)
            B[i] = BENCH_VAL(0.33333) * (A[i - 1] + A[i] + A[i + 1]);
        #pragma target
        for (j = 1; j < LOOP_N - 1; j++)
            A[j] = B[j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    bench_seed(argc, argv);
    bench_fill(A, sizeof A, 0, 1);
    bench_fill(B, sizeof B, 0, 1);

    bench_start();
    kernel_jacobi_1d_imper(TSTEPS, N, A, B);
    bench_stop();

    bench_dump("A", A, sizeof A);
    bench_dump("B", B, sizeof B);
    return 0;
}
