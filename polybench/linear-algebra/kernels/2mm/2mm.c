/*
 * 2mm: D = alpha A B C + beta D, with A B kept in tmp.
 */
#include "bench.h"

#ifndef NI
#define NI BENCH_SIZE(16, 40, 180, 800, 1600)
#endif
#ifndef NJ
#define NJ BENCH_SIZE(18, 50, 190, 900, 1800)
#endif
#ifndef NK
#define NK BENCH_SIZE(22, 70, 210, 1100, 2200)
#endif
#ifndef NL
#define NL BENCH_SIZE(24, 80, 220, 1200, 2400)
#endif

#define LOOP_NI BENCH_BOUND(ni, NI)
#define LOOP_NJ BENCH_BOUND(nj, NJ)
#define LOOP_NK BENCH_BOUND(nk, NK)
#define LOOP_NL BENCH_BOUND(nl, NL)

static void kernel_2mm(int ni, int nj, int nk, int nl, DATA_TYPE alpha, DATA_TYPE beta,
                       DATA_TYPE tmp[NI][NJ], DATA_TYPE A[NI][NK], DATA_TYPE B[NK][NJ],
                       DATA_TYPE C[NJ][NL], DATA_TYPE D[NI][NL])
{
    int i, j, k;

#pragma scop
    #pragma target
    for (i = 0; i < LOOP_NI; i++)
        for (j = 0; j < LOOP_NJ; j++) {
            tmp[i][j] = 0;
            for (k = 0; k < LOOP_NK; ++k)
                tmp[i][j] += alpha * A[i][k] * B[k][j];
        }

    #pragma target
    for (i = 0; i < LOOP_NI; i++)
        for (j = 0; j < LOOP_NL; j++) {
            D[i][j] *= beta;
            for (k = 0; k < LOOP_NJ; ++k)
                D[i][j] += tmp[i][k] * C[k][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE tmp[NI][NJ], A[NI][NK], B[NK][NJ], C[NJ][NL], D[NI][NL];

    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE beta = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(tmp, sizeof tmp, -1, 1);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(B, sizeof B, -1, 1);
    bench_fill(C, sizeof C, -1, 1);
    bench_fill(D, sizeof D, -1, 1);

    bench_start();
    kernel_2mm(NI, NJ, NK, NL, alpha, beta, tmp, A, B, C, D);
    bench_stop();

    bench_dump("D", D, sizeof D);
    return 0;
}
