/*
 * bicg: q = A p and s = A^T r, the two products of the BiCG method.
 */
#include "bench.h"

#ifndef M
#define M BENCH_SIZE(38, 116, 390, 1900, 1800)
#endif
#ifndef N
#define N BENCH_SIZE(42, 124, 410, 2100, 2200)
#endif

#define LOOP_M BENCH_BOUND(m, M)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_bicg(int m, int n, DATA_TYPE A[N][M], DATA_TYPE s[M], DATA_TYPE q[N],
                        DATA_TYPE p[M], DATA_TYPE r[N])
{
    int i, j;

#pragma scop
    #pragma target
    for (i = 0; i < LOOP_M; i++)
        s[i] = 0;

    /* Every row adds to the whole of s, so the rows stay in order. */
    for (i = 0; i < LOOP_N; i++) {
        #pragma target
        q[i] = 0;
        #pragma target
        for (j = 0; j < LOOP_M; j++) {
            s[j] = s[j] + r[i] * A[i][j];
            q[i] = q[i] + A[i][j] * p[j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][M], s[M], q[N], p[M], r[N];

    bench_seed(argc, argv);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(s, sizeof s, -1, 1);
    bench_fill(q, sizeof q, -1, 1);
    bench_fill(p, sizeof p, -1, 1);
    bench_fill(r, sizeof r, -1, 1);

    bench_start();
    kernel_bicg(M, N, A, s, q, p, r);
    bench_stop();

    bench_dump("s", s, sizeof s);
    bench_dump("q", q, sizeof q);
    return 0;
}
