/*
 * lu: A = L U without pivoting; both overwrite A, L without its diagonal of ones.
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_lu(int n, DATA_TYPE A[N][N])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < LOOP_N; i++) {
        /* Left of the diagonal an element needs all elements left of it. */
        for (j = 0; j < i; j++) {
            for (k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[k][j];
            A[i][j] /= A[j][j];
        }
        #pragma target
        for (j = i; j < LOOP_N; j++)
            for (k = 0; k < i; k++)
                A[i][j] -= A[i][k] * A[k][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    DATA_TYPE (*A)[N] = malloc(sizeof(DATA_TYPE[N][N]));

    if (A == NULL)
        return bench_no_memory();
    /* A heavy diagonal: no pivot comes near zero. */
    bench_seed(argc, argv);
    bench_fill(A, sizeof(DATA_TYPE[N][N]), -1, 1);
    for (int i = 0; i < N; i++)
        A[i][i] += N;

    bench_start();
    kernel_lu(N, A);
    bench_stop();

    bench_dump("A", A, sizeof(DATA_TYPE[N][N]));
    free(A);
    return 0;
}
