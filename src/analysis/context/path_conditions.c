/* Conditions that control has passed on its way to a root: of the branch it stands in, of the case, of the "while"
 * around, and of an "if (n == 0) return;" in front of it. Each holds at the root as long as nothing on the way from
 * there, and nothing in the root, can change what it mentions. */
#include "analysis/context/path_conditions.h"
#include "analysis/context/undecided_conditions.h"
#include "analysis/program/library_effects.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/product.h"
#include "analysis/scop/reaching_definition.h"

enum { MAX_PIECES = 16, MAX_PRODUCT = 64, MAX_LOOKED_AT = 64, MOST_DEFINITIONS = 4 };

typedef struct
{
  IhopWalk *walk;
  GHashTable *mentioned;     /* symbols that decide about the root: what says nothing of them is not looked at */
} Passed;

/* ---- what matters --------------------------------------------------------------------------------------------- */

static gboolean
add_mentioned (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_REF)
    g_hash_table_add (data, node->symbol);
  return TRUE;
}

/* The condition on which control goes on from this node of the path; NULL: none. */
static const IhopNode *
condition_of (const IhopNode *node)
{
  return node->kind == IHOP_IF || node->kind == IHOP_WHILE || node->kind == IHOP_SWITCH ? node->child[0]
         : node->kind == IHOP_FOR                                                       ? node->child[1]
                                                                                        : NULL;
}

/* What the root and the conditions around it mention, and what that was worked out from. */
static GHashTable *
mentioned_by (IhopScop *scop)
{
  GHashTable *mentioned = g_hash_table_new (NULL, NULL);
  const GPtrArray *path = ihop_scop_root_path (scop);

  ihop_node_walk (scop->root, add_mentioned, mentioned);
  for (guint i = 0; i + 1 < path->len; i++)
    if (condition_of (path->pdata[i]))
      ihop_node_walk (condition_of (path->pdata[i]), add_mentioned, mentioned);
  for (guint round = 0, n = 0; round < 4 && n != g_hash_table_size (mentioned); round++)
    {
      g_autofree gpointer *symbols = g_hash_table_get_keys_as_array (mentioned, &n);
      for (guint i = 0; i < n; i++)
        {
          const IhopNode *value = ihop_scop_definition (scop, symbols[i]);
          if (value)
            ihop_node_walk (value, add_mentioned, mentioned);
        }
    }
  return mentioned;
}

typedef struct
{
  const Passed *passed;
  guint depth;               /* definitions of definitions */
  gboolean found;
} Look;

/* A variable that was worked out from what matters says something of it, too. */
static gboolean
find_mentioned (const IhopNode *node, gpointer data)
{
  Look *look = data, deeper = { look->passed, look->depth + 1, FALSE };
  const IhopNode *value = NULL;

  if (node->kind == IHOP_REF)
    look->found |= g_hash_table_contains (look->passed->mentioned, node->symbol);
  if (node->kind == IHOP_REF && !look->found && look->depth < MOST_DEFINITIONS)
    value = ihop_scop_definition (look->passed->walk->scop, node->symbol);
  if (value)
    ihop_node_walk (value, find_mentioned, &deeper);
  look->found |= deeper.found;
  return !look->found;
}

static gboolean
matters (const Passed *passed, const IhopNode *expression)
{
  Look look = { passed, 0, FALSE };

  ihop_node_walk (expression, find_mentioned, &look);
  return look.found;
}

/* ---- conditions ----------------------------------------------------------------------------------------------- */

/* Knowing less is always right; too many pieces cost too much. Takes holds, which may be NULL. */
static void
know (IhopScop *scop, isl_set *holds)
{
  isl_set *both;

  if (holds == NULL)
    return;
  holds = isl_set_params (holds);
  if (isl_set_n_basic_set (holds) * isl_set_n_basic_set (scop->ranges) > MAX_PRODUCT)
    {
      isl_set_free (holds);
      return;
    }
  both = isl_set_coalesce (isl_set_intersect (isl_set_copy (scop->ranges), isl_set_copy (holds)));
  if (both && isl_set_n_basic_set (both) <= MAX_PIECES)
    ihop_context_know_here (scop, isl_set_copy (holds));
  isl_set_free (both);
  isl_set_free (holds);
}

/* Whether a loop counts, between the place and the root, with something that the condition mentions: where it starts
 * may rest on the condition. */
static gboolean
is_counted_behind (IhopScop *scop, const IhopPlace *place, const IhopNode *condition)
{
  g_autoptr (GHashTable) mentioned = g_hash_table_new (NULL, NULL);
  gboolean found = FALSE;

  ihop_node_walk (condition, add_mentioned, mentioned);
  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      const IhopOuterLoop *loop = scop->outer_loops->pdata[i];
      for (guint k = place->level + 1; k < place->path->len; k++)
        found |= place->path->pdata[k] == loop->node && loop->counting.lower == NULL
                 && g_hash_table_contains (mentioned, loop->counting.iterator);
    }
  return found;
}

/* The first iteration behind it has the value that the condition was about: some must fit. */
static void
doubt_start (IhopWalk *walk, const IhopPlace *place, const IhopNode *condition, gboolean yes)
{
  IhopScop *scop = walk->scop;
  isl_set *holds = is_counted_behind (scop, place, condition) ? ihop_condition_of (walk, condition) : NULL;

  if (holds == NULL)
    return;
  holds = isl_set_params (yes ? holds : isl_set_complement (holds));
  holds = isl_set_intersect (holds, isl_set_copy (scop->ranges));
  if (isl_set_is_empty (holds) != isl_bool_false)
    ihop_undecided_add_guard (scop, condition);
  isl_set_free (holds);
}

static void
know_condition (const Passed *passed, const IhopPlace *place, const IhopNode *condition, gboolean yes)
{
  IhopWalk *walk = passed->walk;
  gboolean kept = ihop_place_keeps_value (walk->scop, place, condition);
  isl_set *holds = kept ? ihop_condition_of (walk, condition) : NULL;

  if (!kept)
    doubt_start (walk, place, condition, yes);
  else if (holds == NULL)
    ihop_undecided_add (walk->scop, condition);
  know (walk->scop, holds && !yes ? isl_set_complement (holds) : holds);
}

/* ---- switch --------------------------------------------------------------------------------------------------- */

isl_set *
ihop_switch_labels (isl_set *all, isl_pw_aff *value, const IhopNode *label, gboolean *rest)
{
  isl_ctx *ctx = isl_pw_aff_get_ctx (value);

  for (; label && label->kind == IHOP_CASE; label = label->child[2])
    {
      const IhopNode *low = label->child[0], *high = label->child[1] ? label->child[1] : low;
      if (low == NULL)
        {
          *rest = TRUE;
          continue;
        }
      /* A negative number is a large one in an unsigned type. */
      if (!(low->flags & high->flags & IHOP_NODE_CONSTANT) || MIN (low->integer, high->integer) < 0)
        return isl_set_free (all);
      isl_local_space *space = isl_local_space_from_space (isl_pw_aff_get_domain_space (value));
      isl_pw_aff *from = isl_pw_aff_from_aff (
        isl_aff_val_on_domain (isl_local_space_copy (space), isl_val_int_from_si (ctx, low->integer)));
      isl_pw_aff *to = isl_pw_aff_from_aff (isl_aff_val_on_domain (space, isl_val_int_from_si (ctx, high->integer)));
      isl_set *one = isl_set_intersect (isl_pw_aff_ge_set (isl_pw_aff_copy (value), from),
                                        isl_pw_aff_le_set (isl_pw_aff_copy (value), to));
      all = isl_set_union (all, one);
    }
  return all;
}

static gboolean always_leaves (const IhopNode *node);

/* The labels of these children; *rest: "default" is among them. */
static isl_set *
values_named (isl_pw_aff *value, const IhopNode *block, guint from, guint to, gboolean *rest)
{
  isl_set *named = isl_set_empty (isl_pw_aff_get_domain_space (value));

  for (guint i = from; i < to; i++)
    if (block->child[i] && block->child[i]->kind == IHOP_CASE)
      named = ihop_switch_labels (named, value, block->child[i], rest);
  return named;
}

/* Where the switch's value leads to child number "at" of its block, by a label or by falling through: from behind the
 * last statement that leaves. */
static isl_set *
values_reaching (isl_pw_aff *value, const IhopNode *block, guint at)
{
  gboolean falls = FALSE, ignored = FALSE;
  guint from = at;
  isl_set *open;

  while (from > 0 && !(block->child[from - 1] && always_leaves (block->child[from - 1])))
    from--;
  open = values_named (value, block, from, MIN (at + 1, block->n_children), &falls);
  if (falls)
    open = isl_set_union (open, isl_set_complement (values_named (value, block, 0, block->n_children, &ignored)));
  return open;
}

static void
know_case (const Passed *passed, const IhopPlace *place, const IhopNode *node)
{
  IhopWalk *walk = passed->walk;
  const IhopNode *block = node->child[1];
  isl_pw_aff *value = block->kind == IHOP_BLOCK && ihop_place_keeps_value (walk->scop, place, node->child[0])
                        ? ihop_value_flatten (walk->scop, ihop_value_of (walk, node->child[0]))
                        : NULL;

  if (value == NULL || place->level + 2 >= place->path->len)
    {
      isl_pw_aff_free (value);
      return;
    }
  know (walk->scop, values_reaching (value, block, ihop_node_child_index (block, place->path->pdata[place->level + 2])));
  isl_pw_aff_free (value);
}

/* ---- ways out ------------------------------------------------------------------------------------------------- */

/* What stands behind it in its block does not run in its stead. */
static gboolean
always_leaves (const IhopNode *node)
{
  if (node == NULL)
    return FALSE;
  switch (node->kind)
    {
    case IHOP_RETURN: case IHOP_BREAK: case IHOP_CONTINUE: case IHOP_GOTO:
      return TRUE;
    case IHOP_EXPRESSION:
      return ihop_call_never_returns (node->child[0]);
    case IHOP_IF:
      return always_leaves (node->child[1]) && always_leaves (node->child[2]);
    case IHOP_LABEL:
      return always_leaves (node->child[0]);
    case IHOP_CASE:
      return always_leaves (node->child[2]);
    case IHOP_BLOCK:
      for (guint i = 0; i < node->n_children; i++)
        if (always_leaves (node->child[i]))
          return TRUE;
      return FALSE;
    default:
      return FALSE;
    }
}

/* "if (n == 0) return;" and the like, which may stand in a block of its own. */
static void
know_way_out (const Passed *passed, const IhopPlace *place, const IhopNode *node)
{
  node = ihop_node_unlabelled (node);
  while (node && node->kind == IHOP_CASE)
    node = ihop_node_unlabelled (node->child[2]);
  if (node == NULL)
    return;
  for (guint i = 0; node->kind == IHOP_BLOCK && i < MIN (node->n_children, MAX_LOOKED_AT); i++)
    {
      /* What stands behind a label may be all of the block that has run. */
      if (node->child[i] && node->child[i]->kind == IHOP_CASE)
        return;
      know_way_out (passed, place, node->child[i]);
    }
  if (node->kind == IHOP_IF && always_leaves (node->child[1]) != always_leaves (node->child[2]))
    {
      if (matters (passed, node->child[0]))
        know_condition (passed, place, node->child[0], always_leaves (node->child[2]));
      else
        ihop_undecided_add (passed->walk->scop, node->child[0]);
    }
  else if (node->kind != IHOP_BLOCK)
    ihop_undecided_add_exits (passed->walk->scop, node);
}

/* All of them in front of the way. */
static void
know_ways_out (const Passed *passed, GPtrArray *path, guint level)
{
  const IhopNode *block = path->pdata[level];
  guint at = ihop_node_child_index (block, path->pdata[level + 1]), first = ihop_block_first_certain (block, at);

  /* Whoever comes to a label runs what it stands at. */
  if (first > 0 && block->child[at]->kind != IHOP_CASE)
    first--;
  for (guint i = MAX (first, at > MAX_LOOKED_AT ? at - MAX_LOOKED_AT : 0); i < at; i++)
    {
      IhopPlace place = { path, level, (int) i - 1 };
      know_way_out (passed, &place, block->child[i]);
    }
}

/* ---- all of them ---------------------------------------------------------------------------------------------- */

static void
know_node (const Passed *passed, GPtrArray *path, guint level)
{
  const IhopNode *node = path->pdata[level], *next = path->pdata[level + 1];
  IhopPlace place = { path, level, -1 };

  switch (node->kind)
    {
    case IHOP_BLOCK:
      know_ways_out (passed, path, level);
      break;
    case IHOP_IF:
      place.at = 0;
      if (next != node->child[0])
        know_condition (passed, &place, node->child[0], next == node->child[1]);
      break;
    case IHOP_WHILE:
      if (next == ihop_loop_body (node))
        know_condition (passed, &place, node->child[0], TRUE);
      break;
    case IHOP_FOR:
      if (next == ihop_loop_body (node) && node->child[1])
        know_condition (passed, &place, node->child[1], TRUE);
      break;
    case IHOP_SWITCH:
      place.at = 0;
      if (next == node->child[1])
        know_case (passed, &place, node);
      break;
    default:
      break;
    }
}

void
ihop_context_know_passed (IhopWalk *walk)
{
  IhopScop *scop = walk->scop;
  GPtrArray *path = ihop_scop_root_path (scop);
  Passed passed = { walk, NULL };

  if (path == NULL || scop->is_entered)
    return;
  passed.mentioned = mentioned_by (scop);
  for (guint i = 0; i + 1 < path->len; i++)
    know_node (&passed, path, i);
  g_hash_table_unref (passed.mentioned);
}
