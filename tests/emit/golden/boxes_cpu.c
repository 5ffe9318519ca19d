/* Made by ihop from boxes.c. Runs without a graphics card. Compile with: gcc -O3 -march=native
 * -fopenmp boxes_cpu.c */
#include <stdio.h>

enum { N = 24, M = 30, K = 12 };

/* Line 13 of parts: one i. */
static void parts_1(int i, int lo, int hi, float (*restrict A)[M])
{
    int j;

    #pragma omp simd
    for (j = 0; j < M; j++)
        A[i][j] += 1;
}

/* Line 20 of parts: one i. */
static void parts_2(int i, int lo, int hi, float (*restrict B)[M])
{
    int j;

    #pragma omp simd
    for (j = lo; j < hi; j++)
        B[i][j] *= 2;
}

/* Line 27 of parts: one i. */
static void parts_3(int i, int lo, int hi, short (*restrict C)[M][K])
{
    int j, k;

    for (j = lo + 1; j <= hi; j++)
        for (k = 1; k < K - 1; k++) {
            if (k == j)
                continue;
            C[i][j][k] += i + j - k;
        }
}

/* Parts of arrays: rows, a box, a box in three dimensions, an odd step. */
static void parts(int lo, int hi, float A[N][M], float B[N][M], short C[N][M][K])
{
    int i;

    {
        #pragma omp parallel for schedule(static) if((double) (hi - lo) > 1667)
        for (i = lo; i < hi; i++)
            parts_1(i, lo, hi, A);
    }
    {
        #pragma omp parallel for schedule(static) if((double) (hi - lo) > 2084)
        for (i = 0; i < N; i++)
            parts_2(i, lo, hi, B);
    }
    {
        #pragma omp parallel for schedule(static) if((double) (hi - lo) * (hi - lo) > 5000)
        for (i = lo; i < hi; i++)
            parts_3(i, lo, hi, C);
    }
}

int main(void)
{
    static float A[N][M], B[N][M];
    static short C[N][M][K];
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            A[i][j] = B[i][j] = i - j;
            for (int k = 0; k < K; k++)
                C[i][j][k] = i * j - k;
        }
    parts(3, 17, A, B, C);
    parts(5, 5, A, B, C);
    parts(9, 2, A, B, C);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            sum += A[i][j] * (i + 1) + B[i][j] * j;
            for (int k = 0; k < K; k++)
                sum += C[i][j][k] * (k + i);
        }
    printf("%.17g\n", sum);
    return 0;
}
