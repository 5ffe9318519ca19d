/* The kernels of vla.c. Compile with: nvcc -O3 -fmad=false vla.c vla_kernels.cu */
#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

struct point {
    double x, y;
};

double norm(struct point p);

/* Arrays of variable length are no C++: two files. */
/* Line 16 of turn: i over y, j over x. */
__global__ void __launch_bounds__(256)
turn_1(int n, int m, struct point p, const double *__restrict__ A, double *__restrict__ B)
{
    for (int i = blockIdx.y * blockDim.y + threadIdx.y; i >= 0 && i < n; i += gridDim.y * blockDim.y) {
        const int j = blockIdx.x * blockDim.x + threadIdx.x;

        if (j < m)
            B[j * (size_t) n + i] = A[i * (size_t) (m + 1) + j] * p.x + p.y;
    }
}

extern "C" void launch_turn_1(dim3 grid, dim3 block, int n, int m, struct point p, double *A, double *B)
{
    turn_1<<<grid, block>>>(n, m, p, A, B);
}


/* Line 31 of cube: i over z, j over y, k over x. */
__global__ void __launch_bounds__(64)
cube_1(int n, double *C)
{
    for (int i = blockIdx.z * blockDim.z + threadIdx.z; i >= 0 && i < n; i += gridDim.z * blockDim.z) {
        for (int j = blockIdx.y * blockDim.y + threadIdx.y; j >= 0 && j < n; j += gridDim.y * blockDim.y) {
            const int k = blockIdx.x * blockDim.x + threadIdx.x;

            if (k < n)
                C[(i * (size_t) n + j) * (size_t) n + k] += i * 100 + j * 10 + k;
        }
    }
}

extern "C" void launch_cube_1(dim3 grid, dim3 block, int n, double *C)
{
    cube_1<<<grid, block>>>(n, C);
}


