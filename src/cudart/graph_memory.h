/* Memory that nodes of graphs allocate and free. Its address is known when the node is made, and the same at each launch; it is
 * there from the node that allocates it until it is freed: by a node of this graph or another one, or by whoever got the address
 * ("CUDA C++ Programming Guide", "Graph Memory Nodes"). */
#pragma once
#include "cudart/places.h"

typedef struct IhopGraphMemory IhopGraphMemory;

/* One reference to it. NULL: there is no room. */
IhopGraphMemory *ihop_graph_memory_new (size_t size);
/* That begins there, without a reference; NULL: none. */
IhopGraphMemory *ihop_graph_memory_at (const void *place);
IhopGraphMemory *ihop_graph_memory_ref (IhopGraphMemory *memory);
void ihop_graph_memory_unref (IhopGraphMemory *memory); /* accepts NULL */
void *ihop_graph_memory_place (const IhopGraphMemory *memory);
size_t ihop_graph_memory_size (const IhopGraphMemory *memory);

/* It is there from now on. 0: it is already. */
int ihop_graph_memory_begin (IhopGraphMemory *memory);
int ihop_graph_memory_is_there (const IhopGraphMemory *memory);
