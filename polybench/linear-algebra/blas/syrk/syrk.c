/*
 * syrk: C = alpha A A^T + beta C on the lower triangle of C.
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

static void kernel_syrk(int n, int m, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE C[N][N],
                        DATA_TYPE A[N][M])
{
    int i, j, k;

#pragma scop
    #pragma target
    for (i = 0; i < LOOP_N; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < LOOP_M; k++)
            for (j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][M], C[N][N];

    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE beta = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(C, sizeof C, -1, 1);

    bench_start();
    kernel_syrk(N, M, alpha, beta, C, A);
    bench_stop();

    bench_dump("C", C, sizeof C);
    return 0;
}
