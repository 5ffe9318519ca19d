/* Copies from global to shared memory that the threads do not wait for at once (cp.async), whole and in part. */
#include "check.h"

static __device__ unsigned
in_shared (const void *place)
{
  unsigned offset;
  asm ("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(offset) : "l"(place));
  return offset;
}

/* Each thread copies 4, 8 and 16 bytes; of the last as many as "some" says, the rest becomes 0. */
static __global__ void
copy (const int *in, const int *some, int *out)
{
  __shared__ __align__ (16) int a[64], b[128], c[256], d[256];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++)
    d[4 * t + i] = -1;
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(in_shared (a + t)), "l"(in + t) : "memory");
  asm volatile ("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(in_shared (b + 2 * t)), "l"(in + 2 * (63 - t)) : "memory");
  asm volatile ("cp.async.commit_group;" ::: "memory");
  if (t % 3)
    asm volatile ("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(in_shared (c + 4 * t)), "l"(in + 4 * t) : "memory");
  asm volatile ("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(in_shared (d + 4 * t)), "l"(some[t] ? in + 4 * t : (const int *) 0), "r"(some[t]) : "memory");
  asm volatile ("cp.async.wait_group 0;" ::: "memory");
  asm volatile ("cp.async.wait_all;" ::: "memory");
  __syncthreads ();
  out[t] = a[63 - t];
  out[64 + t] = b[t] * 2 + b[64 + t];
  for (int i = 0; i < 4; i++)
    {
      out[128 + 4 * t + i] = (t % 3 ? c[4 * t + i] : 0) + 100000 * d[4 * ((t + 1) % 64) + i];
    }
}

int
main ()
{
  int in[256], some[64], out[384], wanted[384];

  for (int i = 0; i < 256; i++)
    in[i] = 3 * i + 1;
  for (int i = 0; i < 64; i++)
    some[i] = i * 7 % 5 * 4;
  int *d_in = on_device (in, 256), *d_some = on_device (some, 64), *d_out = on_device (out, 384);
  for (int t = 0; t < 64; t++)
    {
      int b[2];
      for (int k = 0; k < 2; k++)
        {
          int at = t + 64 * k;
          b[k] = in[2 * (63 - at / 2) + at % 2];
        }
      wanted[t] = in[63 - t];
      wanted[64 + t] = b[0] * 2 + b[1];
      for (int i = 0; i < 4; i++)
        {
          int other = (t + 1) % 64;
          wanted[128 + 4 * t + i] = (t % 3 ? in[4 * t + i] : 0) + 100000 * (4 * i < some[other] ? in[4 * other + i] : 0);
        }
    }
  copy<<<1, 64>>> (d_in, d_some, d_out);
  back (out, d_out, 384);
  expect ("copied", out, wanted, 384);
  return finish ();
}
