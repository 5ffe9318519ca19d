/*
 * 3mm: G = (A B) (C D), with the factors kept in E and F.
 */
#include "bench.h"

#ifndef NI
#define NI BENCH_SIZE(16, 40, 180, 800, 1600)
#endif
#ifndef NJ
#define NJ BENCH_SIZE(18, 50, 190, 900, 1800)
#endif
#ifndef NK
#define NK BENCH_SIZE(20, 60, 200, 1000, 2000)
#endif
#ifndef NL
#define NL BENCH_SIZE(22, 70, 210, 1100, 2200)
#endif
#ifndef NM
#define NM BENCH_SIZE(24, 80, 220, 1200, 2400)
#endif

#define LOOP_NI BENCH_BOUND(ni, NI)
#define LOOP_NJ BENCH_BOUND(nj, NJ)
#define LOOP_NK BENCH_BOUND(nk, NK)
#define LOOP_NL BENCH_BOUND(nl, NL)
#define LOOP_NM BENCH_BOUND(nm, NM)

static void kernel_3mm(int ni, int nj, int nk, int nl, int nm, DATA_TYPE E[NI][NJ],
                       DATA_TYPE A[NI][NK], DATA_TYPE B[NK][NJ], DATA_TYPE F[NJ][NL],
                       DATA_TYPE C[NJ][NM], DATA_TYPE D[NM][NL], DATA_TYPE G[NI][NL])
{
#pragma scop
    #pragma target
    for (int i = 0; i < LOOP_NI; i++)
        for (int j = 0; j < LOOP_NJ; j++) {
            E[i][j] = 0;
            for (int k = 0; k < LOOP_NK; ++k)
                E[i][j] += A[i][k] * B[k][j];
        }

    #pragma target
    for (int i = 0; i < LOOP_NJ; i++)
        for (int j = 0; j < LOOP_NL; j++) {
            F[i][j] = 0;
            for (int k = 0; k < LOOP_NM; ++k)
                F[i][j] += C[i][k] * D[k][j];
        }

    #pragma target
    for (int i = 0; i < LOOP_NI; i++)
        for (int j = 0; j < LOOP_NL; j++) {
            G[i][j] = 0;
            for (int k = 0; k < LOOP_NJ; ++k)
                G[i][j] += E[i][k] * F[k][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[NI][NK], B[NK][NJ], C[NJ][NM], D[NM][NL];
    static DATA_TYPE E[NI][NJ], F[NJ][NL], G[NI][NL];

    bench_seed(argc, argv);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(B, sizeof B, -1, 1);
    bench_fill(C, sizeof C, -1, 1);
    bench_fill(D, sizeof D, -1, 1);
    bench_fill(E, sizeof E, -1, 1);
    bench_fill(F, sizeof F, -1, 1);
    bench_fill(G, sizeof G, -1, 1);

    bench_start();
    kernel_3mm(NI, NJ, NK, NL, NM, E, A, B, F, C, D, G);
    bench_stop();

    bench_dump("G", G, sizeof G);
    return 0;
}
