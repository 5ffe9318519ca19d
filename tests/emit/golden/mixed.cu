/* Made by ihop from mixed.c. Compile with: nvcc -O3 -fmad=false mixed.cu */
// Boxes, last values, conditions, overlaps, functions, one thread, bare bodies.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

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

/* A number of elements: none where the program computes less than 0. */
static size_t ihop_size(long long n)
{
    return n > 0 ? (size_t) n : 0;
}

/* Whether two stretches of memory have a byte in common. */
static int ihop_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const char *p = (const char *) a, *q = (const char *) b;

    return (size_t) p < (size_t) q + b_bytes && (size_t) q < (size_t) p + a_bytes;
}

#define N 64

__device__ static double weight(double x);

__device__ static inline double twice(double x)
{
    return x + x;
}

__device__ static double weight(double x)
{
    return x > 0 ? twice(x) : -x;
}

/* Line 27 of last_of: i over x. */
__global__ void __launch_bounds__(64)
last_of_1(int n, const double *__restrict__ a, double *__restrict__ b,
          double *__restrict__ t_last)
{
    double t;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        t = weight(a[i] - 3);
        b[i] = t * t;
        if (i == n - 1)
            t_last[0] = t;
    }
}

/* The iterator, the last t, and a function that stands behind a prototype. */
static int last_of(int n, const double *a, double *b)
{
    double *d_a;
    double *d_b;
    double *d_t = NULL;
    IHOP_CUDA(cudaMalloc((void **) &d_a, ihop_size(n) * sizeof(double)));
    IHOP_CUDA(cudaMalloc((void **) &d_b, ihop_size(n) * sizeof(double)));
    /* The device reads a */
    IHOP_CUDA(cudaMemcpy(d_a, a, ihop_size(n) * sizeof(double), cudaMemcpyHostToDevice));
    /* The device reads b */
    IHOP_CUDA(cudaMemcpy(d_b, b, ihop_size(n) * sizeof(double), cudaMemcpyHostToDevice));

    int i;
    double t = 0;
    IHOP_CUDA(cudaMalloc((void **) &d_t, sizeof t));
    /* The device reads t */
    IHOP_CUDA(cudaMemcpy(d_t, &t, sizeof t, cudaMemcpyHostToDevice));

    if (n > 0) {
        const dim3 block = { 64, 1, 1 };
        const dim3 grid = { ihop_blocks(n, 64), 1, 1 };

        last_of_1<<<grid, block>>>(n, d_a, d_b, d_t);
        IHOP_CUDA(cudaGetLastError());
    }
    i = n > 0 ? n : 0;
    /* The host reads t */
    IHOP_CUDA(cudaMemcpy(&t, d_t, sizeof t, cudaMemcpyDeviceToHost));
    /* The host reads b */
    IHOP_CUDA(cudaMemcpy(b, d_b, ihop_size(n) * sizeof(double), cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_a));
    IHOP_CUDA(cudaFree(d_b));
    IHOP_CUDA(cudaFree(d_t));
    return t > 0 ? i : -i;
}

/* shift as it was, for memory that overlaps. */
static void shift_original(double *a, double *b, size_t n)
{
    for (size_t i = 2; i < n; i += 3)
        b[i] = a[i - 1] + 1;
}

/* Line 39 of shift: i over x. */
__global__ void __launch_bounds__(64)
shift_1(size_t n, const double *__restrict__ a, double *__restrict__ b)
{
    const size_t i = 2 + 3 * ((size_t) blockIdx.x * blockDim.x + threadIdx.x);

    if (i < n)
        b[i] = a[i - 1] + 1;
}

/* Memory that may overlap; a row that is only touched in part. */
static void shift(double *a, double *b, size_t n)
{
    if (ihop_overlap(a, n * sizeof(double), b, n * sizeof(double))) {
        shift_original(a, b, n);
        return;
    }

    double *d_a;
    double *d_b;
    IHOP_CUDA(cudaMalloc((void **) &d_a, ihop_size(n) * sizeof(double)));
    IHOP_CUDA(cudaMalloc((void **) &d_b, ihop_size(n) * sizeof(double)));
    /* The device reads a */
    IHOP_CUDA(cudaMemcpy(d_a, a, ihop_size(n) * sizeof(double), cudaMemcpyHostToDevice));
    /* The device reads b */
    IHOP_CUDA(cudaMemcpy(&d_b[2], &b[2], sizeof(double) * ihop_size(n - 2),
            cudaMemcpyHostToDevice));

    if (n > 2) {
        const dim3 block = { 64, 1, 1 };
        const dim3 grid = { ihop_blocks(n / 3, 64), 1, 1 };

        shift_1<<<grid, block>>>(n, d_a, d_b);
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads b */
    IHOP_CUDA(cudaMemcpy(&b[2], &d_b[2], sizeof(double) * ihop_size(n - 2),
            cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_a));
    IHOP_CUDA(cudaFree(d_b));
}

/* Line 48 of inner: i over y, j over x. */
__global__ void __launch_bounds__(128)
inner_1(int n, int k, int rows, double (*A)[N])
{
    const int i = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    const int j = 1 + blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n - 1 && j < n - 1)
        A[i][j] += i * j + k - rows;
}

/* Line 53 of inner, by one thread: so its data need not travel. */
__global__ void __launch_bounds__(1)
inner_2(int rows, double (*A)[N])
{
    A[rows][rows] = A[rows - 1][rows] * 2;
}

static void inner(double A[N][N], int n, int rows)
{
    double (*d_A)[N];
    IHOP_CUDA(cudaMalloc((void **) &d_A, N * sizeof *A));
    /* The device reads A */
    IHOP_CUDA(cudaMemcpy(d_A, A, N * sizeof *A, cudaMemcpyHostToDevice));

    for (int k = 0; k < 2; k++)
        if (n < 60) {
            if (n - 1 > 1) {
                const dim3 block = { 32, 4, 1 };
                const dim3 grid = { ihop_blocks(n - 2, 32), ihop_blocks(n - 2, 4), 1 };

                inner_1<<<grid, block>>>(n, k, rows, d_A);
                IHOP_CUDA(cudaGetLastError());
            }
        } else {
            IHOP_CUDA(cudaMemcpy(A, d_A, N * sizeof *A, cudaMemcpyDeviceToHost));
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    A[i][j] += i * j + k - rows;
            IHOP_CUDA(cudaMemcpy(d_A, A, N * sizeof *A, cudaMemcpyHostToDevice));
        }
    if (rows > 0) {
        inner_2<<<1, 1>>>(rows, d_A);
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads A */
    IHOP_CUDA(cudaMemcpy(A, d_A, N * sizeof *A, cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_A));
}

/* Line 60 of histogram: i over x. */
__global__ void __launch_bounds__(128)
histogram_1(int n, const unsigned char *__restrict__ data, int *__restrict__ count,
            unsigned int *__restrict__ top)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        atomicAdd(&count[data[i]], 2);
        atomicMax(&top[data[i]], (unsigned int) i);
    }
}

static void histogram(int n, const unsigned char *data, int *count, unsigned *top)
{
    unsigned char *d_data;
    int *d_count;
    unsigned int *d_top;
    IHOP_CUDA(cudaMalloc((void **) &d_data, ihop_size(n) * sizeof(unsigned char)));
    IHOP_CUDA(cudaMalloc((void **) &d_count, 256 * sizeof(int)));
    IHOP_CUDA(cudaMalloc((void **) &d_top, 256 * sizeof(unsigned int)));
    /* The device reads data */
    IHOP_CUDA(cudaMemcpy(d_data, data, ihop_size(n) * sizeof(unsigned char),
            cudaMemcpyHostToDevice));
    /* The device reads count */
    IHOP_CUDA(cudaMemcpy(d_count, count, 256 * sizeof(int), cudaMemcpyHostToDevice));
    /* The device reads top */
    IHOP_CUDA(cudaMemcpy(d_top, top, 256 * sizeof(unsigned int), cudaMemcpyHostToDevice));

    if (n > 0) {
        const dim3 block = { 128, 1, 1 };
        const dim3 grid = { ihop_blocks(n, 128), 1, 1 };

        histogram_1<<<grid, block>>>(n, d_data, d_count, d_top);
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads count */
    IHOP_CUDA(cudaMemcpy(count, d_count, 256 * sizeof(int), cudaMemcpyDeviceToHost));
    /* The host reads top */
    IHOP_CUDA(cudaMemcpy(top, d_top, 256 * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_data));
    IHOP_CUDA(cudaFree(d_count));
    IHOP_CUDA(cudaFree(d_top));
}

/* Line 70 of triangle: i over y, j over x. */
__global__ void __launch_bounds__(128)
triangle_1(int n, double (*A)[N])
{
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = i + 1 + blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && j < n)
        A[j][i] = A[i][j];
}

static void triangle(int n, double A[N][N])
{
    double (*d_A)[N];
    IHOP_CUDA(cudaMalloc((void **) &d_A, N * sizeof *A));
    /* The device reads A */
    IHOP_CUDA(cudaMemcpy(d_A, A, N * sizeof *A, cudaMemcpyHostToDevice));

    if (n > 0) {
        const dim3 block = { 32, 4, 1 };
        const dim3 grid = { ihop_blocks(n, 32), ihop_blocks(n, 4), 1 };

        triangle_1<<<grid, block>>>(n, d_A);
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads A */
    IHOP_CUDA(cudaMemcpy(A, d_A, N * sizeof *A, cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_A));
}

int main(void)
{
    static double a[N], b[N], A[N][N];
    static unsigned char data[1000];
    static int count[256];
    static unsigned top[256];
    double sum = 0;
    int at;

    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        for (int j = 0; j < N; j++)
            A[i][j] = i * j % 5;
    }
    for (int i = 0; i < 1000; i++)
        data[i] = (unsigned char) (i * i % 255);
    at = last_of(N, a, b) + last_of(1, a, b);
    shift(a, b, N);
    shift(a, a + 1, N - 1);
    inner(A, N, 3);
    inner(A, 20, 5);
    triangle(40, A);
    histogram(1000, data, count, top);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += A[i][j] * (i + 1) + b[i] * j + a[j];
    for (int i = 0; i < 256; i++)
        sum += count[i] * i + top[i];
    printf("%d %.17g\n", at, sum);
    return 0;
}
