/* Structs, references, constructors and operators, and a thread's own arrays that functions get.
   expect: lends proved; adds proved; exchanges proved; members_passed proved; accessor proved; numbers proved; constructed proved; named proved; made proved;
   bumped unknown; redirected unknown; punned unknown; replaced unknown; counted unknown; kept unknown; destroyed unknown
   fault: lends race; adds race block-race; exchanges race; members_passed race block-race; accessor race; numbers race; constructed race; named race; made race */
__device__ void load (float *v, const float *from, int n)
{
  for (int k = 0; k < 4; k++)
    v[k] = from[k * n];
}
__device__ float sum (const float v[4])
{
  float s = 0;
  for (int k = 0; k < 4; k++)
    s += v[k];
  return s;
}
__global__ void lends (float *__restrict__ a, const float *__restrict__ b, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v[4];
  if (i < n)
    {
      load (v, b + i, n);
#ifdef FAULT
      a[i / 2] = sum (v) + i;
#else
      a[i] = sum (v);
#endif
    }
}
__device__ float3 operator+ (float3 a, float3 b) { return make_float3 (a.x + b.x, a.y + b.y, a.z + b.z); }
struct Particle
{
  float3 at, speed;
};
__global__ void adds (Particle *p, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle one = p[i];
  one.at = one.at + one.speed;
  one.speed.x = i;
#ifdef FAULT
  p[i / 2] = one;
#else
  p[i] = one;
#endif
}
__device__ void exchange (int &a, int &b)
{
  int t = a;
  a = b;
  b = t;
}
__global__ void __launch_bounds__ (64) exchanges (int *__restrict__ a)
{
  __shared__ int s[128];
  int t = threadIdx.x;
  s[2 * t] = a[128 * blockIdx.x + 2 * t];
  s[2 * t + 1] = a[128 * blockIdx.x + 2 * t + 1];
  exchange (s[2 * t], s[2 * t + 1]);
#ifndef FAULT
  __syncthreads ();
#endif
  if (t < 63)
    exchange (s[2 * t + 1], s[2 * t + 2]);
}
struct Rows
{
  float *x, *y;
};
__global__ void members_passed (Rows p, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
#ifdef FAULT
      p.x[i] = p.x[i + 1] + i;
#else
      p.x[i] += 1;
#endif
      p.y[i] += 2;
    }
}
struct View
{
  float *data;
  int n, m;
  __device__ float &operator() (int i, int j) const { return data[i * m + j]; }
};
__global__ void accessor (View v)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < v.n && j < v.m)
#ifdef FAULT
    v (i, j / 2) = j;
#else
    v (i, j) = j;
#endif
}
/* A struct's numbers are variables, and a copy has them, too. */
__global__ void numbers (int *__restrict__ a, int n)
{
  int2 at = { (int) (blockIdx.x * blockDim.x + threadIdx.x), 0 }, same = at;
#ifdef FAULT
  same.x /= 2;
#endif
  if (at.x >= 0 && at.x < n)
    a[same.x] = at.x;
}
struct Pair
{
  int one, other;
  __device__ Pair (const int *s, int i) : one (s[i]), other (s[i ^ 1]) {}
};
__global__ void constructed (int *__restrict__ a)
{
  __shared__ int s[1024];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
#ifndef FAULT
  __syncthreads ();
#endif
  Pair p (s, 0);
  a[blockIdx.x * blockDim.x + threadIdx.x] = p.one;
}
__global__ void named (int *__restrict__ a)
{
  __shared__ int s[1024];
  int &mine = s[threadIdx.x];
  mine = a[blockIdx.x * blockDim.x + threadIdx.x];
#ifndef FAULT
  __syncthreads ();
#endif
  const int &first = s[0];
  a[blockIdx.x * blockDim.x + threadIdx.x] = first;
}
__device__ int2 both (const int *s) { return make_int2 (s[0], s[1]); }
__global__ void made (int *__restrict__ a)
{
  __shared__ int s[1024];
  s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
#ifndef FAULT
  __syncthreads ();
#endif
  a[blockIdx.x * blockDim.x + threadIdx.x] = both (s).x;
}
/* What a reference changes is not what it was. */
__device__ void bump (int &i) { i /= 2; }
__global__ void bumped (int *__restrict__ a)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bump (i);
  a[i] = i;
}
__global__ void redirected (int *__restrict__ a, int n)
{
  int own[2], *p = own;
  if (threadIdx.x < n)
    p = a;
  p[0] = threadIdx.x;
}
union Bits
{
  int i;
  float f;
};
__global__ void punned (int *__restrict__ a, float f)
{
  Bits bits;
  bits.i = blockIdx.x * blockDim.x + threadIdx.x;
  bits.f = f;
  a[bits.i] = threadIdx.x;
}
__global__ void replaced (int *__restrict__ a, const int2 *__restrict__ b)
{
  int2 at = { (int) (blockIdx.x * blockDim.x + threadIdx.x), 0 };
  at = b[at.x];
  a[at.x] = threadIdx.x;
}
struct Counter
{
  int n;
  __device__ void halve () { n /= 2; }
};
__global__ void counted (int *__restrict__ a)
{
  Counter c = { (int) (blockIdx.x * blockDim.x + threadIdx.x) };
  c.halve ();
  a[c.n] = threadIdx.x;
}
__global__ void kept (int *__restrict__ a)
{
  int2 at = { (int) (blockIdx.x * blockDim.x + threadIdx.x), 0 };
  int *p = &at.x;
  *p = 0;
  a[at.x] = threadIdx.x;
}
struct Last
{
  int *a;
  __device__ ~Last () { *a = threadIdx.x; }
};
__global__ void destroyed (int *__restrict__ a)
{
  Last last = { a };
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
  cudaMalloc (&a, 1 << 16);
  cudaMalloc (&b, 1 << 16);
  cudaMemset (a, 0, 1 << 16);
  cudaMemset (b, 0, 1 << 16);
  lends<<<blocks_x, threads_x>>> (a, b, 100);
  adds<<<blocks_x, threads_x>>> ((Particle *) a, 100);
  exchanges<<<blocks_x, 64>>> ((int *) a);
  members_passed<<<blocks_x, threads_x>>> (Rows{ a, b }, 100);
  accessor<<<blocks, threads>>> (View{ a, n, n });
  numbers<<<blocks_x, threads_x>>> ((int *) a, 100);
  constructed<<<blocks_x, threads_x>>> ((int *) a);
  named<<<blocks_x, threads_x>>> ((int *) a);
  made<<<blocks_x, threads_x>>> ((int *) a);
  return cudaDeviceSynchronize ();
}
