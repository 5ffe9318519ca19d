/* Variables declared in the region: each iteration of the loops around the declaration has its own.
 *
 * Two instances that shared a variable have to share one again, and two that had one each must not disturb each other
 * now (judge_lifetimes.c). The dependences of judge_order.c are those of the old code, which know nothing of that. */
#include "transform/legality/judge_locals.h"
#include "transform/legality/judge_lifetimes.h"

/* Old instances, both of which the images run. Takes the map of old instances. */
static isl_map *
within (isl_map *map, const IhopImage *a, const IhopImage *b)
{
  map = isl_map_intersect_domain (map, isl_map_range (isl_map_copy (a->map)));
  return isl_map_intersect_range (map, isl_map_range (isl_map_copy (b->map)));
}

typedef enum
{
  SHARED_ALIKE,
  SHARED_MORE, /* what had one each has one now */
  SHARED_OTHERWISE
} Sharing;

/* Takes the maps: what shared a variable in the old code, and what does now. */
static Sharing
compare (IhopJudge *judge, isl_map *old, isl_map *new)
{
  old = isl_map_intersect_params (old, isl_set_copy (judge->old.scop->ranges));
  new = isl_map_intersect_params (new, isl_set_copy (judge->old.scop->ranges));
  Sharing found = isl_map_is_equal (old, new) == isl_bool_true     ? SHARED_ALIKE
                  : isl_map_is_subset (old, new) == isl_bool_true  ? SHARED_MORE
                                                                   : SHARED_OTHERWISE;
  isl_map_free (old);
  isl_map_free (new);
  return found;
}

static Sharing
sharing_of (IhopJudge *judge, const IhopPair *a, const IhopPair *b)
{
  guint was = ihop_judge_private_depth (&judge->old, a->before), is = ihop_judge_private_depth (&judge->new, a->now);
  gboolean together = a->now->ref->root == b->now->ref->root;

  if (was == 0 && is == 0 && together)
    return SHARED_ALIKE;
  isl_map *old = within (ihop_judge_same_variable (judge, a, b), a->image, b->image);
  if (!together)
    return compare (judge, old, isl_map_empty (isl_map_get_space (old))) == SHARED_ALIKE ? SHARED_ALIKE : SHARED_OTHERWISE;
  isl_map *new = ihop_judge_equal_iterations (judge->old.scop->ctx, a->now->statement, b->now->statement, is);
  new = isl_map_apply_domain (new, isl_map_copy (a->image->map));
  new = isl_map_apply_range (new, isl_map_copy (b->image->map));
  return compare (judge, old, new);
}

/* What is asked of a pair is the same for all with these images and variables. */
static char *
question_of (const IhopPair *a, const IhopPair *b)
{
  return g_strdup_printf ("%p %p %p %p %p", (void *) a->image, (void *) b->image, (const void *) a->before->ref->root,
                          (const void *) a->now->ref->root, (const void *) b->now->ref->root);
}

typedef struct
{
  GHashTable *asked; /* questions, as text */
  GHashTable *apart; /* old variables that share more, and may */
} Locals;

static gboolean
check_pair (IhopJudge *judge, Locals *self, const IhopPair *a, const IhopPair *b)
{
  const IhopSymbol *variable = a->before->ref->root;

  if (variable != b->before->ref->root || (!a->before->is_write && !b->before->is_write)
      || !g_hash_table_add (self->asked, question_of (a, b)))
    return TRUE;
  Sharing found = sharing_of (judge, a, b);
  if (found == SHARED_MORE && !g_hash_table_contains (self->apart, variable)
      && ihop_judge_lifetimes_are_disjoint (judge, variable))
    g_hash_table_add (self->apart, (gpointer) variable);
  if (found == SHARED_ALIKE || (found == SHARED_MORE && g_hash_table_contains (self->apart, variable)))
    return TRUE;
  return ihop_judge_refuse_unplaced (judge, a->before->node);
}

static gboolean
is_declared_inside (const IhopAccess *access)
{
  return access->is_local && access->ref->root->storage == IHOP_STORAGE_AUTO;
}

static gboolean
is_in_question (const IhopPair *pair)
{
  return pair->before->ref->root != pair->now->ref->root || is_declared_inside (pair->before)
         || is_declared_inside (pair->now);
}

gboolean
ihop_judge_locals (IhopJudge *judge)
{
  g_autoptr (GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) apart = g_hash_table_new (NULL, NULL);
  Locals self = { asked, apart };
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();

  for (guint i = 0; i < judge->pairs->len; i++)
    if (is_in_question (judge->pairs->pdata[i]))
      g_ptr_array_add (pairs, judge->pairs->pdata[i]);
  for (guint i = 0; i < pairs->len; i++)
    for (guint k = 0; k < pairs->len; k++)
      if (!check_pair (judge, &self, pairs->pdata[i], pairs->pdata[k]))
        return FALSE;
  return TRUE;
}
