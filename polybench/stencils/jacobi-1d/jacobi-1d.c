/*
 * jacobi-1d: every point of a line becomes the mean of its neighbours, with two
 * arrays taking turns.
 */
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(20, 40, 100, 500, 1000)
#endif
#ifndef N
#define N BENCH_SIZE(30, 120, 400, 2000, 4000)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_jacobi_1d(int tsteps, int n, DATA_TYPE A[N], DATA_TYPE B[N])
{
    int t, i;

#pragma scop
    for (t = 0; t < LOOP_TSTEPS; t++) {
        #pragma target
        for (i = 1; i < LOOP_N - 1; i++)
            B[i] = BENCH_VAL(0.33333) * (A[i - 1] + A[i] + A[i + 1]);
        #pragma target
        for (i = 1; i < LOOP_N - 1; i++)
            A[i] = BENCH_VAL(0.33333) * (B[i - 1] + B[i] + B[i + 1]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N], B[N];

    bench_seed(argc, argv);
    bench_fill(A, sizeof A, 0, 1);
    bench_fill(B, sizeof B, 0, 1);

    bench_start();
    kernel_jacobi_1d(TSTEPS, N, A, B);
    bench_stop();

    bench_dump("A", A, sizeof A);
    bench_dump("B", B, sizeof B);
    return 0;
}
