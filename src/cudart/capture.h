/* Streams that capture: what they are asked for becomes nodes of a graph. Each has its tails, the nodes that its next one is behind: the
 * last one that it was asked for, and what events that it waits for were recorded behind. A stream that waits for an event of
 * a capture joins it, as a branch ("CUDA C++ Programming Guide", "Cross-stream Dependencies and Events"). */
#pragma once
#include "cudart/graph.h"

/* An event that was recorded in a capture. All zero: it was not. */
typedef struct
{
  unsigned capture; /* number of it, from 1 */
  cudaGraphNode_t *nodes;
  size_t n;
} IhopTails;

/* As the stream's are now; 0 where it does not capture. What was there is freed. */
void ihop_tails_take (IhopTails *tails, cudaStream_t stream);
void ihop_tails_clear (IhopTails *tails);
/* The stream waits for them. FALSE: they are of no capture that goes on. */
int ihop_tails_join (const IhopTails *tails, cudaStream_t stream);

/* Does it capture what the stream is asked for? */
int ihop_capture_is_on (cudaStream_t stream);
/* Then each adds a node. */
cudaError_t ihop_capture_kernel (cudaStream_t stream, const IhopGraphLaunch *launch);
cudaError_t ihop_capture_copy (cudaStream_t stream, const IhopGraphCopy *copy);
cudaError_t ihop_capture_fill (cudaStream_t stream, const IhopGraphFill *fill);
cudaError_t ihop_capture_call (cudaStream_t stream, void (*call) (void *), void *data);
/* … with a copy of the data, for libraries. */
cudaError_t ihop_capture_own_call (cudaStream_t stream, void (*call) (void *), const void *data, size_t size);
/* … where memory begins. */
cudaError_t ihop_capture_obtain (cudaStream_t stream, size_t size, void **place);
cudaError_t ihop_capture_release (cudaStream_t stream, void *place);
/* The stream is destroyed. */
void ihop_capture_leave (cudaStream_t stream);
