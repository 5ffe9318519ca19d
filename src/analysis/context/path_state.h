/* What variables may hold where control comes by: the way to a root is walked forward with a set of the values that
 * the function's own variables may have together (path_state.c the statements, path_state_switch.c switches, path_state_transfer.c what they
 * do to the set, path_state_query.c what is asked and what is learned). The set never lacks what can happen; what is not
 * followed may be anything. */
#pragma once
#include "analysis/scop/walk.h"

enum { IHOP_WAY_LOOKED_AT = 64 }; /* statements of a block in front of the way; of those before nothing is known */

typedef struct
{
  IhopWalk walk;             /* of a scop that has a parameter for each variable, and nothing else */
  const GPtrArray *followed; /* of const IhopSymbol *: variables whose values are kept apart */
  isl_set *breaks;           /* the values at the ways out of the switch that is being passed; NULL: none is */
} IhopWay;

/* States are sets of the scop's parameters; functions take the one that they are given, and give what holds behind. */

/* A variable is set to an expression; NULL: to anything. */
isl_set *ihop_way_set (IhopWay *way, isl_set *state, const IhopSymbol *symbol, const IhopNode *value);
/* "n += 2", "n++": what the node adds is in "value", for an operator of IHOP_OP_ADD and its like. */
isl_set *ihop_way_update (IhopWay *way, isl_set *state, const IhopSymbol *symbol, IhopOperator op, const IhopNode *value);
isl_set *ihop_way_step (IhopWay *way, isl_set *state, const IhopSymbol *symbol, gint64 step);
/* Whatever the node writes may hold anything. */
isl_set *ihop_way_forget (IhopWay *way, isl_set *state, const IhopNode *node);
/* The state after any number of whole iterations of a loop; exactly: of them alone, none of which a "break" has
 * ended. */
isl_set *ihop_way_repeat (IhopWay *way, isl_set *state, const IhopNode *loop, gboolean exactly);
/* The value of an expression in a state (kept); NULL: not known. Caller frees. */
isl_pw_aff *ihop_way_value (IhopWay *way, isl_set *state, const IhopNode *node);
/* Where a condition without side effects holds; NULL: not known. */
isl_set *ihop_way_condition (IhopWay *way, isl_set *state, const IhopNode *node);
/* Few parts, and simple ones: knowing less is always right. */
isl_set *ihop_way_limit (isl_set *state);
gboolean ihop_way_has_effects (const IhopNode *expression);
/* Whether a "continue" in the loop's body starts its next iteration. */
gboolean ihop_way_continues (const IhopNode *loop);

/* path_state.c: what holds behind a statement or an expression, where control goes on behind it. NULL is no statement. */
isl_set *ihop_way_pass (IhopWay *way, isl_set *state, const IhopNode *node);
isl_set *ihop_way_either (isl_set *a, isl_set *b);
/* path_state_switch.c: behind a switch; and in front of that child of its block. */
isl_set *ihop_way_pass_switch (IhopWay *way, isl_set *state, const IhopNode *node);
isl_set *ihop_way_come_to_case (IhopWay *way, isl_set *state, const IhopNode *node, const IhopNode *next);

/* path_state.c: the state at the end of a path (of ihop_defs_path). */
isl_set *ihop_way_come_through (IhopWay *way, const GPtrArray *path);
/* Whether control may go elsewhere than behind it. */
gboolean ihop_way_may_leave (const IhopNode *node);
/* What is inside of "({ … })", as assertions are written; NULL: it is something else. */
const IhopNode *ihop_way_statements_in (const IhopNode *node);
/* NULL: there is none. */
const IhopNode *ihop_way_loop_condition (const IhopNode *loop);
