/* Whether the threads of a block may run a kernel's tree side by side. */
#include "analysis/kernel/races.h"
#include "analysis/extract/extract.h"
#include "analysis/nest/iteration_space_sizes.h"
#include "analysis/scop/execution_order.h"
#include "analysis/verdict/loops.h"
#include <string.h>

enum { MOST_THREADS = 1024, MOST_SHARED = 48 * 1024, MOST_OPERATIONS = 20 * 1000 * 1000 };

/* ---- How many threads ------------------------------------------------------------------------------------ */

/* The constant bound of the numbers that a loop's iterator takes; -1: there is none. */
static gint64
constant_bound (const IhopScop *scop, const IhopScopLoop *loop, gboolean high)
{
  isl_set *values = isl_set_intersect_params (isl_set_copy (loop->domain), isl_set_copy (scop->context));

  values = isl_set_project_out (values, isl_dim_set, 0, loop->depth);
  isl_val *bound = ihop_instances_bound (isl_set_copy (values), 0, high);
  gboolean never = isl_set_is_empty (values) == isl_bool_true;
  gint64 number = never ? 0 : bound && isl_val_is_int (bound) == isl_bool_true ? isl_val_get_num_si (bound) : -1;

  isl_set_free (values);
  isl_val_free (bound);
  return number;
}

/* Whether all these numbers are taken wherever the loop is reached. */
static gboolean
is_whole (const IhopScopLoop *loop, const IhopSpread *spread)
{
  isl_set *all = isl_set_add_dims (isl_set_copy (loop->outer), isl_dim_set, 1);

  all = isl_set_lower_bound_si (all, isl_dim_set, loop->depth, (int) spread->least);
  all = isl_set_upper_bound_si (all, isl_dim_set, loop->depth, (int) spread->most);
  isl_set *domain = isl_set_reset_tuple_id (isl_set_copy (loop->domain));
  all = isl_set_reset_tuple_id (all);
  gboolean whole = isl_set_is_subset (all, domain) == isl_bool_true;
  isl_set_free (all);
  isl_set_free (domain);
  return whole;
}

static gboolean
count_threads (IhopRaces *races, IhopSpread *spread)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, spread->loop);
  const char *name = spread->iterator->name;

  if (loop == NULL || loop->counting.iterator == NULL || loop->counting.step != 1 || !loop->is_exact)
    return ihop_races_flaw (races, spread->loop, NULL,
                            "the thread loop %s does not count its threads one by one, in a way that is followed", name);
  spread->least = constant_bound (races->scop, loop, FALSE);
  spread->most = constant_bound (races->scop, loop, TRUE);
  if (spread->least < 0 || spread->most < 0 || spread->most >= MOST_THREADS)
    return ihop_races_flaw (races, spread->loop, "deal its iterations out to a constant number of threads",
                            "the thread loop %s has no constant bounds from 0 to 1023: its iterator is the number of "
                            "a thread", name);
  spread->is_whole = is_whole (loop, spread);
  guint *threads = &races->tree->threads[spread->axis];
  *threads = MAX (*threads, (guint) spread->most + 1);
  return TRUE;
}

static gboolean
count_all_threads (IhopRaces *races)
{
  const guint *threads = races->tree->threads;

  for (guint i = 0; i < races->tree->nests->len; i++)
    {
      IhopThreadNest *nest = races->tree->nests->pdata[i];
      for (guint k = 0; k < nest->n; k++)
        if (!count_threads (races, &nest->loop[k]))
          return FALSE;
    }
  if ((guint64) threads[0] * threads[1] * threads[2] <= MOST_THREADS && threads[2] <= 64)
    return TRUE;
  return ihop_races_flaw (races, races->tree->block[0].loop, "take fewer",
                          "a block would have %u x %u x %u threads, more than a card runs together",
                          threads[0], threads[1], threads[2]);
}

static gboolean
fits_shared (IhopRaces *races)
{
  guint64 bytes = 0;

  for (guint i = 0; i < races->tree->arrays->len; i++)
    {
      const IhopKernelArray *array = races->tree->arrays->pdata[i];
      bytes += array->memory == IHOP_ROLE_SHARED ? array->symbol->type->size : 0;
    }
  return bytes <= MOST_SHARED
         || ihop_races_flaw (races, races->tree->block[0].loop, "take smaller tiles",
                             "its shared arrays need %" G_GUINT64_FORMAT " bytes of a block's %u", bytes, MOST_SHARED);
}

/* ---- Uniform code ------------------------------------------------------------------------------------------ */

static gboolean
check_uniform_loop (IhopRaces *races, const IhopNode *node)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, node);

  if (loop && loop->counting.iterator && loop->counting.is_plain && loop->is_exact)
    return TRUE;
  return ihop_races_flaw (races, node, NULL, "it is not followed how often this loop runs, and all threads of a block "
                          "have to run it equally often");
}

static gboolean
check_uniform_loops (IhopRaces *races)
{
  for (guint i = 0; i < races->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = races->tree->nests->pdata[i];
      const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, nest->around);
      for (; loop; loop = loop->parent)
        if (!check_uniform_loop (races, loop->node))
          return FALSE;
    }
  for (guint i = 0; i < races->tree->fences->len; i++)
    if (!check_uniform_loop (races, g_array_index (races->tree->fences, IhopFence, i).around))
      return FALSE;
  return TRUE;
}

/* What all threads read between their loops, no thread writes. */
static gboolean
check_uniform_accesses (IhopRaces *races)
{
  const GPtrArray *all = races->scop->accesses;

  for (guint i = 0; i < all->len; i++)
    {
      const IhopAccess *a = all->pdata[i];
      if (ihop_races_nest_of (races, a) || ihop_kind_is_loop (a->node->kind))
        continue;
      for (guint k = 0; k < all->len; k++)
        {
          const IhopAccess *b = all->pdata[k];
          if (!b->is_write || !ihop_races_nest_of (races, b)
              || ihop_overlap_of (races->scop, a, b, NULL).kind == IHOP_OVERLAP_NONE)
            continue;
          return ihop_races_flaw (races, b->node, NULL, "%s is used between thread loops (line %u), and may be set in one",
                                  a->ref->root->name, ihop_range_line (a->node->place));
        }
    }
  return TRUE;
}

/* ---- Registers ------------------------------------------------------------------------------------------------ */

/* The name under a chain of subscripts, with these. */
static const IhopNode *
subscripts_of (const IhopNode *node, GPtrArray *subscripts)
{
  for (; node->kind == IHOP_INDEX; node = ihop_node_strip (node->child[0], TRUE))
    g_ptr_array_insert (subscripts, 0, (gpointer) ihop_node_strip (node->child[1], TRUE));
  return node;
}

static gboolean
is_own_number (const IhopNode *subscript, const IhopSpread *spread)
{
  return subscript->kind == IHOP_REF && subscript->symbol == spread->iterator;
}

static const IhopSpread *
spread_of_axis (const IhopThreadNest *nest, guint axis)
{
  for (guint i = 0; i < nest->n; i++)
    if (nest->loop[i].axis == axis)
      return &nest->loop[i];
  return NULL;
}

/* The first who uses it says along which axes it is spread: those of all loops around, in the order of the subscripts. */
static void
learn_axes (IhopKernelArray *array, const IhopThreadNest *nest, const GPtrArray *subscripts)
{
  for (guint i = 0; i < subscripts->len && i < nest->n; i++)
    for (guint k = 0; k < nest->n; k++)
      if (is_own_number (subscripts->pdata[i], &nest->loop[k]))
        {
          array->own[i] = nest->loop[k].axis;
          array->n_own = i + 1;
        }
}

static gboolean
is_own_element (IhopKernelArray *array, const IhopThreadNest *nest, const IhopNode *node, guint rank)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new ();

  if (subscripts_of (node, subscripts)->symbol != array->symbol || subscripts->len != rank)
    return FALSE;
  if (array->n_own == 0)
    learn_axes (array, nest, subscripts);
  if (array->n_own != nest->n)
    return FALSE;
  for (guint i = 0; i < array->n_own; i++)
    {
      const IhopSpread *spread = spread_of_axis (nest, array->own[i]);
      if (spread == NULL || !is_own_number (subscripts->pdata[i], spread))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  IhopRaces *races;
  const IhopThreadNest *nest;
} Uses;

static gboolean
check_register_use (const IhopNode *node, gpointer data)
{
  Uses *uses = data;
  const IhopNode *base = node;
  guint rank = 0;

  for (; base->kind == IHOP_INDEX; base = ihop_node_strip (base->child[0], TRUE))
    rank++;
  if (base->kind != IHOP_REF)
    return TRUE;
  IhopKernelArray *array = (IhopKernelArray *) ihop_kernel_array_of (uses->races->tree, base->symbol);
  if (array == NULL || array->memory != IHOP_ROLE_REGISTERS)
    return TRUE;
  guint full = 0;
  for (const IhopType *type = array->symbol->type; type->kind == IHOP_TYPE_ARRAY; type = ihop_type_strip (type->target))
    full++;
  if (uses->nest == NULL || rank != full || !is_own_element (array, uses->nest, node, rank))
    {
      ihop_races_flaw (uses->races, node, NULL, "%s is one a thread: its first subscripts have to be the numbers of the "
                       "thread that uses it, by all its loops", array->symbol->name);
      return FALSE;
    }
  for (const IhopNode *at = node; at->kind == IHOP_INDEX; at = ihop_node_strip (at->child[0], TRUE))
    ihop_node_walk (at->child[1], check_register_use, uses);
  return FALSE; /* the name below has been seen */
}

/* Between thread loops nobody has registers, not even their address. */
static gboolean
check_uniform_use (const IhopNode *node, gpointer data)
{
  Uses *uses = data;

  for (guint i = 0; i < uses->races->tree->nests->len; i++)
    if (((const IhopThreadNest *) uses->races->tree->nests->pdata[i])->loop[0].loop == node)
      return FALSE;
  return check_register_use (node, data);
}

static gboolean
check_registers (IhopRaces *races)
{
  Uses uniform = { races, NULL };

  ihop_node_walk (races->tree->body, check_uniform_use, &uniform);
  for (guint i = 0; i < races->tree->nests->len && *races->flaw == NULL; i++)
    {
      const IhopThreadNest *nest = races->tree->nests->pdata[i];
      Uses uses = { races, nest };
      ihop_node_walk (nest->loop[0].loop, check_register_use, &uses);
    }
  return *races->flaw == NULL;
}

/* ---- Races ------------------------------------------------------------------------------------------------------ */

static gboolean
look_for_variables (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_VARIABLE)
    g_hash_table_add (data, node->symbol);
  return TRUE;
}

const IhopThreadNest *
ihop_races_nest_of (const IhopRaces *races, const IhopAccess *access)
{
  return g_hash_table_lookup (races->nest_of, access);
}

static void
sort_accesses (IhopRaces *races)
{
  for (guint i = 0; i < races->scop->accesses->len; i++)
    {
      const IhopAccess *access = races->scop->accesses->pdata[i];
      for (guint k = 0; k < races->tree->nests->len; k++)
        {
          IhopThreadNest *nest = races->tree->nests->pdata[k];
          if (ihop_node_holds (nest->loop[0].loop, access->node)
              || nest->loop[0].loop == access->node)
            g_hash_table_insert (races->nest_of, (gpointer) access, nest);
        }
    }
  for (guint k = 0; k < races->tree->nests->len; k++)
    ihop_node_walk (((IhopThreadNest *) races->tree->nests->pdata[k])->loop[0].loop, look_for_variables, races->own);
}

/* A thread's own: declared in its loop, or in registers. */
static gboolean
is_own (const IhopRaces *races, const IhopAccess *access)
{
  const IhopKernelArray *array = ihop_kernel_array_of (races->tree, access->ref->root);

  return g_hash_table_contains (races->own, access->ref->root) || (array && array->memory == IHOP_ROLE_REGISTERS);
}

/* Where the number along an axis stands among the iterators around an access; -1: it is 0. */
static int
number_at (const IhopRaces *races, const IhopAccess *access, guint axis)
{
  const IhopSpread *spread = spread_of_axis (ihop_races_nest_of (races, access), axis);
  const IhopScopLoop *loop = spread ? ihop_scop_loop_of (races->scop, spread->loop) : NULL;

  return loop ? (int) loop->depth : -1;
}

/* Those of the pairs that are of different threads, of one block. Takes pairs. */
static isl_map *
of_different_threads (const IhopRaces *races, const IhopAccess *a, const IhopAccess *b, isl_map *pairs)
{
  isl_map *different = isl_map_empty (isl_map_get_space (pairs));

  pairs = isl_map_equate (pairs, isl_dim_in, 0, isl_dim_out, 0);
  for (guint axis = 0; axis < 3; axis++)
    {
      int from = number_at (races, a, axis), to = number_at (races, b, axis);
      isl_map *here = isl_map_copy (pairs);
      if (from >= 0 && to >= 0)
        here = isl_map_union (isl_map_order_lt (isl_map_copy (here), isl_dim_in, from, isl_dim_out, to),
                              isl_map_order_gt (here, isl_dim_in, from, isl_dim_out, to));
      else if (from >= 0)
        here = isl_map_lower_bound_si (here, isl_dim_in, (unsigned) from, 1);
      else if (to >= 0)
        here = isl_map_lower_bound_si (here, isl_dim_out, (unsigned) to, 1);
      if (from < 0 && to < 0)
        isl_map_free (here);
      else
        different = isl_map_union (different, here);
    }
  isl_map_free (pairs);
  return different;
}

/* { a → b }: instances with this fence between them. */
static isl_map *
fenced (const IhopRaces *races, const IhopAccess *a, const IhopAccess *b, const IhopFence *fence)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (races->scop, fence->around);
  guint depth = loop->depth + 1;
  isl_set *domain = isl_set_reset_tuple_id (isl_set_copy (loop->domain));
  isl_map *from = ihop_scop_before (races->scop, a->statement->loop, a->statement->depth, loop, depth,
                                    ihop_races_nest_of (races, a)->position < fence->position, 1);
  isl_map *to = ihop_scop_before (races->scop, loop, depth, b->statement->loop, b->statement->depth,
                                  fence->position < ihop_races_nest_of (races, b)->position, 1);

  return isl_map_apply_range (isl_map_intersect_range (from, domain), to);
}

isl_map *
ihop_races_between (const IhopRaces *races, const IhopRacePair *pair, const GArray *fences)
{
  isl_map *left = isl_map_copy (pair->pairs);

  for (guint i = 0; i < fences->len; i++)
    {
      isl_map *between = isl_map_coalesce (fenced (races, pair->a, pair->b, &g_array_index (fences, IhopFence, i)));
      if (between && ihop_map_is_simple (between))
        left = isl_map_subtract (left, between);
      else
        isl_map_free (between); /* as if it were not there */
    }
  return left;
}

/* That two variables are apart is asked by the block loops' verdicts as well, which are proved of the same accesses;
 * what is taken for granted beyond that has to be the owner's word. */
static gboolean
is_promised (const IhopRaces *races, const GPtrArray *promises)
{
  const IhopLoop *outer = ihop_loops_find (races->facts, races->program, races->tree->block[0].loop);

  for (guint i = 0; i < promises->len; i++)
    {
      const IhopAssumption *promise = promises->pdata[i];
      gboolean found = promise->by_owner;
      for (guint k = 0; outer && k < outer->assumptions->len && !found; k++)
        {
          const IhopAssumption *known = outer->assumptions->pdata[k];
          found = known->kind == promise->kind
                  && ((known->a == promise->a && known->b == promise->b)
                      || (known->a == promise->b && known->b == promise->a));
        }
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static void
add_pair (IhopRaces *races, const IhopAccess *a, const IhopAccess *b)
{
  g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
  IhopOverlap overlap = ihop_overlap_of (races->scop, a, b, promises);
  gboolean is_apart;

  if (!is_promised (races, promises))
    overlap = ihop_overlap_of (races->scop, a, b, NULL);
  isl_map *pairs = ihop_deps_between (races->scop, a, b, &overlap, &is_apart);
  if (is_apart)
    return;
  IhopRacePair *pair = g_new0 (IhopRacePair, 1);
  pair->a = a;
  pair->b = b;
  pair->is_certain = a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT && overlap.kind == IHOP_OVERLAP_SURE;
  pair->pairs = of_different_threads (races, a, b, pairs);
  if (pair->pairs && isl_map_is_empty (pair->pairs) == isl_bool_true)
    ihop_race_pair_free (pair);
  else
    g_ptr_array_add (races->pairs, pair);
}

void
ihop_race_pair_free (gpointer data)
{
  isl_map_free (((IhopRacePair *) data)->pairs);
  g_free (data);
}

static void
find_pairs (IhopRaces *races)
{
  const GPtrArray *all = races->scop->accesses;

  for (guint i = 0; i < all->len; i++)
    for (guint k = 0; k < all->len; k++)
      {
        const IhopAccess *a = all->pdata[i], *b = all->pdata[k];
        if ((a->is_write || b->is_write) && ihop_races_nest_of (races, a) && ihop_races_nest_of (races, b)
            && !is_own (races, a) && !is_own (races, b))
          add_pair (races, a, b);
      }
}

gboolean
ihop_races_judge (IhopRaces *races, const GArray *fences)
{
  for (guint i = 0; i < races->pairs->len; i++)
    {
      const IhopRacePair *pair = races->pairs->pdata[i];
      isl_map *left = ihop_races_between (races, pair, fences);
      gboolean none = left && isl_map_is_empty (left) == isl_bool_true;
      if (!none)
        ihop_races_refuse (races, pair, left);
      isl_map_free (left);
      if (!none)
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_races_begin (IhopRaces *races, IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree,
                  IhopKernelFlaw **flaw)
{
  const IhopNode *root = tree->block[tree->n_blocks - 1].loop;

  *races = (IhopRaces){ .facts = facts, .program = program, .tree = tree, .flaw = flaw };
  *flaw = NULL;
  ihop_operations_limit (ihop_facts_isl (facts), MOST_OPERATIONS);
  races->budget = ihop_facts_budget (facts);
  races->scop = ihop_scop_new_unconditional (facts, tree->function, root, &races->budget);
  races->nest_of = g_hash_table_new (NULL, NULL);
  races->own = g_hash_table_new (NULL, NULL);
  races->pairs = g_ptr_array_new_with_free_func (ihop_race_pair_free);
  if (races->scop->obstacles->len)
    {
      const IhopObstacle *obstacle = races->scop->obstacles->pdata[0];
      return ihop_races_flaw (races, obstacle->node, ihop_message_text (obstacle->remedy), "%s",
                              ihop_message_text (obstacle->message));
    }
  sort_accesses (races);
  if (!check_uniform_loops (races) || !count_all_threads (races) || !fits_shared (races)
      || !check_uniform_accesses (races) || !check_registers (races))
    return FALSE;
  find_pairs (races);
  return TRUE;
}

void
ihop_races_end (IhopRaces *races)
{
  g_hash_table_unref (races->nest_of);
  g_hash_table_unref (races->own);
  g_ptr_array_unref (races->pairs);
  ihop_scop_free (races->scop);
  ihop_operations_free (ihop_facts_isl (races->facts));
}

IhopKernelFlaw *
ihop_kernel_tree_judge (IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree)
{
  IhopKernelFlaw *flaw;
  IhopRaces races;

  if (ihop_races_begin (&races, facts, program, tree, &flaw))
    ihop_races_judge (&races, tree->fences);
  ihop_races_end (&races);
  return flaw;
}
