/* Made by ihop from stencil.c. Compile with: nvcc -O3 -fmad=false stencil.cu */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Every CUDA call goes through here: an error ends the program. */
#define IHOP_CUDA(call) ihop_cuda((call), __FILE__, __LINE__)

static void ihop_cuda(cudaError_t error, const char *file, int line)
{
	if (error != cudaSuccess)
	{
		fprintf(stderr, "%s:%d: CUDA: %s\n", file, line, cudaGetErrorString(error));
		exit(EXIT_FAILURE);
	}
}

/* How many blocks of "size" threads it takes for n iterations. */
static unsigned ihop_blocks(long long n, unsigned size)
{
	long long blocks = n / size + (n % size != 0);

	if (blocks > 2147483647)
	{
		fprintf(stderr, "%lld iterations are too many for a grid\n", n);
		exit(EXIT_FAILURE);
	}
	return (unsigned) blocks;
}

/* Line 10 of smooth: i over y, j over x. */
__global__ void __launch_bounds__(128)
smooth_1(int n, int m, const double (*__restrict__ A)[50], double (*__restrict__ B)[50])
{
	const int i = 1 + blockIdx.y * blockDim.y + threadIdx.y;
	const int j = 1 + blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n - 1 && j < m - 1)
	{
		B[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
	}
}

/* Line 18 of smooth: i over y, j over x. */
__global__ void __launch_bounds__(128)
smooth_2(int n, int m, const double (*__restrict__ B)[50], double (*__restrict__ A)[50])
{
	const int i = 1 + blockIdx.y * blockDim.y + threadIdx.y;
	const int j = m - 2 - (blockIdx.x * blockDim.x + threadIdx.x);

	if (i < n - 1 && j >= 1)
		A[i][j] = B[i][j];
}

/* Two sweeps a step; the border never changes. Tabs, and braces below. */
static void smooth(int steps, int n, int m, double A[60][50], double B[60][50])
{
	double (*d_A)[50];
	double (*d_B)[50];
	IHOP_CUDA(cudaMalloc((void **) &d_A, 60 * sizeof *A));
	IHOP_CUDA(cudaMalloc((void **) &d_B, 60 * sizeof *B));
	/* The device reads A */
	IHOP_CUDA(cudaMemcpy(d_A, A, 60 * sizeof *A, cudaMemcpyHostToDevice));
	/* The device reads B */
	IHOP_CUDA(cudaMemcpy(d_B, B, 60 * sizeof *B, cudaMemcpyHostToDevice));

	for (int t = 0; t < steps; t++)
	{
		if (n - 1 > 1 && m - 1 > 1)
		{
			const dim3 block = { 32, 4, 1 };
			const dim3 grid = { ihop_blocks(m - 2, 32), ihop_blocks(n - 2, 4), 1 };

			smooth_1<<<grid, block>>>(n, m, d_A, d_B);
			IHOP_CUDA(cudaGetLastError());
		}
		if (n - 1 > 1 && 1 <= m - 2)
		{
			const dim3 block = { 32, 4, 1 };
			const dim3 grid = { ihop_blocks(m - 2, 32), ihop_blocks(n - 2, 4), 1 };

			smooth_2<<<grid, block>>>(n, m, d_B, d_A);
			IHOP_CUDA(cudaGetLastError());
		}
	}
	/* The host reads B */
	IHOP_CUDA(cudaMemcpy(B, d_B, 60 * sizeof *B, cudaMemcpyDeviceToHost));
	/* The host reads A */
	IHOP_CUDA(cudaMemcpy(A, d_A, 60 * sizeof *A, cudaMemcpyDeviceToHost));
	IHOP_CUDA(cudaFree(d_A));
	IHOP_CUDA(cudaFree(d_B));
}

int main(void)
{
	static double A[60][50], B[60][50];
	double sum = 0;

	for (int i = 0; i < 60; i++)
		for (int j = 0; j < 50; j++)
		{
			A[i][j] = (i * 7 + j * 3) % 11;
		}
	smooth(5, 60, 50, A, B);
	smooth(3, 2, 50, A, B);
	for (int i = 0; i < 60; i++)
		for (int j = 0; j < 50; j++)
		{
			sum += A[i][j] * (i + 2 * j) + B[i][j];
		}
	printf("%.17g\n", sum);
	return 0;
}
