/*
 * gemm: C = alpha A B + beta C.
 */
#include "bench.h"

#ifndef NI
#define NI BENCH_SIZE(20, 60, 200, 1000, 2000)
#endif
#ifndef NJ
#define NJ BENCH_SIZE(25, 70, 220, 1100, 2300)
#endif
#ifndef NK
#define NK BENCH_SIZE(30, 80, 240, 1200, 2600)
#endif

#define LOOP_NI BENCH_BOUND(ni, NI)
#define LOOP_NJ BENCH_BOUND(nj, NJ)
#define LOOP_NK BENCH_BOUND(nk, NK)

static void kernel_gemm(int ni, int nj, int nk, DATA_TYPE alpha, DATA_TYPE beta,
                        DATA_TYPE C[NI][NJ], DATA_TYPE A[NI][NK], DATA_TYPE B[NK][NJ])
{
    int i, j, k;

    for (i = 0; i < LOOP_NI; i++) {
        for (j = 0; j < LOOP_NJ; j++)
            C[i][j] *= beta;
        for (k = 0; k < LOOP_NK; k++)
            for (j = 0; j < LOOP_NJ; j++)
                C[i][j] += alpha * A[i][k] * B[k][j];
    }
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[NI][NK], B[NK][NJ], C[NI][NJ];

    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE beta = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(B, sizeof B, -1, 1);
    bench_fill(C, sizeof C, -1, 1);

    bench_start();
    kernel_gemm(NI, NJ, NK, alpha, beta, C, A, B);
    bench_stop();

    bench_dump("C", C, sizeof C);
    return 0;
}
