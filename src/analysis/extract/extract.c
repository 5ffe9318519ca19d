/* From a root to its scop: what is known there, then the walk, then the relations. */
#include "analysis/extract/extract.h"
#include "analysis/context/context.h"
#include "analysis/extract/access_relation.h"
#include "analysis/extract/statement_walk.h"
#include "analysis/memory/definitions.h"
#include "ir/jumps.h"

static void
find_outer_loops (IhopScop *scop)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (scop->facts, scop->function, scop->root);

  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      scop->is_entered |= node->kind == IHOP_SWITCH && ihop_switch_has_hidden_case (node);
      if (!ihop_kind_is_loop (node->kind))
        continue;
      IhopOuterLoop *loop = g_new0 (IhopOuterLoop, 1);
      loop->node = node;
      loop->counting = ihop_counting_of (scop->facts, scop->function, node);
      if (loop->counting.iterator)
        g_ptr_array_add (scop->outer_loops, loop);
      else
        ihop_outer_loop_free (loop);
    }
}

/* A "return" that ends a function's body: all that stands before it has run. */
static gboolean
ends_function (const IhopScop *scop, const IhopNode *exit)
{
  const IhopNode *root = scop->root;

  return root == scop->function->body && exit->kind == IHOP_RETURN
         && exit == root->child[root->n_children - 1];
}

static void
check_exits (IhopWalk *walk)
{
  const IhopNode *root = walk->scop->root;
  const IhopNode *exit = ihop_body_exit (ihop_kind_is_loop (root->kind)
                                              ? ihop_loop_body (root) : root);

  if (exit == NULL)
    return;
  ihop_obstacle (walk->scop, "IHOP-D003", exit,
                 ihop_message ("let the loop run to its end and remember what was found"),
                 "%s in the body: whether later iterations run depends on earlier ones",
                 ihop_kind_name (exit->kind));
  if (!ends_function (walk->scop, exit))
    ihop_walk_maybe (walk);
}

static gboolean
find_goto (const IhopNode *node, gpointer found)
{
  if (ihop_node_jumps (node))
    *(gboolean *) found = TRUE;
  return !*(gboolean *) found;
}

static IhopScop *
read_root (IhopScop *scop)
{
  IhopFacts *facts = scop->facts;
  const IhopFunction *function = scop->function;
  const IhopNode *root = scop->root;
  IhopWalk walk = { .scop = scop, .is_exact = TRUE };

  scop->is_entered = ihop_defs_has_labels (facts, function);
  find_outer_loops (scop);
  ihop_node_walk (root, find_goto, &scop->has_goto);
  walk.bindings = ihop_bindings_new ();
  walk.domain = isl_set_universe (isl_space_set_from_params (isl_space_copy (scop->space)));
  ihop_context_fill (&walk);
  check_exits (&walk);
  ihop_walk_node (&walk, root);
  isl_set_free (walk.domain);
  g_hash_table_unref (walk.bindings);
  ihop_scop_finish (scop);
  return scop;
}

static IhopScop *
read_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *root, IhopBudget *budget, gboolean names_quotients,
          gboolean unconditional)
{
  IhopScop *scop = ihop_scop_alloc (facts, function, root, budget);

  scop->names_quotients = names_quotients;
  scop->is_unconditional = unconditional;
  return read_root (scop);
}

IhopScop *
ihop_scop_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
               IhopBudget *budget)
{
  return read_new (facts, function, root, budget, FALSE, FALSE);
}

IhopScop *
ihop_scop_new_with_quotients (IhopFacts *facts, const IhopFunction *function, const IhopNode *root)
{
  return read_new (facts, function, root, NULL, TRUE, FALSE);
}

/* Of each quotient that is a parameter something is known, which every question to isl pays for. */
IhopScop *
ihop_scop_new_for_verdict (IhopFacts *facts, const IhopFunction *function, const IhopNode *root, IhopBudget *budget,
                           gboolean unconditional)
{
  IhopScop *scop = read_new (facts, function, root, budget, FALSE, unconditional);

  if (!scop->multiplies_quotients)
    return scop;
  ihop_scop_free (scop);
  return read_new (facts, function, root, budget, TRUE, unconditional);
}

IhopScop *
ihop_scop_new_unconditional (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                             IhopBudget *budget)
{
  return read_new (facts, function, root, budget, FALSE, TRUE);
}
