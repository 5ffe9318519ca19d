/* Launches, and questions about kernels. */
#include "cudart/failures.h"
#include "cudart/capture.h"
#include "cudart/devices.h"
#include "cudart/order.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTED = 16, MAX_THREADS = 1024, MAX_SHARED = 227 * 1024, USUAL_SHARED = 48 * 1024, REGISTERS = 65536, REGISTERS_AT_ONCE = 256 };
/* By the numbers of cudaFuncAttribute. */
enum { MAX_DYNAMIC_SHARED = 8 };

/* Between "<<<…>>>" and the call of the stub. */
typedef struct
{
  IhopDim3 grid, block;
  size_t shared;
  cudaStream_t stream;
} Configuration;

static __thread Configuration configurations[MAX_NESTED];
static __thread unsigned n_configurations;

IHOP_CUDART unsigned
__cudaPushCallConfiguration (IhopDim3 grid, IhopDim3 block, size_t shared, cudaStream_t stream)
{
  if (n_configurations == MAX_NESTED)
    return 1;
  configurations[n_configurations++] = (Configuration){ grid, block, shared, stream };
  return 0;
}

IHOP_CUDART cudaError_t
__cudaPopCallConfiguration (IhopDim3 *grid, IhopDim3 *block, size_t *shared, void *stream)
{
  if (n_configurations == 0)
    return ihop_cudart_error (cudaErrorInvalidConfiguration);
  const Configuration *last = &configurations[--n_configurations];
  *grid = last->grid;
  *block = last->block;
  *shared = last->shared;
  *(cudaStream_t *) stream = last->stream;
  return cudaSuccess;
}

/* Kernels that may have more dynamic shared memory than others. */
typedef struct
{
  IhopEngineKernel *kernel;
  size_t shared;
} Asked;

static pthread_mutex_t asked_lock = PTHREAD_MUTEX_INITIALIZER;
static Asked *asked;
static size_t n_asked;

void
ihop_cudart_ask_shared (IhopEngineKernel *kernel, size_t shared)
{
  pthread_mutex_lock (&asked_lock);
  asked = realloc (asked, (n_asked + 1) * sizeof *asked);
  asked[n_asked++] = (Asked){ kernel, shared };
  pthread_mutex_unlock (&asked_lock);
}

/* Bytes beside what the kernel declares itself: the last that were asked for. */
static size_t
most_shared (IhopEngineKernel *kernel, size_t declared)
{
  size_t most = declared < USUAL_SHARED ? USUAL_SHARED - declared : 0;

  pthread_mutex_lock (&asked_lock);
  for (size_t i = 0; i < n_asked; i++)
    if (asked[i].kernel == kernel)
      most = asked[i].shared;
  pthread_mutex_unlock (&asked_lock);
  return most;
}

/* Of a block: each warp gets them by the 256. */
static unsigned long long
registers_of (const IhopEngineKernelInfo *info, unsigned long long threads)
{
  unsigned a_warp = (info->card_registers * 32 + REGISTERS_AT_ONCE - 1) / REGISTERS_AT_ONCE * REGISTERS_AT_ONCE;

  return (threads + 31) / 32 * a_warp;
}

/* What a card would refuse. */
static IhopRefusal
refusal (IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block, size_t shared)
{
  unsigned long long threads = (unsigned long long) block.x * block.y * block.z;
  IhopEngineKernelInfo info;

  ihop_cudart_engine ()->info (kernel, &info);
  if (threads == 0 || threads > MAX_THREADS || threads > info.max_threads || block.z > 64)
    return IHOP_REFUSAL_THREADS;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535)
    return IHOP_REFUSAL_BLOCKS;
  if (shared + info.shared > MAX_SHARED)
    return IHOP_REFUSAL_SHARED;
  if (registers_of (&info, threads) > REGISTERS)
    return IHOP_REFUSAL_REGISTERS;
  return shared > most_shared (kernel, info.shared) ? IHOP_REFUSAL_NOT_ASKED : IHOP_REFUSAL_NONE;
}

static const char *
name_of (IhopEngineKernel *kernel)
{
  IhopEngineKernelInfo info;

  ihop_cudart_engine ()->info (kernel, &info);
  return info.name;
}

static cudaError_t
refuse (IhopEngineKernel *kernel, IhopRefusal why)
{
  if (ihop_cudart_check ())
    ihop_cudart_check ()->refuse (name_of (kernel), why);
  ihop_failures_note_launch (name_of (kernel));
  return ihop_cudart_error (why == IHOP_REFUSAL_COOPERATIVE ? cudaErrorCooperativeLaunchTooLarge
                            : why == IHOP_REFUSAL_REGISTERS ? cudaErrorLaunchOutOfResources
                                                            : cudaErrorInvalidConfiguration);
}

cudaError_t
ihop_cudart_launch (IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block, void **args, size_t shared)
{
  const unsigned g[3] = { grid.x, grid.y, grid.z }, b[3] = { block.x, block.y, block.z };

  if (kernel == NULL)
    return ihop_cudart_error (cudaErrorInvalidDeviceFunction);
  if (refusal (kernel, grid, block, shared))
    return refuse (kernel, refusal (kernel, grid, block, shared));
  char *message;
  void *work = ihop_order_current ();
  IhopEngineEnd end
    = ihop_cudart_engine ()->launch (kernel, g, b, shared, args, work ? ihop_order_note_waits : NULL, work, &message);
  if (end == IHOP_ENGINE_DONE)
    return cudaSuccess;
  cudaError_t error = end == IHOP_ENGINE_ASSERTED ? cudaErrorAssert : cudaErrorLaunchFailure;
  ihop_failures_note_launch (name_of (kernel));
  ihop_order_note_failure (error);
  return ihop_cudart_fail (error, end == IHOP_ENGINE_NO_CODE ? "a kernel did not run" : "a kernel was stopped", message);
}

/* --- in the order of a stream ----------------------------------------------------------------- */

typedef struct
{
  IhopEngineKernel *kernel;
  IhopDim3 grid, block;
  void **args;
  size_t shared;
} Launch;

void **
ihop_cudart_copy_args (IhopEngineKernel *kernel, void **args)
{
  IhopEngineKernelInfo info;
  size_t offset;

  ihop_cudart_engine ()->info (kernel, &info);
  void **copy = calloc (info.n_params + 1, sizeof *copy);
  for (unsigned i = 0; i < info.n_params; i++)
    {
      size_t size = ihop_cudart_engine ()->param (kernel, i, &offset);
      copy[i] = malloc (size + 1);
      memcpy (copy[i], args[i], size);
    }
  return copy;
}

void
ihop_cudart_free_args (void **args)
{
  for (unsigned i = 0; args && args[i]; i++)
    free (args[i]);
  free (args);
}

static cudaError_t
run_launch (void *data)
{
  const Launch *launch = data;

  return ihop_cudart_launch (launch->kernel, launch->grid, launch->block, launch->args, launch->shared);
}

static void
keep_launch (void *data)
{
  Launch *launch = data;

  launch->args = ihop_cudart_copy_args (launch->kernel, launch->args);
}

static void
release_launch (void *data)
{
  ihop_cudart_free_args (((Launch *) data)->args);
}

int
ihop_cudart_may_wait (IhopEngineKernel *kernel, IhopDim3 block)
{
  const unsigned b[3] = { block.x, block.y, block.z };

  return ihop_cudart_engine ()->may_wait (kernel, b);
}

cudaError_t
ihop_cudart_launch_in (cudaStream_t stream, IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block, void **args, size_t shared)
{
  static const IhopWork work = { run_launch, sizeof (Launch), keep_launch, release_launch, .name = "cudaLaunchKernel" };
  Launch launch = { kernel, grid, block, args, shared };

  if (ihop_capture_is_on (stream))
    return ihop_capture_kernel (stream, &(IhopGraphLaunch){ kernel, grid, block, args, shared });
  if (kernel == NULL)
    return ihop_cudart_error (cudaErrorInvalidDeviceFunction);
  if (refusal (kernel, grid, block, shared))
    return refuse (kernel, refusal (kernel, grid, block, shared));
  if ((size_t) stream > 2 && stream->device != ihop_devices_current ())
    return ihop_cudart_error (cudaErrorInvalidResourceHandle);
  return ihop_order_do (stream, &work, &launch, ihop_cudart_may_wait (kernel, block), NULL);
}

int
ihop_cudart_blocks_on_sm (IhopEngineKernel *kernel, int threads, size_t shared)
{
  IhopEngineKernelInfo info;

  ihop_cudart_engine ()->info (kernel, &info);
  size_t bytes = info.shared + shared + 1024;
  int by_threads = 2048 / ((threads + 31) / 32 * 32), by_shared = 228 * 1024 / bytes;
  int blocks = by_threads < by_shared ? by_threads : by_shared;
  return blocks < 32 ? blocks : 32;
}

IHOP_CUDART cudaError_t
cudaLaunchKernel (const void *function, IhopDim3 grid, IhopDim3 block, void **args, size_t shared, cudaStream_t stream)
{
  return ihop_cudart_launch_in (stream, ihop_cudart_kernel (function), grid, block, args, shared);
}

/* Blocks that wait for each other always get on here. A card has to have room for all of them at once. */
cudaError_t
ihop_cudart_launch_cooperative (cudaStream_t stream, IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block, void **args, size_t shared)
{
  unsigned long long blocks = (unsigned long long) grid.x * grid.y * grid.z;

  if (!ihop_devices_card ()->cooperates)
    return ihop_cudart_error (cudaErrorNotSupported);
  if (kernel && ihop_cudart_check () && refusal (kernel, grid, block, shared) == IHOP_REFUSAL_NONE
      && blocks > (unsigned long long) ihop_devices_card ()->multiprocessors * ihop_cudart_blocks_on_sm (kernel, block.x * block.y * block.z, shared))
    return refuse (kernel, IHOP_REFUSAL_COOPERATIVE);
  return ihop_cudart_launch_in (stream, kernel, grid, block, args, shared);
}

IHOP_CUDART cudaError_t
cudaLaunchCooperativeKernel (const void *function, IhopDim3 grid, IhopDim3 block, void **args, size_t shared, cudaStream_t stream)
{
  return ihop_cudart_launch_cooperative (stream, ihop_cudart_kernel (function), grid, block, args, shared);
}

/* nvcc 13's stubs ask for a handle once, and launch by it, on whichever device it then is. */
IHOP_CUDART cudaError_t
__cudaGetKernel (void **handle, const void *function)
{
  *handle = ihop_cudart_kernel (function);
  return *handle ? cudaSuccess : ihop_cudart_error (cudaErrorInvalidDeviceFunction);
}

IHOP_CUDART cudaError_t
__cudaLaunchKernel (void *handle, IhopDim3 grid, IhopDim3 block, void **args, size_t shared, cudaStream_t stream)
{
  return ihop_cudart_launch_in (stream, ihop_devices_count () > 1 ? ihop_cudart_kernel (handle) : handle, grid, block, args, shared);
}

typedef struct
{
  size_t shared, constant, local;
  int max_threads, registers, ptx_version, binary_version, cache_mode, max_dynamic_shared, carveout;
  int rest[16];
} Attributes;

IHOP_CUDART cudaError_t
cudaFuncGetAttributes (Attributes *attributes, const void *function)
{
  IhopEngineKernel *kernel = ihop_cudart_kernel (function);
  IhopEngineKernelInfo info;

  if (kernel == NULL)
    return ihop_cudart_error (cudaErrorInvalidDeviceFunction);
  ihop_cudart_engine ()->info (kernel, &info);
  memset (attributes, 0, offsetof (Attributes, rest));
  attributes->shared = info.shared;
  attributes->local = info.local;
  attributes->max_threads = info.max_threads;
  attributes->registers = info.card_registers ? info.card_registers : info.n_registers;
  attributes->ptx_version = (int) info.target; /* CUB looks for what it has compiled for that */
  attributes->binary_version = 90;
  attributes->max_dynamic_shared = MAX_SHARED - info.shared;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaFuncSetAttribute (const void *function, int attribute, int value)
{
  IhopEngineKernel *kernel = ihop_cudart_kernel (function);
  IhopEngineKernelInfo info;

  if (kernel == NULL)
    return ihop_cudart_error (cudaErrorInvalidDeviceFunction);
  ihop_cudart_engine ()->info (kernel, &info);
  if (attribute == MAX_DYNAMIC_SHARED && (value < 0 || value + info.shared > MAX_SHARED))
    return ihop_cudart_error (cudaErrorInvalidValue);
  if (attribute == MAX_DYNAMIC_SHARED)
    ihop_cudart_ask_shared (kernel, value);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaFuncSetCacheConfig (const void *function, int config)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, const void *function, int threads, size_t shared)
{
  IhopEngineKernel *kernel = ihop_cudart_kernel (function);

  if (kernel == NULL || threads <= 0)
    return ihop_cudart_error (kernel ? cudaErrorInvalidValue : cudaErrorInvalidDeviceFunction);
  *blocks = ihop_cudart_blocks_on_sm (kernel, threads, shared);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks, const void *function, int threads, size_t shared,
                                                        unsigned flags)
{
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor (blocks, function, threads, shared);
}
