/* The order of what streams are asked for.
 *
 * Work is done at once, by the thread that asks, as long as nothing before it is pending: all of a program is, but for
 * kernels with loops that wait for what others write, and in a program that is checked for functions of the host (host_calls.h). Those run on a thread of their own; who launched one goes on when it has
 * ended, or when all its blocks have waited for long: then only the host or another stream can help. What the stream is
 * asked for behind it is kept and done in order when it has ended. So a program without such kernels has one order, and
 * one with them any that streams and events permit.
 *
 * The legacy default stream waits for all blocking streams, and they for it; streams that were made non-blocking do
 * neither. The default stream of a thread (handle 2) is a blocking one. */
#pragma once
#include "cudart/cudart.h"

/* A kind of work. What is kept is a copy of its data. */
typedef struct
{
  cudaError_t (*run) (void *data);
  size_t size;                  /* bytes of its data */
  void (*keep) (void *data);    /* copies what the data point to, as the caller may change it; or NULL */
  void (*release) (void *data); /* of what was kept, when it is done; or NULL */
  const char *name;             /* of the function that asks for it */
} IhopWork;

typedef struct IhopPending IhopPending;

/* Does it now, or later if it has to wait; "may_wait": it may wait for others itself. Its error, if it is done when this
 * returns. *pending (or NULL): a reference to it if it is not, else NULL. */
cudaError_t ihop_order_do (cudaStream_t stream, const IhopWork *work, void *data, int may_wait, IhopPending **pending);
/* What the stream is asked for from now on waits for that. */
void ihop_order_after (cudaStream_t stream, IhopPending *pending);
int ihop_pending_is_done (IhopPending *pending);
void ihop_pending_wait (IhopPending *pending);
void ihop_pending_unref (IhopPending *pending); /* accepts NULL */

/* Returns when all that was asked of the stream is done; of the legacy stream (NULL): and of all that it waits for. The error
 * of work that failed after it was kept, once. */
cudaError_t ihop_order_wait (cudaStream_t stream);
/* … of all streams of the thread's device, or of another one. */
IHOP_CUDART cudaError_t ihop_order_wait_all (void);
cudaError_t ihop_order_wait_device (int device);
/* Is nothing pending that ihop_order_wait would wait for? */
int ihop_order_is_idle (cudaStream_t stream);
/* Frees it, when its last work is done. */
void ihop_order_forget (cudaStream_t stream);

/* A kernel has stopped with that error, which whoever waits next is told. */
void ihop_order_note_failure (cudaError_t error);

/* For programs that are checked; elsewhere they do nothing, and a mark is 0. A mark is a place in what a stream is asked for:
 * another stream waits for it; the host has waited for it; or for all of a stream. */
unsigned ihop_order_mark (cudaStream_t stream);
void ihop_order_put_behind (cudaStream_t stream, unsigned mark);
void ihop_order_reach (unsigned mark);
void ihop_order_note_wait (cudaStream_t stream);
/* An error, which is reported, too: the stream is destroyed (as far as it is known to be), or a function that a stream calls
 * asks for it. */
cudaError_t ihop_order_refusal (cudaStream_t stream, const char *function);
/* Of a stream or an event. */
void ihop_order_note_misuse (const char *function, IhopMisuse what);
/* Is all that the host has not waited for yet? */
int ihop_order_is_reached (unsigned mark);
int ihop_order_is_left (cudaStream_t stream);

/* For the engine: the work that this thread does waits for others. "work" is what ihop_order_current gave. */
void ihop_order_note_waits (void *work);
/* NULL: this thread does no work that may wait. */
void *ihop_order_current (void);
