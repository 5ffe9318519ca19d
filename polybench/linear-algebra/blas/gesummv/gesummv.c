/*
 * gesummv: y = alpha A x + beta B x.
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(30, 90, 250, 1300, 2800)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_gesummv(int n, DATA_TYPE alpha, DATA_TYPE beta, DATA_TYPE A[N][N],
                           DATA_TYPE B[N][N], DATA_TYPE tmp[N], DATA_TYPE x[N], DATA_TYPE y[N])
{
#pragma scop
    #pragma target
    for (int i = 0; i < LOOP_N; i++) {
        tmp[i] = 0;
        y[i] = 0;
        for (int j = 0; j < LOOP_N; j++) {
            tmp[i] = A[i][j] * x[j] + tmp[i];
            y[i] = B[i][j] * x[j] + y[i];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE A[N][N], B[N][N], tmp[N], x[N], y[N];

    bench_seed(argc, argv);
    DATA_TYPE alpha = (DATA_TYPE)bench_random(0.5, 1.5);
    DATA_TYPE beta = (DATA_TYPE)bench_random(0.5, 1.5);
    bench_fill(A, sizeof A, -1, 1);
    bench_fill(B, sizeof B, -1, 1);
    bench_fill(tmp, sizeof tmp, -1, 1);
    bench_fill(x, sizeof x, -1, 1);
    bench_fill(y, sizeof y, -1, 1);

    bench_start();
    kernel_gesummv(N, alpha, beta, A, B, tmp, x, y);
    bench_stop();

    bench_dump("y", y, sizeof y);
    return 0;
}
