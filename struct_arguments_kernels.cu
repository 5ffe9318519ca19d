/* The kernels of struct_arguments.c. Compile with: nvcc -O3 -fmad=false struct_arguments.c
 * struct_arguments_kernels.cu */
#include <cuda_runtime.h>

/* Functions that are given structs and work on what members point to, and what goes wrong where members are read too early: they
 * change before the loop, between two of them, in what is called, through another name, or in the same expression; or the
 * struct is not there. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 48 };

struct plate { int n; double k; double *now, *next; struct plate *twin; };
struct cell { int n; double k; double *now; };










/* What is written is the factor. */


/* Line 49 of settle: i over x. */
__global__ void settle_kernel_1 (int n, double *__restrict__ a, const double *__restrict__ b,
                                 const struct plate *__restrict__ p)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    a[i] = a[i] * 0.5 + b[i] * p->k;
}

extern "C" void launch_settle_kernel_1 (dim3 grid, dim3 block, int n, double *a, double *b,
                             struct plate *p)
{
  settle_kernel_1<<<grid, block>>> (n, a, b, p);
}




























/* Data stays on the device here. */







