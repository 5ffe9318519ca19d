/* What ran before a root is reached: which statement set a variable last, and whether something may have changed
 * since a place on the way. Where control may jump in between (IhopScop.is_entered) nothing is known. */
#pragma once
#include "analysis/scop/scop.h"

/* A place on the way to the root: behind child number "at" of node number "level" of the root's path (of
 * ihop_defs_path). at == -1: at the start of that node's body. */
typedef struct
{
  GPtrArray *path;           /* owned by the scop */
  guint level;
  int at;
} IhopPlace;

/* The root's path; NULL: not known. Owned by the scop. */
GPtrArray *ihop_scop_root_path (IhopScop *scop);
/* The first child of a block on the path that is sure to have run before child number "at" is reached: behind the
 * last label of a switch in front of it; "at" itself if that is a label. */
guint ihop_block_first_certain (const IhopNode *block, guint at);
guint ihop_node_child_index (const IhopNode *parent, const IhopNode *child);
/* Whether "changes" says so of anything that may run between the place and the root. */
gboolean ihop_place_may_change (const IhopPlace *place, gboolean (*changes) (const IhopNode *node, gpointer data),
                                gpointer data);
/* Whether running what stands between the place and the root, or the root itself, may change the expression's
 * value. */
gboolean ihop_place_keeps_value (IhopScop *scop, const IhopPlace *place, const IhopNode *expression);

typedef struct
{
  const IhopNode *write;     /* the statement that sets it last, on every way to the root; NULL: none is known */
  const IhopNode *value;     /* what it sets it to; NULL: not by one assignment */
  gboolean from_entry;       /* nothing sets it between the function's entry and the root */
  IhopPlace place;           /* behind "write" */
} IhopReachingDefinition;

/* Of a variable that is written by its name only. */
IhopReachingDefinition ihop_reaching_definition (IhopScop *scop, const IhopSymbol *symbol);
/* The same when node number "level" of the root's path is reached, instead of the root. */
IhopReachingDefinition ihop_reaching_definition_at (IhopScop *scop, guint level, const IhopSymbol *symbol);
/* Whether the value, worked out again where the root stands, is still the same: nothing that it mentions has changed,
 * and it mentions no memory (pointers: only addresses of it). */
gboolean ihop_reaching_definition_is_stable (IhopScop *scop, const IhopReachingDefinition *definition,
                                             const IhopSymbol *symbol, gboolean pointers);
/* The expression that a variable was set to last, on every way to the root, and that has the same value still; NULL:
 * none. Remembered. */
const IhopNode *ihop_scop_definition (IhopScop *scop, const IhopSymbol *symbol);
