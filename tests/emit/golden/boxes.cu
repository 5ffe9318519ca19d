/* Made by ihop from boxes.c. Compile with: nvcc -O3 -fmad=false boxes.cu */
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

/* The same, but at most so many: the kernel's threads then take several iterations each. */
static unsigned ihop_blocks_up_to(unsigned most, long long n, unsigned size)
{
    long long blocks = n / size + (n % size != 0);

    return blocks < most ? (unsigned) blocks : most;
}

/* A number of elements: none where the program computes less than 0. */
static size_t ihop_size(long long n)
{
    return n > 0 ? (size_t) n : 0;
}

enum { N = 24, M = 30, K = 12 };

/* Line 13 of parts: i over y, j over x. */
__global__ void __launch_bounds__(64)
parts_1(int lo, int hi, float (*A)[M])
{
    const int i = lo + blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < hi && j < M)
        A[i][j] += 1;
}

/* Line 20 of parts: j over x, i over y. */
__global__ void __launch_bounds__(64)
parts_2(int lo, int hi, float (*B)[M])
{
    const int j = lo + blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (j < hi && i < N)
        B[i][j] *= 2;
}

/* Line 27 of parts: i over z, j over y, k over x. */
__global__ void __launch_bounds__(64)
parts_3(int lo, int hi, short (*C)[M][K])
{
    for (int i = lo + blockIdx.z * blockDim.z + threadIdx.z; i >= lo && i < hi; i += gridDim.z * blockDim.z) {
        for (int j = lo + 1 + blockIdx.y * blockDim.y + threadIdx.y; j >= lo + 1 && j <= hi; j += gridDim.y * blockDim.y) {
            for (int k = 1 + blockIdx.x * blockDim.x + threadIdx.x; k < K - 1; k += gridDim.x * blockDim.x) {
                if (k == j)
                    continue;
                C[i][j][k] += i + j - k;
            }
        }
    }
}

/* Parts of arrays: rows, a box, a box in three dimensions, an odd step. */
static void parts(int lo, int hi, float A[N][M], float B[N][M], short C[N][M][K])
{
    float (*d_A)[M];
    float (*d_B)[M];
    short (*d_C)[M][K];
    IHOP_CUDA(cudaMalloc((void **) &d_A, N * sizeof *A));
    IHOP_CUDA(cudaMalloc((void **) &d_B, N * sizeof *B));
    IHOP_CUDA(cudaMalloc((void **) &d_C, N * sizeof *C));
    /* The device reads A */
    IHOP_CUDA(cudaMemcpy(&d_A[lo][0], &A[lo][0], sizeof(float) * M * ihop_size(hi - lo),
            cudaMemcpyHostToDevice));
    /* The device reads B */
    IHOP_CUDA(cudaMemcpy2D(&d_B[0][lo], sizeof(float) * M,
            &B[0][lo], sizeof(float) * M,
            sizeof(float) * ihop_size(hi - lo), N, cudaMemcpyHostToDevice));
    /* The device reads C */
    for (size_t ihop_0 = 0; ihop_0 < ihop_size(hi - lo); ihop_0++)
        IHOP_CUDA(cudaMemcpy2D(&d_C[lo + ihop_0][lo + 1][1], sizeof(short) * K,
                &C[lo + ihop_0][lo + 1][1], sizeof(short) * K,
                sizeof(short) * ihop_size(K - 2), ihop_size(hi - lo), cudaMemcpyHostToDevice));

    {
        if (hi > lo) {
            const dim3 block = { 8, 8, 1 };
            const dim3 grid = { ihop_blocks(M, 8), ihop_blocks(hi - lo, 8), 1 };

            parts_1<<<grid, block>>>(lo, hi, d_A);
            IHOP_CUDA(cudaGetLastError());
        }
    }
    {
        if (hi > lo) {
            const dim3 block = { 8, 8, 1 };
            const dim3 grid = { ihop_blocks(hi - lo, 8), ihop_blocks(N, 8), 1 };

            parts_2<<<grid, block>>>(lo, hi, d_B);
            IHOP_CUDA(cudaGetLastError());
        }
    }
    {
        if (hi > lo) {
            const dim3 block = { 4, 4, 4 };
            const dim3 grid = { ihop_blocks(K - 2, 4),
                    ihop_blocks_up_to(65535, hi - lo, 4),
                    ihop_blocks_up_to(65535, hi - lo, 4) };

            parts_3<<<grid, block>>>(lo, hi, d_C);
            IHOP_CUDA(cudaGetLastError());
        }
    }
    /* The host reads A */
    IHOP_CUDA(cudaMemcpy(&A[lo][0], &d_A[lo][0], sizeof(float) * M * ihop_size(hi - lo),
            cudaMemcpyDeviceToHost));
    /* The host reads B */
    IHOP_CUDA(cudaMemcpy2D(&B[0][lo], sizeof(float) * M,
            &d_B[0][lo], sizeof(float) * M,
            sizeof(float) * ihop_size(hi - lo), N, cudaMemcpyDeviceToHost));
    /* The host reads C */
    for (size_t ihop_0 = 0; ihop_0 < ihop_size(hi - lo); ihop_0++)
        IHOP_CUDA(cudaMemcpy2D(&C[lo + ihop_0][lo + 1][1], sizeof(short) * K,
                &d_C[lo + ihop_0][lo + 1][1], sizeof(short) * K,
                sizeof(short) * ihop_size(K - 2), ihop_size(hi - lo), cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_A));
    IHOP_CUDA(cudaFree(d_B));
    IHOP_CUDA(cudaFree(d_C));
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
