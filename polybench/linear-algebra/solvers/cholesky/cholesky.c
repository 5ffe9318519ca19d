/*
 * cholesky: A = L L^T; L overwrites the lower triangle of A.
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_cholesky(int n, DATA_TYPE A[N][N])
{
    int i, j, k;

#pragma scop
    /*
     * An element needs all elements left of it: in this row by row order only
     * the sums over k are parallel. What follows each sum is marked with it, so
     * that the matrix stays on the device.
     */
    for (i = 0; i < LOOP_N; i++) {
        for (j = 0; j < i; j++) {
            #pragma target begin
            for (k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
            #pragma target end
        }
        #pragma target begin
        for (k = 0; k < i; k++)
            A[i][i] -= A[i][k] * A[i][k];
        A[i][i] = BENCH_SQRT(A[i][i]);
        #pragma target end
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][N];

    /* Symmetric with a heavy diagonal, hence positive definite. */
    bench_seed(argc, argv);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++)
            A[i][j] = A[j][i] = (DATA_TYPE)bench_random(-1, 1);
        A[i][i] = (DATA_TYPE)(N + bench_random(0, 1));
    }

    bench_start();
    kernel_cholesky(N, A);
    bench_stop();

    bench_dump("A", A, sizeof A);
    return 0;
}
