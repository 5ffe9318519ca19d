/* Memory pools: memory in the order of streams, what pools keep and give back, their limits; and memory of graphs, which is
 * there from one node to another. */
#include "check.h"

enum { N = 5000, MIB = 1 << 20 };
typedef unsigned long long Bytes;

static __global__ void
fill (int *to, int from, int step)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < N)
    to[i] = from + i * step;
}

static __global__ void
add (const int *a, const int *b, int *out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < N)
    out[i] = a[i] + b[i];
}

static void
must (const char *what, cudaError_t error, cudaError_t wanted = cudaSuccess)
{
  if (error != wanted)
    printf ("%s: %s\n", what, cudaGetErrorName (error)), failures++;
  cudaGetLastError ();
}

static void
is (const char *what, Bytes got, Bytes wanted)
{
  if (got != wanted)
    printf ("%s: %llu, expected %llu\n", what, got, wanted), failures++;
}

static Bytes
of (cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
  Bytes value = 99;

  must ("attribute", cudaMemPoolGetAttribute (pool, attribute, &value));
  return value;
}

/* Freed while the kernel that uses it may still run, and there again at once for the next one. */
static void
in_streams (int *got)
{
  int *a, *b, *out, wanted[N];
  cudaStream_t streams[2];

  for (int k = 0; k < 2; k++)
    cudaStreamCreate (&streams[k]);
  for (int round = 0; round < 4; round++)
    {
      cudaStream_t stream = streams[round % 2];
      must ("first", cudaMallocAsync (&a, N * sizeof (int), stream));
      must ("second", cudaMallocAsync (&b, N * sizeof (int), stream));
      must ("third", cudaMallocAsync (&out, N * sizeof (int), stream));
      fill<<<N / 100, 100, 0, stream>>> (a, round, 2);
      fill<<<N / 100, 100, 0, stream>>> (b, 7, 1);
      add<<<N / 100, 100, 0, stream>>> (a, b, out);
      must ("free", cudaFreeAsync (a, stream));
      must ("free", cudaFreeAsync (b, stream));
      cudaMemcpyAsync (got, out, N * sizeof (int), cudaMemcpyDeviceToHost, stream);
      must ("free", round % 2 ? cudaFreeAsync (out, stream) : cudaFree (out));
      cudaStreamSynchronize (stream);
      for (int i = 0; i < N; i++)
        wanted[i] = round + 7 + 3 * i;
      expect ("in streams", got, wanted, N);
    }
  must ("nothing", cudaFreeAsync (nullptr, streams[0]));
}

static void
of_device (void)
{
  cudaMemPool_t usual, now;
  int supported = 0;
  Bytes high = 5, none = 0, keep = 3 * MIB;
  char *a, *b;

  must ("supported", cudaDeviceGetAttribute (&supported, cudaDevAttrMemoryPoolsSupported, 0));
  must ("default pool", cudaDeviceGetDefaultMemPool (&usual, 0));
  must ("pool", cudaDeviceGetMemPool (&now, 0));
  if (!supported || now != usual)
    puts ("the device's pool is not the default one"), failures++;
  must ("no such device", cudaDeviceGetDefaultMemPool (&now, 77), cudaErrorInvalidDevice);
  must ("marks go back to 0 only", cudaMemPoolSetAttribute (usual, cudaMemPoolAttrUsedMemHigh, &high), cudaErrorInvalidValue);
  must ("mark", cudaMemPoolSetAttribute (usual, cudaMemPoolAttrUsedMemHigh, &none));
  must ("what is there is no mark", cudaMemPoolSetAttribute (usual, cudaMemPoolAttrUsedMemCurrent, &none), cudaErrorInvalidValue);
  is ("used", of (usual, cudaMemPoolAttrUsedMemCurrent), 0);
  is ("most", of (usual, cudaMemPoolAttrUsedMemHigh), 0);
  must ("threshold", cudaMemPoolSetAttribute (usual, cudaMemPoolAttrReleaseThreshold, &keep));
  must ("a", cudaMallocAsync (&a, 2 * MIB, 0));
  must ("b", cudaMallocAsync (&b, 4 * MIB, 0));
  is ("used", of (usual, cudaMemPoolAttrUsedMemCurrent), 6 * MIB);
  cudaMemset (a, 1, 2 * MIB);
  cudaFreeAsync (a, 0);
  cudaFreeAsync (b, 0);
  cudaDeviceSynchronize ();
  is ("used behind", of (usual, cudaMemPoolAttrUsedMemCurrent), 0);
  is ("most", of (usual, cudaMemPoolAttrUsedMemHigh), 6 * MIB);
  if (of (usual, cudaMemPoolAttrReservedMemCurrent) > keep || of (usual, cudaMemPoolAttrReservedMemHigh) < 6 * MIB)
    puts ("the pool keeps more than its threshold"), failures++;
  must ("trim", cudaMemPoolTrimTo (usual, 0));
  is ("kept", of (usual, cudaMemPoolAttrReservedMemCurrent), 0);
}

static void
of_own (int *got)
{
  cudaMemPoolProps props = {};
  cudaMemPool_t pool, usual;
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  cudaMemAccessDesc both = {}, none = {};
  int *a, *b, wanted[N], reuse = 1;
  void *c;

  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  props.maxSize = 4 * MIB;
  both.location = none.location = props.location;
  both.flags = cudaMemAccessFlagsProtReadWrite;
  must ("create", cudaMemPoolCreate (&pool, &props));
  must ("access", cudaMemPoolSetAccess (pool, &both, 1));
  must ("no access", cudaMemPoolSetAccess (pool, &none, 1), cudaErrorInvalidValue);
  must ("access", cudaMemPoolGetAccess (&flags, pool, &props.location));
  is ("access", flags, cudaMemAccessFlagsProtReadWrite);
  must ("reuse", cudaMemPoolGetAttribute (pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
  is ("reuse", reuse, 1);
  must ("too much", cudaMallocFromPoolAsync (&c, 5 * MIB, pool, 0), cudaErrorMemoryAllocation);
  must ("from pool", cudaMallocFromPoolAsync ((void **) &a, 3 * MIB, pool, 0));
  must ("too much with that", cudaMallocFromPoolAsync (&c, 2 * MIB, pool, 0), cudaErrorMemoryAllocation);
  must ("set", cudaDeviceSetMemPool (0, pool));
  must ("from the device's", cudaMallocAsync (&b, N * sizeof (int), 0));
  if (of (pool, cudaMemPoolAttrUsedMemCurrent) < 3 * MIB + N * sizeof (int))
    puts ("memory is not of the pool that was chosen"), failures++;
  fill<<<N / 100, 100>>> (b, 3, 5);
  must ("destroy", cudaMemPoolDestroy (pool));
  must ("default pool", cudaDeviceGetDefaultMemPool (&usual, 0));
  must ("the default one stays", cudaMemPoolDestroy (usual), cudaErrorInvalidValue);
  back (got, b, N); /* what is given out stays */
  for (int i = 0; i < N; i++)
    wanted[i] = 3 + 5 * i;
  expect ("of own", got, wanted, N);
  cudaFreeAsync (a, 0);
  cudaFree (b);
  must ("from the default one", cudaMallocAsync (&a, 64, 0));
  is ("used", of (usual, cudaMemPoolAttrUsedMemCurrent), 512);
  cudaFree (a);
}

static Bytes
of_graphs (cudaGraphMemAttributeType attribute)
{
  Bytes value = 99;

  must ("attribute", cudaDeviceGetGraphMemAttribute (0, attribute, &value));
  return value;
}

static cudaKernelNodeParams
launch (void *function, void **args)
{
  cudaKernelNodeParams params = {};

  params.func = function;
  params.gridDim = dim3 (N / 100);
  params.blockDim = dim3 (100);
  params.kernelParams = args;
  return params;
}

/* Two pieces, of which the second one outlives the launch: the next launch needs it gone, or frees it itself. */
static void
by_hand (int *got)
{
  cudaGraph_t graph;
  cudaGraphNode_t first, second, fills[2], sum, gone;
  cudaGraphExec_t exec, again;
  cudaMemAllocNodeParams a = {}, b = {}, asked;
  int from = 4, step = 2, wanted[N];

  a.poolProps.allocType = cudaMemAllocationTypePinned;
  a.poolProps.location.type = cudaMemLocationTypeDevice;
  b = a;
  a.bytesize = N * sizeof (int);
  b.bytesize = 2 * N * sizeof (int);
  cudaGraphCreate (&graph, 0);
  must ("first", cudaGraphAddMemAllocNode (&first, graph, nullptr, 0, &a));
  must ("second", cudaGraphAddMemAllocNode (&second, graph, &first, 1, &b));
  must ("asked", cudaGraphMemAllocNodeGetParams (second, &asked));
  is ("size", asked.bytesize, b.bytesize);
  int *of_a = (int *) a.dptr, *of_b = (int *) b.dptr, *behind = of_b + N;
  void *fill_a[] = { &of_a, &from, &step }, *fill_b[] = { &of_b, &step, &from }, *adds[] = { &of_a, &of_b, &behind };
  cudaKernelNodeParams params = launch ((void *) fill, fill_a);
  must ("fill", cudaGraphAddKernelNode (&fills[0], graph, &first, 1, &params));
  params = launch ((void *) fill, fill_b);
  must ("fill", cudaGraphAddKernelNode (&fills[1], graph, &second, 1, &params));
  params = launch ((void *) add, adds);
  must ("add", cudaGraphAddKernelNode (&sum, graph, fills, 2, &params));
  must ("free", cudaGraphAddMemFreeNode (&gone, graph, &sum, 1, of_a));
  must ("nothing to free", cudaGraphAddMemFreeNode (&gone, graph, &sum, 1, got), cudaErrorInvalidValue);
  must ("instantiate", cudaGraphInstantiate (&exec, graph, 0));
  is ("used before", of_graphs (cudaGraphMemAttrUsedMemCurrent), 0);
  must ("launch", cudaGraphLaunch (exec, 0));
  cudaDeviceSynchronize ();
  is ("used", of_graphs (cudaGraphMemAttrUsedMemCurrent), 2 * N * sizeof (int));
  back (got, behind, N);
  for (int i = 0; i < N; i++)
    wanted[i] = 6 + 6 * i;
  expect ("by hand", got, wanted, N);
  must ("it is there", cudaGraphLaunch (exec, 0), cudaErrorInvalidValue);
  must ("free", cudaFreeAsync (of_b, 0));
  must ("launch", cudaGraphLaunch (exec, 0));
  must ("free", cudaFree (of_b));
  cudaGraphExecDestroy (exec);
  must ("instantiate", cudaGraphInstantiate (&again, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  must ("launch", cudaGraphLaunch (again, 0));
  must ("launch", cudaGraphLaunch (again, 0));
  back (got, behind, N);
  expect ("freed by itself", got, wanted, N);
  cudaGraphExecDestroy (again);
  cudaGraphDestroy (graph);
  back (got, behind, N);
  expect ("behind its graph", got, wanted, N);
  cudaFree (of_b);
  is ("used behind", of_graphs (cudaGraphMemAttrUsedMemCurrent), 0);
  must ("trim", cudaDeviceGraphMemTrim (0));
  is ("kept", of_graphs (cudaGraphMemAttrReservedMemCurrent), 0);
}

static void
by_capture (int *got)
{
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int *a, *b, *out = on_device (got, N), wanted[N];

  cudaStreamCreate (&stream);
  must ("begin", cudaStreamBeginCapture (stream, cudaStreamCaptureModeGlobal));
  must ("a", cudaMallocAsync (&a, N * sizeof (int), stream));
  must ("b", cudaMallocAsync (&b, N * sizeof (int), stream));
  fill<<<N / 100, 100, 0, stream>>> (a, 1, 1);
  fill<<<N / 100, 100, 0, stream>>> (b, 2, 3);
  add<<<N / 100, 100, 0, stream>>> (a, b, out);
  must ("free", cudaFreeAsync (a, stream));
  must ("free", cudaFreeAsync (b, stream));
  must ("end", cudaStreamEndCapture (stream, &graph));
  must ("instantiate", cudaGraphInstantiate (&exec, graph, 0));
  for (int i = 0; i < 3; i++)
    must ("launch", cudaGraphLaunch (exec, stream));
  cudaStreamSynchronize (stream);
  back (got, out, N);
  for (int i = 0; i < N; i++)
    wanted[i] = 3 + 4 * i;
  expect ("by capture", got, wanted, N);
  is ("used behind", of_graphs (cudaGraphMemAttrUsedMemCurrent), 0);
  cudaGraphExecDestroy (exec);
  cudaGraphDestroy (graph);
  cudaFree (out);
}

int
main (void)
{
  static int got[N];

  in_streams (got);
  of_device ();
  of_own (got);
  by_hand (got);
  by_capture (got);
  return finish ();
}
