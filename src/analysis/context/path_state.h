/* What variables may hold along the path to a root: an abstract interpretation that carries the set of the values which the
 * function's own variables may have together forward, statement by statement (path_state.c), through switches
 * (path_state_switch.c); path_state_transfer.c has what assignments and conditions do to the set, path_state_query.c asks
 * for it at a root. The set never lacks what can happen: what is not followed may be anything. */
#pragma once
#include "analysis/scop/walk.h"

enum
{
  IHOP_PATH_MOST_STATEMENTS = 64
}; /* statements of a block in front of the path; of those before nothing is known */

typedef struct
{
  IhopWalk walk;             /* of a scop that has a parameter for each variable, and nothing else */
  const GPtrArray *followed; /* of const IhopSymbol *: variables whose values are kept apart */
  isl_set *breaks;           /* the values at the exits of the switch that is being passed; NULL: none is */
  gboolean is_rough;         /* loops are passed once, and less is known behind them */
} IhopPathAnalysis;

/* States are sets of the scop's parameters; functions take the one that they are given, and give what holds behind. */

/* A variable is set to an expression; NULL: to anything. */
isl_set *ihop_path_assign (IhopPathAnalysis *analysis, isl_set *state, const IhopSymbol *symbol, const IhopNode *value);
/* "n += 2", "n++": what the node adds is in "value", for an operator of IHOP_OP_ADD and its like. */
isl_set *ihop_path_update (IhopPathAnalysis *analysis, isl_set *state, const IhopSymbol *symbol, IhopOperator op,
                           const IhopNode *value);
isl_set *ihop_path_increment (IhopPathAnalysis *analysis, isl_set *state, const IhopSymbol *symbol, gint64 step);
/* Whatever the node writes may hold anything. */
isl_set *ihop_path_havoc (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node);
/* The state after any number of whole iterations of a loop; exactly: of them alone, none of which a "break" has
 * ended. */
isl_set *ihop_path_iterate (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *loop, gboolean exactly);
/* The value of an expression in a state (kept); NULL: not known. Caller frees. */
isl_pw_aff *ihop_path_evaluate (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node);
/* Where a condition without side effects holds; NULL: not known. */
isl_set *ihop_path_condition (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node);
/* Widening: a larger set of few and simple parts. Knowing less is always right. */
isl_set *ihop_path_widen (isl_set *state);
gboolean ihop_path_has_effects (const IhopNode *expression);
/* Whether a "continue" in the loop's body starts its next iteration. */
gboolean ihop_path_has_continue (const IhopNode *loop);

/* path_state.c: what holds behind a statement or an expression, where control goes on behind it. NULL is no statement. */
isl_set *ihop_path_execute (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node);
isl_set *ihop_path_join (isl_set *a, isl_set *b);
/* path_state_switch.c: behind a switch; and in front of that child of its block. */
isl_set *ihop_path_execute_switch (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node);
isl_set *ihop_path_reach_case (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node, const IhopNode *next);

/* path_state.c: the state at the end of a path (of ihop_defs_path). */
isl_set *ihop_path_reach (IhopPathAnalysis *analysis, const GPtrArray *path);
/* Whether control may go elsewhere than behind it. */
gboolean ihop_path_may_leave (const IhopNode *node);
/* What is inside of "({ … })", as assertions are written; NULL: it is something else. */
const IhopNode *ihop_path_statement_expression (const IhopNode *node);
/* NULL: there is none. */
const IhopNode *ihop_path_loop_condition (const IhopNode *loop);
