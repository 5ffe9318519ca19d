/* Graphs: work that is noted once and done often. What a stream is asked for while it captures becomes
 * nodes, in the order in which it was asked: each waits for the one before. */
#pragma once
#include "cudart/cudart.h"

typedef struct IhopGraph *cudaGraph_t;

/* The graph that takes what the stream is asked for; NULL: it is done at once. */
cudaGraph_t ihop_graph_of_stream (cudaStream_t stream);

/* Each adds a node that waits for the graph's last one. */
cudaError_t ihop_graph_note_kernel (cudaGraph_t graph, IhopEngineKernel *kernel, IhopDim3 grid, IhopDim3 block, void **args,
                                    size_t shared);
cudaError_t ihop_graph_note_copy (cudaGraph_t graph, void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                  size_t width, size_t height);
cudaError_t ihop_graph_note_fill (cudaGraph_t graph, void *place, size_t pitch, unsigned value, unsigned element,
                                  size_t width, size_t height);
cudaError_t ihop_graph_note_call (cudaGraph_t graph, void (*call) (void *), void *data);
