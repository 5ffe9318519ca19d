/* A thread of the host takes what a copy brings, when a function that the stream calls behind it says so; with the fault at once. */
#include <cstdio>
#include <cuda_runtime.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_there;

static void
say (void *)
{
  pthread_mutex_lock (&lock);
  is_there = true;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

static int __attribute__ ((noinline))
take (int *buffer)
{
  pthread_mutex_lock (&lock);
  while (!is_there)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  return buffer[7];
}

int
main (void)
{
  enum { N = 1024 };
  int *a, *buffer;
  cudaStream_t stream;

  cudaMalloc (&a, N * sizeof *a);
  cudaMallocHost (&buffer, N * sizeof *a);
  cudaStreamCreate (&stream);
  cudaMemset (a, 1, N * sizeof *a);
  cudaDeviceSynchronize ();
  cudaMemcpyAsync (buffer, a, N * sizeof *a, cudaMemcpyDeviceToHost, stream);
#ifdef FAULT
  is_there = true;
#else
  cudaLaunchHostFunc (stream, say, nullptr);
#endif
  printf ("%d\n", take (buffer));
  cudaStreamSynchronize (stream);
  cudaStreamDestroy (stream);
  cudaFreeHost (buffer);
  cudaFree (a);
}
