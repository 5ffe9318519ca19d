/* The way to a root, statement by statement. What known.c reads off the conditions in front of a root holds only of
 * variables that stay what they are from there on; here a variable may be set as often as it likes: "q += n", one
 * value in each branch, an assertion in between, a loop that counts it down. */
#include "analysis/way.h"
#include "analysis/before.h"

static isl_set *pass (IhopWay *way, isl_set *state, const IhopNode *node);
static void split (IhopWay *way, isl_set *state, const IhopNode *condition, isl_set **yes, isl_set **no);

static isl_set *
nothing (isl_set *state)
{
  isl_space *space = isl_set_get_space (state);

  isl_set_free (state);
  return isl_set_empty (space);
}

static isl_set *
either (isl_set *a, isl_set *b)
{
  return ihop_way_limit (isl_set_union (a, b));
}

/* ---- what is worth looking at --------------------------------------------------------------------------------- */

static gboolean
find_leaving (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_RETURN || node->kind == IHOP_BREAK || node->kind == IHOP_CONTINUE
                         || node->kind == IHOP_GOTO || (node->kind == IHOP_CALL && ihop_node_never_returns (node));
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
  return either (pass (way, yes, node->child[1]), pass (way, no, node->child[2]));
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
      return ihop_node_never_returns (node) ? nothing (state) : state;
    case IHOP_OPAQUE_EXPR:
      return ihop_way_statements_in (node) ? pass (way, state, ihop_way_statements_in (node)) : ihop_way_forget (way, state, node);
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
      *no = either (*no, first_no);
      return;
    }
  split (way, first_no, condition->child[1], yes, no);
  *yes = either (*yes, first_yes);
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

/* ---- switch --------------------------------------------------------------------------------------------------- */

typedef struct
{
  isl_set *state;            /* in front of it */
  isl_pw_aff *value;         /* NULL: not known */
  isl_set *named;            /* values with a label, over those of "value" */
} Cases;

static Cases
cases_of (IhopWay *way, isl_set *state, const IhopNode *node)
{
  Cases cases = { ihop_way_forget (way, state, node->child[0]), NULL, NULL };
  const IhopNode *block = node->child[1];
  gboolean rest;

  cases.value = ihop_way_value (way, cases.state, node->child[0]);
  cases.named = cases.value ? isl_set_empty (isl_pw_aff_get_domain_space (cases.value)) : NULL;
  for (guint i = 0; cases.named && i < block->n_children; i++)
    if (block->child[i] && block->child[i]->kind == IHOP_CASE)
      cases.named = ihop_switch_labels (cases.named, cases.value, block->child[i], &rest);
  return cases;
}

static void
cases_clear (Cases *cases)
{
  isl_set_free (cases->state);
  isl_pw_aff_free (cases->value);
  isl_set_free (cases->named);
}

/* The states that no label takes. */
static isl_set *
unnamed (const Cases *cases)
{
  isl_set *state = isl_set_copy (cases->state);

  return cases->named ? isl_set_subtract (state, isl_set_params (isl_set_copy (cases->named))) : state;
}

/* The states that jump to this label. */
static isl_set *
jumping_to (const Cases *cases, const IhopNode *label)
{
  gboolean rest = FALSE;
  isl_set *own;

  if (cases->named == NULL)
    return isl_set_copy (cases->state);
  own = isl_set_empty (isl_pw_aff_get_domain_space (cases->value));
  own = isl_set_params (ihop_switch_labels (own, cases->value, label, &rest));
  own = isl_set_intersect (own, isl_set_copy (cases->state));
  return rest ? isl_set_union (own, unnamed (cases)) : own;
}

static const IhopNode *
behind_labels (const IhopNode *node)
{
  while (node && node->kind == IHOP_CASE)
    node = node->child[2];
  return node;
}

/* In front of child number "at" of the block, its labels included. */
static isl_set *
pass_cases (IhopWay *way, const Cases *cases, const IhopNode *block, guint at)
{
  isl_set *state = isl_set_empty (isl_set_get_space (cases->state));

  for (guint i = 0; i <= at && i < block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      if (child && child->kind == IHOP_CASE)
        state = either (state, jumping_to (cases, child));
      if (child && i < at)
        state = pass (way, state, behind_labels (child));
    }
  return state;
}

static gboolean
has_default (const IhopNode *block)
{
  for (guint i = 0; i < block->n_children; i++)
    for (const IhopNode *label = block->child[i]; label && label->kind == IHOP_CASE; label = label->child[2])
      if (label->child[0] == NULL)
        return TRUE;
  return FALSE;
}

static isl_set *
pass_switch (IhopWay *way, isl_set *state, const IhopNode *node)
{
  isl_set *outer = way->breaks, *behind;
  Cases cases;

  if (ihop_switch_has_hidden_case (node))
    return ihop_way_forget (way, state, node);
  cases = cases_of (way, state, node);
  way->breaks = isl_set_empty (isl_set_get_space (cases.state));
  behind = pass_cases (way, &cases, node->child[1], node->child[1]->n_children);
  behind = either (behind, way->breaks);
  if (!has_default (node->child[1]))
    behind = either (behind, unnamed (&cases));
  way->breaks = outer;
  cases_clear (&cases);
  return behind;
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static gboolean
find_break (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_BREAK;
  return !ihop_kind_is_loop (node->kind) && node->kind != IHOP_SWITCH && !*(gboolean *) found;
}

const IhopNode *
ihop_way_loop_condition (const IhopNode *loop)
{
  return loop->kind == IHOP_WHILE ? loop->child[0] : loop->child[1];
}

/* The states at the ways out of a loop's body, which starts in "state". */
static isl_set *
breaking_out (IhopWay *way, isl_set *state, const IhopNode *loop)
{
  isl_set *outer = way->breaks, *out;

  way->breaks = isl_set_empty (isl_set_get_space (state));
  isl_set_free (pass (way, state, ihop_loop_body (loop)));
  out = way->breaks;
  way->breaks = outer;
  return out;
}

static isl_set *
pass_loop (IhopWay *way, isl_set *state, const IhopNode *loop)
{
  const IhopNode *condition = ihop_way_loop_condition (loop);
  gboolean breaks = FALSE;
  isl_set *yes, *no;

  ihop_node_walk (ihop_loop_body (loop), find_break, &breaks);
  if (loop->kind == IHOP_FOR && loop->child[0])
    state = pass (way, state, loop->child[0]);
  state = ihop_way_repeat (way, state, loop, TRUE);
  yes = isl_set_copy (state);
  no = isl_set_empty (isl_set_get_space (state));
  if (condition)
    {
      isl_set_free (yes);
      isl_set_free (no);
      split (way, isl_set_copy (state), condition, &yes, &no);
    }
  if (breaks)
    no = either (no, breaking_out (way, isl_set_copy (loop->kind == IHOP_DO ? state : yes), loop));
  isl_set_free (yes);
  isl_set_free (state);
  return no;
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
  yes = pass (way, yes, node->child[1]);
  return either (yes, node->child[2] ? pass (way, no, node->child[2]) : no);
}

/* What holds behind a statement or an expression, where control goes on behind it. */
static isl_set *
pass (IhopWay *way, isl_set *state, const IhopNode *node)
{
  if (node == NULL || !concerns (way, node))
    return state;
  switch (node->kind)
    {
    case IHOP_BLOCK:
      for (guint i = 0; i < node->n_children; i++)
        state = pass (way, state, node->child[i]);
      return state;
    case IHOP_DECLARATION:
      return pass_declaration (way, state, node);
    case IHOP_EXPRESSION:
      return evaluate (way, state, node->child[0]);
    case IHOP_IF:
      return pass_if (way, state, node);
    case IHOP_FOR: case IHOP_WHILE: case IHOP_DO:
      return pass_loop (way, state, node);
    case IHOP_SWITCH:
      return pass_switch (way, state, node);
    case IHOP_BREAK:
      if (way->breaks)
        way->breaks = either (way->breaks, isl_set_copy (state));
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
  guint at = ihop_before_index (block, next);

  for (guint i = 0; i < at; i++)
    {
      const IhopNode *child = block->child[i];
      if (child && i + IHOP_WAY_LOOKED_AT < at)
        state = ihop_way_forget (way, state, child);
      else
        state = pass (way, state, child);
    }
  return state;
}

static isl_set *
come_through_loop (IhopWay *way, isl_set *state, const IhopNode *loop)
{
  isl_set *yes, *no;

  if (loop->kind == IHOP_FOR && loop->child[0])
    state = pass (way, state, loop->child[0]);
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

static isl_set *
come_to_case (IhopWay *way, isl_set *state, const IhopNode *node, const IhopNode *next)
{
  Cases cases = cases_of (way, state, node);

  state = pass_cases (way, &cases, node->child[1], ihop_before_index (node->child[1], next));
  cases_clear (&cases);
  return state;
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
        state = come_to_case (way, state, node, path->pdata[++i + 1]);
      else if (node->kind != IHOP_CASE)
        state = anew (way, state);
    }
  return state;
}
