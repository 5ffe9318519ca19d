/* The CUDA runtime's functions over the engine (simt/engine.h). Programs load this library in place
 * of NVIDIA's, or before it; names, numbers and layouts are those of CUDA 13's documented interface.
 *
 * Device memory is this machine's memory. Work of streams is done when it is asked for, in the
 * program's order, as far as nothing waits for what comes later (order.h).
 *
 * Plain C without GLib, so that nothing but the runtime's names enters the user's program. */
#pragma once
#include "simt/engine.h"
#include <stddef.h>

typedef int cudaError_t;

enum
{
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidSymbol = 13,
  cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorInvalidPtx = 218,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNotReady = 600,
  cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorNotPermitted = 800,
  cudaErrorAssert = 710,
  cudaErrorLaunchFailure = 719,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorStreamCaptureUnmatched = 903,
  cudaErrorStreamCaptureUnjoined = 904,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
};

typedef struct
{
  unsigned x, y, z;
} IhopDim3;

typedef struct IhopStream *cudaStream_t;
typedef struct IhopEvent *cudaEvent_t;

struct IhopStream
{
  unsigned flags;
  int priority;
  int device;
  struct IhopCapture *capture; /* that takes what the stream is asked for (capture.h), or NULL */
  struct IhopGraphNode **tails; /* … in it */
  size_t n_tails;
  struct IhopStream *next_member;
  struct IhopPending *first, *last; /* what it was asked for and has not done (order.h) */
  struct IhopStream *next_busy;
  int is_forgotten;          /* to be freed when that is done */
  unsigned number;           /* in a program that is checked; 0: not asked for yet */
  int is_destroyed;          /* … where it is kept, to be known again */
  int was_asked;             /* … whether it is done, since it was asked for anything */
};

#define IHOP_CUDART __attribute__ ((visibility ("default")))

/* These are for the driver's library (driver.c), too. */

/* Keeps an error as the thread's last one, and returns it. */
IHOP_CUDART cudaError_t ihop_cudart_error (cudaError_t error);
/* … of that function, for programs that are checked (failures.h). */
IHOP_CUDART cudaError_t ihop_cudart_error_of (cudaError_t error, const char *function);
#define ihop_cudart_error(error) ihop_cudart_error_of (error, __func__)
/* The same, with a sentence on standard error; "message" is freed. */
IHOP_CUDART cudaError_t ihop_cudart_fail (cudaError_t error, const char *what, char *message);

/* The engine, opened when it is first asked for; NULL where it cannot be. */
IHOP_CUDART const IhopEngine *ihop_cudart_engine (void);
/* What a program that is checked has to ask; NULL: it is not. */
IHOP_CUDART const IhopEngineCheck *ihop_cudart_check (void);
/* What a card would refuse is refused; else the grid has run when it returns. */
cudaError_t ihop_cudart_launch (IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block, void **args, size_t shared);
/* The same in the order of a stream, or noted in the graph that it captures. */
IHOP_CUDART cudaError_t ihop_cudart_launch_in (cudaStream_t stream, IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block,
                                               void **args, size_t shared);
/* … as a cooperative one. */
IHOP_CUDART cudaError_t ihop_cudart_launch_cooperative (cudaStream_t stream, IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block,
                                                        void **args, size_t shared);
/* Calls that in the order of a stream, or notes it in the graph that it captures; "size" bytes of data are copied where it waits. For libraries that
 * take the place of a card's: the call may not use the runtime. A program that is checked is refused, with a sentence: nobody would see what is
 * read and written. */
IHOP_CUDART cudaError_t ihop_cudart_call_in (cudaStream_t stream, void (*call) (void *data), void *data, size_t size);
/* The kernel may have so many bytes of dynamic shared memory, which may be more than 48 KiB. */
IHOP_CUDART void ihop_cudart_ask_shared (IhopEngineKernel *kernel, size_t shared);
/* How many blocks of so many threads an SM has room for, by threads and shared memory; registers are the card's business. */
IHOP_CUDART int ihop_cudart_blocks_on_sm (IhopEngineKernel *kernel, int threads, size_t shared);
/* A copy of the arguments that "args" points to: a list that ends with NULL. ihop_cudart_free_args frees it. */
void **ihop_cudart_copy_args (IhopEngineKernel *kernel, void **args);
void ihop_cudart_free_args (void **args);
/* May the kernel wait for what others write? */
int ihop_cudart_may_wait (IhopEngineKernel *kernel, IhopDim3 block);
/* Bytes from here to there, now, whatever is pending; "kind" as cudaMemcpyKind has it. */
cudaError_t ihop_cudart_copy (void *to, const void *from, size_t size, int kind);

/* The kernel behind a host function's address, or NULL. */
IhopEngineKernel *ihop_cudart_kernel (const void *host_function);
/* Address of the device's variable behind the host's, with its size; NULL: not registered. */
void *ihop_cudart_variable (const void *host_variable, size_t *size);
