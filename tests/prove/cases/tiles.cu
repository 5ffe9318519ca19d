/* Shared memory between barriers. expect: stencil proved; product proved; transpose proved; walk proved
   bounded: transpose
   fault: stencil race; product race; transpose race; walk outside */
template <int T>
__global__ void product (float *__restrict__ C, const float *__restrict__ A, const float *__restrict__ B, int n)
{
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int m = 0; m < (n + T - 1) / T; m++)
    {
      As[ty][tx] = row < n && m * T + tx < n ? A[row * n + m * T + tx] : 0;
      Bs[ty][tx] = m * T + ty < n && col < n ? B[(m * T + ty) * n + col] : 0;
      __syncthreads ();
      for (int k = 0; k < T; k++)
        sum += As[ty][k] * Bs[k][tx];
#ifndef FAULT
      __syncthreads ();
#endif
    }
  if (row < n && col < n)
    C[row * n + col] = sum;
}
__global__ void stencil (const float *__restrict__ in, float *__restrict__ out, int n)
{
  __shared__ float s[66];
  int g = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
  s[t] = g < n ? in[g] : 0;
  if (threadIdx.x == 0)
    {
      s[0] = g > 0 && g <= n ? in[g - 1] : 0;
#ifdef FAULT
      s[blockDim.x] = g + (int) blockDim.x < n ? in[g + blockDim.x] : 0;
#else
      s[blockDim.x + 1] = g + (int) blockDim.x < n ? in[g + blockDim.x] : 0;
#endif
    }
  __syncthreads ();
  if (g < n)
    out[g] = s[t - 1] + s[t] + s[t + 1];
}
__global__ void transpose (float *__restrict__ out, const float *__restrict__ in, int w, int h)
{
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int j = 0; j < 16; j += 4)
    if (x < w && y + j < h)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
#ifndef FAULT
  __syncthreads ();
#endif
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  for (int j = 0; j < 16; j += 4)
    if (x < h && y + j < w)
      out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void __launch_bounds__ (64) walk (int *a)
{
  __shared__ int s[64];
#ifdef FAULT
  s[threadIdx.x + 1] = a[threadIdx.x];
#else
  s[threadIdx.x] = a[threadIdx.x];
#endif
  __syncthreads ();
  a[threadIdx.x] = s[0];
}
int main ()
{
  float *f;
  int *a, n = 40;
  cudaMallocManaged (&f, 3 * 4096 * sizeof *f);
  cudaMallocManaged (&a, 1024 * sizeof *a);
  for (int i = 0; i < 3 * 4096; i++)
    f[i] = i;
  for (int i = 0; i < 1024; i++)
    a[i] = i;
  dim3 threads (16, 16), grid ((n + 15) / 16, (n + 15) / 16);
  product<16><<<grid, threads>>> (f, f + 4096, f + 2 * 4096, n);
  cudaDeviceSynchronize ();
  stencil<<<4, 64>>> (f, f + 4096, 200);
  transpose<<<grid, dim3 (16, 4)>>> (f + 4096, f, n, n);
  walk<<<1, 64>>> (a);
  return cudaDeviceSynchronize ();
}
