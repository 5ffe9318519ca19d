/* A variable of which each iteration had its own may become one for all (contraction, the opposite of expansion) where
 * lifetimes are disjoint: between what one iteration stores and where it is read, no other iteration stores.
 *
 * A read before which its own iteration stores nothing found no value in the old code, and may find any. */
#include "transform/legality/judge_lifetimes.h"
#include "analysis/memory/definitions.h"
#include "analysis/scop/execution_order.h"

typedef struct
{
  IhopJudge *judge;
  const GPtrArray *pairs; /* of the one old variable */
} Lives;

/* { x → y }: two new instances of what old instances so related have become. Takes the map. */
static isl_map *
in_new_code (isl_map *map, const IhopPair *a, const IhopPair *b)
{
  map = isl_map_apply_domain (map, isl_map_reverse (isl_map_copy (a->image->map)));
  return isl_map_apply_range (map, isl_map_reverse (isl_map_copy (b->image->map)));
}

/* { x → y }: the second now runs behind the first. */
static isl_map *
in_new_order (const IhopJudge *judge, const IhopPair *a, const IhopPair *b)
{
  const IhopScopStatement *x = a->now->statement, *y = b->now->statement;

  return ihop_scop_before (judge->new.scop, x->loop, x->depth, y->loop, y->depth, a->now->position < b->now->position, 0);
}

/* { x → y }: the two read and wrote the same variable in the old code, the first earlier. */
static isl_map *
in_old_order (const IhopJudge *judge, const IhopPair *a, const IhopPair *b)
{
  const IhopScopStatement *x = a->before->statement, *y = b->before->statement;
  guint own = ihop_judge_private_depth (&judge->old, a->before);
  isl_map *map = ihop_scop_before (judge->old.scop, x->loop, x->depth, y->loop, y->depth,
                                   a->before->position < b->before->position, own);

  return isl_map_intersect_params (map, isl_set_copy (judge->old.scop->ranges));
}

/* { x → y }: instances that had a variable each, and now have one, the second behind the first. */
static isl_map *
strangers (const IhopJudge *judge, const IhopPair *a, const IhopPair *b)
{
  isl_map *alike = ihop_judge_same_variable (judge, a, b);
  isl_map *others = isl_map_subtract (isl_map_universe (isl_map_get_space (alike)), alike);

  return isl_map_intersect (in_new_code (others, a, b), in_new_order (judge, a, b));
}

/* Whether "other" may store between what "write" stores and where "read" reads it. */
static gboolean
may_come_between (const IhopJudge *judge, const IhopPair *write, const IhopPair *other, const IhopPair *read)
{
  isl_map *flow = in_new_code (in_old_order (judge, write, read), write, read);
  isl_map *through = isl_map_apply_range (strangers (judge, write, other), strangers (judge, other, read));
  isl_map *both = isl_map_intersect (flow, through);
  gboolean may = isl_map_is_empty (both) != isl_bool_true;

  isl_map_free (both);
  return may;
}

static gboolean
others_keep_out (const Lives *self, const IhopPair *write, const IhopPair *read)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const IhopPair *other = self->pairs->pdata[i];
      if (other->now->is_write && may_come_between (self->judge, write, other, read))
        return FALSE;
    }
  return TRUE;
}

/* Nothing else of the new code has to do with the variable, and nobody reaches it by its address. */
static gboolean
is_used_by_these_alone (const Lives *self)
{
  const IhopJudge *judge = self->judge;
  const IhopSymbol *now = ((const IhopPair *) self->pairs->pdata[0])->now->ref->root;
  const IhopSymbol *old = ((const IhopPair *) self->pairs->pdata[0])->before->ref->root;
  const GPtrArray *accesses = judge->new.scop->accesses;
  guint n = 0;

  for (guint i = 0; i < accesses->len; i++)
    n += ((const IhopAccess *) accesses->pdata[i])->ref->root == now;
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const IhopPair *pair = self->pairs->pdata[i];
      if (pair->now->ref->root != now || pair->image->map == NULL || !g_hash_table_contains (judge->new.declared, now))
        return FALSE;
    }
  return n == self->pairs->len && ihop_defs_is_tame (judge->old.facts, judge->old.scop->function, old)
         && ihop_defs_is_tame (judge->new.facts, judge->new.scop->function, now);
}

gboolean
ihop_judge_lifetimes_are_disjoint (IhopJudge *judge, const IhopSymbol *variable)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  const Lives self = { judge, pairs };

  for (guint i = 0; i < judge->pairs->len; i++)
    if (((const IhopPair *) judge->pairs->pdata[i])->before->ref->root == variable)
      g_ptr_array_add (pairs, judge->pairs->pdata[i]);
  if (!is_used_by_these_alone (&self))
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    for (guint k = 0; k < pairs->len; k++)
      {
        const IhopPair *write = pairs->pdata[i], *read = pairs->pdata[k];
        if (write->now->is_write && !read->now->is_write && !others_keep_out (&self, write, read))
          return FALSE;
      }
  return TRUE;
}
