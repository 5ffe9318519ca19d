/* What happens only in a loop whose number of iterations is passed: for all sizes with which it comes to that at all, or for which the loop runs twice.
   What happens for some larger sizes alone refutes nothing, as whoever launches may know them, unless the kernel itself asks that they are small.
   expect: tiles proved; products proved; pairs proved; asked proved; longer unknown; wider unknown; beyond unknown
   fault: tiles race; products outside; pairs outside; asked outside */
__global__ void tiles (const float *__restrict__ in, float *__restrict__ out, int n)
{
  __shared__ float s[32];
  float sum = 0;
  for (int k = 0; k < n; k += 32)
    {
      s[threadIdx.x] = in[k + threadIdx.x];
      __syncthreads ();
      for (int j = 0; j < 32; j++)
        sum += s[j];
#ifndef FAULT
      __syncthreads ();
#endif
    }
  out[threadIdx.x] = sum;
}
__global__ void products (const float *__restrict__ in, float *__restrict__ out, int n)
{
  __shared__ float s[32];
  for (int m = 0; m < n; m++)
    {
#ifdef FAULT
      s[threadIdx.x + 1] = in[m];
#else
      s[threadIdx.x] = in[m];
#endif
      out[threadIdx.x] += s[threadIdx.x];
    }
}
__global__ void pairs (float *__restrict__ out, int n)
{
  __shared__ float s[2][32];
  for (int m = 0; m < n; m++)
#ifdef FAULT
    s[m % 2][threadIdx.x + 1] = m;
#else
    s[m % 2][threadIdx.x] = m;
#endif
  if (n > 1)
    out[threadIdx.x] = s[0][threadIdx.x] + s[1][threadIdx.x];
}
__global__ void asked (float *__restrict__ out, int n)
{
#ifdef FAULT
  __shared__ float s[31];
#else
  __shared__ float s[32];
#endif
  if (n > 0 && n <= 32)
    {
      for (int j = threadIdx.x; j < n; j += 32)
        s[j] = out[j];
      __syncthreads ();
      for (int j = threadIdx.x; j < n; j += 32)
        out[j] = s[n - 1 - j];
    }
}
/* A loop of two iterations is inside. */
__global__ void longer (float *__restrict__ out, int n)
{
  __shared__ float s[24];
  if (threadIdx.x == 0)
    for (int j = 0; j < n; j++)
      s[j] = out[j];
  __syncthreads ();
  out[threadIdx.x] = s[0];
}
/* Rows meet where n is more than 32 alone, though the loop runs twice for less. */
__global__ void wider (float *__restrict__ out, int n)
{
  for (int j = 0; j < n; j++)
    out[threadIdx.x * 32 + j] = j;
}
/* Nobody asks for a small n. */
__global__ void beyond (float *__restrict__ out, int n)
{
  __shared__ float s[16];
  if (n > 0 && (int) threadIdx.x < n)
    s[threadIdx.x] = out[threadIdx.x];
}
int main (int argc, char **argv)
{
  float *a, *b, host[1024];
  for (int i = 0; i < 1024; i++)
    host[i] = i;
  cudaMalloc (&a, sizeof host);
  cudaMalloc (&b, 1 << 16);
  cudaMemcpy (a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset (b, 0, 1 << 16);
  tiles<<<1, 32>>> (a, b, 64 * argc);
  products<<<1, 32>>> (a, b, 3 * argc);
  pairs<<<1, 32>>> (b, 4 * argc);
  asked<<<1, 32>>> (a, 32 * argc);
  longer<<<1, 32>>> (a, 10 * argc);
  wider<<<1, 32>>> (b, 30 * argc);
  beyond<<<1, 32>>> (a, 10 * argc);
  return cudaDeviceSynchronize ();
}
