/* Made by ihop from mixed.c. The CUDA program with its device on the CPU. Compile with: gcc -O2
 * mixed_emu.c */
// Boxes, last values, conditions, overlaps, functions, one thread, bare bodies.
#include <stdio.h>
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

/* The threads of a launch, one after another. */
#define IHOP_EMU_EACH_BLOCK \
	for (dim3 blockIdx = ihop_emu_first (gridDim); blockIdx.z < gridDim.z; \
	     blockIdx = ihop_emu_next (blockIdx, gridDim))
#define IHOP_EMU_EACH_THREAD \
	for (dim3 threadIdx = ihop_emu_first (blockDim); threadIdx.z < blockDim.z && IHOP_EMU_TELL; \
	     threadIdx = ihop_emu_next (threadIdx, blockDim))
#define IHOP_EMU_TELL 1
#define IHOP_EMU_ATOMIC(at, value, next) \
	({ __typeof__ (at) ihop_p = (at); __typeof__ (*(at)) ihop_v = (value), ihop_old = *ihop_p; \
	ihop_emu_atomic (ihop_p, sizeof *ihop_p); *ihop_p = (next); ihop_old; })
#define atomicAdd(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old + ihop_v)
#define atomicMin(at, value) \
	IHOP_EMU_ATOMIC (at, value, ihop_v < ihop_old ? ihop_v : ihop_old)
#define atomicMax(at, value) \
	IHOP_EMU_ATOMIC (at, value, ihop_v > ihop_old ? ihop_v : ihop_old)
#define atomicAnd(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old & ihop_v)
#define atomicOr(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old | ihop_v)
#define atomicXor(at, value) IHOP_EMU_ATOMIC (at, value, ihop_old ^ ihop_v)
#define atomicExch(at, value) IHOP_EMU_ATOMIC (at, value, ihop_v)

#define N 64

static double weight(double x);

static inline double twice(double x)
{
    return x + x;
}

static double weight(double x)
{
    return x > 0 ? twice(x) : -x;
}

/* Line 27 of last_of: i over x. */
static void last_of_1(dim3 gridDim, dim3 blockDim, int n, const double *__restrict__ a,
                      double *__restrict__ b, double *__restrict__ t_last)
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            double t;
            const int i = blockIdx.x * blockDim.x + threadIdx.x;

            if (i < n) {
                t = weight(a[i] - 3);
                b[i] = t * t;
                if (i == n - 1)
                    t_last[0] = t;
            }
        }
        ihop_emu_block_end();
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

        if (ihop_emu_kernel_begin("last_of_1", __FILE__, __LINE__, grid, block)) {
            ihop_emu_device_pointer(d_a, "d_a");
            ihop_emu_device_pointer(d_b, "d_b");
            ihop_emu_device_pointer(d_t, "d_t");
            ihop_emu_mirror(d_a, a, "a", 0);
            ihop_emu_mirror(d_b, b, "b", 1);
            ihop_emu_mirror(d_t, &t, "t", 1);
            last_of_1(grid, block, n, d_a, d_b, d_t);
            ihop_emu_kernel_end();
        }
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
static void shift_1(dim3 gridDim, dim3 blockDim, size_t n, const double *__restrict__ a,
                    double *__restrict__ b)
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            const size_t i = 2 + 3 * ((size_t) blockIdx.x * blockDim.x + threadIdx.x);

            if (i < n)
                b[i] = a[i - 1] + 1;
        }
        ihop_emu_block_end();
    }
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

        if (ihop_emu_kernel_begin("shift_1", __FILE__, __LINE__, grid, block)) {
            ihop_emu_device_pointer(d_a, "d_a");
            ihop_emu_device_pointer(d_b, "d_b");
            ihop_emu_mirror(d_a, a, "a", 0);
            ihop_emu_mirror(d_b, b, "b", 1);
            shift_1(grid, block, n, d_a, d_b);
            ihop_emu_kernel_end();
        }
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads b */
    IHOP_CUDA(cudaMemcpy(&b[2], &d_b[2], sizeof(double) * ihop_size(n - 2),
            cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_a));
    IHOP_CUDA(cudaFree(d_b));
}

/* Line 48 of inner: i over y, j over x. */
static void inner_1(dim3 gridDim, dim3 blockDim, int n, int k, int rows, double (*A)[N])
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            const int i = 1 + blockIdx.y * blockDim.y + threadIdx.y;
            const int j = 1 + blockIdx.x * blockDim.x + threadIdx.x;

            if (i < n - 1 && j < n - 1)
                A[i][j] += i * j + k - rows;
        }
        ihop_emu_block_end();
    }
}

/* Line 53 of inner, by one thread: so its data need not travel. */
static void inner_2(dim3 gridDim, dim3 blockDim, int rows, double (*A)[N])
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            A[rows][rows] = A[rows - 1][rows] * 2;
        }
        ihop_emu_block_end();
    }
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

                if (ihop_emu_kernel_begin("inner_1", __FILE__, __LINE__, grid, block)) {
                    ihop_emu_device_pointer(d_A, "d_A");
                    ihop_emu_mirror(d_A, A, "A", 1);
                    inner_1(grid, block, n, k, rows, d_A);
                    ihop_emu_kernel_end();
                }
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
        if (ihop_emu_kernel_begin("inner_2", __FILE__, __LINE__, ((dim3) { 1, 1, 1 }), ((dim3) { 1, 1, 1 }))) {
            ihop_emu_device_pointer(d_A, "d_A");
            ihop_emu_mirror(d_A, A, "A", 1);
            inner_2(((dim3) { 1, 1, 1 }), ((dim3) { 1, 1, 1 }), rows, d_A);
            ihop_emu_kernel_end();
        }
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads A */
    IHOP_CUDA(cudaMemcpy(A, d_A, N * sizeof *A, cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_A));
}

/* Line 60 of histogram: i over x. */
static void histogram_1(dim3 gridDim, dim3 blockDim, int n,
                        const unsigned char *__restrict__ data, int *__restrict__ count,
                        unsigned int *__restrict__ top)
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            const int i = blockIdx.x * blockDim.x + threadIdx.x;

            if (i < n) {
                atomicAdd(&count[data[i]], 2);
                atomicMax(&top[data[i]], (unsigned int) i);
            }
        }
        ihop_emu_block_end();
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

        if (ihop_emu_kernel_begin("histogram_1", __FILE__, __LINE__, grid, block)) {
            ihop_emu_device_pointer(d_data, "d_data");
            ihop_emu_device_pointer(d_count, "d_count");
            ihop_emu_device_pointer(d_top, "d_top");
            ihop_emu_mirror(d_data, data, "data", 0);
            ihop_emu_mirror(d_count, count, "count", 1);
            ihop_emu_mirror(d_top, top, "top", 1);
            histogram_1(grid, block, n, d_data, d_count, d_top);
            ihop_emu_kernel_end();
        }
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
static void triangle_1(dim3 gridDim, dim3 blockDim, int n, double (*A)[N])
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            const int i = blockIdx.y * blockDim.y + threadIdx.y;
            const int j = i + 1 + blockIdx.x * blockDim.x + threadIdx.x;

            if (i < n && j < n)
                A[j][i] = A[i][j];
        }
        ihop_emu_block_end();
    }
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

        if (ihop_emu_kernel_begin("triangle_1", __FILE__, __LINE__, grid, block)) {
            ihop_emu_device_pointer(d_A, "d_A");
            ihop_emu_mirror(d_A, A, "A", 1);
            triangle_1(grid, block, n, d_A);
            ihop_emu_kernel_end();
        }
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
