/*
 * symm: C = alpha A B + beta C, where only the lower triangle of the symmetric A
 * is read.
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

static void kernel_symm(int m, int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE C[M][N],
                        DATA_TYPE A[M][M], DATA_TYPE B[M][N])
{
    int i, j, k;
    DATA_TYPE temp2;

#pragma scop
    /* A later row adds to all rows above it, so the rows stay in order. */
    for (i = 0; i < LOOP_M; i++) {
        #pragma target
        for (j = 0; j < LOOP_N; j++) {
            temp2 = 0;
            for (k = 0; k < i; k++) {
                C[k][j] += alpha * B[i][j] * A[i][k];
                temp2 += B[k][j] * A[i][k];
            }
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[M][M], B[M][N], C[M][N];

    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE beta = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(B, sizeof B, -1, 1);
    bench_fill(C, sizeof C, -1, 1);

    bench_start();
    kernel_symm(M, N, alpha, beta, C, A, B);
    bench_stop();

    bench_dump("C", C, sizeof C);
    return 0;
}
