/* Statements in the order of the text: domains, loops, control flow. */
#include "analysis/scop/extract.h"
#include <isl/options.h>
#include <isl/val.h>
#include <string.h>

enum { NODE_STEPS = 3 }; /* to read a node costs about as much as to try that many pairs of accesses */

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
  g_free (loop->counting.why);
  g_free (loop);
}

static void
statement_free (gpointer data)
{
  isl_set_free (((IhopScopStatement *) data)->domain);
  g_free (data);
}

static void
access_free (gpointer data)
{
  IhopAccess *access = data;

  for (guint i = 0; i < access->n_dims; i++)
    {
      isl_pw_aff_free (access->subscript[i]);
      ihop_linear_free (access->linear[i]);
    }
  g_free (access->subscript);
  g_free (access->linear);
  g_free (access->step_dims);
  isl_map_free (access->map);
  ihop_ref_free (access->ref);
  g_free (access);
}

static void
obstacle_free (gpointer data)
{
  IhopObstacle *obstacle = data;

  g_free (obstacle->message);
  g_free (obstacle->remedy);
  g_free (obstacle);
}

IhopAssumption *
ihop_assumption_new (IhopAssumeKind kind, const IhopSymbol *a, const IhopSymbol *b)
{
  IhopAssumption *assumption = g_new0 (IhopAssumption, 1);

  assumption->kind = kind;
  assumption->a = (IhopSymbol *) a;
  assumption->b = (IhopSymbol *) b;
  return assumption;
}

void
ihop_assumption_free (gpointer data)
{
  IhopAssumption *assumption = data;

  g_free (assumption->condition);
  g_free (assumption->text);
  g_free (assumption);
}

static void
outer_free (gpointer data)
{
  g_free (((IhopOuterLoop *) data)->counting.why);
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

/* One side of an if; gives the instances that come out at its end. */
static isl_set *
visit_branch (IhopWalk *walk, const IhopNode *branch, isl_set *where, isl_set *all, gboolean exact)
{
  const IhopScopRegion *region = walk->region;
  isl_set *out;

  walk->domain = where ? isl_set_intersect (isl_set_copy (all), where) : isl_set_copy (all);
  walk->is_exact = exact;
  if (where == NULL)
    ihop_walk_maybe (walk);
  if (branch)
    ihop_walk_node (walk, branch);
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
  jumps = has_continue (node);
  before = ihop_bindings_copy (walk->bindings);
  first_region = walk->scop->regions->len;
  yes = visit_branch (walk, node->child[1], isl_set_copy (holds), all, exact);
  exact_yes = walk->is_exact;
  after_then = walk->bindings;
  walk->bindings = before;
  second_region = walk->scop->regions->len;
  no = visit_branch (walk, node->child[2],
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
  IhopRef *ref;

  if (symbol->storage != IHOP_STORAGE_AUTO)
    return;
  ihop_walk_extents (walk, node);
  if (node->child[0] == NULL)
    {
      ihop_bind (walk, symbol, NULL, NULL);
      return;
    }
  ihop_walk_expression (walk, node->child[0]);
  ref = g_new0 (IhopRef, 1);
  ref->root = symbol;
  ref->type = symbol->type;
  ref->steps = g_array_new (FALSE, FALSE, sizeof (IhopStep));
  ihop_record (walk, ref, node, TRUE, IHOP_MAY_NOT);
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
      walk->update_left = ihop_update_of (node, NULL);
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
                     node->text ? node->text : "a statement");
      break;
    default:
      ihop_walk_expression (walk, node);
      break;
    }
}

static gboolean
find_case (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_CASE;
  return node->kind != IHOP_SWITCH && !*(gboolean *) found;
}

gboolean
ihop_switch_has_hidden_case (const IhopNode *node)
{
  const IhopNode *body = node->child[1];
  gboolean found = body->kind != IHOP_BLOCK;

  for (guint i = 0; !found && i < body->n_children; i++)
    {
      const IhopNode *statement = body->child[i];
      while (statement && statement->kind == IHOP_CASE)
        statement = statement->child[2];
      if (statement && statement->kind != IHOP_SWITCH)
        ihop_node_walk (statement, find_case, &found);
    }
  return found;
}

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
        outer_free (loop);
    }
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

static IhopScop *
scop_alloc (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
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
  scop->heads = isl_set_universe (isl_space_copy (scop->space));
  scop->loops = g_ptr_array_new_with_free_func (loop_free);
  scop->statements = g_ptr_array_new_with_free_func (statement_free);
  scop->accesses = g_ptr_array_new_with_free_func (access_free);
  scop->obstacles = g_ptr_array_new_with_free_func (obstacle_free);
  scop->assumptions = g_ptr_array_new_with_free_func (ihop_assumption_free);
  scop->tested = g_ptr_array_new_with_free_func (ihop_context_test_free);
  scop->undecided = g_ptr_array_new ();
  scop->inductions = g_ptr_array_new_with_free_func (ihop_induction_free);
  scop->outer_loops = g_ptr_array_new_with_free_func (outer_free);
  scop->aliases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scop->definitions = g_hash_table_new (NULL, NULL);
  scop->regions = g_ptr_array_new_with_free_func (g_free);
  scop->written = ihop_defs_written (root);
  scop->local = ihop_defs_declared (root);
  forget_head (scop->local, root);
  scop->invariant = g_hash_table_new (NULL, NULL);
  return scop;
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
  const IhopNode *exit = ihop_walk_leaving (ihop_kind_is_loop (root->kind)
                                              ? ihop_loop_body (root) : root);

  if (exit == NULL)
    return;
  ihop_obstacle (walk->scop, "IHOP-D003", exit,
                 "let the loop run to its end and remember what was found",
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
  walk.bindings = g_hash_table_new_full (NULL, NULL, NULL, ihop_binding_unref);
  walk.domain = isl_set_universe (isl_space_set_from_params (isl_space_copy (scop->space)));
  ihop_context_fill (&walk);
  check_exits (&walk);
  ihop_walk_node (&walk, root);
  isl_set_free (walk.domain);
  g_hash_table_unref (walk.bindings);
  ihop_scop_finish (scop);
  return scop;
}

IhopScop *
ihop_scop_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
               IhopBudget *budget)
{
  return read_root (scop_alloc (facts, function, root, budget));
}

IhopScop *
ihop_scop_new_unconditional (IhopFacts *facts, const IhopFunction *function, const IhopNode *root,
                             IhopBudget *budget)
{
  IhopScop *scop = scop_alloc (facts, function, root, budget);

  scop->is_unconditional = TRUE;
  return read_root (scop);
}

IhopScop *
ihop_scop_new_blank (IhopFacts *facts, const IhopFunction *function)
{
  IhopScop *scop = scop_alloc (facts, function, function->body, NULL);

  scop->is_unconditional = TRUE;
  scop->is_entered = TRUE;
  return scop;
}

const IhopScopLoop *
ihop_scop_common_loop (const IhopScopLoop *a, const IhopScopLoop *b)
{
  while (a != b)
    {
      if (b == NULL || (a && a->depth > b->depth))
        a = a->parent;
      else
        b = b->parent;
    }
  return a;
}

static const IhopScopLoop *
loop_at (const IhopScopLoop *loop, guint depth)
{
  while (loop->depth > depth)
    loop = loop->parent;
  return loop;
}

/* Both in the same iteration of "equal" loops, a before b in the next. */
static isl_map *
before_at (isl_space *space, const IhopScopLoop *common, guint level)
{
  isl_map *map = isl_map_universe (space);

  for (guint i = 0; i < level; i++)
    map = isl_map_equate (map, isl_dim_in, i, isl_dim_out, i);
  if (loop_at (common, level)->backwards)
    return isl_map_order_gt (map, isl_dim_in, level, isl_dim_out, level);
  return isl_map_order_lt (map, isl_dim_in, level, isl_dim_out, level);
}

isl_map *
ihop_scop_before (const IhopScop *scop, const IhopScopLoop *a, guint a_depth,
                  const IhopScopLoop *b, guint b_depth, gboolean a_first, guint equal)
{
  const IhopScopLoop *common = ihop_scop_common_loop (a, b);
  guint n = common ? common->depth + 1 : 0;
  isl_space *space = isl_space_alloc (scop->ctx, 0, a_depth, b_depth);
  isl_map *before = isl_map_empty (isl_space_copy (space));

  for (guint level = equal; level < n; level++)
    before = isl_map_union (before, before_at (isl_space_copy (space), common, level));
  if (a_first)
    {
      isl_map *same = isl_map_universe (isl_space_copy (space));
      for (guint i = 0; i < n; i++)
        same = isl_map_equate (same, isl_dim_in, i, isl_dim_out, i);
      before = isl_map_union (before, same);
    }
  isl_space_free (space);
  return before;
}

isl_map *
ihop_access_leading (const IhopAccess *access, guint n)
{
  isl_map *map = isl_map_copy (access->map);

  map = n < access->n_dims ? isl_map_project_out (map, isl_dim_out, n, access->n_dims - n) : map;
  return isl_map_reset_tuple_id (map, isl_dim_in);
}
