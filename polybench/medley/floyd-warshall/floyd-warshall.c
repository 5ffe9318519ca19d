/*
 * floyd-warshall: the lengths of the shortest paths between all pairs of nodes.
 */
#ifndef DATA_TYPE
#define DATA_TYPE int
#endif
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(60, 180, 500, 2800, 5600)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_floyd_warshall(int n, DATA_TYPE path[N][N])
{
    int i, j, k;

#pragma scop
    /*
     * Nothing is marked: row k and column k are read and written in the same
     * sweep. They do not change while no distance is negative, but that is a
     * fact about the values, not about the loops.
     */
    for (k = 0; k < LOOP_N; k++)
        for (i = 0; i < LOOP_N; i++)
            for (j = 0; j < LOOP_N; j++)
                path[i][j] = path[i][j] < path[i][k] + path[k][j]
                                 ? path[i][j]
                                 : path[i][k] + path[k][j];
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE path[N][N];

    bench_seed(argc, argv);
    bench_fill(path, sizeof path, 1, 1000);
    for (int i = 0; i < N; i++)
        path[i][i] = 0;

    bench_start();
    kernel_floyd_warshall(N, path);
    bench_stop();

    bench_dump("path", path, sizeof path);
    return 0;
}
