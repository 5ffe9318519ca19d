/* The way to a root, statement by statement. What path_conditions.c reads off the conditions in front of a root holds only of
 * variables that stay what they are from there on; here a variable may be set as often as it likes: "q += n", one
 * value in each branch, an assertion in between, a loop that counts it down. */
#include "analysis/context/path_state.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/library_effects.h"
#include "analysis/scop/reaching_definition.h"

static void split (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *condition, isl_set **yes, isl_set **no);

static isl_set *
nothing (isl_set *state)
{
  isl_space *space = isl_set_get_space (state);

  isl_set_free (state);
  return isl_set_empty (space);
}

isl_set *
ihop_path_join (isl_set *a, isl_set *b)
{
  return ihop_path_widen (isl_set_union (a, b));
}

/* ---- what is worth looking at --------------------------------------------------------------------------------- */

static gboolean
find_leaving (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_RETURN || node->kind == IHOP_BREAK || node->kind == IHOP_CONTINUE
                         || node->kind == IHOP_GOTO || (node->kind == IHOP_CALL && ihop_call_never_returns (node));
  return !*(gboolean *) found;
}

gboolean
ihop_path_may_leave (const IhopNode *node)
{
  gboolean found = FALSE;

  ihop_node_walk (node, find_leaving, &found);
  return found;
}

static gboolean
concerns (const IhopPathAnalysis *analysis, const IhopNode *node)
{
  for (guint i = 0; i < analysis->followed->len; i++)
    if (ihop_defs_writes (analysis->walk.scop->facts, node, analysis->followed->pdata[i]))
      return TRUE;
  return ihop_path_may_leave (node);
}

/* ---- expressions ---------------------------------------------------------------------------------------------- */

const IhopNode *
ihop_path_statement_expression (const IhopNode *node)
{
  const IhopNode *inside = node->kind == IHOP_OPAQUE_EXPR && node->n_children == 1 ? node->child[0] : NULL;

  return inside && ihop_kind_is_statement (inside->kind) ? inside : NULL;
}

static isl_set *
evaluate_assignment (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  const IhopNode *left = ihop_node_strip (node->child[0], TRUE);

  if (left->kind != IHOP_REF || ihop_path_has_effects (node->child[1]))
    return ihop_path_havoc (analysis, state, node);
  if (node->op == IHOP_OP_NONE)
    return ihop_path_assign (analysis, state, left->symbol, node->child[1]);
  return ihop_path_update (analysis, state, left->symbol, node->op, node->child[1]);
}

static isl_set *
evaluate_choice (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  isl_set *yes, *no;

  if (node->child[1] == NULL)
    return ihop_path_havoc (analysis, state, node);
  split (analysis, state, node->child[0], &yes, &no);
  return ihop_path_join (ihop_path_execute (analysis, yes, node->child[1]),
                         ihop_path_execute (analysis, no, node->child[2]));
}

static isl_set *
evaluate (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  IhopSymbol *symbol;
  gint64 step;

  node = ihop_node_strip (node, FALSE);
  if (node->flags & IHOP_NODE_CONSTANT)
    return state;
  switch (node->kind)
    {
    case IHOP_CAST:
      return evaluate (analysis, state, node->child[0]);
    case IHOP_ASSIGN:
      return evaluate_assignment (analysis, state, node);
    case IHOP_UNARY:
      if (node->op >= IHOP_OP_PRE_INC && ihop_counting_step (node, &symbol, &step))
        return ihop_path_increment (analysis, state, symbol, step);
      return ihop_path_havoc (analysis, state, node);
    case IHOP_BINARY:
      if (node->op != IHOP_OP_COMMA)
        return ihop_path_havoc (analysis, state, node);
      return evaluate (analysis, evaluate (analysis, state, node->child[0]), node->child[1]);
    case IHOP_CONDITIONAL:
      return evaluate_choice (analysis, state, node);
    case IHOP_CALL:
      state = ihop_path_havoc (analysis, state, node);
      return ihop_call_never_returns (node) ? nothing (state) : state;
    case IHOP_OPAQUE_EXPR:
      return ihop_path_statement_expression (node)
               ? ihop_path_execute (analysis, state, ihop_path_statement_expression (node))
               : ihop_path_havoc (analysis, state, node);
    default:
      return ihop_path_havoc (analysis, state, node);
    }
}

/* ---- conditions ----------------------------------------------------------------------------------------------- */

static gboolean
find_effects (const IhopNode *node, gpointer effects)
{
  if (node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR || node->kind == IHOP_OPAQUE
      || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC))
    g_ptr_array_add (effects, (gpointer) node);
  return TRUE;
}

/* "while (n--)" and "--n > 0": the step is made first, and the condition says what was compared. */
static isl_set *
after_steps (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *condition, gboolean *is_step)
{
  g_autoptr (GPtrArray) effects = g_ptr_array_new ();
  const IhopNode *side = condition;

  ihop_node_walk (condition, find_effects, effects);
  if (condition->kind == IHOP_BINARY && condition->op >= IHOP_OP_LT && condition->op <= IHOP_OP_NE
      && condition->child[1]->flags & IHOP_NODE_CONSTANT)
    side = condition->child[0];
  side = ihop_node_strip (side, TRUE);
  *is_step = effects->len == 0 || (effects->len == 1 && effects->pdata[0] == side && side->kind == IHOP_UNARY);
  return effects->len == 0 ? state
         : *is_step        ? evaluate (analysis, state, side)
                           : ihop_path_havoc (analysis, state, condition);
}

static void
split_both (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *condition, isl_set **yes, isl_set **no)
{
  isl_set *first_yes, *first_no;

  split (analysis, state, condition->child[0], &first_yes, &first_no);
  if (condition->op == IHOP_OP_LAND)
    {
      split (analysis, first_yes, condition->child[1], yes, no);
      *no = ihop_path_join (*no, first_no);
      return;
    }
  split (analysis, first_no, condition->child[1], yes, no);
  *yes = ihop_path_join (*yes, first_yes);
}

/* The states in which it holds, and in which it does not: where that is not known, both. Takes state. */
static void
split (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *condition, isl_set **yes, isl_set **no)
{
  gboolean is_step;
  isl_set *holds;

  condition = ihop_node_strip (condition, FALSE);
  if (condition->kind == IHOP_CAST && condition->flags & IHOP_NODE_IMPLICIT
      && ihop_type_is_integer (condition->child[0]->type))
    {
      split (analysis, state, condition->child[0], yes, no);
      return;
    }
  if (condition->kind == IHOP_UNARY && condition->op == IHOP_OP_NOT)
    {
      split (analysis, state, condition->child[0], no, yes);
      return;
    }
  if (condition->kind == IHOP_BINARY && (condition->op == IHOP_OP_LAND || condition->op == IHOP_OP_LOR))
    {
      split_both (analysis, state, condition, yes, no);
      return;
    }
  state = after_steps (analysis, state, condition, &is_step);
  holds = is_step ? ihop_path_condition (analysis, state, condition) : NULL;
  *yes = isl_set_copy (state);
  *no = state;
  if (holds)
    {
      *yes = ihop_path_widen (isl_set_intersect (*yes, isl_set_copy (holds)));
      *no = ihop_path_widen (isl_set_subtract (*no, holds));
    }
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

const IhopNode *
ihop_path_loop_condition (const IhopNode *loop)
{
  return loop->kind == IHOP_WHILE ? loop->child[0] : loop->child[1];
}

/* Nobody asks what a variable holds behind the block or the loop that declares it. */
static isl_set *
leave_scope (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *declaration)
{
  if (declaration && declaration->kind == IHOP_DECLARATION)
    for (guint i = 0; i < declaration->n_children; i++)
      if (declaration->child[i])
        state = ihop_path_assign (analysis, state, declaration->child[i]->symbol, NULL);
  return state;
}

/* One iteration of a loop whose body starts in "state": where control goes on to the next one, and in *out the states
 * at the body's ways out. Takes state. */
static isl_set *
pass_iteration (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *loop, isl_set **out)
{
  isl_set *outer = analysis->breaks;

  analysis->breaks = isl_set_empty (isl_set_get_space (state));
  state = ihop_path_execute (analysis, state, ihop_loop_body (loop));
  if (loop->kind == IHOP_FOR && loop->child[2])
    state = ihop_path_execute (analysis, state, loop->child[2]);
  *out = analysis->breaks;
  analysis->breaks = outer;
  return state;
}

/* Where the condition does not hold any more. Takes state; NULL: there is no condition. */
static isl_set *
ending (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *condition)
{
  isl_set *yes, *no;

  if (condition == NULL)
    return isl_set_intersect (state, isl_set_empty (isl_set_get_space (state)));
  split (analysis, state, condition, &yes, &no);
  isl_set_free (yes);
  return no;
}

/* Where the condition holds. Takes state; NULL: there is no condition. */
static isl_set *
starting (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *condition)
{
  isl_set *yes, *no;

  if (condition == NULL)
    return state;
  split (analysis, state, condition, &yes, &no);
  isl_set_free (no);
  return yes;
}

/* Iterations start in the first states, or where another one has gone on and not left: behind "if (r > 2) break; r++;"
 * r is no more than 3. Loops inside are passed roughly here, or the work doubled with each level. Keeps first, takes
 * starts. */
static isl_set *
reachable_starts (IhopPathAnalysis *analysis, isl_set *first, isl_set *starts, const IhopNode *loop)
{
  isl_set *out, *front;

  analysis->is_rough = TRUE;
  front = pass_iteration (analysis, isl_set_copy (starts), loop, &out);
  analysis->is_rough = FALSE;
  isl_set_free (out);
  front = ihop_path_join (front, isl_set_copy (first));
  return ihop_path_widen (isl_set_intersect (starts, starting (analysis, front, ihop_path_loop_condition (loop))));
}

/* Behind a loop that asks first, from the states in front of its first iteration: it has not run at all, or its last
 * iteration started where the condition held. Of the states in front of each iteration no more may be known than
 * "repeated". Takes both. */
static isl_set *
pass_asking (IhopPathAnalysis *analysis, isl_set *first, isl_set *repeated, const IhopNode *loop)
{
  const IhopNode *condition = ihop_path_loop_condition (loop);
  isl_set *starts = starting (analysis, repeated, condition), *out, *behind;

  if (!analysis->is_rough && ihop_path_may_leave (ihop_loop_body (loop)))
    starts = reachable_starts (analysis, first, starts, loop);
  behind = ending (analysis, pass_iteration (analysis, starts, loop, &out), condition);
  behind = ihop_path_join (behind, ending (analysis, first, condition));
  return ihop_path_join (behind, out);
}

/* Behind a loop in which "continue" leads to the next iteration from anywhere, or that asks last. Takes both. */
static isl_set *
pass_jumping (IhopPathAnalysis *analysis, isl_set *first, isl_set *repeated, const IhopNode *loop)
{
  isl_set *out, *behind = ending (analysis, isl_set_copy (repeated), ihop_path_loop_condition (loop));

  isl_set_free (first);
  isl_set_free (pass_iteration (analysis, repeated, loop, &out));
  return ihop_path_join (behind, out);
}

static isl_set *
pass_loop (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *loop)
{
  isl_set *repeated;

  if (loop->kind == IHOP_FOR && loop->child[0])
    state = ihop_path_execute (analysis, state, loop->child[0]);
  repeated = ihop_path_iterate (analysis, isl_set_copy (state), loop, TRUE);
  state = loop->kind == IHOP_DO || ihop_path_has_continue (loop) ? pass_jumping (analysis, state, repeated, loop)
                                                                 : pass_asking (analysis, state, repeated, loop);
  return ihop_path_widen (leave_scope (analysis, state, loop->kind == IHOP_FOR ? loop->child[0] : NULL));
}

static isl_set *
pass_declaration (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *variable = node->child[i];
      if (variable == NULL)
        continue;
      if (variable->child[0] && ihop_path_has_effects (variable->child[0]))
        state = ihop_path_havoc (analysis, state, variable);
      state = ihop_path_assign (analysis, state, variable->symbol, variable->child[0]);
    }
  return state;
}

static isl_set *
pass_if (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  isl_set *yes, *no;

  split (analysis, state, node->child[0], &yes, &no);
  yes = ihop_path_execute (analysis, yes, node->child[1]);
  return ihop_path_join (yes, node->child[2] ? ihop_path_execute (analysis, no, node->child[2]) : no);
}

static isl_set *
pass_compound (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  if (node->kind == IHOP_IF)
    return pass_if (analysis, state, node);
  return node->kind == IHOP_SWITCH ? ihop_path_execute_switch (analysis, state, node) : pass_loop (analysis, state, node);
}

/* A statement with many ways through it may have been made one simple set of (ihop_path_widen); of what it does not
 * write no less is known behind it than in front. */
static isl_set *
pass_keeping (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  isl_set *kept = ihop_path_havoc (analysis, isl_set_copy (state), node);

  state = pass_compound (analysis, state, node);
  if (isl_set_is_subset (state, kept) == isl_bool_true)
    {
      isl_set_free (kept);
      return state;
    }
  return ihop_path_widen (isl_set_intersect (state, kept));
}

/* What holds behind a statement or an expression, where control goes on behind it. */
isl_set *
ihop_path_execute (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  node = ihop_node_unlabelled (node);
  if (node == NULL || !concerns (analysis, node))
    return state;
  switch (node->kind)
    {
    case IHOP_BLOCK:
      for (guint i = 0; i < node->n_children; i++)
        state = ihop_path_execute (analysis, state, node->child[i]);
      for (guint i = 0; i < node->n_children; i++)
        state = leave_scope (analysis, state, node->child[i]);
      return state;
    case IHOP_DECLARATION:
      return pass_declaration (analysis, state, node);
    case IHOP_EXPRESSION:
      return evaluate (analysis, state, node->child[0]);
    case IHOP_IF: case IHOP_SWITCH: case IHOP_FOR: case IHOP_WHILE: case IHOP_DO:
      return pass_keeping (analysis, state, node);
    case IHOP_BREAK:
      if (analysis->breaks)
        analysis->breaks = ihop_path_join (analysis->breaks, isl_set_copy (state));
      return nothing (state);
    case IHOP_RETURN: case IHOP_CONTINUE: case IHOP_GOTO:
      return nothing (state);
    default:
      return ihop_kind_is_statement (node->kind) ? ihop_path_havoc (analysis, state, node)
                                                 : evaluate (analysis, state, node);
    }
}

/* ---- the way to the root -------------------------------------------------------------------------------------- */

/* All may be anything. */
static isl_set *
anew (IhopPathAnalysis *analysis, isl_set *state)
{
  isl_set_free (state);
  return isl_set_universe (isl_space_copy (analysis->walk.scop->space));
}

static isl_set *
come_through_block (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *block, const IhopNode *next)
{
  guint at = ihop_node_child_index (block, next);

  for (guint i = 0; i < at; i++)
    {
      const IhopNode *child = block->child[i];
      if (child && i + IHOP_PATH_MOST_STATEMENTS < at)
        state = ihop_path_havoc (analysis, state, child);
      else
        state = ihop_path_execute (analysis, state, child);
    }
  return state;
}

static isl_set *
come_through_loop (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *loop)
{
  if (loop->kind == IHOP_FOR && loop->child[0])
    state = ihop_path_execute (analysis, state, loop->child[0]);
  state = ihop_path_iterate (analysis, state, loop, TRUE);
  return loop->kind == IHOP_DO ? state : starting (analysis, state, ihop_path_loop_condition (loop));
}

static isl_set *
come_to_branch (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node, const IhopNode *next)
{
  isl_set *yes, *no;

  split (analysis, state, node->child[0], &yes, &no);
  isl_set_free (next == node->child[1] ? no : yes);
  return next == node->child[1] ? yes : no;
}

isl_set *
ihop_path_reach (IhopPathAnalysis *analysis, const GPtrArray *path)
{
  isl_set *state = anew (analysis, NULL);

  for (guint i = 0; i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i], *next = path->pdata[i + 1];
      if (node->kind == IHOP_BLOCK)
        state = come_through_block (analysis, state, node, next);
      else if (ihop_kind_is_loop (node->kind) && next == ihop_loop_body (node))
        state = come_through_loop (analysis, state, node);
      else if (node->kind == IHOP_IF && next != node->child[0])
        state = come_to_branch (analysis, state, node, next);
      else if (node->kind == IHOP_SWITCH && next == node->child[1] && next->kind == IHOP_BLOCK && i + 2 < path->len)
        state = ihop_path_reach_case (analysis, state, node, path->pdata[++i + 1]);
      else if (node->kind != IHOP_CASE && (node->kind != IHOP_LABEL || ihop_node_jumps (node)))
        state = anew (analysis, state);
    }
  return state;
}
