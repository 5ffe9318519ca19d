/* Each thread of the host has a default stream of its own: a thread takes what another one's work has left, which has waited for it; with
 * the fault it has not. What the host asks of the legacy stream is behind both. */
#include <cstdio>
#include <cuda_runtime.h>
#include <pthread.h>

static int *a;

static __global__ void
fill (int *to)
{
  to[threadIdx.x] = threadIdx.x;
}

static __global__ void
add (int *to)
{
  to[threadIdx.x] += 1;
}

static void *
begin (void *)
{
  fill<<<1, 256>>> (a);
#ifndef FAULT
  cudaStreamSynchronize (0);
#endif
  return nullptr;
}

int
main (void)
{
  pthread_t thread;
  int values[256];

  cudaMalloc (&a, sizeof values);
  pthread_create (&thread, nullptr, begin, nullptr);
  pthread_join (thread, nullptr);
  add<<<1, 256>>> (a);
  add<<<1, 256, 0, cudaStreamLegacy>>> (a);
  cudaMemcpy (values, a, sizeof values, cudaMemcpyDeviceToHost);
  printf ("%d\n", values[7]);
  cudaDeviceSynchronize ();
  cudaFree (a);
}
