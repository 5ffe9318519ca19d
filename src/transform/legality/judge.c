/* The one judge of everything that reorders (D3).
 *
 * It looks at two pieces of code, the old one and the one that was really built, as sets: which instances of which
 * statements there are. A copy knows what it is a copy of, and what the old iterators hold in it; so every new access
 * is a map from its instances to those of an old one. Five things are then proved:
 *
 * - copies compute what their originals compute, wherever anything runs (judge_copies, judge_arithmetic,
 *   judge_unreachable);
 * - every old instance has exactly one new one (judge_instances);
 * - variables declared in the code are as many as they were, or fewer where their lifetimes are disjoint (judge_locals,
 *   judge_lifetimes);
 * - every dependence between old instances runs forwards in the new order (judge_order);
 * - what the sets do not say (conditions on data, loops of unknown length, jumps, last values of iterators) is as it
 *   was (judge_control, and here).
 *
 * So a mistake of a step is a refusal, not a wrong program. */
#include "transform/legality/judge.h"
#include "analysis/dependence/covering_writes.h"
#include "analysis/extract/extract.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "analysis/program/isl_operations.h"
#include "transform/build/refusal.h"
#include "transform/legality/judge_arithmetic.h"
#include "transform/legality/judge_cache.h"
#include "transform/legality/judge_control.h"
#include "transform/legality/judge_copies.h"
#include "transform/legality/judge_instances.h"
#include "transform/legality/judge_locals.h"
#include "transform/legality/judge_order.h"
#include "transform/legality/obstacle.h"
#include <isl/options.h>
#include <string.h>

enum { MAX_OPERATIONS = 20 * 1000 * 1000 };

/* --- the two sides --------------------------------------------------------------------------- */

/* The tree with these statements in a block of their own, so that they have one root. */
static IhopTree *
wrapped (const IhopTree *tree, const IhopFunction *function, const GPtrArray *statements,
         const IhopNode **root)
{
  IhopTree *derived = ihop_tree_derive ((IhopTree *) tree);
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, statements->pdata[0]);
  const IhopNode *parent = path->pdata[path->len - 2];
  IhopNode *block = ihop_node_new (derived->pool, IHOP_BLOCK, statements->len);
  IhopNode *outer = ihop_node_new (derived->pool, IHOP_BLOCK,
                                   parent->n_children - statements->len + 1);
  guint at = 0, k = 0;

  memcpy (block->child, statements->pdata, statements->len * sizeof *block->child);
  while (parent->child[at] != statements->pdata[0])
    at++;
  for (guint i = 0; i < parent->n_children; i++)
    if (i == at)
      outer->child[k++] = block;
    else if (i < at || i >= at + statements->len)
      outer->child[k++] = parent->child[i];
  ihop_tree_set_body (derived, function,
                      ihop_node_replace (derived->pool, function->body, parent, outer));
  *root = block;
  return derived;
}

static IhopFacts *
facts_with (IhopFacts *host, const IhopTree *old, IhopTree *tree, IhopDiags *diags)
{
  const GPtrArray *trees = ihop_facts_trees (host);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  for (guint i = 0; i < trees->len; i++)
    g_ptr_array_add (others, trees->pdata[i] == old ? tree : trees->pdata[i]);
  return ihop_facts_new_beside (host, others, diags);
}

static gboolean
note_node (const IhopNode *node, gpointer nodes)
{
  g_hash_table_add (nodes, (gpointer) node);
  return TRUE;
}

static void
side_index (IhopJudgeSide *side)
{
  side->nodes = g_hash_table_new (NULL, NULL);
  side->declared = ihop_defs_declared (side->root);
  ihop_node_walk (side->root, note_node, side->nodes);
  side->by_node = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  side->iterators = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < side->scop->accesses->len; i++)
    {
      IhopAccess *access = side->scop->accesses->pdata[i];
      GPtrArray *list = g_hash_table_lookup (side->by_node, access->node);
      if (list == NULL)
        {
          list = g_ptr_array_new ();
          g_hash_table_insert (side->by_node, (gpointer) access->node, list);
        }
      g_ptr_array_add (list, access);
    }
  for (guint i = 0; i < side->scop->loops->len; i++)
    {
      IhopScopLoop *loop = side->scop->loops->pdata[i];
      if (loop->counting.iterator)
        g_hash_table_add (side->iterators, loop->counting.iterator);
    }
}

static void
side_read (IhopJudgeSide *side, IhopTransformStep *step, const IhopTree *tree,
           const GPtrArray *statements, const IhopFunction *function, IhopBudget *budget)
{
  g_autoptr (IhopTree) derived = NULL;
  const IhopTree *shown = tree;

  side->root = statements->pdata[0];
  if (statements->len > 1)
    shown = derived = wrapped (tree, function, statements, &side->root);
  side->facts = shown == step->tree ? step->facts
                                    : facts_with (step->facts, step->tree, (IhopTree *) shown,
                                                  step->diags);
  side->scop = ihop_scop_new (side->facts, ihop_tree_function_of (shown, function->symbol),
                              side->root, budget);
  side_index (side);
}

static void
side_clear (IhopJudgeSide *side, const IhopTransformStep *step)
{
  g_hash_table_unref (side->by_node);
  g_hash_table_unref (side->iterators);
  g_hash_table_unref (side->nodes);
  g_hash_table_unref (side->declared);
  ihop_scop_free (side->scop);
  if (side->facts != step->facts)
    ihop_facts_free (side->facts);
}

/* --- iterators ------------------------------------------------------------------------------- */

typedef struct
{
  const IhopSymbol *iterator;
  const IhopNode *root;
  const IhopNode *found; /* a mention outside of the loops that count with it */
} Stray;

static gboolean
find_stray (const IhopNode *node, gpointer data)
{
  Stray *stray = data;

  if (node->kind == IHOP_FOR && ihop_loop_iterator (node) == stray->iterator)
    {
      /* "for (; i < n; i++)" goes on where another one has ended. */
      if (node->child[0] == NULL && node != stray->root)
        stray->found = node;
      return FALSE;
    }
  if (node->kind == IHOP_REF && node->symbol == stray->iterator)
    stray->found = node;
  return stray->found == NULL;
}

/* An iterator that is declared outside has a value after its loop, which a step may change. */
static gboolean
iterators_are_dead (IhopJudge *judge)
{
  const IhopJudgeSide *old = &judge->old;

  for (guint i = 0; i < old->scop->loops->len; i++)
    {
      const IhopScopLoop *loop = old->scop->loops->pdata[i];
      IhopSymbol *iterator = loop->counting.iterator;
      Stray stray = { .iterator = iterator, .root = old->root };
      if (iterator == NULL || loop->counting.declared_here)
        continue;
      ihop_node_walk (old->root, find_stray, &stray);
      if (stray.found == NULL
          && !ihop_live_after (old->facts, old->scop->function, old->root, iterator))
        continue;
      IhopDiag *diag = ihop_refuse (
        judge->step, IHOP_T_LIVE, stray.found ? stray.found : loop->node,
        "the value of %s after its loop is used, and this step may change it", iterator->name);
      ihop_diag_remedy (diag, "give the loop an iterator of its own, or set %s after the loop",
                        iterator->name);
      return FALSE;
    }
  return TRUE;
}

/* Loops of the new code count with variables that nobody else uses: their own, or iterators of the old code. */
static gboolean
iterators_are_free (IhopJudge *judge)
{
  const GPtrArray *loops = judge->new.scop->loops;

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopScopLoop *loop = loops->pdata[i];
      const IhopSymbol *iterator = loop->counting.iterator;
      if (iterator == NULL || loop->counting.declared_here || g_hash_table_contains (judge->old.iterators, iterator)
          || (g_hash_table_contains (judge->new.scop->local, iterator)
              && !g_hash_table_contains (judge->old.scop->local, iterator)))
        continue;
      return ihop_judge_refuse_unplaced (judge, loop->node);
    }
  return TRUE;
}

/* --- the whole ------------------------------------------------------------------------------- */

static gboolean
decide (IhopJudge *judge)
{
  const IhopNode *root = judge->old.root;

  if (!ihop_require_followed (judge->step, judge->old.scop) || !ihop_require_followed (judge->step, judge->new.scop)
      || !ihop_judge_leaving (judge) || !iterators_are_dead (judge) || !iterators_are_free (judge))
    return FALSE;
  ihop_judge_find_relevant (judge);
  return ihop_judge_copies (judge) && ihop_judge_comparisons (judge) && ihop_judge_map (judge) && ihop_judge_instances (judge)
         && ihop_judge_locals (judge) && ihop_judge_control (judge)
         && ihop_judge_dependences (judge)
         && ihop_require_no_assumption (judge->step, root, judge->old.scop->assumptions)
         && ihop_require_no_assumption (judge->step, root, judge->new.scop->assumptions)
         && (judge->assumptions == NULL || ihop_require_no_assumption (judge->step, root, judge->assumptions));
}

static void
image_free (gpointer data)
{
  isl_map_free (((IhopImage *) data)->map);
  g_free (data);
}

static void
tables_new (IhopJudge *judge, gboolean assuming)
{
  guint n = judge->old.scop->accesses->len;

  judge->images = g_ptr_array_new_with_free_func (image_free);
  judge->pairs = g_ptr_array_new_with_free_func (g_free);
  judge->assumptions
    = assuming ? g_ptr_array_new_with_free_func (ihop_assumption_free) : NULL;
  judge->cache = ihop_judge_cache_new ();
  judge->relevant = g_new0 (gboolean, n + 1);
  judge->pairs_of = g_new0 (GPtrArray *, n + 1);
  for (guint i = 0; i < n; i++)
    judge->pairs_of[i] = g_ptr_array_new ();
}

static void
tables_clear (IhopJudge *judge)
{
  for (guint i = 0; i < judge->old.scop->accesses->len; i++)
    g_ptr_array_unref (judge->pairs_of[i]);
  g_free (judge->pairs_of);
  g_free (judge->relevant);
  ihop_judge_cache_free (judge->cache);
  g_ptr_array_unref (judge->pairs);
  g_ptr_array_unref (judge->images);
  g_clear_pointer (&judge->assumptions, g_ptr_array_unref);
}

static gboolean
decide_once (IhopJudge *judge, gboolean assuming)
{
  isl_ctx *ctx = judge->old.scop->ctx;

  isl_ctx_reset_error (ctx);
  tables_new (judge, assuming);
  gboolean fine = decide (judge);
  if (fine && isl_ctx_last_error (ctx) == isl_error_quota)
    {
      ihop_refuse (judge->step, IHOP_T_UNKNOWN, judge->old.root,
                   "the proof would take too long");
      fine = FALSE;
    }
  tables_clear (judge);
  return fine;
}

static void
move_diags (IhopDiags *from, IhopDiags *to)
{
  while (from->len)
    g_ptr_array_add (to, g_ptr_array_steal_index (from, 0));
}

/* First without taking anything for granted about pointers: a step that keeps the order of all
 * that may meet needs no promise. */
static gboolean
decide_twice (IhopJudge *judge)
{
  g_autoptr (GPtrArray) first = ihop_diags_new ();
  IhopTransformStep quiet = *judge->step, *loud = judge->step;

  quiet.diags = first;
  judge->step = &quiet;
  gboolean fine = decide_once (judge, FALSE);
  judge->step = loud;
  if (!fine && judge->doubts_pointers)
    return decide_once (judge, TRUE);
  if (!fine)
    move_diags (first, loud->diags);
  return fine;
}

gboolean
ihop_judge_order (IhopTransformStep *step, const IhopRewrite *rewrite)
{
  IhopJudge judge = { .step = step, .rewrite = rewrite };
  isl_ctx *ctx = ihop_facts_isl (step->facts);
  IhopBudget budget = ihop_facts_budget (step->facts);
  const IhopFunction *now = ihop_tree_function_of (rewrite->tree, rewrite->function->symbol);

  ihop_operations_limit (ctx, MAX_OPERATIONS);
  side_read (&judge.old, step, step->tree, rewrite->old_region, rewrite->function, &budget);
  side_read (&judge.new, step, rewrite->tree, rewrite->new_region, now, &budget);
  gboolean fine = decide_twice (&judge);
  side_clear (&judge.new, step);
  side_clear (&judge.old, step);
  ihop_operations_free (ctx);
  return fine;
}
