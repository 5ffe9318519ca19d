/* Made by ihop from reduce.c. Runs without a graphics card. Compile with: gcc -O3 -march=native
 * -fopenmp reduce_cpu.c */
#include <math.h>
#include <stdio.h>

#define N 5000

#pragma omp declare reduction(ihop_and_int : int : omp_out = omp_out == omp_in ? omp_out : omp_out && omp_in) initializer(omp_priv = omp_orig)

#pragma omp declare reduction(ihop_or_int : int : omp_out = omp_out == omp_in ? omp_out : omp_out || omp_in) initializer(omp_priv = omp_orig)

/* One of each operation. */
int dot(int n, const double *a, const int *b, double *out)
{
    double s = 1.5, top = a[0], least = 7;
    int i, all = 1, any = 0, bits = 255, flips = 5;
    unsigned long count = 3;

    for (i = 0; i < n; i++) {
        s += a[i] * a[i];
        if (a[i] > top)
            top = a[i];
        least = fmin(least, a[i]);
    }
    #pragma omp parallel for reduction(ihop_and_int:all) reduction(ihop_or_int:any) reduction(&:bits) reduction(^:flips) reduction(+:count) schedule(static) if((double) ((n + 2) / 3) > 50000)
    for (i = n - 1; i >= 0; i -= 3) {
        all = all && b[i] > 0;
        any = any || b[i] == 77;
        bits &= b[i] | 16;
        flips ^= b[i];
        if (b[i] & 1)
            continue;
        count++;
    }
    out[0] = s;
    out[1] = top;
    out[2] = least;
    return all + 2 * any + 4 * bits + 1024 * flips + 65536 * (int) count;
}

int main(void)
{
    static double a[N];
    static int b[N];
    double out[3];

    for (int i = 0; i < N; i++) {
        a[i] = (i * 37 % 101 - 50) * 0.5;
        b[i] = i % 91;
    }
    for (int n = 1; n <= N; n += 1249) {
        int code = dot(n, a, b, out);
        printf("%d %.17g %.17g %.17g\n", code, out[0], out[1], out[2]);
    }
    return 0;
}
