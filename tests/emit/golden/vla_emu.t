/* Made by ihop from vla.c. The CUDA program with its device on the CPU. Compile with: gcc -O2
 * vla_emu.c */
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

/* The threads of a launch, one after another. */
#define IHOP_EMU_EACH_BLOCK \
	for (dim3 blockIdx = ihop_emu_first (gridDim); blockIdx.z < gridDim.z; \
	     blockIdx = ihop_emu_next (blockIdx, gridDim))
#define IHOP_EMU_EACH_THREAD \
	for (dim3 threadIdx = ihop_emu_first (blockDim); threadIdx.z < blockDim.z && IHOP_EMU_TELL; \
	     threadIdx = ihop_emu_next (threadIdx, blockDim))
#define IHOP_EMU_TELL 1

struct point {
    double x, y;
};

static const double scale = 2.0;

double norm(struct point p);

/* Line 16 of turn: i over y, j over x. */
static void turn_1(dim3 gridDim, dim3 blockDim, int n, int m, struct point p,
                   const double *__restrict__ A, double *__restrict__ B)
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            for (int i = blockIdx.y * blockDim.y + threadIdx.y; i >= 0 && i < n; i += gridDim.y * blockDim.y) {
                const int j = blockIdx.x * blockDim.x + threadIdx.x;

                if (j < m)
                    B[j * (size_t) n + i] = A[i * (size_t) (m + 1) + j] * p.x + p.y;
            }
        }
        ihop_emu_block_end();
    }
}

/* Arrays of variable length are no C++: two files. */
void turn(int n, int m, double A[restrict n][m + 1], double B[restrict m + 1][n], struct point p)
{
    double *d_A;
    double *d_B;
    const size_t A_bytes = ihop_size(n) * ihop_size(m + 1) * sizeof(double);
    IHOP_CUDA(cudaMalloc((void **) &d_A, A_bytes));
    const size_t B_bytes = ihop_size(m + 1) * ihop_size(n) * sizeof(double);
    IHOP_CUDA(cudaMalloc((void **) &d_B, B_bytes));
    /* The device reads A */
    IHOP_CUDA(cudaMemcpy(d_A, A, A_bytes, cudaMemcpyHostToDevice));
    /* The device reads B */
    IHOP_CUDA(cudaMemcpy(d_B, B, B_bytes, cudaMemcpyHostToDevice));

    if (n > 0 && m > 0) {
        const dim3 block = { 16, 16, 1 };
        const dim3 grid = { ihop_blocks(m, 16), ihop_blocks_up_to(65535, n, 16), 1 };

        if (ihop_emu_kernel_begin("turn_1", __FILE__, __LINE__, grid, block)) {
            ihop_emu_device_pointer(d_A, "d_A");
            ihop_emu_device_pointer(d_B, "d_B");
            ihop_emu_mirror(d_A, A, "A", 0);
            ihop_emu_mirror(d_B, B, "B", 1);
            turn_1(grid, block, n, m, p, d_A, d_B);
            ihop_emu_kernel_end();
        }
        IHOP_CUDA(cudaGetLastError());
    }
    /* The host reads B */
    IHOP_CUDA(cudaMemcpy(B, d_B, B_bytes, cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_A));
    IHOP_CUDA(cudaFree(d_B));
}

double norm(struct point p)
{
    return p.x * p.x + scale * p.y;
}

/* Line 31 of cube: i over z, j over y, k over x. */
static void cube_1(dim3 gridDim, dim3 blockDim, int n, double *C)
{
    IHOP_EMU_EACH_BLOCK {
        IHOP_EMU_EACH_THREAD {
            for (int i = blockIdx.z * blockDim.z + threadIdx.z; i >= 0 && i < n; i += gridDim.z * blockDim.z) {
                for (int j = blockIdx.y * blockDim.y + threadIdx.y; j >= 0 && j < n; j += gridDim.y * blockDim.y) {
                    const int k = blockIdx.x * blockDim.x + threadIdx.x;

                    if (k < n)
                        C[(i * (size_t) n + j) * (size_t) n + k] += i * 100 + j * 10 + k;
                }
            }
        }
        ihop_emu_block_end();
    }
}

static void cube(int n, double C[n][n][n], int *last)
{
    double *d_C;
    const size_t C_bytes = ihop_size(n) * ihop_size(n) * ihop_size(n) * sizeof(double);
    IHOP_CUDA(cudaMalloc((void **) &d_C, C_bytes));
    /* The device reads C */
    IHOP_CUDA(cudaMemcpy(d_C, C, C_bytes, cudaMemcpyHostToDevice));

    int k;

    if (n > 0) {
        const dim3 block = { 8, 4, 2 };
        const dim3 grid = { ihop_blocks(n, 8),
                ihop_blocks_up_to(65535, n, 4),
                ihop_blocks_up_to(65535, n, 2) };

        if (ihop_emu_kernel_begin("cube_1", __FILE__, __LINE__, grid, block)) {
            ihop_emu_device_pointer(d_C, "d_C");
            ihop_emu_mirror(d_C, C, "C", 1);
            cube_1(grid, block, n, d_C);
            ihop_emu_kernel_end();
        }
        IHOP_CUDA(cudaGetLastError());
    }
    k = n;
    *last = k;
    /* The host reads C */
    IHOP_CUDA(cudaMemcpy(C, d_C, C_bytes, cudaMemcpyDeviceToHost));
    IHOP_CUDA(cudaFree(d_C));
}

int main(void)
{
    int n = 37, m = 22, last;
    double (*A)[m + 1] = malloc(sizeof (double[n][m + 1]));
    double (*B)[n] = malloc(sizeof (double[m + 1][n]));
    double (*C)[9][9] = malloc(sizeof (double[9][9][9]));
    double sum = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m; j++)
            A[i][j] = B[j][i] = i * 3 - j;
    for (int i = 0; i < 729; i++)
        ((double *) C)[i] = 1;
    turn(n, m, A, B, (struct point) { 1.5, 0.5 });
    cube(9, C, &last);
    sum += last;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m; j++)
            sum += B[j][i] * (i + 2 * j);
    for (int i = 0; i < 729; i++)
        sum += ((double *) C)[i] * i;
    printf("%.17g %.17g\n", sum, norm((struct point) { 3, 4 }));
    free(A);
    free(B);
    free(C);
    return 0;
}
