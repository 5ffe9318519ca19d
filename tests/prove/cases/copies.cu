/* memcpy and memset, products of 24 bits, and bits of numbers that may be negative.
   expect: clear proved; copy proved; own proved; rows proved; elements proved; members unknown; beyond unknown; shorter proved; zeros proved;
   bytes refuted; spilling refuted; values unknown; small proved; large unknown; colours proved; negative proved; around unknown
   bounded: small; negative
   fault: clear race block-race; copy block-race; rows block-race; small race block-race */
#define ME (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void clear (char *__restrict__ a, int n)
{
  int i = ME;
#ifdef FAULT
  if (i < n) memset (a + 15 * i, i, 16); /* on one line: compilers make a loop of it, and say it is that of the condition */
#else
  if (i < n)
    memset (a + 16 * i, i, 16);
#endif
}
__global__ void copy (float *__restrict__ a, const float *__restrict__ b)
{
#ifdef FAULT
  memcpy (&a[4 * threadIdx.x], &b[4 * ME], 4 * sizeof (float));
#else
  memcpy (&a[4 * ME], &b[4 * ME], 4 * sizeof (float));
#endif
}
__global__ void own (unsigned *__restrict__ a, const float *__restrict__ b, int n)
{
  float four[4], sum;
  int i = ME;
  if (i < n)
    {
      memcpy (four, b + 4 * i, sizeof four);
      sum = four[0] + four[3];
      memcpy (&a[i], &sum, sizeof sum);
    }
}
__global__ void rows (float *__restrict__ a, int n)
{
  int i = ME;
#ifdef FAULT
  if (i < n) memset (a + i, i, 2 * sizeof (float));
#else
  if (i < n)
    memset (a + i * n, 1, n * sizeof (float));
#endif
}
struct element
{
  int x;
  float v[3];
};
__global__ void elements (element *__restrict__ a, const element *__restrict__ b, int n)
{
  int i = ME;
  if (i < n)
    memcpy (&a[i], &b[n - 1 - i], sizeof (element));
}
/* What begins behind a member's address may go on in the next element. */
__global__ void members (element *__restrict__ a, const float *__restrict__ b, int n)
{
  int i = ME;
  if (i < n)
    memcpy (a[i].v, b + 4 * i, 4 * sizeof (float));
}
__global__ void beyond (float *__restrict__ a, int n)
{
  int i = ME;
  if (i < n)
    memset (a + i * n, 1, (n + 1) * sizeof (float));
}
__global__ void shorter (float *__restrict__ a, int n, int m)
{
  int i = ME;
  if (i < n && m >= 0 && m < 5)
    memset (a + i * 4, 1, m * sizeof (float) < 16 ? m * 4 : 16);
}
/* Zeros are stored by all alike, other bytes are not the number that they are made of. */
__global__ void zeros (int *__restrict__ a)
{
  if (ME > 3)
    a[0] = 0;
  memset (a, 0, 16);
}
__global__ void bytes (int *__restrict__ a)
{
  if (ME == 3)
    memset (a, 1, 16);
  else
    a[1] = 1;
}
/* The fifth byte is of the next element. */
__global__ void spilling (int *__restrict__ a)
{
  memset (a + ME, ME, 5);
}
__global__ void values (char *__restrict__ a, const int *__restrict__ length)
{
  memset (a + 16 * ME, 0, length[ME]);
}
__global__ void small (float *__restrict__ a, int n)
{
  int i = __mul24 (blockIdx.x, blockDim.x) + threadIdx.x;
#ifdef FAULT
  if (i < n && i > 0)
    a[i] = a[i - 1];
#else
  if (i < n)
    a[i] += __umul24 (i, 3);
#endif
}
/* i and i + 2^24 have the same lowest bits. */
__global__ void large (float *__restrict__ a)
{
  a[__mul24 (ME, 4)] = ME;
}
/* Points of a colour have neighbours of the other one. */
__global__ void colours (float *__restrict__ a, int h, int colour)
{
  int y = ME + 1;
  if (y < h - 1)
    for (int x = 1 + ((y + colour) & 1); x < 127; x += 2)
      a[y * 128 + x] = a[(y - 1) * 128 + x] + a[(y + 1) * 128 + x] + a[y * 128 + x + 1] + a[y * 128 + x - 1];
}
__global__ void negative (float *__restrict__ a)
{
  int i = (int) threadIdx.x - 512;
  a[blockIdx.x * 2048 + 1024 + (i ^ 1)] += i & 3;
}
__global__ void around (float *__restrict__ a, int n)
{
  a[(ME - n) & 1023] = ME;
}
#ifdef FAULT
int main ()
{
  float *a;
  cudaMallocManaged (&a, 16384 * sizeof *a);
  for (int i = 0; i < 16384; i++)
    a[i] = i;
  clear<<<4, 64>>> ((char *) a, 200);
  copy<<<4, 64>>> (a, a + 8192);
  rows<<<4, 64>>> (a, 200);
  small<<<4, 64>>> (a, 200);
  return cudaDeviceSynchronize ();
}
#endif
