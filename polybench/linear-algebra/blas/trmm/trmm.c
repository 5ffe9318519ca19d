/*
 * trmm: B = alpha A^T B, where A is lower triangular with ones on its diagonal.
 */
#include "bench.h"

#ifndef M
#define M BENCH_SIZE(20, 60, 200, 1000, 2000)
#endif
#ifndef N
#define N BENCH_SIZE(30, 80, 240, 1200, 2600)
#endif

#define LOOP_M BENCH_BOUND(m, M)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_trmm(int m, int n, DATA_TYPE alpha, DATA_TYPE A[M][M], DATA_TYPE B[M][N])
{
    int i, j, k;

#pragma scop
    /* A row reads the old values of all rows below it, so the rows stay in order. */
    for (i = 0; i < LOOP_M; i++) {
        #pragma target
        for (j = 0; j < LOOP_N; j++) {
            for (k = i + 1; k < LOOP_M; k++)
                B[i][j] += A[k][i] * B[k][j];
            B[i][j] = alpha * B[i][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[M][M], B[M][N];

    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(B, sizeof B, -1, 1);

    bench_start();
    kernel_trmm(M, N, alpha, A, B);
    bench_stop();

    bench_dump("B", B, sizeof B);
    return 0;
}
