/*
 * doitgen: every vector A[r][q][*] is multiplied by the matrix C4, in place.
 */
#include "bench.h"

#ifndef NQ
#define NQ BENCH_SIZE(8, 20, 40, 140, 220)
#endif
#ifndef NR
#define NR BENCH_SIZE(10, 25, 50, 150, 250)
#endif
#ifndef NP
#define NP BENCH_SIZE(12, 30, 60, 160, 270)
#endif

#define LOOP_NQ BENCH_BOUND(nq, NQ)
#define LOOP_NR BENCH_BOUND(nr, NR)
#define LOOP_NP BENCH_BOUND(np, NP)

static void kernel_doitgen(int nr, int nq, int np, DATA_TYPE A[NR][NQ][NP],
                           DATA_TYPE C4[NP][NP], DATA_TYPE sum[NP])
{
    int r, q, p, s;

#pragma scop
    /* r and q are parallel too, once every iteration has a sum of its own. */
    for (r = 0; r < LOOP_NR; r++)
        for (q = 0; q < LOOP_NQ; q++) {
            #pragma target
            for (p = 0; p < LOOP_NP; p++) {
                sum[p] = 0;
                for (s = 0; s < LOOP_NP; s++)
                    sum[p] += A[r][q][s] * C4[s][p];
            }
            #pragma target
            for (p = 0; p < LOOP_NP; p++)
                A[r][q][p] = sum[p];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[NR][NQ][NP], C4[NP][NP], sum[NP];

    bench_seed(argc, argv);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(C4, sizeof C4, -1, 1);
    bench_fill(sum, sizeof sum, -1, 1);

    bench_start();
    kernel_doitgen(NR, NQ, NP, A, C4, sum);
    bench_stop();

    bench_dump("A", A, sizeof A);
    return 0;
}
