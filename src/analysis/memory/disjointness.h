/* Whether sets of objects can share memory: the proofs behind alias.h and touch. */
#pragma once
#include "analysis/memory/points_to.h"

/* Whether the memory of two variables is known to be distinct for a reason that no proof here sees: a
 * test that has passed. It says so of the memory right behind pointers, nothing of what is reached
 * through pointers stored there. */
typedef gboolean (*IhopApart) (const IhopSymbol *a, const IhopSymbol *b, gpointer data);

/* What is taken for granted besides what is proved. */
typedef struct
{
  gboolean by_owner; /* what --alias trust and noalias() vouch for */
  IhopApart apart;   /* variables whose memory a test has shown not to overlap; NULL: none */
  gpointer data;     /* of apart */
  gboolean in_blocks; /* asked of all between the first element and the last: restrict speaks of those that are touched, and a
                         second pointer may have the ones in between */
} IhopGranted;

typedef enum
{
  IHOP_PROOF_NONE,      /* they may meet */
  IHOP_PROOF_OBJECTS,   /* different objects of this function */
  IHOP_PROOF_RESTRICT,
  IHOP_PROOF_CALLS,     /* every call passes distinct objects */
  IHOP_PROOF_PROGRAM,   /* nothing in the program lets both point to one object */
  IHOP_PROOF_GRANTED    /* by the owner or by a test */
} IhopProof;

/* One side: objects of the function's own system, and the same thing seen by the program's. */
typedef struct
{
  IhopObjectSet *own, *program;
} IhopMemory;

IhopMemory ihop_memory_behind (IhopFacts *facts, const IhopFunction *function,
                               const IhopSymbol *variable);
IhopMemory ihop_memory_place (IhopFacts *facts, const IhopFunction *function,
                              const IhopNode *place);
IhopMemory ihop_memory_argument (IhopFacts *facts, const IhopFunction *function,
                                 const IhopNode *argument);

/* Whether the program is seen to let a pointer to this variable get there. */
gboolean ihop_memory_names (IhopMemory memory, IhopFacts *facts, const IhopSymbol *variable);

/* The weakest proof that was needed, or NONE. granted may be NULL. */
IhopProof ihop_memory_distinct (IhopFacts *facts, const IhopFunction *function, IhopMemory a,
                                IhopMemory b, const IhopGranted *granted);
/* Two places ("rows[i][j]", "p->data[k]") of one function. */
gboolean ihop_alias_places_distinct (IhopFacts *facts, const IhopFunction *function,
                                     const IhopNode *a, const IhopNode *b);
/* Read from memory: "grid->u", not what another variable holds, or was reckoned from it. */
gboolean ihop_alias_is_loaded (const IhopNode *value);
/* What a pointer parameter, a global pointer, or a local one set at the function's start (function_entry.h)
 * points to stays the same while the function runs, or it is another global variable: its address can be
 * compared at entry. */
gboolean ihop_alias_is_comparable (IhopFacts *facts, const IhopFunction *function,
                                   const IhopSymbol *variable);
/* Bytes of what a variable stands for, as C text that is valid when the function is entered, as
 * its declaration states them; NULL: it does not. Caller frees. */
char *ihop_alias_entry_bytes (IhopFacts *facts, const IhopFunction *function,
                              const IhopSymbol *variable);
