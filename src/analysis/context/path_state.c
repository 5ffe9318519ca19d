/* The way to a root, statement by statement. What path_conditions.c reads off the conditions in front of a root holds only of
 * variables that stay what they are from there on; here a variable may be set as often as it likes: "q += n", one
 * value in each branch, an assertion in between, a loop that counts it down. */
#include "analysis/context/path_state.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/library_effects.h"
#include "analysis/scop/reaching_definition.h"

static void split (IhopWay *way, isl_set *state, const IhopNode *condition, isl_set **yes, isl_set **no);

static isl_set *
nothing (isl_set *state)
{
  isl_space *space = isl_set_get_space (state);

  isl_set_free (state);
  return isl_set_empty (space);
}

isl_set *
ihop_way_either (isl_set *a, isl_set *b)
{
  return ihop_way_limit (isl_set_union (a, b));
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
ihop_way_may_leave (const IhopNode *node)
{
  gboolean found = FALSE;

  ihop_node_walk (node, find_leaving, &found);
  return found;
}

static gboolean
concerns (const IhopWay *way, const IhopNode *node)
{
  for (guint i = 0; i < way->followed->len; i++)
    if (ihop_defs_writes (way->walk.scop->facts, node, way->followed->pdata[i]))
      return TRUE;
  return ihop_way_may_leave (node);
}

/* ---- expressions ---------------------------------------------------------------------------------------------- */

const IhopNode *
ihop_way_statements_in (const IhopNode *node)
{
  const IhopNode *inside = node->kind == IHOP_OPAQUE_EXPR && node->n_children == 1 ? node->child[0] : NULL;

  return inside && ihop_kind_is_statement (inside->kind) ? inside : NULL;
}

static isl_set *
evaluate_assignment (IhopWay *way, isl_set *state, const IhopNode *node)
{
  const IhopNode *left = ihop_node_strip (node->child[0], TRUE);

  if (left->kind != IHOP_REF || ihop_way_has_effects (node->child[1]))
    return ihop_way_forget (way, state, node);
  if (node->op == IHOP_OP_NONE)
    return ihop_way_set (way, state, left->symbol, node->child[1]);
  return ihop_way_update (way, state, left->symbol, node->op, node->child[1]);
}

static isl_set *
evaluate_choice (IhopWay *way, isl_set *state, const IhopNode *node)
{
  isl_set *yes, *no;

  if (node->child[1] == NULL)
    return ihop_way_forget (way, state, node);
  split (way, state, node->child[0], &yes, &no);
  return ihop_way_either (ihop_way_pass (way, yes, node->child[1]), ihop_way_pass (way, no, node->child[2]));
}

static isl_set *
evaluate (IhopWay *way, isl_set *state, const IhopNode *node)
{
  IhopSymbol *symbol;
  gint64 step;

  node = ihop_node_strip (node, FALSE);
  if (node->flags & IHOP_NODE_CONSTANT)
    return state;
  switch (node->kind)
    {
    case IHOP_CAST:
      return evaluate (way, state, node->child[0]);
    case IHOP_ASSIGN:
      return evaluate_assignment (way, state, node);
    case IHOP_UNARY:
      if (node->op >= IHOP_OP_PRE_INC && ihop_counting_step (node, &symbol, &step))
        return ihop_way_step (way, state, symbol, step);
      return ihop_way_forget (way, state, node);
    case IHOP_BINARY:
      if (node->op != IHOP_OP_COMMA)
        return ihop_way_forget (way, state, node);
      return evaluate (way, evaluate (way, state, node->child[0]), node->child[1]);
    case IHOP_CONDITIONAL:
      return evaluate_choice (way, state, node);
    case IHOP_CALL:
      state = ihop_way_forget (way, state, node);
      return ihop_call_never_returns (node) ? nothing (state) : state;
    case IHOP_OPAQUE_EXPR:
      return ihop_way_statements_in (node) ? ihop_way_pass (way, state, ihop_way_statements_in (node)) : ihop_way_forget (way, state, node);
    default:
      return ihop_way_forget (way, state, node);
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
after_steps (IhopWay *way, isl_set *state, const IhopNode *condition, gboolean *is_step)
{
  g_autoptr (GPtrArray) effects = g_ptr_array_new ();
  const IhopNode *side = condition;

  ihop_node_walk (condition, find_effects, effects);
  if (condition->kind == IHOP_BINARY && condition->op >= IHOP_OP_LT && condition->op <= IHOP_OP_NE
      && condition->child[1]->flags & IHOP_NODE_CONSTANT)
    side = condition->child[0];
  side = ihop_node_strip (side, TRUE);
  *is_step = effects->len == 0 || (effects->len == 1 && effects->pdata[0] == side && side->kind == IHOP_UNARY);
  return effects->len == 0 ? state : *is_step ? evaluate (way, state, side) : ihop_way_forget (way, state, condition);
}

static void
split_both (IhopWay *way, isl_set *state, const IhopNode *condition, isl_set **yes, isl_set **no)
{
  isl_set *first_yes, *first_no;

  split (way, state, condition->child[0], &first_yes, &first_no);
  if (condition->op == IHOP_OP_LAND)
    {
      split (way, first_yes, condition->child[1], yes, no);
      *no = ihop_way_either (*no, first_no);
      return;
    }
  split (way, first_no, condition->child[1], yes, no);
  *yes = ihop_way_either (*yes, first_yes);
}

/* The states in which it holds, and in which it does not: where that is not known, both. Takes state. */
static void
split (IhopWay *way, isl_set *state, const IhopNode *condition, isl_set **yes, isl_set **no)
{
  gboolean is_step;
  isl_set *holds;

  condition = ihop_node_strip (condition, FALSE);
  if (condition->kind == IHOP_CAST && condition->flags & IHOP_NODE_IMPLICIT
      && ihop_type_is_integer (condition->child[0]->type))
    {
      split (way, state, condition->child[0], yes, no);
      return;
    }
  if (condition->kind == IHOP_UNARY && condition->op == IHOP_OP_NOT)
    {
      split (way, state, condition->child[0], no, yes);
      return;
    }
  if (condition->kind == IHOP_BINARY && (condition->op == IHOP_OP_LAND || condition->op == IHOP_OP_LOR))
    {
      split_both (way, state, condition, yes, no);
      return;
    }
  state = after_steps (way, state, condition, &is_step);
  holds = is_step ? ihop_way_condition (way, state, condition) : NULL;
  *yes = isl_set_copy (state);
  *no = state;
  if (holds)
    {
      *yes = ihop_way_limit (isl_set_intersect (*yes, isl_set_copy (holds)));
      *no = ihop_way_limit (isl_set_subtract (*no, holds));
    }
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

const IhopNode *
ihop_way_loop_condition (const IhopNode *loop)
{
  return loop->kind == IHOP_WHILE ? loop->child[0] : loop->child[1];
}

/* Nobody asks what a variable holds behind the block or the loop that declares it. */
static isl_set *
leave_scope (IhopWay *way, isl_set *state, const IhopNode *declaration)
{
  if (declaration && declaration->kind == IHOP_DECLARATION)
    for (guint i = 0; i < declaration->n_children; i++)
      if (declaration->child[i])
        state = ihop_way_set (way, state, declaration->child[i]->symbol, NULL);
  return state;
}

/* One iteration of a loop whose body starts in "state": where control goes on to the next one, and in *out the states
 * at the body's ways out. Takes state. */
static isl_set *
pass_iteration (IhopWay *way, isl_set *state, const IhopNode *loop, isl_set **out)
{
  isl_set *outer = way->breaks;

  way->breaks = isl_set_empty (isl_set_get_space (state));
  state = ihop_way_pass (way, state, ihop_loop_body (loop));
  if (loop->kind == IHOP_FOR && loop->child[2])
    state = ihop_way_pass (way, state, loop->child[2]);
  *out = way->breaks;
  way->breaks = outer;
  return state;
}

/* Where the condition does not hold any more. Takes state; NULL: there is no condition. */
static isl_set *
ending (IhopWay *way, isl_set *state, const IhopNode *condition)
{
  isl_set *yes, *no;

  if (condition == NULL)
    return isl_set_intersect (state, isl_set_empty (isl_set_get_space (state)));
  split (way, state, condition, &yes, &no);
  isl_set_free (yes);
  return no;
}

/* Behind a loop that asks first, from the states in front of its first iteration: it has not run at all, or its last
 * iteration started where the condition held. Of the states in front of each iteration no more may be known than
 * "repeated". Takes both. */
static isl_set *
pass_asking (IhopWay *way, isl_set *first, isl_set *repeated, const IhopNode *loop)
{
  const IhopNode *condition = ihop_way_loop_condition (loop);
  isl_set *starts = repeated, *out, *behind;

  if (condition)
    {
      isl_set *no;
      split (way, repeated, condition, &starts, &no);
      isl_set_free (no);
    }
  behind = ending (way, pass_iteration (way, starts, loop, &out), condition);
  behind = ihop_way_either (behind, ending (way, first, condition));
  return ihop_way_either (behind, out);
}

/* Behind a loop in which "continue" leads to the next iteration from anywhere, or that asks last. Takes both. */
static isl_set *
pass_jumping (IhopWay *way, isl_set *first, isl_set *repeated, const IhopNode *loop)
{
  isl_set *out, *behind = ending (way, isl_set_copy (repeated), ihop_way_loop_condition (loop));

  isl_set_free (first);
  isl_set_free (pass_iteration (way, repeated, loop, &out));
  return ihop_way_either (behind, out);
}

static isl_set *
pass_loop (IhopWay *way, isl_set *state, const IhopNode *loop)
{
  isl_set *repeated;

  if (loop->kind == IHOP_FOR && loop->child[0])
    state = ihop_way_pass (way, state, loop->child[0]);
  repeated = ihop_way_repeat (way, isl_set_copy (state), loop, TRUE);
  state = loop->kind == IHOP_DO || ihop_way_continues (loop) ? pass_jumping (way, state, repeated, loop)
                                                             : pass_asking (way, state, repeated, loop);
  return ihop_way_limit (leave_scope (way, state, loop->kind == IHOP_FOR ? loop->child[0] : NULL));
}

static isl_set *
pass_declaration (IhopWay *way, isl_set *state, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *variable = node->child[i];
      if (variable == NULL)
        continue;
      if (variable->child[0] && ihop_way_has_effects (variable->child[0]))
        state = ihop_way_forget (way, state, variable);
      state = ihop_way_set (way, state, variable->symbol, variable->child[0]);
    }
  return state;
}

static isl_set *
pass_if (IhopWay *way, isl_set *state, const IhopNode *node)
{
  isl_set *yes, *no;

  split (way, state, node->child[0], &yes, &no);
  yes = ihop_way_pass (way, yes, node->child[1]);
  return ihop_way_either (yes, node->child[2] ? ihop_way_pass (way, no, node->child[2]) : no);
}

static isl_set *
pass_compound (IhopWay *way, isl_set *state, const IhopNode *node)
{
  if (node->kind == IHOP_IF)
    return pass_if (way, state, node);
  return node->kind == IHOP_SWITCH ? ihop_way_pass_switch (way, state, node) : pass_loop (way, state, node);
}

/* A statement with many ways through it may have been made one simple set of (ihop_way_limit); of what it does not
 * write no less is known behind it than in front. */
static isl_set *
pass_keeping (IhopWay *way, isl_set *state, const IhopNode *node)
{
  isl_set *kept = ihop_way_forget (way, isl_set_copy (state), node);

  state = pass_compound (way, state, node);
  if (isl_set_is_subset (state, kept) == isl_bool_true)
    {
      isl_set_free (kept);
      return state;
    }
  return ihop_way_limit (isl_set_intersect (state, kept));
}

/* What holds behind a statement or an expression, where control goes on behind it. */
isl_set *
ihop_way_pass (IhopWay *way, isl_set *state, const IhopNode *node)
{
  node = ihop_node_unlabelled (node);
  if (node == NULL || !concerns (way, node))
    return state;
  switch (node->kind)
    {
    case IHOP_BLOCK:
      for (guint i = 0; i < node->n_children; i++)
        state = ihop_way_pass (way, state, node->child[i]);
      for (guint i = 0; i < node->n_children; i++)
        state = leave_scope (way, state, node->child[i]);
      return state;
    case IHOP_DECLARATION:
      return pass_declaration (way, state, node);
    case IHOP_EXPRESSION:
      return evaluate (way, state, node->child[0]);
    case IHOP_IF: case IHOP_SWITCH: case IHOP_FOR: case IHOP_WHILE: case IHOP_DO:
      return pass_keeping (way, state, node);
    case IHOP_BREAK:
      if (way->breaks)
        way->breaks = ihop_way_either (way->breaks, isl_set_copy (state));
      return nothing (state);
    case IHOP_RETURN: case IHOP_CONTINUE: case IHOP_GOTO:
      return nothing (state);
    default:
      return ihop_kind_is_statement (node->kind) ? ihop_way_forget (way, state, node) : evaluate (way, state, node);
    }
}

/* ---- the way to the root -------------------------------------------------------------------------------------- */

/* All may be anything. */
static isl_set *
anew (IhopWay *way, isl_set *state)
{
  isl_set_free (state);
  return isl_set_universe (isl_space_copy (way->walk.scop->space));
}

static isl_set *
come_through_block (IhopWay *way, isl_set *state, const IhopNode *block, const IhopNode *next)
{
  guint at = ihop_node_child_index (block, next);

  for (guint i = 0; i < at; i++)
    {
      const IhopNode *child = block->child[i];
      if (child && i + IHOP_WAY_LOOKED_AT < at)
        state = ihop_way_forget (way, state, child);
      else
        state = ihop_way_pass (way, state, child);
    }
  return state;
}

static isl_set *
come_through_loop (IhopWay *way, isl_set *state, const IhopNode *loop)
{
  isl_set *yes, *no;

  if (loop->kind == IHOP_FOR && loop->child[0])
    state = ihop_way_pass (way, state, loop->child[0]);
  state = ihop_way_repeat (way, state, loop, TRUE);
  if (loop->kind == IHOP_DO || ihop_way_loop_condition (loop) == NULL)
    return state;
  split (way, state, ihop_way_loop_condition (loop), &yes, &no);
  isl_set_free (no);
  return yes;
}

static isl_set *
come_to_branch (IhopWay *way, isl_set *state, const IhopNode *node, const IhopNode *next)
{
  isl_set *yes, *no;

  split (way, state, node->child[0], &yes, &no);
  isl_set_free (next == node->child[1] ? no : yes);
  return next == node->child[1] ? yes : no;
}

isl_set *
ihop_way_come_through (IhopWay *way, const GPtrArray *path)
{
  isl_set *state = anew (way, NULL);

  for (guint i = 0; i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i], *next = path->pdata[i + 1];
      if (node->kind == IHOP_BLOCK)
        state = come_through_block (way, state, node, next);
      else if (ihop_kind_is_loop (node->kind) && next == ihop_loop_body (node))
        state = come_through_loop (way, state, node);
      else if (node->kind == IHOP_IF && next != node->child[0])
        state = come_to_branch (way, state, node, next);
      else if (node->kind == IHOP_SWITCH && next == node->child[1] && next->kind == IHOP_BLOCK && i + 2 < path->len)
        state = ihop_way_come_to_case (way, state, node, path->pdata[++i + 1]);
      else if (node->kind != IHOP_CASE && (node->kind != IHOP_LABEL || ihop_node_jumps (node)))
        state = anew (way, state);
    }
  return state;
}
