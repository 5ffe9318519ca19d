/* Statements in the order of the text: domains, loops, control flow. */
#include "analysis/extract/expressions.h"
#include "analysis/extract/loops.h"
#include "analysis/extract/record.h"
#include "analysis/extract/reduction_update.h"
#include "analysis/extract/statement_walk.h"
#include "analysis/memory/definitions.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/reference.h"

enum { NODE_STEPS = 3 }; /* to read a node costs about as much as to try that many pairs of accesses */

static gboolean
find_jump (const IhopNode *node, gpointer found)
{
  if (node->kind == IHOP_CONTINUE)
    *(gboolean *) found = TRUE;
  return !ihop_kind_is_loop (node->kind);
}

static gboolean
has_continue (const IhopNode *node)
{
  gboolean found = FALSE;

  ihop_node_walk (node, find_jump, &found);
  return found;
}

/* The second or third child of an if; gives the instances that come out at its end. */
static isl_set *
visit_branch (IhopWalk *walk, const IhopNode *node, guint side, isl_set *where, isl_set *all, gboolean exact)
{
  const IhopScopRegion *region = walk->region;
  isl_set *out;

  walk->domain = where ? isl_set_intersect (isl_set_copy (all), where) : isl_set_copy (all);
  walk->is_exact = exact;
  if (where == NULL)
    ihop_walk_maybe_where (walk, node->child[0], side == 1);
  if (node->child[side])
    ihop_walk_node (walk, node->child[side]);
  out = walk->domain;
  walk->domain = NULL;
  walk->region = region;
  return out;
}

static void
pair_regions (IhopScop *scop, IhopScopRegion *yes, IhopScopRegion *no)
{
  yes->other = no;
  no->other = yes;
}

/* A condition that is walked several times is told if it is each time. */
static void
note_condition (IhopScop *scop, const IhopNode *condition, gboolean is_told)
{
  gpointer before;

  if (g_hash_table_lookup_extended (scop->conditions, condition, NULL, &before))
    is_told = is_told && GPOINTER_TO_INT (before);
  g_hash_table_insert (scop->conditions, (gpointer) condition, GINT_TO_POINTER (is_told));
}

static void
visit_if (IhopWalk *walk, const IhopNode *node)
{
  isl_set *all = walk->domain, *holds, *yes, *no;
  gboolean exact = walk->is_exact, quiet = walk->quiet, jumps, exact_yes;
  guint first_region, second_region;
  GHashTable *before, *after_then;
  const IhopNode *update = walk->update, *update_left = walk->update_left;

  walk->update_left = ihop_update_of (node, NULL);
  walk->update = walk->update_left ? node : NULL;
  ihop_walk_expression (walk, node->child[0]);
  walk->quiet = TRUE;
  holds = ihop_condition_of (walk, node->child[0]);
  walk->quiet = quiet;
  note_condition (walk->scop, node->child[0], holds != NULL);
  jumps = has_continue (node);
  before = ihop_bindings_copy (walk->bindings);
  first_region = walk->scop->regions->len;
  yes = visit_branch (walk, node, 1, isl_set_copy (holds), all, exact);
  exact_yes = walk->is_exact;
  after_then = walk->bindings;
  walk->bindings = before;
  second_region = walk->scop->regions->len;
  no = visit_branch (walk, node, 2,
                     holds ? isl_set_complement (isl_set_copy (holds)) : NULL, all, exact);
  ihop_bindings_join (walk, after_then);
  if (holds == NULL && !jumps)
    pair_regions (walk->scop, walk->scop->regions->pdata[first_region],
                  walk->scop->regions->pdata[second_region]);
  if (jumps)
    {
      isl_set_free (all);
      walk->domain = isl_set_coalesce (isl_set_union (yes, no));
      if (holds && exact_yes && walk->is_exact)
        walk->is_exact = exact;
      else
        ihop_walk_maybe (walk);
    }
  else
    {
      isl_set_free (yes);
      isl_set_free (no);
      walk->domain = all;
      walk->is_exact = exact;
    }
  isl_set_free (holds);
  walk->update = update;
  walk->update_left = update_left;
}

static void
visit_switch (IhopWalk *walk, const IhopNode *node)
{
  gboolean exact = walk->is_exact;
  const IhopScopRegion *region = walk->region, *outer = walk->switch_region;
  isl_set *outer_domain = walk->switch_domain;

  ihop_walk_expression (walk, node->child[0]);
  walk->switch_region = region;
  walk->switch_domain = isl_set_copy (walk->domain);
  ihop_walk_maybe (walk);
  ihop_walk_forget (walk, node->child[1]);
  ihop_walk_node (walk, node->child[1]);
  ihop_walk_forget (walk, node->child[1]);
  walk->is_exact = exact;
  walk->region = region;
  walk->switch_region = outer;
  isl_set_free (walk->domain);
  walk->domain = walk->switch_domain;
  walk->switch_domain = outer_domain;
  if (has_continue (node))
    ihop_walk_maybe (walk);
}

/* Control may come here without having passed what stands above. */
static void
visit_case (IhopWalk *walk, const IhopNode *node)
{
  walk->region = walk->switch_region;
  /* What stands behind a continue is reached from here all the same. */
  if (walk->switch_domain && isl_set_dim (walk->switch_domain, isl_dim_set) == isl_set_dim (walk->domain, isl_dim_set))
    {
      isl_set_free (walk->domain);
      walk->domain = isl_set_copy (walk->switch_domain);
    }
  ihop_walk_maybe (walk);
  ihop_walk_node (walk, node->child[2]);
}

static void
visit_variable (IhopWalk *walk, const IhopNode *node)
{
  IhopSymbol *symbol = node->symbol;

  if (symbol->storage != IHOP_STORAGE_AUTO)
    return;
  ihop_walk_extents (walk, node);
  if (node->child[0] == NULL)
    {
      ihop_bind (walk, symbol, NULL, NULL);
      return;
    }
  ihop_walk_expression (walk, node->child[0]);
  ihop_record (walk, ihop_ref_new (symbol), node, TRUE, IHOP_MAY_NOT);
  if (!ihop_type_is_scalar (symbol->type))
    return;

  const IhopType *type = ihop_type_strip (symbol->type);
  const IhopType *right = ihop_type_strip (node->child[0]->type);
  gboolean tame = ihop_defs_is_tame (walk->scop->facts, walk->scop->function, symbol);
  gboolean quiet = walk->quiet;
  IhopValue *value = NULL;
  IhopRef *pointer = NULL;

  walk->quiet = TRUE;
  if (tame && type->kind == IHOP_TYPE_POINTER)
    pointer = ihop_ref_pointer (walk, node->child[0]);
  else if (tame && type->kind == IHOP_TYPE_INTEGER && right->kind == IHOP_TYPE_INTEGER
           && (right->size == type->size || node->child[0]->flags & IHOP_NODE_CONSTANT)
           && right->is_signed == type->is_signed)
    value = ihop_value_of (walk, node->child[0]);
  walk->quiet = quiet;
  ihop_bind (walk, symbol, ihop_value_deepen (value, walk->depth), pointer);
}

static gboolean
is_update_step (IhopWalk *walk, const IhopNode *node)
{
  for (IhopScopLoop *loop = walk->loop; loop; loop = loop->parent)
    if (loop->counting.iterator && loop->counting.update == node->child[0])
      return TRUE;
  return FALSE;
}

static void
visit_expression (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *update = walk->update, *update_left = walk->update_left;

  if (is_update_step (walk, node))
    return;
  if (update == NULL)
    {
      gint64 constant;
      walk->update_left = ihop_update_of (node, NULL);
      if (walk->update_left == NULL)
        walk->update_left = ihop_store_of (node, &constant);
      walk->update = walk->update_left ? node : NULL;
    }
  ihop_walk_expression (walk, node->child[0]);
  walk->update = update;
  walk->update_left = update_left;
}

static void
visit_children (IhopWalk *walk, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      ihop_walk_node (walk, node->child[i]);
}

void
ihop_walk_node (IhopWalk *walk, const IhopNode *node)
{
  if (walk->scop->budget && !ihop_budget_spend (walk->scop->budget, NODE_STEPS))
    {
      if (walk->scop->obstacles->len == 0)
        ihop_obstacle (walk->scop, "IHOP-D009", walk->scop->root, NULL,
                       "the analysis ran out of time");
      return;
    }
  switch (node->kind)
    {
    case IHOP_BLOCK:
    case IHOP_DECLARATION:
      visit_children (walk, node);
      break;
    case IHOP_VARIABLE:
      visit_variable (walk, node);
      break;
    case IHOP_EXPRESSION:
      visit_expression (walk, node);
      break;
    case IHOP_IF:
      visit_if (walk, node);
      break;
    case IHOP_FOR:
    case IHOP_WHILE:
    case IHOP_DO:
      ihop_walk_loop (walk, node);
      break;
    case IHOP_SWITCH:
      visit_switch (walk, node);
      break;
    case IHOP_CASE:
      visit_case (walk, node);
      break;
    case IHOP_CONTINUE:
      {
        isl_space *space = isl_set_get_space (walk->domain);
        isl_set_free (walk->domain);
        walk->domain = isl_set_empty (space);
        break;
      }
    case IHOP_LABEL:
      ihop_walk_node (walk, node->child[0]);
      break;
    case IHOP_RETURN:
      if (node->child[0])
        ihop_walk_expression (walk, node->child[0]);
      break;
    case IHOP_GOTO:
    case IHOP_BREAK:
    case IHOP_EMPTY:
    case IHOP_PRAGMA:
      break;
    case IHOP_OPAQUE:
      ihop_obstacle (walk->scop, "IHOP-D007", node, NULL, "%s is not followed",
                     ihop_argument_word_or (node->text, "a statement"));
      break;
    default:
      ihop_walk_expression (walk, node);
      break;
    }
}
