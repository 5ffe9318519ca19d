/*
 * trisolv: L x = b with a lower triangular L, by forward substitution.
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_trisolv(int n, DATA_TYPE L[N][N], DATA_TYPE x[N], DATA_TYPE b[N])
{
    int i, j;

#pragma scop
    /* Nothing is marked: one short sum an unknown, each from the ones before it. */
    for (i = 0; i < LOOP_N; i++) {
        x[i] = b[i];
        for (j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] = x[i] / L[i][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE L[N][N], x[N], b[N];

    /* A heavy diagonal: the solution stays small. */
    bench_seed(argc, argv);
    bench_fill(L, sizeof L, -1, 1);
    for (int i = 0; i < N; i++)
        L[i][i] += N;
    bench_fill(x, sizeof x, -1, 1);
    bench_fill(b, sizeof b, -1, 1);

    bench_start();
    kernel_trisolv(N, L, x, b);
    bench_stop();

    bench_dump("x", x, sizeof x);
    return 0;
}
