/*
 * heat-3d: heat in a cube, every point from its six neighbours, with two arrays
 * taking turns.
 */
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(20, 40, 100, 500, 1000)
#endif
#ifndef N
#define N BENCH_SIZE(10, 20, 40, 120, 200)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_heat_3d(int tsteps, int n, DATA_TYPE A[N][N][N], DATA_TYPE B[N][N][N])
{
#pragma scop
    for (int t = 1; t <= LOOP_TSTEPS; t++) {
        #pragma target
        for (int i = 1; i < LOOP_N - 1; i++)
            for (int j = 1; j < LOOP_N - 1; j++)
                for (int k = 1; k < LOOP_N - 1; k++)
                    B[i][j][k] =
                        BENCH_VAL(0.125)
                            * (A[i + 1][j][k] - BENCH_VAL(2.0) * A[i][j][k] + A[i - 1][j][k])
                        + BENCH_VAL(0.125)
                              * (A[i][j + 1][k] - BENCH_VAL(2.0) * A[i][j][k] + A[i][j - 1][k])
                        + BENCH_VAL(0.125)
                              * (A[i][j][k + 1] - BENCH_VAL(2.0) * A[i][j][k] + A[i][j][k - 1])
                        + A[i][j][k];

        #pragma target
        for (int i = 1; i < LOOP_N - 1; i++)
            for (int j = 1; j < LOOP_N - 1; j++)
                for (int k = 1; k < LOOP_N - 1; k++)
                    A[i][j][k] =
                        BENCH_VAL(0.125)
                            * (B[i + 1][j][k] - BENCH_VAL(2.0) * B[i][j][k] + B[i - 1][j][k])
                        + BENCH_VAL(0.125)
                              * (B[i][j + 1][k] - BENCH_VAL(2.0) * B[i][j][k] + B[i][j - 1][k])
                        + BENCH_VAL(0.125)
                              * (B[i][j][k + 1] - BENCH_VAL(2.0) * B[i][j][k] + B[i][j][k - 1])
                        + B[i][j][k];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*A)[N][N] = malloc(sizeof(DATA_TYPE[N][N][N]));
    DATA_TYPE (*B)[N][N] = malloc(sizeof(DATA_TYPE[N][N][N]));

    if (A == NULL || B == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    bench_fill(A, sizeof(DATA_TYPE[N][N][N]), 0, 1);
    bench_fill(B, sizeof(DATA_TYPE[N][N][N]), 0, 1);

    bench_start();
    kernel_heat_3d(TSTEPS, N, A, B);
    bench_stop();

    bench_dump("A", A, sizeof(DATA_TYPE[N][N][N]));
    bench_dump("B", B, sizeof(DATA_TYPE[N][N][N]));
    free(B);
    free(A);
    return 0;
}
