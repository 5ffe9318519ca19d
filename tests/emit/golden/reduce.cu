/* Made by ihop from reduce.c. Compile with: nvcc -O3 -fmad=false reduce.cu */
#include <math.h>
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

#define N 5000

/* Line 15 of dot: i over x. */
static __device__ double dot_1_s[1024]; /* a value a block */
static __device__ double dot_1_top[1024]; /* a value a block */
static __device__ double dot_1_least[1024]; /* a value a block */

__global__ void __launch_bounds__(128)
dot_1(int n, const double *__restrict__ a, double *__restrict__ s_total,
      double *__restrict__ top_total, double *__restrict__ least_total)
{
    __shared__ double s_of[128];
    __shared__ double top_of[128];
    __shared__ double least_of[128];
    const unsigned ihop_t = threadIdx.x;
    double s = -0.0;
    double top = top_total[0];
    double least = least_total[0];

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i >= 0 && i < n; i += gridDim.x * blockDim.x) {
        s += a[i] * a[i];
        if (a[i] > top)
            top = a[i];
        least = fmin(least, a[i]);
    }

    s_of[ihop_t] = s;
    top_of[ihop_t] = top;
    least_of[ihop_t] = least;
    for (unsigned ihop_half = 64; ihop_half > 0; ihop_half /= 2) {
        __syncthreads();
        if (ihop_t < ihop_half) {
            s_of[ihop_t] = s_of[ihop_t] + s_of[ihop_t + ihop_half];
            top_of[ihop_t] = top_of[ihop_t + ihop_half] > top_of[ihop_t] ? top_of[ihop_t + ihop_half] : top_of[ihop_t];
            least_of[ihop_t] = fmin(least_of[ihop_t], least_of[ihop_t + ihop_half]);
        }
    }
    if (ihop_t == 0) {
        dot_1_s[blockIdx.x] = s_of[0];
        dot_1_top[blockIdx.x] = top_of[0];
        dot_1_least[blockIdx.x] = least_of[0];
    }
}

/* Combines what the blocks of dot_1 found. */
__global__ void __launch_bounds__(256)
dot_1_finish(unsigned ihop_blocks_left, int n, const double *__restrict__ a,
             double *__restrict__ s_total, double *__restrict__ top_total,
             double *__restrict__ least_total)
{
    __shared__ double s_of[256];
    __shared__ double top_of[256];
    __shared__ double least_of[256];
    const unsigned ihop_t = threadIdx.x;
    double s = -0.0;
    double top = top_total[0];
    double least = least_total[0];

    for (unsigned ihop_b = ihop_t; ihop_b < ihop_blocks_left; ihop_b += blockDim.x) {
        s = s + dot_1_s[ihop_b];
        top = dot_1_top[ihop_b] > top ? dot_1_top[ihop_b] : top;
        least = fmin(least, dot_1_least[ihop_b]);
    }

    s_of[ihop_t] = s;
    top_of[ihop_t] = top;
    least_of[ihop_t] = least;
    for (unsigned ihop_half = 128; ihop_half > 0; ihop_half /= 2) {
        __syncthreads();
        if (ihop_t < ihop_half) {
            s_of[ihop_t] = s_of[ihop_t] + s_of[ihop_t + ihop_half];
            top_of[ihop_t] = top_of[ihop_t + ihop_half] > top_of[ihop_t] ? top_of[ihop_t + ihop_half] : top_of[ihop_t];
            least_of[ihop_t] = fmin(least_of[ihop_t], least_of[ihop_t + ihop_half]);
        }
    }
    if (ihop_t == 0) {
        s_total[0] = s_total[0] + s_of[0];
        top_total[0] = top_of[0] > top_total[0] ? top_of[0] : top_total[0];
        least_total[0] = fmin(least_total[0], least_of[0]);
    }
}

/* Line 24 of dot: i over x. */
static __device__ int dot_2_all[1024]; /* a value a block */
static __device__ int dot_2_any[1024]; /* a value a block */
static __device__ int dot_2_bits[1024]; /* a value a block */
static __device__ int dot_2_flips[1024]; /* a value a block */
static __device__ unsigned long dot_2_count[1024]; /* a value a block */

__global__ void __launch_bounds__(96)
dot_2(int n, const int *__restrict__ b, int *__restrict__ all_total,
      int *__restrict__ any_total, int *__restrict__ bits_total, int *__restrict__ flips_total,
      unsigned long *__restrict__ count_total)
{
    __shared__ int all_of[96];
    __shared__ int any_of[96];
    __shared__ int bits_of[96];
    __shared__ int flips_of[96];
    __shared__ unsigned long count_of[96];
    const unsigned ihop_t = threadIdx.x;
    int all = all_total[0];
    int any = any_total[0];
    int bits = bits_total[0];
    int flips = 0;
    unsigned long count = 0;

    for (int i = n - 1 - 3 * (blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= 3 * gridDim.x * blockDim.x) {
        all = all && b[i] > 0;
        any = any || b[i] == 77;
        bits &= b[i] | 16;
        flips ^= b[i];
        if (b[i] & 1)
            continue;
        count++;
    }

    all_of[ihop_t] = all;
    any_of[ihop_t] = any;
    bits_of[ihop_t] = bits;
    flips_of[ihop_t] = flips;
    count_of[ihop_t] = count;
    for (unsigned ihop_half = 64; ihop_half > 0; ihop_half /= 2) {
        __syncthreads();
        if (ihop_t < ihop_half && ihop_t + ihop_half < 96) {
            all_of[ihop_t] = all_of[ihop_t] == all_of[ihop_t + ihop_half] ? all_of[ihop_t] : all_of[ihop_t] && all_of[ihop_t + ihop_half];
            any_of[ihop_t] = any_of[ihop_t] == any_of[ihop_t + ihop_half] ? any_of[ihop_t] : any_of[ihop_t] || any_of[ihop_t + ihop_half];
            bits_of[ihop_t] = bits_of[ihop_t] & bits_of[ihop_t + ihop_half];
            flips_of[ihop_t] = flips_of[ihop_t] ^ flips_of[ihop_t + ihop_half];
            count_of[ihop_t] = count_of[ihop_t] + count_of[ihop_t + ihop_half];
        }
    }
    if (ihop_t == 0) {
        dot_2_all[blockIdx.x] = all_of[0];
        dot_2_any[blockIdx.x] = any_of[0];
        dot_2_bits[blockIdx.x] = bits_of[0];
        dot_2_flips[blockIdx.x] = flips_of[0];
        dot_2_count[blockIdx.x] = count_of[0];
    }
}

/* Combines what the blocks of dot_2 found. */
__global__ void __launch_bounds__(256)
dot_2_finish(unsigned ihop_blocks_left, int n, const int *__restrict__ b,
             int *__restrict__ all_total, int *__restrict__ any_total,
             int *__restrict__ bits_total, int *__restrict__ flips_total,
             unsigned long *__restrict__ count_total)
{
    __shared__ int all_of[256];
    __shared__ int any_of[256];
    __shared__ int bits_of[256];
    __shared__ int flips_of[256];
    __shared__ unsigned long count_of[256];
    const unsigned ihop_t = threadIdx.x;
    int all = all_total[0];
    int any = any_total[0];
    int bits = bits_total[0];
    int flips = 0;
    unsigned long count = 0;

    for (unsigned ihop_b = ihop_t; ihop_b < ihop_blocks_left; ihop_b += blockDim.x) {
        all = all == dot_2_all[ihop_b] ? all : all && dot_2_all[ihop_b];
        any = any == dot_2_any[ihop_b] ? any : any || dot_2_any[ihop_b];
        bits = bits & dot_2_bits[ihop_b];
        flips = flips ^ dot_2_flips[ihop_b];
        count = count + dot_2_count[ihop_b];
    }

    all_of[ihop_t] = all;
    any_of[ihop_t] = any;
    bits_of[ihop_t] = bits;
    flips_of[ihop_t] = flips;
    count_of[ihop_t] = count;
    for (unsigned ihop_half = 128; ihop_half > 0; ihop_half /= 2) {
        __syncthreads();
        if (ihop_t < ihop_half) {
            all_of[ihop_t] = all_of[ihop_t] == all_of[ihop_t + ihop_half] ? all_of[ihop_t] : all_of[ihop_t] && all_of[ihop_t + ihop_half];
            any_of[ihop_t] = any_of[ihop_t] == any_of[ihop_t + ihop_half] ? any_of[ihop_t] : any_of[ihop_t] || any_of[ihop_t + ihop_half];
            bits_of[ihop_t] = bits_of[ihop_t] & bits_of[ihop_t + ihop_half];
            flips_of[ihop_t] = flips_of[ihop_t] ^ flips_of[ihop_t + ihop_half];
            count_of[ihop_t] = count_of[ihop_t] + count_of[ihop_t + ihop_half];
        }
    }
    if (ihop_t == 0) {
        all_total[0] = all_total[0] == all_of[0] ? all_total[0] : all_total[0] && all_of[0];
        any_total[0] = any_total[0] == any_of[0] ? any_total[0] : any_total[0] || any_of[0];
        bits_total[0] = bits_total[0] & bits_of[0];
        flips_total[0] = flips_total[0] ^ flips_of[0];
        count_total[0] = count_total[0] + count_of[0];
    }
}

/* One of each operation. */
int dot(int n, const double *a, const int *b, double *out)
{
    double *d_a;
    double *d_s = NULL;
    double *d_top = NULL;
    double *d_least = NULL;
    int *d_b;
    int *d_all = NULL;
    int *d_any = NULL;
    int *d_bits = NULL;
    int *d_flips = NULL;
    unsigned long *d_count = NULL;
    IHOP_CUDA(cudaMalloc((void **) &d_a, ihop_size(n) * sizeof(double)));
    IHOP_CUDA(cudaMalloc((void **) &d_b, ihop_size(n) * sizeof(int)));
    /* The device reads a */
    IHOP_CUDA(cudaMemcpy(d_a, a, ihop_size(n) * sizeof(double), cudaMemcpyHostToDevice));
    /* The device reads b */
    IHOP_CUDA(cudaMemcpy(d_b, b, ihop_size(n) * sizeof(int), cudaMemcpyHostToDevice));

    double s = 1.5, top = a[0], least = 7;
    IHOP_CUDA(cudaMalloc((void **) &d_s, sizeof s));
    IHOP_CUDA(cudaMalloc((void **) &d_top, sizeof top));
    IHOP_CUDA(cudaMalloc((void **) &d_least, sizeof least));
    /* The device reads s */
    IHOP_CUDA(cudaMemcpy(d_s, &s, sizeof s, cudaMemcpyHostToDevice));
    /* The device reads top */
    IHOP_CUDA(cudaMemcpy(d_top, &top, sizeof top, cudaMemcpyHostToDevice));
    /* The device reads least */
    IHOP_CUDA(cudaMemcpy(d_least, &least, sizeof least, cudaMemcpyHostToDevice));
    int all = 1, any = 0, bits = 255, flips = 5;
    IHOP_CUDA(cudaMalloc((void **) &d_all, sizeof all));
    IHOP_CUDA(cudaMalloc((void **) &d_any, sizeof any));
    IHOP_CUDA(cudaMalloc((void **) &d_bits, sizeof bits));
    IHOP_CUDA(cudaMalloc((void **) &d_flips, sizeof flips));
    /* The device reads all */
    IHOP_CUDA(cudaMemcpy(d_all, &all, sizeof all, cudaMemcpyHostToDevice));
    /* The device reads any */
    IHOP_CUDA(cudaMemcpy(d_any, &any, sizeof any, cudaMemcpyHostToDevice));
    /* The device reads bits */
    IHOP_CUDA(cudaMemcpy(d_bits, &bits, sizeof bits, cudaMemcpyHostToDevice));
    /* The device reads flips */
    IHOP_CUDA(cudaMemcpy(d_flips, &flips, sizeof flips, cudaMemcpyHostToDevice));
    unsigned long count = 3;
    IHOP_CUDA(cudaMalloc((void **) &d_count, sizeof count));
    /* The device reads count */
    IHOP_CUDA(cudaMemcpy(d_count, &count, sizeof count, cudaMemcpyHostToDevice));

    if (n > 0) {
        const dim3 block = { 128, 1, 1 };
        const dim3 grid = { ihop_blocks_up_to(1024, n, 128), 1, 1 };

        dot_1<<<grid, block>>>(n, d_a, d_s, d_top, d_least);
        dot_1_finish<<<1, 256>>>(grid.x * grid.y * grid.z, n, d_a, d_s, d_top, d_least);
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads s */
    IHOP_CUDA(cudaMemcpy(&s, d_s, sizeof s, cudaMemcpyDeviceToHost));
    /* The host reads top */
    IHOP_CUDA(cudaMemcpy(&top, d_top, sizeof top, cudaMemcpyDeviceToHost));
    /* The host reads least */
    IHOP_CUDA(cudaMemcpy(&least, d_least, sizeof least, cudaMemcpyDeviceToHost));
    if (0 <= n - 1) {
        const dim3 block = { 96, 1, 1 };
        const dim3 grid = { ihop_blocks_up_to(1024, (n + 2) / 3, 96), 1, 1 };

        dot_2<<<grid, block>>>(n, d_b, d_all, d_any, d_bits, d_flips, d_count);
        dot_2_finish<<<1, 256>>>(grid.x * grid.y * grid.z, n, d_b, d_all, d_any, d_bits,
                d_flips, d_count);
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads all */
    IHOP_CUDA(cudaMemcpy(&all, d_all, sizeof all, cudaMemcpyDeviceToHost));
    /* The host reads any */
    IHOP_CUDA(cudaMemcpy(&any, d_any, sizeof any, cudaMemcpyDeviceToHost));
    /* The host reads bits */
    IHOP_CUDA(cudaMemcpy(&bits, d_bits, sizeof bits, cudaMemcpyDeviceToHost));
    /* The host reads flips */
    IHOP_CUDA(cudaMemcpy(&flips, d_flips, sizeof flips, cudaMemcpyDeviceToHost));
    /* The host reads count */
    IHOP_CUDA(cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost));
    out[0] = s;
    out[1] = top;
    out[2] = least;
    IHOP_CUDA(cudaFree(d_a));
    IHOP_CUDA(cudaFree(d_s));
    IHOP_CUDA(cudaFree(d_top));
    IHOP_CUDA(cudaFree(d_least));
    IHOP_CUDA(cudaFree(d_b));
    IHOP_CUDA(cudaFree(d_all));
    IHOP_CUDA(cudaFree(d_any));
    IHOP_CUDA(cudaFree(d_bits));
    IHOP_CUDA(cudaFree(d_flips));
    IHOP_CUDA(cudaFree(d_count));
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
