/* Who calls whom, over all trees of the facts. */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  const IhopFunction *caller;
  const IhopNode *call;
  const IhopSymbol *callee;      /* NULL: through a pointer */
  const IhopFunction *function;  /* the body that runs; NULL: none here */
} IhopCallSite;

typedef struct
{
  const IhopFunction *function;
  GPtrArray *calls;              /* of IhopCallSite *, in the order of the body, owned */
  GPtrArray *callers;            /* of IhopCallSite *: direct calls of this function */
  gboolean calls_through_pointer;
  gboolean is_address_taken;     /* it may also be called through a pointer, or by the system */
  gboolean is_recursive;         /* may call itself, directly or around a corner */
  guint component;               /* number of its strongly connected component, callees first */
} IhopCallNode;

typedef struct
{
  GPtrArray *nodes;      /* of IhopCallNode * */
  GPtrArray *components; /* of GPtrArray of IhopCallNode *: callees before callers */
  gboolean calls_strangers; /* some call reaches a function of which neither the body nor a library
                               entry is known */
} IhopCallGraph;

/* Owned by facts. */
const IhopCallGraph *ihop_callgraph_of (IhopFacts *facts);
const IhopCallNode *ihop_callgraph_node (IhopFacts *facts, const IhopFunction *function);
/* The function that a call names; NULL: it goes through a pointer. */
const IhopSymbol *ihop_call_callee (const IhopNode *call);
/* Nothing outside the project can call in, other than main and functions whose address is taken. */
gboolean ihop_callgraph_is_closed (IhopFacts *facts);
/* Whether code outside may call this function with arguments that we do not see. */
gboolean ihop_callgraph_is_entry (IhopFacts *facts, const IhopFunction *function);
/* Whether running one function may run another (itself included). Calls through pointers count as
 * reaching every function whose address is taken. */
gboolean ihop_callgraph_reaches (IhopFacts *facts, const IhopFunction *from,
                                 const IhopFunction *to);
