/* Streams and events. All work is done when it is asked for: nothing is ever pending. */
#include "cudart/graph.h"
#include <stdlib.h>
#include <time.h>

struct IhopEvent
{
  struct timespec when;
  int is_recorded;
  struct IhopGraph *capture; /* of the stream in which it was recorded */
};

IHOP_CUDART cudaError_t
cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned flags, int priority)
{
  *stream = calloc (1, sizeof **stream);
  if (*stream == NULL)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  (*stream)->flags = flags;
  (*stream)->priority = priority;
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
  free (stream);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamQuery (cudaStream_t stream)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
  if (event && event->capture && (size_t) stream > 2)
    stream->capture = event->capture; /* it joins the capture */
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

IHOP_CUDART cudaError_t
cudaStreamAddCallback (cudaStream_t stream, void (*call) (cudaStream_t, cudaError_t, void *), void *data, unsigned flags)
{
  call (stream, cudaSuccess, data);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaLaunchHostFunc (cudaStream_t stream, void (*call) (void *), void *data)
{
  if (ihop_graph_of_stream (stream))
    return ihop_graph_note_call (ihop_graph_of_stream (stream), call, data);
  call (data);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags)
{
  *event = calloc (1, sizeof **event);
  return *event ? cudaSuccess : ihop_cudart_error (cudaErrorMemoryAllocation);
}

IHOP_CUDART cudaError_t
cudaEventCreate (cudaEvent_t *event)
{
  return cudaEventCreateWithFlags (event, 0);
}

IHOP_CUDART cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  free (event);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  if (event == NULL)
    return ihop_cudart_error (cudaErrorInvalidResourceHandle);
  clock_gettime (CLOCK_MONOTONIC, &event->when);
  event->is_recorded = 1;
  event->capture = ihop_graph_of_stream (stream);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaEventQuery (cudaEvent_t event)
{
  return cudaSuccess;
}

/* Milliseconds. */
IHOP_CUDART cudaError_t
cudaEventElapsedTime (float *time, cudaEvent_t start, cudaEvent_t end)
{
  if (start == NULL || end == NULL || !start->is_recorded || !end->is_recorded)
    return ihop_cudart_error (cudaErrorInvalidResourceHandle);
  *time = (end->when.tv_sec - start->when.tv_sec) * 1e3 + (end->when.tv_nsec - start->when.tv_nsec) * 1e-6;
  return cudaSuccess;
}
