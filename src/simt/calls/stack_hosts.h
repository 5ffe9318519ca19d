/* The kernel and the functions that stand once, before they are put into one: what each keeps in its frame (stack.h), and who calls whom. */
#pragma once
#include "simt/calls/frame_layout.h"
#include "simt/calls/graph.h"
#include "simt/lower/flow.h"

/* The kernel, or a shared function, before it is put into the result. */
typedef struct
{
  guint node;
  IhopPtxFunction *function;
  IhopFlow *flow;          /* of the function: for what lives over its calls */
  IhopFrameLayout layout;  /* the kernel's variables are no part of it */
  gsize saved, size;       /* bytes: where registers are kept, and the whole frame */
  const char *entry, *leave;
  IhopPtxTargets returns;  /* where its calls stand */
} IhopStackHost;

typedef struct
{
  const IhopCallGraph *graph;
  GPtrArray *hosts; /* IhopStackHost; 0 is the kernel */
  GHashTable *sizes; /* of all hosts' variables, by name: bytes */
  IhopPtxFunction *to;
  guint frame, limit; /* registers: the lane's frame, and where the stack ends */
  GError *error;
} IhopStack;

const IhopPtxInstruction *ihop_stack_instruction (const IhopPtxFunction *function, guint i);
gboolean ihop_stack_is_kernel (const IhopStackHost *host);
/* NULL: that node of the graph is copied to where it is called. */
IhopStackHost *ihop_stack_host (const IhopStack *stack, guint node);
/* Takes the function (NULL: *error is set already). FALSE and *error: its flow is not understood. */
gboolean ihop_stack_add_host (IhopStack *stack, guint node, IhopPtxFunction *function, GError **error);
void ihop_stack_host_free (gpointer host);
/* Is it a call of a function that stands once? */
gboolean ihop_stack_is_shared_call (const IhopStack *stack, const IhopPtxInstruction *instruction);
gboolean ihop_stack_may_call (const IhopStack *stack, const IhopPtxInstruction *call, guint node);
/* Registers that the call at this instruction must not lose, as it may come back to its own function. The caller clears the set. */
IhopBits ihop_stack_live_over (const IhopStack *stack, const IhopStackHost *host, guint at);
/* Bytes that a register takes in a frame. */
gsize ihop_stack_register_size (const IhopPtxFunction *function, guint reg);
