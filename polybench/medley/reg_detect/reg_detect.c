/*
 * reg_detect (of version 3.2): prefix sums and sums along diagonals, from the
 * detection of regular patterns.
 */
#ifndef DATA_TYPE
#define DATA_TYPE int
#endif
#include "bench.h"

#ifndef NITER
#define NITER BENCH_SIZE(10, 100, 10000, 1000, 10000)
#endif
#ifndef LENGTH
#define LENGTH BENCH_SIZE(32, 50, 64, 500, 500)
#endif
#ifndef MAXGRID
#define MAXGRID BENCH_SIZE(2, 6, 6, 12, 12)
#endif

#define LOOP_NITER BENCH_BOUND(niter, NITER)
#define LOOP_LENGTH BENCH_BOUND(length, LENGTH)
#define LOOP_MAXGRID BENCH_BOUND(maxgrid, MAXGRID)

static void kernel_reg_detect(int niter, int maxgrid, int length,
                              DATA_TYPE sum_tang[MAXGRID][MAXGRID],
                              DATA_TYPE mean[MAXGRID][MAXGRID], DATA_TYPE path[MAXGRID][MAXGRID],
                              DATA_TYPE diff[MAXGRID][MAXGRID][LENGTH],
                              DATA_TYPE sum_diff[MAXGRID][MAXGRID][LENGTH])
{
    int t, i, j, cnt;

#pragma scop
    for (t = 0; t < LOOP_NITER; t++) {
        #pragma target
        for (j = 0; j <= LOOP_MAXGRID - 1; j++)
            for (i = j; i <= LOOP_MAXGRID - 1; i++)
                for (cnt = 0; cnt <= LOOP_LENGTH - 1; cnt++)
                    diff[j][i][cnt] = sum_tang[j][i];

        #pragma target
        for (j = 0; j <= LOOP_MAXGRID - 1; j++)
            for (i = j; i <= LOOP_MAXGRID - 1; i++) {
                sum_diff[j][i][0] = diff[j][i][0];
                for (cnt = 1; cnt <= LOOP_LENGTH - 1; cnt++)
                    sum_diff[j][i][cnt] = sum_diff[j][i][cnt - 1] + diff[j][i][cnt];
                mean[j][i] = sum_diff[j][i][LOOP_LENGTH - 1];
            }

        #pragma target
        for (i = 0; i <= LOOP_MAXGRID - 1; i++)
            path[0][i] = mean[0][i];

        for (j = 1; j <= LOOP_MAXGRID - 1; j++) {
            #pragma target
            for (i = j; i <= LOOP_MAXGRID - 1; i++)
                path[j][i] = path[j - 1][i - 1] + mean[j][i];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE sum_tang[MAXGRID][MAXGRID], mean[MAXGRID][MAXGRID], path[MAXGRID][MAXGRID];
    static DATA_TYPE diff[MAXGRID][MAXGRID][LENGTH], sum_diff[MAXGRID][MAXGRID][LENGTH];

    bench_seed(argc, argv);
    bench_fill(sum_tang, sizeof sum_tang, -1000, 1000);
    bench_fill(mean, sizeof mean, -1000, 1000);
    bench_fill(path, sizeof path, -1000, 1000);
    bench_fill(diff, sizeof diff, -1000, 1000);
    bench_fill(sum_diff, sizeof sum_diff, -1000, 1000);

    bench_start();
    kernel_reg_detect(NITER, MAXGRID, LENGTH, sum_tang, mean, path, diff, sum_diff);
    bench_stop();

    bench_dump("mean", mean, sizeof mean);
    bench_dump("path", path, sizeof path);
    return 0;
}
