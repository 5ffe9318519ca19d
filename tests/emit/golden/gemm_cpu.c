/* Made by ihop from gemm.c. Runs without a graphics card. Compile with: gcc -O3 -march=native
 * -fopenmp gemm_cpu.c */
/* A product of matrices, its sizes macros. */
#include <stdio.h>

#define NI 70
#define NJ 45
#define NK 33

static double C[NI][NJ], A[NI][NK], B[NK][NJ];

/* Line 17 of gemm: one i. */
static void gemm_1(int i, int ni, int nj, int nk, double alpha, double beta,
                   double (*restrict A)[NK], double (*restrict B)[NJ], double (*restrict C)[NJ])
{
    int j, k;

    #pragma omp simd
    for (j = 0; j < nj; j++) {
        /* Scale first. */
        C[i][j] *= beta;
    }
    for (k = 0; k < nk; k++)
        #pragma omp simd
        for (j = 0; j < nj; j++)
            C[i][j] += alpha * A[i][k] * B[k][j];
}

/* C = alpha A B + beta C. */
static void gemm(int ni, int nj, int nk, double alpha, double beta,
                 double C[NI][NJ], double A[NI][NK], double B[NK][NJ])
{
    int i;

    #pragma omp parallel for schedule(static) if((double) ni * nj > 50000)
    for (i = 0; i < ni; i++)
        gemm_1(i, ni, nj, nk, alpha, beta, A, B, C);
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NK; j++)
            A[i][j] = (i * 7 + j * 3) % 11 - 5;
    for (int i = 0; i < NK; i++)
        for (int j = 0; j < NJ; j++)
            B[i][j] = (i * 5 + j * 2) % 13 - 6.5;
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++)
            C[i][j] = i - j;
    gemm(NI, NJ, NK, 1.5, 0.25, C, A, B);
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++)
            sum += C[i][j] * (i + 2 * j);
    printf("%.17g\n", sum);
    return 0;
}
