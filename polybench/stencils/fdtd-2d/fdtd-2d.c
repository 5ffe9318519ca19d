/*
 * fdtd-2d: electric and magnetic field in the plane, by finite differences in
 * time.
 */
#include "bench.h"

#ifndef TMAX
#define TMAX BENCH_SIZE(20, 40, 100, 500, 1000)
#endif
#ifndef NX
#define NX BENCH_SIZE(20, 60, 200, 1000, 2000)
#endif
#ifndef NY
#define NY BENCH_SIZE(30, 80, 240, 1200, 2600)
#endif

#define LOOP_TMAX BENCH_BOUND(tmax, TMAX)
#define LOOP_NX BENCH_BOUND(nx, NX)
#define LOOP_NY BENCH_BOUND(ny, NY)

static void kernel_fdtd_2d(int tmax, int nx, int ny, DATA_TYPE ex[NX][NY], DATA_TYPE ey[NX][NY],
                           DATA_TYPE hz[NX][NY], DATA_TYPE fict[TMAX])
{
#pragma scop
    for (int t = 0; t < LOOP_TMAX; t++) {
        #pragma target
        for (int j = 0; j < LOOP_NY; j++)
            ey[0][j] = fict[t];

        #pragma target
        for (int i = 1; i < LOOP_NX; i++)
            for (int j = 0; j < LOOP_NY; j++)
                ey[i][j] = ey[i][j] - BENCH_VAL(0.5) * (hz[i][j] - hz[i - 1][j]);

        #pragma target
        for (int i = 0; i < LOOP_NX; i++)
            for (int j = 1; j < LOOP_NY; j++)
                ex[i][j] = ex[i][j] - BENCH_VAL(0.5) * (hz[i][j] - hz[i][j - 1]);

        #pragma target
        for (int i = 0; i < LOOP_NX - 1; i++)
            for (int j = 0; j < LOOP_NY - 1; j++)
                hz[i][j] = hz[i][j]
                           - BENCH_VAL(0.7)
                                 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE ex[NX][NY], ey[NX][NY], hz[NX][NY], fict[TMAX];

    bench_seed(argc, argv);
    bench_fill(ex, sizeof ex, -1, 1);
    bench_fill(ey, sizeof ey, -1, 1);
    bench_fill(hz, sizeof hz, -1, 1);
    bench_fill(fict, sizeof fict, -1, 1);

    bench_start();
    kernel_fdtd_2d(TMAX, NX, NY, ex, ey, hz, fict);
    bench_stop();

    bench_dump("ex", ex, sizeof ex);
    bench_dump("ey", ey, sizeof ey);
    bench_dump("hz", hz, sizeof hz);
    return 0;
}
