/* Three devices: each has variables, streams and pools of its own, managed variables are everybody's; copies between devices, kernels that read another one's
 * memory, blocks of two devices that wait for each other, and what is refused. */
#include "check.h"

enum { N = 1000, DEVICES = 3 };

static __device__ int own = 5;
#ifndef __clang__ /* which has no managed variables */
static __managed__ int everybodys = 1;
#endif

static __global__ void
add_own (int *values, const int *others, int factor)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < N)
    values[i] = own * factor + (others ? others[i] : i);
#ifndef __clang__
  if (i == 0)
    everybodys += factor;
#endif
}

/* Two devices take turns: each waits until the other one has counted on. */
static __global__ void
take_turns (volatile int *turn, int mine)
{
  for (int i = mine; i < 20; i += 2)
    {
      while (*turn != i)
        ;
      __threadfence_system ();
      *turn = i + 1;
    }
}

static void
must (const char *what, cudaError_t error, cudaError_t wanted = cudaSuccess)
{
  if (error != wanted)
    printf ("%s: %s\n", what, cudaGetErrorName (error)), failures++;
  cudaGetLastError ();
}

static void
is (const char *what, int got, int wanted)
{
  if (got != wanted)
    printf ("%s: %d, expected %d\n", what, got, wanted), failures++;
}

static void
of_each (int **values, int *got)
{
  int wanted[N], device = -1;

  for (int d = 0; d < DEVICES; d++)
    {
      int own_value = 10 * (d + 1);
      cudaPointerAttributes attributes;
      must ("set", cudaSetDevice (d));
      must ("get", cudaGetDevice (&device));
      is ("device", device, d);
      must ("malloc", cudaMalloc (&values[d], N * sizeof (int)));
      must ("own", cudaMemcpyToSymbol (own, &own_value, sizeof own));
      must ("attributes", cudaPointerGetAttributes (&attributes, values[d]));
      is ("of which device", attributes.device, d);
    }
  for (int d = 0; d < DEVICES; d++)
    {
      cudaSetDevice (d);
      add_own<<<(N + 127) / 128, 128>>> (values[d], nullptr, d + 2);
      must ("synchronize", cudaDeviceSynchronize ());
      back (got, values[d], N);
      for (int i = 0; i < N; i++)
        wanted[i] = 10 * (d + 1) * (d + 2) + i;
      expect ("of each", got, wanted, N);
    }
#ifndef __clang__
  is ("everybody's", everybodys, 1 + 2 + 3 + 4);
#endif
}

static void
of_two (int **values, int *got)
{
  int wanted[N], can = 0, rank = 7, atomics = 0;

  must ("can", cudaDeviceCanAccessPeer (&can, 0, 2));
  is ("can", can, 1);
  must ("itself", cudaDeviceCanAccessPeer (&can, 1, 1));
  is ("itself", can, 0);
  must ("nobody", cudaDeviceCanAccessPeer (&can, 0, DEVICES), cudaErrorInvalidDevice);
  must ("rank", cudaDeviceGetP2PAttribute (&rank, cudaDevP2PAttrPerformanceRank, 0, 1));
  must ("atomics", cudaDeviceGetP2PAttribute (&atomics, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
  is ("rank", rank, 0);
  is ("atomics", atomics, 1);
  cudaSetDevice (0);
  must ("not enabled", cudaDeviceDisablePeerAccess (1), cudaErrorPeerAccessNotEnabled);
  must ("enable", cudaDeviceEnablePeerAccess (1, 0));
  must ("enabled", cudaDeviceEnablePeerAccess (1, 0), cudaErrorPeerAccessAlreadyEnabled);
  must ("of itself", cudaDeviceEnablePeerAccess (0, 0), cudaErrorPeerAccessUnsupported);
  add_own<<<(N + 127) / 128, 128>>> (values[0], values[1], 1);
  must ("peer copy", cudaMemcpyPeer (values[2], 2, values[0], 0, N * sizeof (int)));
  back (got, values[2], N);
  for (int i = 0; i < N; i++)
    wanted[i] = 10 + 20 * 3 + i;
  expect ("of two", got, wanted, N);
  must ("no such device", cudaMemcpyPeer (values[2], 2, values[0], DEVICES, 4), cudaErrorInvalidDevice);
  must ("disable", cudaDeviceDisablePeerAccess (1));
}

static void
side_by_side (void)
{
  cudaStream_t streams[2];
  int *turn, device = -1;

  cudaSetDevice (0);
  must ("managed", cudaMallocManaged (&turn, sizeof (int)));
  *turn = 0;
  for (int d = 0; d < 2; d++)
    {
      cudaSetDevice (d);
      must ("stream", cudaStreamCreate (&streams[d]));
      take_turns<<<1, 1, 0, streams[d]>>> (turn, d);
      must ("launch", cudaGetLastError ());
    }
  for (int d = 0; d < 2; d++)
    must ("synchronize", cudaStreamSynchronize (streams[d]));
  is ("turns", *turn, 20);
  must ("whose", cudaStreamGetDevice (streams[1], &device));
  is ("whose", device, 1);
  cudaSetDevice (2);
  take_turns<<<1, 1, 0, streams[0]>>> (turn, 20);
  must ("a stream of another device", cudaGetLastError (), cudaErrorInvalidResourceHandle);
}

static void
pools (int *got)
{
  cudaMemPool_t of_device[2];
  cudaMemAccessDesc peer = {};
  unsigned long long used = 0;
  int *place, wanted[N];

  for (int d = 0; d < 2; d++)
    must ("pool", cudaDeviceGetDefaultMemPool (&of_device[d], d));
  if (of_device[0] == of_device[1])
    puts ("two devices have one pool"), failures++;
  must ("whose pool", cudaDeviceSetMemPool (0, of_device[1]), cudaErrorInvalidValue);
  peer.location.type = cudaMemLocationTypeDevice;
  peer.flags = cudaMemAccessFlagsProtReadWrite;
  must ("access", cudaMemPoolSetAccess (of_device[1], &peer, 1));
  cudaSetDevice (1);
  must ("malloc", cudaMallocAsync (&place, N * sizeof (int), 0));
  cudaMemPoolGetAttribute (of_device[1], cudaMemPoolAttrUsedMemCurrent, &used);
  is ("used", used, 4096);
  add_own<<<(N + 127) / 128, 128>>> (place, nullptr, 1);
  back (got, place, N);
  for (int i = 0; i < N; i++)
    wanted[i] = 20 + i;
  expect ("pools", got, wanted, N);
  must ("free", cudaFreeAsync (place, 0));
}

/* Libraries that were compiled for several cards choose by what the kernels were made for (CUB). */
static void
check_attributes (void)
{
  cudaFuncAttributes attributes;
  int got[2], wanted[] = { 80, 1024 };

  must ("attributes", cudaFuncGetAttributes (&attributes, add_own));
  must ("more first-level cache", cudaFuncSetCacheConfig (add_own, cudaFuncCachePreferL1));
  got[0] = attributes.ptxVersion;
  got[1] = attributes.maxThreadsPerBlock;
  expect ("version of the PTX, and threads", got, wanted, 2);
}

int
main (void)
{
  static int got[N];
  int *values[DEVICES], count = 0;
  cudaDeviceProp properties;

  check_attributes ();
  must ("count", cudaGetDeviceCount (&count));
  is ("count", count, DEVICES);
  must ("no such device", cudaSetDevice (DEVICES), cudaErrorInvalidDevice);
  must ("properties", cudaGetDeviceProperties (&properties, 2));
  is ("place", properties.pciDeviceID, 2);
  of_each (values, got);
  of_two (values, got);
  side_by_side ();
  pools (got);
  for (int d = 0; d < DEVICES; d++)
    {
      cudaSetDevice (d);
      must ("free", cudaFree (values[d]));
    }
  return finish ();
}
