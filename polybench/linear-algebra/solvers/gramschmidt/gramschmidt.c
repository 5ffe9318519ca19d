/*
 * gramschmidt: A = Q R by the modified Gram-Schmidt process, column by column.
 *
 * The published sizes have fewer rows than columns (M < N), so that the last
 * columns depend on the first and their norms are rounding noise. Here M and N
 * have changed places; -DM=... -DN=... brings the published ones back.
 */
#include "bench.h"

#ifndef M
#define M BENCH_SIZE(30, 80, 240, 1200, 2600)
#endif
#ifndef N
#define N BENCH_SIZE(20, 60, 200, 1000, 2000)
#endif

#define LOOP_M BENCH_BOUND(m, M)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_gramschmidt(int m, int n, DATA_TYPE A[M][N], DATA_TYPE R[N][N],
                               DATA_TYPE Q[M][N])
{
    int i, j, k;
    DATA_TYPE nrm;

#pragma scop
    for (k = 0; k < LOOP_N; k++) {
        #pragma target
        nrm = 0;
        #pragma target
        for (i = 0; i < LOOP_M; i++)
            nrm += A[i][k] * A[i][k];
        #pragma target
        R[k][k] = BENCH_SQRT(nrm);
        #pragma target
        for (i = 0; i < LOOP_M; i++)
            Q[i][k] = A[i][k] / R[k][k];
        #pragma target
        for (j = k + 1; j < LOOP_N; j++) {
            R[k][j] = 0;
            for (i = 0; i < LOOP_M; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (i = 0; i < LOOP_M; i++)
                A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*A)[N] = malloc(sizeof(DATA_TYPE[M][N]));
    DATA_TYPE (*R)[N] = malloc(sizeof(DATA_TYPE[N][N]));
    DATA_TYPE (*Q)[N] = malloc(sizeof(DATA_TYPE[M][N]));

    if (A == NULL || R == NULL || Q == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    bench_fill(A, sizeof(DATA_TYPE[M][N]), -1, 1);
    bench_fill(R, sizeof(DATA_TYPE[N][N]), -1, 1);
    bench_fill(Q, sizeof(DATA_TYPE[M][N]), -1, 1);
    /* A heavy diagonal keeps the columns well apart. */
    for (int i = 0; i < M && i < N; i++)
        A[i][i] += 10;

    bench_start();
    kernel_gramschmidt(M, N, A, R, Q);
    bench_stop();

    bench_dump("A", A, sizeof(DATA_TYPE[M][N]));
    bench_dump("R", R, sizeof(DATA_TYPE[N][N]));
    bench_dump("Q", Q, sizeof(DATA_TYPE[M][N]));
    free(Q);
    free(R);
    free(A);
    return 0;
}
