/*
 * nussinov: the best folding of an RNA sequence, by the number of paired bases
 * of every section [i, j].
 */
#ifndef DATA_TYPE
#define DATA_TYPE int
#endif
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(60, 180, 500, 2500, 5500)
#endif

#define LOOP_N BENCH_BOUND(n, N)

/* The four bases are 0 to 3; a base pairs with the one that makes a sum of 3. */
typedef char base;

#define PAIRED(a, b) ((a) + (b) == 3 ? 1 : 0)
#define LARGER(a, b) ((a) >= (b) ? (a) : (b))

static void kernel_nussinov(int n, base seq[N], DATA_TYPE table[N][N])
{
    int i, j, k;

#pragma scop
    /*
     * Nothing is marked: a section needs its neighbours left and below, and
     * the maximum over k alone is too short to travel for.
     */
    for (i = LOOP_N - 1; i >= 0; i--)
        for (j = i + 1; j < LOOP_N; j++) {
            if (j - 1 >= 0)
                table[i][j] = LARGER(table[i][j], table[i][j - 1]);
            if (i + 1 < LOOP_N)
                table[i][j] = LARGER(table[i][j], table[i + 1][j]);
            if (j - 1 >= 0 && i + 1 < LOOP_N) {
                /* Neighbouring bases cannot pair. */
                if (i < j - 1)
                    table[i][j] = LARGER(table[i][j],
                                         table[i + 1][j - 1] + PAIRED(seq[i], seq[j]));
                else
                    table[i][j] = LARGER(table[i][j], table[i + 1][j - 1]);
            }
            for (k = i + 1; k < j; k++)
                table[i][j] = LARGER(table[i][j], table[i][k] + table[k + 1][j]);
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    static base seq[N];
    static DATA_TYPE table[N][N];

    bench_seed(argc, argv);
    for (int i = 0; i < N; i++)
        seq[i] = (base)bench_random(0, 4);
    bench_fill(table, sizeof table, 0, 3);

    bench_start();
    kernel_nussinov(N, seq, table);
    bench_stop();

    bench_dump("table", table, sizeof table);
    return 0;
}
