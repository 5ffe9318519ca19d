/*
 * ludcmp: A x = b solved by A = L U and two substitutions.
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_ludcmp(int n, DATA_TYPE A[N][N], DATA_TYPE b[N], DATA_TYPE x[N],
                          DATA_TYPE y[N])
{
    int i, j, k;
    DATA_TYPE w;

#pragma scop
    for (i = 0; i < LOOP_N; i++) {
        /* Left of the diagonal an element needs all elements left of it. */
        for (j = 0; j < i; j++) {
            w = A[i][j];
            for (k = 0; k < j; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w / A[j][j];
        }
        #pragma target
        for (j = i; j < LOOP_N; j++) {
            w = A[i][j];
            for (k = 0; k < i; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w;
        }
    }

    /* The substitutions stay here: one short sum an unknown, each from the last. */
    for (i = 0; i < LOOP_N; i++) {
        w = b[i];
        for (j = 0; j < i; j++)
            w -= A[i][j] * y[j];
        y[i] = w;
    }

    for (i = LOOP_N - 1; i >= 0; i--) {
        w = y[i];
        for (j = i + 1; j < LOOP_N; j++)
            w -= A[i][j] * x[j];
        x[i] = w / A[i][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][N], b[N], x[N], y[N];

    /* A heavy diagonal: no pivot comes near zero. */
    bench_seed(argc, argv);
    bench_fill(A, sizeof A, -1, 1);
    for (int i = 0; i < N; i++)
        A[i][i] += N;
    bench_fill(b, sizeof b, -1, 1);
    bench_fill(x, sizeof x, -1, 1);
    bench_fill(y, sizeof y, -1, 1);

    bench_start();
    kernel_ludcmp(N, A, b, x, y);
    bench_stop();

    bench_dump("A", A, sizeof A);
    bench_dump("y", y, sizeof y);
    bench_dump("x", x, sizeof x);
    return 0;
}
