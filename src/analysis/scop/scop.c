#include "analysis/scop/scop.h"
#include "analysis/memory/definitions.h"
#include "analysis/scop/access.h"
#include "analysis/scop/induction_variable.h"

static void
test_free (gpointer data)
{
  isl_set_free (((IhopTest *) data)->holds);
  g_free (data);
}

static void
param_free (gpointer data)
{
  IhopParameter *param = data;

  isl_id_free (param->id);
  g_free (param->text);
  g_free (param->key);
  g_free (param);
}

static void
loop_free (gpointer data)
{
  IhopScopLoop *loop = data;

  isl_set_free (loop->domain);
  isl_set_free (loop->outer);
  ihop_message_unref (loop->counting.why);
  g_free (loop);
}

static void
statement_free (gpointer data)
{
  isl_set_free (((IhopScopStatement *) data)->domain);
  g_free (data);
}

static void
obstacle_free (gpointer data)
{
  IhopObstacle *obstacle = data;

  ihop_message_unref (obstacle->message);
  ihop_message_unref (obstacle->remedy);
  g_free (obstacle);
}

void
ihop_outer_loop_free (gpointer data)
{
  ihop_message_unref (((IhopOuterLoop *) data)->counting.why);
  g_free (data);
}

void
ihop_scop_free (IhopScop *scop)
{
  if (scop == NULL)
    return;
  g_ptr_array_unref (scop->accesses);
  g_ptr_array_unref (scop->statements);
  g_ptr_array_unref (scop->loops);
  g_ptr_array_unref (scop->obstacles);
  g_ptr_array_unref (scop->tested);
  g_ptr_array_unref (scop->assumptions);
  g_ptr_array_unref (scop->undecided);
  g_ptr_array_unref (scop->inductions);
  g_ptr_array_unref (scop->outer_loops);
  g_ptr_array_unref (scop->regions);
  g_hash_table_unref (scop->conditions);
  g_clear_pointer (&scop->busy, g_hash_table_unref);
  g_hash_table_unref (scop->aliases);
  g_hash_table_unref (scop->definitions);
  g_clear_pointer (&scop->way, g_ptr_array_unref);
  g_clear_pointer (&scop->stages, g_array_unref);
  g_hash_table_unref (scop->written);
  g_hash_table_unref (scop->local);
  g_hash_table_unref (scop->invariant);
  isl_set_free (scop->context);
  isl_set_free (scop->ranges);
  isl_set_free (scop->path);
  isl_set_free (scop->relations);
  isl_set_free (scop->heads);
  isl_set_free (scop->proved);
  isl_set_free (scop->callers);
  isl_set_free (scop->undefined);
  isl_space_free (scop->space);
  g_hash_table_unref (scop->param_by_key);
  g_ptr_array_unref (scop->params);
  g_free (scop);
}

IhopScopLoop *
ihop_scop_loop_of (const IhopScop *scop, const IhopNode *node)
{
  for (guint i = 0; i < scop->loops->len; i++)
    if (((IhopScopLoop *) scop->loops->pdata[i])->node == node)
      return scop->loops->pdata[i];
  return NULL;
}

const IhopScopLoop *
ihop_scop_root_loop (const IhopScop *scop)
{
  if (scop->loops->len == 0)
    return NULL;

  const IhopScopLoop *first = scop->loops->pdata[0];

  return first->node == scop->root ? first : NULL;
}

const char *
ihop_scop_loop_name (const IhopScopLoop *loop)
{
  if (loop->counting.iterator)
    return loop->counting.iterator->name;
  return ihop_kind_name (loop->node->kind);
}

/* What is declared in the root loop's own head lives through all its iterations. */
static void
forget_head (GHashTable *local, const IhopNode *root)
{
  const IhopNode *head = root->kind == IHOP_FOR ? root->child[0] : NULL;

  for (guint i = 0; head && head->kind == IHOP_DECLARATION && i < head->n_children; i++)
    if (head->child[i])
      g_hash_table_remove (local, head->child[i]->symbol);
}

IhopScop *
ihop_scop_alloc (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
            IhopBudget *budget)
{
  IhopScop *scop = g_new0 (IhopScop, 1);

  scop->facts = facts;
  scop->function = function;
  scop->root = root;
  scop->budget = budget;
  scop->ctx = ihop_facts_isl (facts);
  scop->params = g_ptr_array_new_with_free_func (param_free);
  scop->param_by_key = g_hash_table_new (g_str_hash, g_str_equal);
  scop->space = isl_space_params_alloc (scop->ctx, 0);
  scop->context = isl_set_universe (isl_space_copy (scop->space));
  scop->ranges = isl_set_universe (isl_space_copy (scop->space));
  scop->path = isl_set_universe (isl_space_copy (scop->space));
  scop->relations = isl_set_universe (isl_space_copy (scop->space));
  scop->heads = isl_set_universe (isl_space_copy (scop->space));
  scop->loops = g_ptr_array_new_with_free_func (loop_free);
  scop->statements = g_ptr_array_new_with_free_func (statement_free);
  scop->accesses = g_ptr_array_new_with_free_func (ihop_access_free);
  scop->obstacles = g_ptr_array_new_with_free_func (obstacle_free);
  scop->assumptions = g_ptr_array_new_with_free_func (ihop_assumption_free);
  scop->tested = g_ptr_array_new_with_free_func (test_free);
  scop->undecided = g_ptr_array_new ();
  scop->inductions = g_ptr_array_new_with_free_func (ihop_induction_free);
  scop->outer_loops = g_ptr_array_new_with_free_func (ihop_outer_loop_free);
  scop->aliases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scop->definitions = g_hash_table_new (NULL, NULL);
  scop->regions = g_ptr_array_new_with_free_func (g_free);
  scop->conditions = g_hash_table_new (NULL, NULL);
  scop->written = ihop_defs_written (root);
  scop->local = ihop_defs_declared (root);
  forget_head (scop->local, root);
  scop->invariant = g_hash_table_new (NULL, NULL);
  return scop;
}

IhopScop *
ihop_scop_new_blank (IhopFacts *facts, const IhopFunction *function)
{
  IhopScop *scop = ihop_scop_alloc (facts, function, function->body, NULL);

  scop->is_unconditional = TRUE;
  scop->is_entered = TRUE;
  return scop;
}

void
ihop_obstacle_add (IhopScop *scop, const char *id, const IhopNode *node, IhopMessage *remedy, IhopMessage *message)
{
  IhopObstacle *obstacle = g_new0 (IhopObstacle, 1);

  obstacle->message = message;
  obstacle->id = id;
  obstacle->node = node;
  obstacle->remedy = remedy;
  g_ptr_array_add (scop->obstacles, obstacle);
}
