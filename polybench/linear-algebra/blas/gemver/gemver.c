/*
 * gemver: A is changed by two outer products, then multiplied by vectors from
 * both sides.
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_gemver(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE A[N][N],
                          DATA_TYPE u1[N], DATA_TYPE v1[N], DATA_TYPE u2[N], DATA_TYPE v2[N],
                          DATA_TYPE w[N], DATA_TYPE x[N], DATA_TYPE y[N], DATA_TYPE z[N])
{
    int i, j;

#pragma scop
    #pragma target
    for (i = 0; i < LOOP_N; i++)
        for (j = 0; j < LOOP_N; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];

    #pragma target
    for (i = 0; i < LOOP_N; i++)
        for (j = 0; j < LOOP_N; j++)
            x[i] = x[i] + beta * A[j][i] * y[j];

    #pragma target
    for (i = 0; i < LOOP_N; i++)
        x[i] = x[i] + z[i];

    #pragma target
    for (i = 0; i < LOOP_N; i++)
        for (j = 0; j < LOOP_N; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][N];
    static DATA_TYPE u1[N], v1[N], u2[N], v2[N], w[N], x[N], y[N], z[N];

    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE beta = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(u1, sizeof u1, -1, 1);
    bench_fill(v1, sizeof v1, -1, 1);
    bench_fill(u2, sizeof u2, -1, 1);
    bench_fill(v2, sizeof v2, -1, 1);
    bench_fill(w, sizeof w, -1, 1);
    bench_fill(x, sizeof x, -1, 1);
    bench_fill(y, sizeof y, -1, 1);
    bench_fill(z, sizeof z, -1, 1);

    bench_start();
    kernel_gemver(N, alpha, beta, A, u1, v1, u2, v2, w, x, y, z);
    bench_stop();

    bench_dump("A", A, sizeof A);
    bench_dump("x", x, sizeof x);
    bench_dump("w", w, sizeof w);
    return 0;
}
