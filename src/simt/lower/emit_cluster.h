/* Loads that read elements which follow each other in each lane, done together (cluster.h). */
#pragma once
#include "simt/lower/cluster.h"
#include "simt/lower/emit.h"

typedef struct
{
  IhopCluster cluster;
  IhopEmitAddress lowest;                 /* where it begins */
  LLVMValueRef values[IHOP_CLUSTER_MOST]; /* by element: vectors of all lanes */
  LLVMValueRef apart;                     /* i1: no store in between writes to it, so that they may be taken; NULL: nothing is stored */
} IhopEmitCluster;

/* What the load gives, from a cluster that it begins or that has begun before it in the block (emit->clusters); NULL: it is in none. */
LLVMValueRef ihop_emit_cluster_load (IhopEmit *emit, const IhopPtxInstruction *load, IhopEmitAddress address, LLVMTypeRef element);
