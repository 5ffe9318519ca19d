/*
 * adi: heat on a square by alternating directions: in every step a tridiagonal
 * system along each column, then along each row.
 */
#include "bench.h"

#ifndef TSTEPS
#define TSTEPS BENCH_SIZE(20, 40, 100, 500, 1000)
#endif
#ifndef N
#define N BENCH_SIZE(20, 60, 200, 1000, 2000)
#endif

#define LOOP_TSTEPS BENCH_BOUND(tsteps, TSTEPS)
#define LOOP_N BENCH_BOUND(n, N)

static void kernel_adi(int tsteps, int n, DATA_TYPE u[N][N], DATA_TYPE v[N][N],
                       DATA_TYPE p[N][N], DATA_TYPE q[N][N])
{
    int t, i, j;
    DATA_TYPE DX, DY, DT, B1, B2, mul1, mul2;
    DATA_TYPE a, b, c, d, e, f;

#pragma scop
    DX = BENCH_VAL(1.0) / (DATA_TYPE)LOOP_N;
    DY = BENCH_VAL(1.0) / (DATA_TYPE)LOOP_N;
    DT = BENCH_VAL(1.0) / (DATA_TYPE)LOOP_TSTEPS;
    B1 = BENCH_VAL(2.0);
    B2 = BENCH_VAL(1.0);
    mul1 = B1 * DT / (DX * DX);
    mul2 = B2 * DT / (DY * DY);

    a = -mul1 / BENCH_VAL(2.0);
    b = BENCH_VAL(1.0) + mul1;
    c = a;
    d = -mul2 / BENCH_VAL(2.0);
    e = BENCH_VAL(1.0) + mul2;
    f = d;

    for (t = 1; t <= LOOP_TSTEPS; t++) {
        /* Columns: from u to v. */
        #pragma target
        for (i = 1; i < LOOP_N - 1; i++) {
            v[0][i] = BENCH_VAL(1.0);
            p[i][0] = BENCH_VAL(0.0);
            q[i][0] = v[0][i];
            for (j = 1; j < LOOP_N - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (BENCH_VAL(1.0) + BENCH_VAL(2.0) * d) * u[j][i]
                           - f * u[j][i + 1] - a * q[i][j - 1])
                          / (a * p[i][j - 1] + b);
            }
            v[LOOP_N - 1][i] = BENCH_VAL(1.0);
            for (j = LOOP_N - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }

        /* Rows: from v to u. */
        #pragma target
        for (i = 1; i < LOOP_N - 1; i++) {
            u[i][0] = BENCH_VAL(1.0);
            p[i][0] = BENCH_VAL(0.0);
            q[i][0] = u[i][0];
            for (j = 1; j < LOOP_N - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (BENCH_VAL(1.0) + BENCH_VAL(2.0) * a) * v[i][j]
                           - c * v[i + 1][j] - d * q[i][j - 1])
                          / (d * p[i][j - 1] + e);
            }
            u[i][LOOP_N - 1] = BENCH_VAL(1.0);
            for (j = LOOP_N - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    static DATA_TYPE u[N][N], v[N][N], p[N][N], q[N][N];

    bench_seed(argc, argv);
    bench_fill(u, sizeof u, 0, 2);
    bench_fill(v, sizeof v, 0, 2);
    bench_fill(p, sizeof p, 0, 1);
    bench_fill(q, sizeof q, 0, 1);

    bench_start();
    kernel_adi(TSTEPS, N, u, v, p, q);
    bench_stop();

    bench_dump("u", u, sizeof u);
    bench_dump("v", v, sizeof v);
    return 0;
}
