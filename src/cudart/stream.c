/* Streams and events: what is done in which order says order.h. */
#include "cudart/capture.h"
#include "cudart/devices.h"
#include "cudart/host_calls.h"
#include "cudart/order.h"
#include "cudart/pool.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DISABLE_TIMING = 2 };

struct IhopEvent
{
  struct timespec when;
  int is_recorded;
  int references;            /* whoever has it, and a record that is pending */
  IhopPending *pending;      /* the last record, as far as it is not known to be done; or NULL */
  IhopTails tails;           /* where it was recorded in a capture */
  unsigned mark;             /* of the last record (order.h) */
  int is_destroyed, was_asked; /* as of streams; the latter since the last record */
  int has_no_time;
};

/* An event that is waited for. */
static cudaError_t
event_refusal (cudaEvent_t event, const char *function)
{
  if (event == NULL)
    return cudaErrorInvalidResourceHandle;
  if (event->is_destroyed)
    ihop_order_note_misuse (function, IHOP_MISUSE_DESTROYED);
  else if (!event->is_recorded)
    ihop_order_note_misuse (function, IHOP_MISUSE_RECORDED);
  return event->is_destroyed ? cudaErrorInvalidResourceHandle : cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned flags, int priority)
{
  *stream = calloc (1, sizeof **stream);
  if (*stream == NULL)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  (*stream)->flags = flags;
  (*stream)->priority = priority;
  (*stream)->device = ihop_devices_current ();
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags)
{
  return cudaStreamCreateWithPriority (stream, flags, 0);
}

IHOP_CUDART cudaError_t
cudaStreamCreate (cudaStream_t *stream)
{
  return cudaStreamCreateWithPriority (stream, 0, 0);
}

IHOP_CUDART cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  cudaError_t refusal = (size_t) stream <= 2 ? cudaErrorInvalidResourceHandle : ihop_order_refusal (stream, "cudaStreamDestroy");

  if (refusal)
    return ihop_cudart_error (refusal);
  if (ihop_order_is_left (stream))
    ihop_order_note_misuse ("cudaStreamDestroy", IHOP_MISUSE_WAITED);
  ihop_capture_leave (stream);
  ihop_order_forget (stream);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  cudaError_t error = ihop_order_wait (stream);

  ihop_pools_trim ();
  return error;
}

/* In a program that is checked nobody can be sure that work is done when he asks for the first time. */
static int
is_asked_first (cudaStream_t stream)
{
  if ((size_t) stream <= 2 || !ihop_order_is_left (stream) || stream->was_asked)
    return 0;
  stream->was_asked = 1;
  return 1;
}

IHOP_CUDART cudaError_t
cudaStreamQuery (cudaStream_t stream)
{
  cudaError_t refusal = ihop_order_refusal (stream, "cudaStreamQuery");

  if (refusal)
    return ihop_cudart_error (refusal);
  if (!ihop_order_is_idle (stream) || is_asked_first (stream))
    return cudaErrorNotReady;
  ihop_order_note_wait (stream);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
  cudaError_t error = event_refusal (event, "cudaStreamWaitEvent");

  error = error ? error : ihop_order_refusal (stream, "cudaStreamWaitEvent");
  if (error)
    return ihop_cudart_error (error);
  if (ihop_tails_join (&event->tails, stream))
    return cudaSuccess;
  if (event->pending)
    ihop_order_after (stream, event->pending);
  ihop_order_put_behind (stream, event->mark);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamGetFlags (cudaStream_t stream, unsigned *flags)
{
  *flags = stream ? stream->flags : 0;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamAttachMemAsync (cudaStream_t stream, void *place, size_t size, unsigned flags)
{
  return cudaSuccess;
}

typedef struct
{
  cudaStream_t stream;
  void (*call) (cudaStream_t, cudaError_t, void *);
  void *data;
} Callback;

static void
call_back (void *data)
{
  const Callback *callback = data;

  callback->call (callback->stream, cudaSuccess, callback->data);
}

static cudaError_t
run_callback (void *data)
{
  ihop_host_call_late (call_back, data);
  return cudaSuccess;
}

typedef struct
{
  void (*call) (void *);
  void *data;
} HostCall;

static cudaError_t
run_host_call (void *data)
{
  const HostCall *host = data;

  ihop_host_call_late (host->call, host->data);
  return cudaSuccess;
}

/* What a library does. */
typedef struct
{
  void (*call) (void *);
  void *data;
  size_t size;
} LibraryCall;

static cudaError_t
run_library_call (void *data)
{
  const LibraryCall *call = data;

  call->call (call->data);
  return cudaSuccess;
}

static void
keep_library_call (void *data)
{
  LibraryCall *call = data;

  call->data = memcpy (malloc (call->size + 1), call->data, call->size);
}

static void
release_library_call (void *data)
{
  free (((LibraryCall *) data)->data);
}

cudaError_t
ihop_cudart_call_in (cudaStream_t stream, void (*call) (void *data), void *data, size_t size)
{
  static const IhopWork work = { run_library_call, sizeof (LibraryCall), keep_library_call, release_library_call, .name = "a library" };
  static int said;
  LibraryCall library = { call, data, size };

  if (ihop_cudart_check ())
    return __atomic_exchange_n (&said, 1, __ATOMIC_RELAXED)
             ? ihop_cudart_error (cudaErrorNotSupported)
             : ihop_cudart_fail (cudaErrorNotSupported, "cuBLAS or cuFFT", strdup ("what it reads and writes is not checked: its calls are refused"));
  if (ihop_capture_is_on (stream))
    return ihop_capture_own_call (stream, call, data, size);
  return ihop_order_do (stream, &work, &library, 0, NULL);
}

IHOP_CUDART cudaError_t
cudaStreamAddCallback (cudaStream_t stream, void (*call) (cudaStream_t, cudaError_t, void *), void *data, unsigned flags)
{
  static const IhopWork work = { .run = run_callback, .size = sizeof (Callback), .name = "cudaStreamAddCallback" };
  Callback callback = { stream, call, data };

  return ihop_order_do (stream, &work, &callback, ihop_host_calls_are_late (), NULL);
}

IHOP_CUDART cudaError_t
cudaLaunchHostFunc (cudaStream_t stream, void (*call) (void *), void *data)
{
  if (ihop_capture_is_on (stream))
    return ihop_capture_call (stream, call, data);
  static const IhopWork work = { .run = run_host_call, .size = sizeof (HostCall), .name = "cudaLaunchHostFunc" };
  HostCall host = { call, data };
  return ihop_order_do (stream, &work, &host, ihop_host_calls_are_late (), NULL);
}

/* --- events ----------------------------------------------------------------------------------- */

IHOP_CUDART cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags)
{
  *event = calloc (1, sizeof **event);
  if (*event)
    **event = (struct IhopEvent){ .references = 1, .has_no_time = (flags & DISABLE_TIMING) != 0 };
  return *event ? cudaSuccess : ihop_cudart_error (cudaErrorMemoryAllocation);
}

IHOP_CUDART cudaError_t
cudaEventCreate (cudaEvent_t *event)
{
  return cudaEventCreateWithFlags (event, 0);
}

static void
drop_event (cudaEvent_t event)
{
  if (__atomic_sub_fetch (&event->references, 1, __ATOMIC_ACQ_REL) == 0 && !event->is_destroyed)
    free (event);
}

IHOP_CUDART cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  if (event == NULL || event->is_destroyed)
    {
      ihop_order_note_misuse ("cudaEventDestroy", IHOP_MISUSE_DESTROYED);
      return ihop_cudart_error (cudaErrorInvalidResourceHandle);
    }
  if (!ihop_order_is_reached (event->mark))
    ihop_order_note_misuse ("cudaEventDestroy", IHOP_MISUSE_WAITED);
  ihop_pending_unref (event->pending);
  event->pending = NULL;
  ihop_tails_clear (&event->tails);
  event->is_destroyed = ihop_cudart_check () != NULL;
  drop_event (event);
  return cudaSuccess;
}

static cudaError_t
run_record (void *data)
{
  cudaEvent_t event = *(cudaEvent_t *) data;

  clock_gettime (CLOCK_MONOTONIC, &event->when);
  return cudaSuccess;
}

static void
keep_record (void *data)
{
  __atomic_add_fetch (&(*(cudaEvent_t *) data)->references, 1, __ATOMIC_ACQ_REL);
}

static void
release_record (void *data)
{
  drop_event (*(cudaEvent_t *) data);
}

IHOP_CUDART cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  static const IhopWork work = { run_record, sizeof (cudaEvent_t), keep_record, release_record, .name = "cudaEventRecord" };
  IhopPending *pending = NULL;

  if (event && event->is_destroyed)
    ihop_order_note_misuse ("cudaEventRecord", IHOP_MISUSE_DESTROYED);
  if (event == NULL || event->is_destroyed)
    return ihop_cudart_error (cudaErrorInvalidResourceHandle);
  event->was_asked = 0;
  ihop_tails_take (&event->tails, stream);
  cudaError_t error = event->tails.capture ? run_record (&event) : ihop_order_do (stream, &work, &event, 0, &pending);
  event->mark = event->tails.capture ? 0 : ihop_order_mark (stream);
  event->is_recorded = 1;
  ihop_pending_unref (event->pending);
  event->pending = pending;
  return error;
}

IHOP_CUDART cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  cudaError_t error = event_refusal (event, "cudaEventSynchronize");

  if (error)
    return ihop_cudart_error (error);
  if (event->pending)
    ihop_pending_wait (event->pending);
  ihop_order_reach (event->mark);
  ihop_pools_trim ();
  return cudaSuccess;
}

static int
is_pending (cudaEvent_t event)
{
  return event && event->pending && !ihop_pending_is_done (event->pending);
}

IHOP_CUDART cudaError_t
cudaEventQuery (cudaEvent_t event)
{
  cudaError_t error = event_refusal (event, "cudaEventQuery");

  if (error)
    return ihop_cudart_error (error);
  if (is_pending (event) || (!ihop_order_is_reached (event->mark) && !event->was_asked++))
    return cudaErrorNotReady;
  ihop_order_reach (event->mark);
  return cudaSuccess;
}

/* Milliseconds. */
IHOP_CUDART cudaError_t
cudaEventElapsedTime (float *time, cudaEvent_t start, cudaEvent_t end)
{
  if (start == NULL || end == NULL || !start->is_recorded || !end->is_recorded || start->has_no_time
      || end->has_no_time)
    return ihop_cudart_error (cudaErrorInvalidResourceHandle);
  if (is_pending (start) || is_pending (end))
    return cudaErrorNotReady;
  *time = (end->when.tv_sec - start->when.tv_sec) * 1e3 + (end->when.tv_nsec - start->when.tv_nsec) * 1e-6;
  return cudaSuccess;
}
