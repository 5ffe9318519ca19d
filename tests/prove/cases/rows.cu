/* Rows, planes and members of elements: lengths that are passed, perhaps with a number more, and their products.
   expect: planes proved; moving proved; less proved; border proved; members proved; somewhere proved; longer unknown; higher unknown; halves unknown;
   twice_moved unknown; passed_over unknown; ends proved; mirrored proved; behind unknown
   supposed: ends n is at least 1; mirrored n is at least 2
   fault: planes race block-race; moving block-race; less race */
__global__ void planes (float *__restrict__ a, const float *__restrict__ b, int nx, int ny, int nz)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j < ny)
    for (int k = 0; k < nz; k++)
#ifdef FAULT
      if (i > 0)
        a[(k * ny + j) * nx + i] = a[(k * ny + j) * nx + i - 1];
#else
      a[(k * ny + j) * nx + i] = b[(k * ny + j) * nx + i];
#endif
}
/* The place moves by a plane each time. */
__global__ void moving (float *__restrict__ a, const float *__restrict__ b, int nx, int ny, int nz)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  int c = i + j * nx, plane = nx * ny;
  if (i < nx && j < ny)
    {
      a[c] = b[c];
      c += plane;
      for (int k = 1; k < nz; k++)
        {
#ifdef FAULT
          if (j > 0)
            a[c] = a[c - nx];
#else
          a[c] = b[c] + a[c - plane];
#endif
          c += plane;
        }
    }
}
__global__ void less (float *__restrict__ a, int m, int n)
{
  for (int i = blockIdx.y * blockDim.y + threadIdx.y; i >= 0 && i < n; i += gridDim.y * blockDim.y)
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j >= 0 && j < m - 1; j += gridDim.x * blockDim.x)
#ifdef FAULT
      if (j > 0)
        a[i * (m - 1) + j] = a[i * (m - 1) + j - 1];
#else
      a[i * (m - 1) + j] += 1;
#endif
}
__global__ void border (float *__restrict__ x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i <= n && j <= n)
    x[i + (n + 2) * j] = x[i + (n + 2) * j + (n + 2) * (n + 2) * n];
}
struct cell
{
  float v[4];
  int f;
};
__global__ void members (cell *__restrict__ c, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    for (int k = 0; k < 3; k++)
      {
        c[i].v[k] = c[i].v[k + 1];
        c[i].f = k;
      }
}
/* A member's element is in its member, as the language asks. */
__global__ void somewhere (cell *__restrict__ c, int n, int m)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i].v[m] = i;
}
/* The last of a row is the first of the next one. */
__global__ void longer (float *__restrict__ a, int m, int n)
{
  for (int i = blockIdx.y * blockDim.y + threadIdx.y; i >= 0 && i < n; i += gridDim.y * blockDim.y)
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j >= 0 && j < m; j += gridDim.x * blockDim.x)
      a[i * (m - 1) + j] = i + j;
}
__global__ void higher (float *__restrict__ a, int nx, int ny, int nz)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < nx && j <= ny)
    for (int k = 0; k < nz; k++)
      a[(k * ny + j) * nx + i] = k;
}
__global__ void halves (cell *__restrict__ c, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i / 2].v[threadIdx.x % 4] = i;
}
__global__ void twice_moved (float *__restrict__ a, int n)
{
  int c = threadIdx.x;
  for (int k = 0; k < n; k++)
    {
      a[c] = k;
      c -= 1;
      c += (int) blockDim.x;
    }
}
__global__ void passed_over (float *__restrict__ a, const float *__restrict__ d, int n)
{
  int c = threadIdx.x;
  for (int k = 0; k < n; k++)
    {
      a[c + k] = k;
      if (d[k] > 0)
        continue;
      c += (int) blockDim.x - 1;
    }
}
int main (int argc, char **argv)
{
#ifdef FAULT
  dim3 blocks (2, 2), threads (8, 8);
  const int n = 16, blocks_x = 2, threads_x = 64;
#else
  dim3 blocks (argc, argc), threads (argc, argc);
  int n = argc, blocks_x = argc, threads_x = argc;
#endif
  float *a, *b;
  cudaMallocManaged (&a, 1 << 16);
  cudaMallocManaged (&b, 1 << 16);
  cudaMemset (a, 0, 1 << 16);
  cudaMemset (b, 0, 1 << 16);
  cudaDeviceSynchronize ();
  planes<<<blocks, threads>>> (a, b, n, n, 4);
  moving<<<blocks, threads>>> (a, b, n, n, 4);
  cudaDeviceSynchronize ();
  less<<<blocks, threads>>> (a, n, n);
  cudaDeviceSynchronize ();
  members<<<blocks_x, threads_x>>> ((cell *) b, 500);
  cudaDeviceSynchronize ();
#ifndef FAULT
  border<<<blocks, threads>>> (a, n);
  somewhere<<<blocks_x, threads_x>>> ((cell *) b, 500, n);
  longer<<<blocks, threads>>> (a, n, n);
  higher<<<blocks, threads>>> (a, n, n, n);
  halves<<<blocks_x, threads_x>>> ((cell *) b, 500);
  twice_moved<<<1, threads_x>>> (a, n);
  passed_over<<<1, threads_x>>> (a, b, n);
#endif
  return cudaDeviceSynchronize ();
}
/* The last column: no row of no elements has one. */
__global__ void ends (float *__restrict__ a, const float *__restrict__ b, int m, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j == 0)
    a[i * n + n - 1] = b[i];
}
/* Both edges, of what stands beside them. */
__global__ void mirrored (float *a, int m, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j == 0)
    {
      a[i * n] = a[i * n + 1];
      a[i * n + n - 1] = a[i * n + n - 2];
    }
}
/* The first column and that behind the last, which is the next row's first. */
__global__ void behind (float *__restrict__ a, const float *__restrict__ b, int m, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j == 0)
    {
      a[i * n] = b[i];
      a[i * n + n] = b[m - i];
    }
}
