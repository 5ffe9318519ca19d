/*
 * durbin: the Yule-Walker equations T y = -r solved by Durbin's recursion, where
 * T is the Toeplitz matrix of 1, r[0], r[1], ...
 */
#include "bench.h"

#ifndef N
#define N BENCH_SIZE(40, 120, 400, 2000, 4000)
#endif

#define LOOP_N BENCH_BOUND(n, N)

static void kernel_durbin(int n, DATA_TYPE r[N], DATA_TYPE y[N])
{
    DATA_TYPE z[N];
    DATA_TYPE alpha, beta, sum;
    int i, k;

#pragma scop
    #pragma target begin
    y[0] = -r[0];
    beta = BENCH_VAL(1.0);
    alpha = -r[0];
    #pragma target end

    for (k = 1; k < LOOP_N; k++) {
        #pragma target begin
        beta = (1 - alpha * alpha) * beta;
        sum = BENCH_VAL(0.0);
        #pragma target end
        #pragma target
        for (i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        #pragma target
        alpha = -(r[k] + sum) / beta;
        #pragma target
        for (i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        #pragma target
        for (i = 0; i < k; i++)
            y[i] = z[i];
        #pragma target
        y[k] = alpha;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE r[N], y[N], signal[2 * N];

    /* The autocorrelation of a random signal: T is positive definite. */
    bench_seed(argc, argv);
    bench_fill(y, sizeof y, -1, 1);
    bench_fill(signal, sizeof signal, -1, 1);
    double energy = 0;
    for (int t = 0; t < 2 * N; t++)
        energy += signal[t] * signal[t];
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int t = 0; t + i + 1 < 2 * N; t++)
            sum += signal[t] * signal[t + i + 1];
        r[i] = (DATA_TYPE)(sum / energy);
    }

    bench_start();
    kernel_durbin(N, r, y);
    bench_stop();

    bench_dump("y", y, sizeof y);

    /* A smaller system in the same arrays: what lies behind it stays as it is. */
    kernel_durbin(N / 2 + 1, r, y);
    bench_dump("y", y, sizeof y);
    return 0;
}
