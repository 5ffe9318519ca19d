/* Who writes a variable: by its name (counted here), or otherwise (effects.h is asked). */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  guint n_writes;            /* by name: initializers, assignments, ++ and --; opaque code counts */
  gboolean address_taken;
  const IhopNode *write;     /* the last one found */
  const IhopNode *declaration; /* its IHOP_VARIABLE in this function, or NULL */
} IhopDefs;

/* Of a variable in one function, never NULL, owned by facts. */
const IhopDefs *ihop_defs_of (IhopFacts *facts, const IhopFunction *function,
                              const IhopSymbol *symbol);
/* Only assignments by name can change it: a local scalar whose address is not taken. */
gboolean ihop_defs_is_tame (IhopFacts *facts, const IhopFunction *function,
                            const IhopSymbol *symbol);
/* Symbols that a piece of code writes by name, as a set; caller unrefs. */
GHashTable *ihop_defs_written (const IhopNode *node);
/* The same, remembered for each node that is asked for; owned by facts. */
GHashTable *ihop_defs_written_in (IhopFacts *facts, const IhopNode *node);
/* Whether the symbol is one of them; remembered for each node that is asked for. */
gboolean ihop_defs_writes (IhopFacts *facts, const IhopNode *node, const IhopSymbol *symbol);
/* The last one of a node's children in front of child number "to" that writes it: its number; -1: none. Found without
 * going through them, as every loop of a function asks it of all that stands in front. */
int ihop_defs_last_write (IhopFacts *facts, const IhopNode *parent, guint to, const IhopSymbol *symbol);
/* Symbols declared inside a piece of code; without statics. Caller unrefs. */
GHashTable *ihop_defs_declared (const IhopNode *node);
/* Whether running "node" can change the variable's own value. */
gboolean ihop_defs_may_change (IhopFacts *facts, const IhopFunction *function,
                               const IhopNode *node, const IhopSymbol *symbol);
/* Whether running "node" can change the value of this expression (no calls in it: those are
 * taken to change). What changes goes to *culprit, which may be NULL, for a message: a name
 * or a phrase, valid as long as the tree. */
gboolean ihop_defs_may_change_value (IhopFacts *facts, const IhopFunction *function,
                                     const IhopNode *node, const IhopNode *expression,
                                     IhopArgument *culprit);
/* From the function's body to "node", as ihop_node_path, without searching. NULL: not inside. */
GPtrArray *ihop_defs_path (IhopFacts *facts, const IhopFunction *function, const IhopNode *node);
/* Whether the function has a label or a goto. */
gboolean ihop_defs_has_labels (IhopFacts *facts, const IhopFunction *function);
/* Whether the variable holds one value wherever it is used: a parameter that the function leaves alone, or a variable of its own
 * that is set once. */
gboolean ihop_defs_keeps_value (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol);
