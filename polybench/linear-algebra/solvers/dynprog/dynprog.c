/*
 * dynprog (of version 3.2): costs of intervals by dynamic programming, over and
 * over again.
 *
 * The weights are made so that every cost is a small random number; random
 * weights would let the costs grow past every integer.
 */
#ifndef DATA_TYPE
#define DATA_TYPE int
#endif
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(10, 100, 10000, 1000, 10000)
#endif
#ifndef LENGTH
#define LENGTH BENCH_SIZE(32, 50, 50, 500, 500)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_LENGTH BENCH_BOUND(length, LENGTH)

static void kernel_dynprog(int tsteps, int length, DATA_TYPE c[LENGTH][LENGTH],
                           DATA_TYPE W[LENGTH][LENGTH], DATA_TYPE sum_c[LENGTH][LENGTH][LENGTH],
                           DATA_TYPE *out)
{
    int iter, i, j, k;
    DATA_TYPE out_l = 0;

#pragma scop
    for (iter = 0; iter < LOOP_TSTEPS; iter++) {
        /* Only this is marked: below, every interval waits for shorter ones. */
        #pragma target
        for (i = 0; i <= LOOP_LENGTH - 1; i++)
            for (j = 0; j <= LOOP_LENGTH - 1; j++)
                c[i][j] = 0;

        for (i = 0; i <= LOOP_LENGTH - 2; i++)
            for (j = i + 1; j <= LOOP_LENGTH - 1; j++) {
                sum_c[i][j][i] = 0;
                for (k = i + 1; k <= j - 1; k++)
                    sum_c[i][j][k] = sum_c[i][j][k - 1] + c[i][k] + c[k][j];
                c[i][j] = sum_c[i][j][j - 1] + W[i][j];
            }

        out_l += c[0][LOOP_LENGTH - 1];
    }
#pragma endscop

    *out = out_l;
}

int main(int argc, char **argv)
{
    DATA_TYPE (*c)[LENGTH] = malloc(sizeof(DATA_TYPE[LENGTH][LENGTH]));
    DATA_TYPE (*W)[LENGTH] = malloc(sizeof(DATA_TYPE[LENGTH][LENGTH]));
    DATA_TYPE (*sum_c)[LENGTH][LENGTH] = malloc(sizeof(DATA_TYPE[LENGTH][LENGTH][LENGTH]));
    DATA_TYPE out;

    if (c == NULL || W == NULL || sum_c == NULL)
        return bench_no_memory();
    bench_seed(argc, argv);
    bench_fill(c, sizeof(DATA_TYPE[LENGTH][LENGTH]), -100, 100);
    bench_fill(W, sizeof(DATA_TYPE[LENGTH][LENGTH]), -100, 100);
    bench_fill(sum_c, sizeof(DATA_TYPE[LENGTH][LENGTH][LENGTH]), -100, 100);
    /* The cost of [i, j] will be what c[i][j] holds now. */
    for (int i = 0; i < LENGTH; i++) {
        DATA_TYPE left = 0;
        for (int j = i + 1; j < LENGTH; j++) {
            W[i][j] = c[i][j] - left;
            left += c[i][j];
        }
    }
    for (int i = 0; i < LENGTH; i++)
        for (int j = 0; j < LENGTH; j++)
            c[i][j] += 1000;

    bench_start();
    kernel_dynprog(TSTEPS, LENGTH, c, W, sum_c, &out);
    bench_stop();

    bench_dump("c", c, sizeof(DATA_TYPE[LENGTH][LENGTH]));
    bench_dump("out", &out, sizeof out);
    free(sum_c);
    free(W);
    free(c);
    return 0;
}
