#include "cudart/capture.h"
#include <stdlib.h>
#include <string.h>

struct IhopCapture
{
  unsigned number;
  cudaGraph_t graph;
  int is_given;           /* the graph is the program's: it may have had nodes before */
  cudaStream_t origin;    /* in which it began */
  cudaStream_t members;   /* streams that take part, a list */
  struct IhopCapture *next;
};

static struct IhopCapture *captures; /* that go on */

/* --- streams ---------------------------------------------------------------------------------- */

/* The default streams do not capture. */
static struct IhopCapture *
capture_of (cudaStream_t stream)
{
  return (size_t) stream > 2 ? stream->capture : NULL;
}

int
ihop_capture_is_on (cudaStream_t stream)
{
  return capture_of (stream) != NULL;
}

static void
set_tails (cudaStream_t stream, const cudaGraphNode_t *nodes, size_t n)
{
  stream->tails = realloc (stream->tails, (n + 1) * sizeof *nodes);
  if (n)
    memcpy (stream->tails, nodes, n * sizeof *nodes);
  stream->n_tails = n;
}

/* The node is what the next one is behind. */
static cudaError_t
append (cudaStream_t stream, cudaGraphNode_t node)
{
  set_tails (stream, &node, 1);
  return cudaSuccess;
}

cudaError_t
ihop_capture_kernel (cudaStream_t stream, const IhopGraphLaunch *launch)
{
  if (launch->kernel == NULL)
    return ihop_cudart_error (cudaErrorInvalidDeviceFunction);
  return append (stream, ihop_graph_add_kernel (stream->capture->graph, stream->tails, stream->n_tails, launch));
}

cudaError_t
ihop_capture_copy (cudaStream_t stream, const IhopGraphCopy *copy)
{
  return append (stream, ihop_graph_add_copy (stream->capture->graph, stream->tails, stream->n_tails, copy));
}

cudaError_t
ihop_capture_fill (cudaStream_t stream, const IhopGraphFill *fill)
{
  return append (stream, ihop_graph_add_fill (stream->capture->graph, stream->tails, stream->n_tails, fill));
}

cudaError_t
ihop_capture_call (cudaStream_t stream, void (*call) (void *), void *data)
{
  return append (stream, ihop_graph_add_call (stream->capture->graph, stream->tails, stream->n_tails, call, data));
}

cudaError_t
ihop_capture_own_call (cudaStream_t stream, void (*call) (void *), const void *data, size_t size)
{
  return append (stream, ihop_graph_add_own_call (stream->capture->graph, stream->tails, stream->n_tails, call, data, size));
}

cudaError_t
ihop_capture_obtain (cudaStream_t stream, size_t size, void **place)
{
  cudaGraphNode_t node = ihop_graph_add_obtain (stream->capture->graph, stream->tails, stream->n_tails, size, place);

  return node ? append (stream, node) : ihop_cudart_error (cudaErrorMemoryAllocation);
}

cudaError_t
ihop_capture_release (cudaStream_t stream, void *place)
{
  return append (stream, ihop_graph_add_release (stream->capture->graph, stream->tails, stream->n_tails, place));
}

static void
enter (struct IhopCapture *capture, cudaStream_t stream)
{
  stream->capture = capture;
  stream->next_member = capture->members;
  capture->members = stream;
}

void
ihop_capture_leave (cudaStream_t stream)
{
  cudaStream_t *link = stream->capture ? &stream->capture->members : NULL;

  while (link && *link && *link != stream)
    link = &(*link)->next_member;
  if (link && *link)
    *link = stream->next_member;
  stream->capture = NULL;
  free (stream->tails);
  stream->tails = NULL;
  stream->n_tails = 0;
}

/* --- events ----------------------------------------------------------------------------------- */

void
ihop_tails_clear (IhopTails *tails)
{
  free (tails->nodes);
  *tails = (IhopTails){ 0 };
}

void
ihop_tails_take (IhopTails *tails, cudaStream_t stream)
{
  ihop_tails_clear (tails);
  if (capture_of (stream) == NULL)
    return;
  tails->capture = stream->capture->number;
  tails->n = stream->n_tails;
  tails->nodes = malloc ((tails->n + 1) * sizeof *tails->nodes);
  if (tails->n)
    memcpy (tails->nodes, stream->tails, tails->n * sizeof *tails->nodes);
}

static int
has_tail (cudaStream_t stream, cudaGraphNode_t node)
{
  for (size_t i = 0; i < stream->n_tails; i++)
    if (stream->tails[i] == node)
      return 1;
  return 0;
}

static void
add_tail (cudaStream_t stream, cudaGraphNode_t node)
{
  if (has_tail (stream, node))
    return;
  stream->tails = realloc (stream->tails, (stream->n_tails + 1) * sizeof *stream->tails);
  stream->tails[stream->n_tails++] = node;
}

int
ihop_tails_join (const IhopTails *tails, cudaStream_t stream)
{
  struct IhopCapture *capture = captures;

  while (capture && capture->number != tails->capture)
    capture = capture->next;
  if (capture == NULL || (size_t) stream <= 2 || (stream->capture && stream->capture != capture))
    return 0;
  if (stream->capture == NULL)
    enter (capture, stream);
  for (size_t i = 0; i < tails->n; i++)
    add_tail (stream, tails->nodes[i]);
  return 1;
}

/* --- captures --------------------------------------------------------------------------------- */

/* Into a graph, behind these nodes of it. */
static cudaError_t
begin (cudaStream_t stream, cudaGraph_t graph, int is_given, const cudaGraphNode_t *after, size_t n)
{
  static unsigned n_captures;
  struct IhopCapture *capture = calloc (1, sizeof *capture);

  if (capture == NULL)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  capture->graph = graph;
  capture->is_given = is_given;
  capture->number = ++n_captures;
  capture->origin = stream;
  capture->next = captures;
  captures = capture;
  set_tails (stream, after, n);
  enter (capture, stream);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamBeginCapture (cudaStream_t stream, int mode)
{
  cudaGraph_t graph;

  if ((size_t) stream <= 2 || stream->capture)
    return ihop_cudart_error (cudaErrorInvalidValue);
  cudaError_t error = cudaGraphCreate (&graph, 0);
  return error ? error : begin (stream, graph, 0, NULL, 0);
}

IHOP_CUDART cudaError_t
cudaStreamBeginCaptureToGraph (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after, const void *edges, size_t n, int mode)
{
  if ((size_t) stream <= 2 || stream->capture || graph == NULL)
    return ihop_cudart_error (cudaErrorInvalidValue);
  return begin (stream, graph, 1, after, n);
}

/* Its streams are free again. */
static void
end (struct IhopCapture *capture)
{
  struct IhopCapture **link = &captures;

  while (capture->members)
    ihop_capture_leave (capture->members);
  while (*link != capture)
    link = &(*link)->next;
  *link = capture->next;
  free (capture);
}

/* Branches that the stream has not waited for are lost, and the graph with them. "graph" may be NULL where the program has it already. */
IHOP_CUDART cudaError_t
cudaStreamEndCapture (cudaStream_t stream, cudaGraph_t *graph)
{
  struct IhopCapture *capture = capture_of (stream);

  if (graph)
    *graph = NULL;
  if (capture == NULL || capture->origin != stream || (graph == NULL && !capture->is_given))
    return ihop_cudart_error (capture && graph ? cudaErrorStreamCaptureUnmatched : cudaErrorInvalidValue);
  cudaGraph_t made = capture->graph;
  int is_joined = capture->is_given || ihop_graph_ends_with (made, stream->tails, stream->n_tails);
  end (capture);
  if (!is_joined)
    {
      cudaGraphDestroy (made);
      return ihop_cudart_error (cudaErrorStreamCaptureUnjoined);
    }
  if (graph)
    *graph = made;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamIsCapturing (cudaStream_t stream, int *status)
{
  *status = ihop_capture_is_on (stream);
  return cudaSuccess;
}

/* What the stream's next node is behind belongs to the stream. */
IHOP_CUDART cudaError_t
cudaStreamGetCaptureInfo (cudaStream_t stream, int *status, unsigned long long *number, cudaGraph_t *graph, const cudaGraphNode_t **after,
                          const void **edges, size_t *n)
{
  struct IhopCapture *capture = capture_of (stream);

  *status = capture != NULL;
  if (number)
    *number = capture ? capture->number : 0;
  if (graph)
    *graph = capture ? capture->graph : NULL;
  if (after)
    *after = capture ? stream->tails : NULL;
  if (edges)
    *edges = NULL;
  if (n)
    *n = capture ? stream->n_tails : 0;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaStreamUpdateCaptureDependencies (cudaStream_t stream, const cudaGraphNode_t *after, const void *edges, size_t n, unsigned flags)
{
  enum { ADD, SET };

  if (capture_of (stream) == NULL || flags > SET)
    return ihop_cudart_error (cudaErrorInvalidValue);
  if (flags == SET)
    {
      set_tails (stream, after, n);
      return cudaSuccess;
    }
  for (size_t i = 0; i < n; i++)
    add_tail (stream, after[i]);
  return cudaSuccess;
}
