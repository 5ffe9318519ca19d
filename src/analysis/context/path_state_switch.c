/* The way through a switch: which states jump to which label, and what falls through to the next. */
#include "analysis/context/path_conditions.h"
#include "analysis/context/path_state.h"
#include "analysis/scop/reaching_definition.h"
#include "ir/jumps.h"

typedef struct
{
  isl_set *state;            /* in front of it */
  isl_pw_aff *value;         /* NULL: not known */
  isl_set *named;            /* values with a label, over those of "value" */
} Cases;

static Cases
cases_of (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  Cases cases = { ihop_path_havoc (analysis, state, node->child[0]), NULL, NULL };
  const IhopNode *block = node->child[1];
  gboolean rest;

  cases.value = ihop_path_evaluate (analysis, cases.state, node->child[0]);
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
pass_cases (IhopPathAnalysis *analysis, const Cases *cases, const IhopNode *block, guint at)
{
  isl_set *state = isl_set_empty (isl_set_get_space (cases->state));

  for (guint i = 0; i <= at && i < block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      if (child && child->kind == IHOP_CASE)
        state = ihop_path_join (state, jumping_to (cases, child));
      if (child && i < at)
        state = ihop_path_execute (analysis, state, behind_labels (child));
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

isl_set *
ihop_path_execute_switch (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node)
{
  isl_set *outer = analysis->breaks, *behind;
  Cases cases;

  if (ihop_switch_has_hidden_case (node))
    return ihop_path_havoc (analysis, state, node);
  cases = cases_of (analysis, state, node);
  analysis->breaks = isl_set_empty (isl_set_get_space (cases.state));
  behind = pass_cases (analysis, &cases, node->child[1], node->child[1]->n_children);
  behind = ihop_path_join (behind, analysis->breaks);
  if (!has_default (node->child[1]))
    behind = ihop_path_join (behind, unnamed (&cases));
  analysis->breaks = outer;
  cases_clear (&cases);
  return behind;
}

isl_set *
ihop_path_reach_case (IhopPathAnalysis *analysis, isl_set *state, const IhopNode *node, const IhopNode *next)
{
  Cases cases = cases_of (analysis, state, node);

  state = pass_cases (analysis, &cases, node->child[1], ihop_node_child_index (node->child[1], next));
  cases_clear (&cases);
  return state;
}
