/* Bits that a mask leaves: its runs of ones are apart. expect: picks proved; past refuted */
__global__ void __launch_bounds__ (256) picks (int *__restrict__ out)
{
  __shared__ int s[6];
  if (threadIdx.x < 6)
    s[threadIdx.x] = threadIdx.x;
  __syncthreads ();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x & 5];
}
__global__ void __launch_bounds__ (256) past (int *__restrict__ out)
{
  __shared__ int s[4];
  if (threadIdx.x < 4)
    s[threadIdx.x] = threadIdx.x;
  __syncthreads ();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x & 5];
}
