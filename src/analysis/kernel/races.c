/* Whether the threads of a block may run a kernel's tree side by side. */
#include "analysis/kernel/races.h"
#include "analysis/extract/extract.h"
#include "analysis/program/facts_private.h"
#include "analysis/verdict/loops.h"

enum { MOST_OPERATIONS = 20 * 1000 * 1000 };

/* ---- Accesses and their nests ------------------------------------------------------------------------------------ */

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

/* ---- Collisions ----------------------------------------------------------------------------------------------------- */

/* Where the number along an axis stands among the iterators around an access; -1: it is 0. */
static int
number_at (const IhopRaces *races, const IhopAccess *access, guint axis)
{
  const IhopSpread *spread = ihop_thread_nest_spread (ihop_races_nest_of (races, access), axis);
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

/* That two variables are apart is asked by the block loops' verdicts as well, which are proved of the same accesses;
 * what is taken for granted beyond that has to be the owner's word. */
static gboolean
is_promised (const IhopRaces *races, const GPtrArray *promises)
{
  const IhopLoop *outer
    = promises->len ? ihop_loops_find (races->facts, races->program, races->tree->block[0].loop) : NULL;

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

static isl_map *
collisions (const IhopRaces *races, const IhopRacePair *pair)
{
  gboolean is_apart;
  isl_map *pairs = ihop_deps_meeting (pair->a, pair->b, &pair->overlap, &is_apart);

  if (is_apart)
    return isl_map_empty (isl_space_alloc (races->scop->ctx, 0, pair->a->statement->depth, pair->b->statement->depth));
  return of_different_threads (races, pair->a, pair->b, isl_map_intersect_params (pairs, isl_set_copy (races->scop->context)));
}

static const isl_map *
collisions_of (const IhopRaces *races, IhopRacePair *pair)
{
  if (!pair->is_known)
    pair->collisions = collisions (races, pair);
  pair->is_known = TRUE;
  return pair->collisions;
}

static void
race_pair_free (gpointer data)
{
  isl_map_free (((IhopRacePair *) data)->collisions);
  g_free (data);
}

static void
add_pair (IhopRaces *races, const IhopAccess *a, const IhopAccess *b)
{
  g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
  IhopOverlap overlap = ihop_overlap_of (races->scop, a, b, promises);

  if (!is_promised (races, promises))
    overlap = ihop_overlap_of (races->scop, a, b, NULL);
  if (overlap.kind == IHOP_OVERLAP_NONE)
    return;
  IhopRacePair *pair = g_new0 (IhopRacePair, 1);
  *pair = (IhopRacePair){ .a = a, .b = b, .overlap = overlap };
  pair->is_certain = a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT && overlap.kind == IHOP_OVERLAP_SURE;
  g_ptr_array_add (races->pairs, pair);
}

static void
find_pairs (IhopRaces *races)
{
  const GPtrArray *all = races->scop->accesses;

  for (guint i = 0; i < all->len; i++)
    for (guint k = i; k < all->len; k++)
      {
        const IhopAccess *a = all->pdata[i], *b = all->pdata[k];
        if ((a->is_write || b->is_write) && ihop_races_nest_of (races, a) && ihop_races_nest_of (races, b)
            && !is_own (races, a) && !is_own (races, b))
          add_pair (races, a, b);
      }
}

/* ---- The judgement -------------------------------------------------------------------------------------------------- */

/* Whatever happens in an iteration of the loops around two accesses: instances of theirs. Keeps unfenced. */
static isl_map *
instances_of (const isl_map *unfenced, const IhopAccess *from, const IhopAccess *to)
{
  isl_map *map = isl_map_copy ((isl_map *) unfenced);
  guint in = (guint) isl_map_dim (map, isl_dim_in), out = (guint) isl_map_dim (map, isl_dim_out);

  map = isl_map_add_dims (map, isl_dim_in, from->statement->depth - in);
  return isl_map_add_dims (map, isl_dim_out, to->statement->depth - out);
}

gboolean
ihop_races_are_separated (IhopRaces *races, IhopRacePair *pair, gboolean back, isl_map **left)
{
  const IhopAccess *from = back ? pair->b : pair->a, *to = back ? pair->a : pair->b;
  const isl_map *unfenced = ihop_races_unfenced (races, ihop_races_nest_of (races, from), ihop_races_nest_of (races, to));

  if (left)
    *left = NULL;
  if (unfenced && isl_map_is_empty ((isl_map *) unfenced) == isl_bool_true)
    return TRUE;
  const isl_map *collide = collisions_of (races, pair);
  if (unfenced == NULL || collide == NULL)
    return FALSE;
  isl_map *pairs = isl_map_copy ((isl_map *) collide);
  pairs = isl_map_intersect (back ? isl_map_reverse (pairs) : pairs, instances_of (unfenced, from, to));
  gboolean none = pairs && isl_map_is_empty (pairs) == isl_bool_true;
  if (left && !none)
    *left = pairs;
  else
    isl_map_free (pairs);
  return none;
}

static gboolean
judge_pair (IhopRaces *races, IhopRacePair *pair, gboolean back)
{
  isl_map *left;
  gboolean none = ihop_races_are_separated (races, pair, back, &left);

  if (!none)
    ihop_races_refuse (races, pair, back, left);
  isl_map_free (left);
  return none;
}

gboolean
ihop_races_judge (IhopRaces *races)
{
  for (guint i = 0; i < races->pairs->len; i++)
    {
      IhopRacePair *pair = races->pairs->pdata[i];
      if (!judge_pair (races, pair, FALSE) || (pair->a != pair->b && !judge_pair (races, pair, TRUE)))
        return FALSE;
    }
  return TRUE;
}

/* What two threads touch is separated by a fence, as nothing races. */
static void
note_exchanged (IhopRaces *races)
{
  for (guint i = 0; i < races->pairs->len; i++)
    {
      IhopRacePair *pair = races->pairs->pdata[i];
      if (pair->a->is_local && pair->b->is_local)
        continue;
      const isl_map *collide = collisions_of (races, pair);
      if (collide && isl_map_is_empty ((isl_map *) collide) == isl_bool_true)
        continue;
      g_hash_table_add (races->tree->exchanged, (gpointer) pair->a->ref->root);
      g_hash_table_add (races->tree->exchanged, (gpointer) pair->b->ref->root);
    }
}

/* ---- The whole ------------------------------------------------------------------------------------------------------ */

static void
free_map (gpointer map)
{
  isl_map_free (map);
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
  races->pairs = g_ptr_array_new_with_free_func (race_pair_free);
  races->fences = g_array_new (FALSE, FALSE, sizeof (IhopFence));
  races->unfenced = g_hash_table_new_full (NULL, NULL, NULL, free_map);
  if (races->scop->obstacles->len)
    {
      const IhopObstacle *obstacle = races->scop->obstacles->pdata[0];
      return ihop_races_flaw_message (races, obstacle->node, ihop_message_ref (obstacle->remedy),
                                      ihop_message_ref (obstacle->message));
    }
  sort_accesses (races);
  if (!ihop_races_check_uniform_loops (races) || !ihop_races_count_threads (races) || !ihop_races_fit_shared (races)
      || !ihop_races_check_uniform_accesses (races) || !ihop_races_check_registers (races))
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
  g_array_unref (races->fences);
  g_hash_table_unref (races->unfenced);
  ihop_scop_free (races->scop);
  ihop_operations_free (ihop_facts_isl (races->facts));
}

/* ---- Kept by the facts ------------------------------------------------------------------------------------------------ */

typedef struct
{
  IhopKernelTree *tree;
  IhopKernelFlaw *flaw;    /* NULL: proved */
} Proof;

static void
proof_free (gpointer data)
{
  Proof *proof = data;

  ihop_kernel_tree_free (proof->tree);
  ihop_kernel_flaw_free (proof->flaw);
  g_free (proof);
}

static Proof *
prove (IhopFacts *facts, const IhopTree *program, const IhopFunction *function, const IhopNode *loop)
{
  Proof *proof = g_new0 (Proof, 1);
  IhopRaces races;

  proof->tree = ihop_kernel_tree_read (function, loop, &proof->flaw);
  if (proof->tree == NULL)
    return proof;
  if (ihop_races_begin (&races, facts, program, proof->tree, &proof->flaw))
    {
      ihop_races_set_fences (&races, proof->tree->fences);
      if (ihop_races_judge (&races))
        {
          proof->tree->blocks_follow_freely = ihop_races_blocks_follow_freely (&races);
          note_exchanged (&races);
        }
    }
  ihop_races_end (&races);
  return proof;
}

const IhopKernelTree *
ihop_kernel_tree_proved (IhopFacts *facts, const IhopTree *program, const IhopFunction *function, const IhopNode *loop,
                         const IhopKernelFlaw **why)
{
  GHashTable *proofs = ihop_facts_cache (facts, "kernel trees", proof_free);
  Proof *proof = g_hash_table_lookup (proofs, loop);

  if (proof == NULL)
    {
      proof = prove (facts, program, function, loop);
      g_hash_table_insert (proofs, (gpointer) loop, proof);
    }
  *why = proof->flaw;
  return proof->flaw ? NULL : proof->tree;
}
