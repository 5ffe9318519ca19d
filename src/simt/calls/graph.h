/* Who calls whom, seen from a kernel. */
#pragma once
#include "simt/lower/bits.h"
#include "simt/ptx/ptx.h"

typedef struct
{
  const IhopPtxFunction *function;
  gboolean is_shared; /* stands once in the result, not at each call */
  gboolean is_pointed_at;
  gboolean calls_pointers;
  guint n_calls;      /* of it */
  IhopBits reaches;   /* nodes that a call of it may call in turn */
} IhopCallNode;

typedef struct
{
  const IhopPtxModule *module;
  GArray *nodes; /* IhopCallNode; 0 is the kernel */
} IhopCallGraph;

IhopCallGraph *ihop_call_graph_new (const IhopPtxModule *module, const IhopPtxFunction *kernel);
void ihop_call_graph_free (IhopCallGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopCallGraph, ihop_call_graph_free)

IhopCallNode *ihop_call_graph_node (const IhopCallGraph *graph, guint i);
/* Its number; G_MAXUINT where the kernel never calls it. */
guint ihop_call_graph_find (const IhopCallGraph *graph, const IhopPtxFunction *function);

/* The operand of a call that says what is called; NULL for other instructions. */
const IhopPtxOperand *ihop_call_target (const IhopPtxInstruction *instruction);
/* The function with a body that is called by its name, or NULL. */
const IhopPtxFunction *ihop_call_function (const IhopPtxModule *module, const IhopPtxInstruction *instruction);
/* Is a pointer called? */
gboolean ihop_call_is_indirect (const IhopPtxInstruction *instruction);
