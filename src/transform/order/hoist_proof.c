/* The proof behind hoist. In iterations 1, 2, … the moved part M runs as M1, M2, …; let it run once, before the loop.
 * It then reads what M1 read if nothing that runs before M1 writes that; every further Mi writes the same values again
 * if nothing before it writes what M reads; and everything else finds what M writes as it was if nothing else writes it
 * before an Mi, or reads it before M1. All that is about pairs of another access and M, which must not mean the same
 * memory. */
#include "transform/order/hoist_proof.h"
#include "analysis/dependence/dependences.h"
#include "analysis/dependence/witness.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "analysis/scop/execution_order.h"
#include "transform/build/jump_removal.h"
#include "transform/build/refusal.h"
#include "transform/legality/obstacle.h"
#include "transform/legality/witness.h"

static gboolean
add_node (const IhopNode *node, gpointer inside)
{
  g_hash_table_add (inside, (gpointer) node);
  return TRUE;
}

/* --- what is no question of memory ------------------------------------------------------------ */

typedef struct
{
  IhopHoist *hoist;
  GHashTable *declared; /* in the loop's body */
  const IhopNode *found;
  const char *why;      /* with a gap for its name */
} Search;

static gboolean
found (Search *self, const IhopNode *node, const char *why)
{
  self->found = node;
  self->why = why;
  return FALSE;
}

static gboolean
is_pure_call (IhopHoist *self, const IhopNode *node)
{
  const IhopSymbol *callee = ihop_call_callee (node);

  return callee && ihop_effects_is_pure (ihop_effects_of (self->step->facts, callee));
}

static gboolean
find_change (const IhopNode *node, gpointer data)
{
  Search *self = data;

  if (self->found)
    return FALSE;
  if (node->type && ihop_type_is_volatile (node->type))
    return found (self, node, N_ ("%s may change by itself"));
  if (node->kind == IHOP_REF && node->symbol == self->hoist->header.iterator)
    return found (self, node, N_ ("%s has another value in each iteration"));
  if (node->kind == IHOP_REF && g_hash_table_contains (self->declared, node->symbol))
    return found (self, node, N_ ("%s is declared inside the loop"));
  if (node->kind == IHOP_OPAQUE_EXPR || node->kind == IHOP_COMPOUND)
    return found (self, node, N_ ("%s is not understood"));
  if (node->kind == IHOP_CALL && !is_pure_call (self->hoist, node))
    return found (self, node, N_ ("%s may do something else each time"));
  if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
    return found (self, node, N_ ("%s counts in each iteration"));
  return TRUE;
}

static gboolean
stays_in_place (const IhopNode *node, gpointer data)
{
  const IhopNode **jump = data;

  if (node->kind == IHOP_RETURN || ihop_node_jumps (node))
    *jump = node;
  return *jump == NULL;
}

static gboolean
can_stand_outside (IhopHoist *self, const IhopNode *node)
{
  Search search = { .hoist = self, .declared = ihop_defs_declared (self->header.body) };
  const IhopNode *jump = NULL;

  ihop_node_walk (node, find_change, &search);
  g_hash_table_unref (search.declared);
  ihop_node_walk (self->header.body, stays_in_place, &jump);
  if (search.found)
    ihop_refuse (self->step, IHOP_T_STORAGE, search.found, search.why,
                 ihop_argument_word_or (search.found->kind == IHOP_REF ? search.found->symbol->name : NULL, "this"));
  else if (jump)
    ihop_refuse (self->step, IHOP_T_SHAPE, jump, "control leaves in the middle here");
  return !search.found && !jump && ihop_require_no_jumps (self->step, self->header.body);
}

/* --- memory ----------------------------------------------------------------------------------- */

/* { instance of a → instance of b that runs later }, where both touch one element. */
static isl_map *
meetings (const IhopHoist *self, const IhopAccess *a, const IhopAccess *b, guint n_dims)
{
  isl_map *pairs = isl_map_apply_range (ihop_access_leading (a, n_dims),
                                        isl_map_reverse (ihop_access_leading (b, n_dims)));
  isl_map *before
    = ihop_scop_before (self->scop, a->statement->loop, a->statement->depth, b->statement->loop,
                        b->statement->depth, a->position < b->position, 0);

  return isl_map_intersect_params (isl_map_intersect (pairs, before),
                                   isl_set_copy (self->scop->context));
}

/* Those in one iteration of the loop. */
static isl_map *
in_one_iteration (isl_map *pairs)
{
  return isl_map_equate (pairs, isl_dim_in, 0, isl_dim_out, 0);
}

static void
refuse (IhopHoist *self, IhopCarried *carried, IhopWitnessOrder order)
{
  IhopDependence *dependence = ihop_dependence_new (self->scop, carried);
  g_autoptr (IhopMessage) ends = ihop_witness_ends (dependence);
  IhopDiag *diag
    = ihop_refuse_message (self->step, dependence->is_exact ? IHOP_T_ILLEGAL : IHOP_T_UNKNOWN, dependence->source,
                           ihop_witness_told (dependence->is_exact ? ihop_message ("%s stands in the way", ends)
                                                                   : ihop_message ("%s may stand in the way", ends),
                                              dependence, order));

  ihop_witness_keep (diag, dependence);
  ihop_dependence_free (dependence);
}

/* Takes pairs. TRUE: there are none. */
static gboolean
accept (IhopHoist *self, const IhopAccess *a, const IhopAccess *b, const IhopOverlap *overlap,
        isl_map *pairs, IhopWitnessOrder order)
{
  isl_bool empty = isl_map_is_empty (pairs);
  IhopCarried carried
    = { .source = a, .sink = b, .a = overlap->a, .b = overlap->b, .relation = pairs };

  carried.is_exact = empty == isl_bool_false && a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT
                     && overlap->kind == IHOP_OVERLAP_SURE;
  if (empty != isl_bool_true)
    refuse (self, &carried, order);
  isl_map_free (pairs);
  return empty == isl_bool_true;
}

/* "moved" belongs to what is moved, "other" does not. */
static gboolean
check_other (IhopHoist *self, const IhopAccess *moved, const IhopAccess *other)
{
  IhopOverlap overlap = ihop_overlap_of (self->scop, other, moved, NULL);
  guint n = overlap.kind == IHOP_OVERLAP_ROWS ? 0 : overlap.n_dims;

  if (overlap.kind == IHOP_OVERLAP_NONE)
    return TRUE;
  isl_map *pairs = meetings (self, other, moved, n);
  if (!other->is_write)
    pairs = in_one_iteration (pairs);
  return accept (self, other, moved, &overlap, pairs, IHOP_WITNESS_BEFORE);
}

/* "x = x + 1" is another one each time. */
static gboolean
check_own (IhopHoist *self, const IhopAccess *write, const IhopAccess *read)
{
  IhopOverlap overlap = ihop_overlap_of (self->scop, write, read, NULL);
  guint n = overlap.kind == IHOP_OVERLAP_ROWS ? 0 : overlap.n_dims;

  return overlap.kind == IHOP_OVERLAP_NONE
         || accept (self, write, read, &overlap, meetings (self, write, read, n),
                    IHOP_WITNESS_BEFORE);
}

static gboolean
is_ours (const IhopHoist *self, const IhopAccess *access)
{
  return g_hash_table_contains (self->inside, access->node);
}

static gboolean
check_access (IhopHoist *self, const IhopAccess *moved)
{
  for (guint i = 0; i < self->scop->accesses->len; i++)
    {
      const IhopAccess *other = self->scop->accesses->pdata[i];
      if (!moved->is_write && !other->is_write)
        continue;
      if (is_ours (self, other)
            ? moved->is_write && !other->is_write && !check_own (self, moved, other)
            : !check_other (self, moved, other))
        return FALSE;
    }
  return TRUE;
}

/* Once more by another way: a scalar that somebody may change. */
static gboolean
find_touched (const IhopNode *node, gpointer data)
{
  Search *self = data;
  const IhopHoist *hoist = self->hoist;

  if (self->found == NULL && node->kind == IHOP_REF && ihop_type_is_scalar (node->symbol->type)
      && node->symbol->kind != IHOP_SYMBOL_ENUMERATOR
      && !g_hash_table_contains (self->declared, node->symbol)
      && ihop_defs_may_change (hoist->step->facts, hoist->header.name->function, hoist->header.loop,
                               node->symbol))
    self->found = node;
  return self->found == NULL;
}

/* Scalars that only the moved part itself sets have been looked at above. */
static gboolean
scalars_stay (IhopHoist *self, const IhopNode *node)
{
  Search search = { .hoist = self, .declared = ihop_defs_written (node) };

  ihop_node_walk (node, find_touched, &search);
  g_hash_table_unref (search.declared);
  if (search.found)
    ihop_refuse (self->step, IHOP_T_UNKNOWN, search.found, "%s may change in the loop",
                 search.found->symbol->name);
  return search.found == NULL;
}

gboolean
ihop_hoist_is_invariant (IhopHoist *self, const IhopNode *node)
{
  if (!can_stand_outside (self, node) || !ihop_require_followed (self->step, self->scop)
      || !ihop_require_no_assumption (self->step, self->scop->root, self->scop->assumptions))
    return FALSE;
  g_hash_table_remove_all (self->inside);
  ihop_node_walk (node, add_node, self->inside);
  for (guint i = 0; i < self->scop->accesses->len; i++)
    {
      const IhopAccess *access = self->scop->accesses->pdata[i];
      if (is_ours (self, access) && !check_access (self, access))
        return FALSE;
    }
  return scalars_stay (self, node);
}
