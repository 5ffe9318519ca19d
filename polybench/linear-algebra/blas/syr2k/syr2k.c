/*
 * syr2k: C = alpha A B^T + alpha B A^T + beta C on the lower triangle of C.
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

static void kernel_syr2k(int n, int m, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE C[N][N],
                         DATA_TYPE A[N][M], DATA_TYPE B[N][M])
{
    int i, j, k;

#pragma scop
    #pragma target
    for (i = 0; i < LOOP_N; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < LOOP_M; k++)
            for (j = 0; j <= i; j++)
                C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*A)[M] = (DATA_TYPE (*)[M])malloc(sizeof(DATA_TYPE[N][M]));
    DATA_TYPE (*B)[M] = (DATA_TYPE (*)[M])malloc(sizeof(DATA_TYPE[N][M]));
    DATA_TYPE (*C)[N] = (DATA_TYPE (*)[N])malloc(sizeof(DATA_TYPE[N][N]));

    if (A == NULL || B == NULL || C == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE beta = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(A, sizeof(DATA_TYPE[N][M]), -1, 1);
    bench_fill(B, sizeof(DATA_TYPE[N][M]), -1, 1);
    bench_fill(C, sizeof(DATA_TYPE[N][N]), -1, 1);

    bench_start();
    kernel_syr2k(N, M, alpha, beta, C, A, B);
    bench_stop();

    bench_dump("C", C, sizeof(DATA_TYPE[N][N]));
    free(C);
    free(B);
    free(A);
    return 0;
}
