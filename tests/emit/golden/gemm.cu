/* Made by ihop from gemm.c. Compile with: nvcc -O3 -fmad=false gemm.cu */
/* A product of matrices, its sizes macros. */
#include <stdio.h>
#include <cuda_runtime.h>
#include <stdlib.h>

/* Every CUDA call goes through here: an error ends the program. */
#define IHOP_CUDA(call) ihop_cuda((call), __FILE__, __LINE__)

static void ihop_cuda(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: CUDA: %s\n", file, line, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}

/* How many blocks of "size" threads it takes for n iterations. */
static unsigned ihop_blocks(long long n, unsigned size)
{
    long long blocks = n / size + (n % size != 0);

    if (blocks > 2147483647) {
        fprintf(stderr, "%lld iterations are too many for a grid\n", n);
        exit(EXIT_FAILURE);
    }
    return (unsigned) blocks;
}

#define NI 70
#define NJ 45
#define NK 33

static double C[NI][NJ], A[NI][NK], B[NK][NJ];

/* Line 17 of gemm: i over y, j over x. */
__global__ void __launch_bounds__(256)
gemm_1(int ni, int nj, int nk, double alpha, double beta, const double (*__restrict__ A)[NK],
       const double (*__restrict__ B)[NJ], double (*__restrict__ C)[NJ])
{
    int k;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < ni && j < nj) {
        /* Scale first. */
        C[i][j] *= beta;
        for (k = 0; k < nk; k++)
            C[i][j] += alpha * A[i][k] * B[k][j];
    }
}

/* C = alpha A B + beta C. */
static void gemm(int ni, int nj, int nk, double alpha, double beta,
                 double C[NI][NJ], double A[NI][NK], double B[NK][NJ])
{
    double (*d_A)[NK];
    double (*d_B)[NJ];
    double (*d_C)[NJ];
    IHOP_CUDA(cudaMalloc((void **) &d_A, NI * sizeof *A));
    IHOP_CUDA(cudaMalloc((void **) &d_B, NK * sizeof *B));
    IHOP_CUDA(cudaMalloc((void **) &d_C, NI * sizeof *C));
    /* The device reads A */
    IHOP_CUDA(cudaMemcpy(d_A, A, NI * sizeof *A, cudaMemcpyHostToDevice));
    /* The device reads B */
    IHOP_CUDA(cudaMemcpy(d_B, B, NK * sizeof *B, cudaMemcpyHostToDevice));
    /* The device reads C */
    IHOP_CUDA(cudaMemcpy(d_C, C, NI * sizeof *C, cudaMemcpyHostToDevice));

    if (ni > 0 && nj > 0) {
        const dim3 block = { 32, 8, 1 };
        const dim3 grid = { ihop_blocks(nj, 32), ihop_blocks(ni, 8), 1 };

        gemm_1<<<grid, block>>>(ni, nj, nk, alpha, beta, d_A, d_B, d_C);
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads C */
    IHOP_CUDA(cudaMemcpy(C, d_C, NI * sizeof *C, cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_A));
    IHOP_CUDA(cudaFree(d_B));
    IHOP_CUDA(cudaFree(d_C));
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
