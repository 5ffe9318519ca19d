/* Dependences of the old code in the order of the new one. */
#include "transform/legality/judge_order.h"
#include "analysis/dependence/dependences.h"
#include "analysis/dependence/witness.h"
#include "analysis/scop/execution_order.h"
#include "analysis/verdict/reasons.h"
#include "transform/build/refusal.h"
#include "transform/legality/judge_cache.h"
#include "transform/legality/witness.h"
#include <isl/options.h>
#include <string.h>

/* What the relations are over: two accesses, one at least a write, that may meet. */
static gboolean
may_meet (IhopJudge *judge, const IhopAccess *a, const IhopAccess *b, IhopOverlap *overlap)
{
  if ((!a->is_write && !b->is_write) || ihop_judge_is_own (a) || ihop_judge_is_own (b))
    return FALSE;
  *overlap = ihop_overlap_of (judge->old.scop, a, b, judge->assumptions);
  judge->doubts_pointers |= overlap->a && overlap->b;
  return overlap->kind != IHOP_OVERLAP_NONE;
}

void
ihop_judge_find_relevant (IhopJudge *judge)
{
  const GPtrArray *accesses = judge->old.scop->accesses;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *a = accesses->pdata[i];
      IhopOverlap overlap;
      if (ihop_judge_is_own (a))
        continue;
      judge->relevant[i] |= a->is_write;
      for (guint k = 0; a->is_write && k < accesses->len; k++)
        if (may_meet (judge, a, accesses->pdata[k], &overlap))
          judge->relevant[k] = TRUE;
    }
}

/* How many outer iterators two instances that meet have in common in any case. */
static guint
common_iterations (IhopJudge *judge, const IhopAccess *a, const IhopAccess *b)
{
  return a->ref->root == b->ref->root ? ihop_judge_private_depth (&judge->old, a) : 0;
}

/* { old instance of a → later old instance of b }, in one element. */
static isl_map *
dependence (IhopJudge *judge, const IhopAccess *a, const IhopAccess *b, guint n_dims)
{
  IhopScop *scop = judge->old.scop;
  guint equal = common_iterations (judge, a, b);
  isl_map *pairs = isl_map_apply_range (ihop_access_leading (a, n_dims),
                                        isl_map_reverse (ihop_access_leading (b, n_dims)));
  isl_map *before
    = ihop_scop_before (scop, a->statement->loop, a->statement->depth, b->statement->loop,
                        b->statement->depth, a->position < b->position, equal);

  pairs = isl_map_intersect (pairs, before);
  return isl_map_intersect_params (pairs, isl_set_copy (scop->context));
}

/* Those of the pairs whose second one now comes first. "back": it does where all common loops of the new
 * code are in the same iteration. */
static isl_map *
turned_round (IhopJudge *judge, const IhopImage *a, const IhopImage *b, gboolean back, isl_map *pairs)
{
  const IhopScopStatement *x = a->now, *y = b->now;
  isl_map *now = isl_map_apply_range (isl_map_copy (a->map), isl_map_copy (pairs));
  isl_map *order = ihop_scop_before (judge->new.scop, y->loop, y->depth, x->loop, x->depth, back, 0);

  now = isl_map_apply_range (now, isl_map_reverse (isl_map_copy (b->map)));
  now = isl_map_intersect (now, isl_map_reverse (order));
  if (isl_map_is_empty (now) == isl_bool_true)
    {
      isl_map_free (now);
      return isl_map_empty (isl_map_get_space (pairs));
    }
  /* And back to old instances, to show them. */
  now = isl_map_apply_domain (now, isl_map_copy (a->map));
  now = isl_map_apply_range (now, isl_map_copy (b->map));
  return isl_map_intersect (now, isl_map_copy (pairs));
}

/* "a[p[i]]": nobody knows whether elements of p are equal, but the owner may. */
static void
suggest_permutation (IhopDiag *diag, const IhopCarried *carried)
{
  const IhopNode *node = carried->source->node;
  const IhopNode *subscript = node->kind == IHOP_INDEX ? ihop_node_strip (node->child[1], TRUE) : NULL;
  const IhopNode *base = subscript && subscript->kind == IHOP_INDEX
                           ? ihop_node_strip (subscript->child[0], TRUE) : NULL;

  if (base && base->kind == IHOP_REF)
    ihop_diag_remedy (diag, IHOP_REMEDY_PERMUTATION, base->symbol->name, base->symbol->name);
}

static void
refuse (IhopJudge *judge, IhopCarried *carried, IhopOverlap overlap)
{
  IhopDependence *dependence = ihop_dependence_new (judge->old.scop, carried);
  g_autoptr (IhopMessage) ends = ihop_witness_ends (dependence);
  const char *id = dependence->is_exact ? IHOP_T_ILLEGAL : IHOP_T_UNKNOWN;
  IhopDiag *diag
    = ihop_refuse_message (judge->step, id, dependence->source,
                           ihop_witness_told (dependence->is_exact ? ihop_message ("%s would run backwards", ends)
                                                                   : ihop_message ("%s may run backwards", ends),
                                              dependence, IHOP_WITNESS_NOW_AFTER));


  ihop_witness_keep (diag, dependence);
  if (overlap.a && overlap.b && overlap.a != overlap.b)
    ihop_diag_remedy (diag, IHOP_REMEDY_APART, overlap.a->name, overlap.b->name);
  if (!dependence->is_exact)
    suggest_permutation (diag, carried);
  ihop_dependence_free (dependence);
}

/* Takes "wrong". TRUE: nothing is wrong. */
static gboolean
accept (IhopJudge *judge, const IhopAccess *a, const IhopAccess *b, IhopOverlap overlap,
        gboolean certain, isl_map *wrong)
{
  isl_bool empty = isl_map_is_empty (wrong);

  if (empty == isl_bool_true)
    {
      isl_map_free (wrong);
      return TRUE;
    }

  IhopCarried carried = { .source = a,
                          .sink = b,
                          .a = overlap.a,
                          .b = overlap.b,
                          .is_exact = certain && empty == isl_bool_false,
                          .relation = wrong };

  refuse (judge, &carried, overlap);
  isl_map_free (wrong);
  return FALSE;
}

static gboolean
check_images (IhopJudge *judge, const IhopAccess *a, const IhopAccess *b, IhopOverlap overlap,
              gboolean certain, isl_map *pairs)
{
  const GPtrArray *from = judge->pairs_of[a->id], *to = judge->pairs_of[b->id];

  for (guint i = 0; i < from->len; i++)
    for (guint k = 0; k < to->len; k++)
      {
        const IhopPair *x = from->pdata[i], *y = to->pdata[k];
        isl_map *wrong = turned_round (judge, x->image, y->image, ihop_pair_is_reversed (x, y), pairs);
        if (!accept (judge, a, b, overlap, certain, wrong))
          return FALSE;
      }
  return TRUE;
}

static gboolean
check_pair (IhopJudge *judge, const IhopAccess *a, const IhopAccess *b)
{
  IhopOverlap overlap;
  gboolean certain, fine = TRUE;

  if (!may_meet (judge, a, b, &overlap))
    return TRUE;
  certain = a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT && overlap.kind != IHOP_OVERLAP_MAYBE;
  isl_map *pairs = dependence (judge, a, b, overlap.n_dims);
  if (isl_map_is_empty (pairs) != isl_bool_true)
    pairs = ihop_deps_through_permutations (judge->old.scop, a, b, &overlap, pairs);
  if (isl_map_is_empty (pairs) != isl_bool_true)
    fine = check_images (judge, a, b, overlap, certain, pairs);
  isl_map_free (pairs);
  if (fine && overlap.kind == IHOP_OVERLAP_ROWS)
    {
      pairs = dependence (judge, a, b, 0);
      fine = check_images (judge, a, b, overlap, FALSE, pairs);
      isl_map_free (pairs);
    }
  return fine;
}

/* Accesses of one statement that run in the same new instances: [first, end) of the list. */
typedef struct
{
  const IhopAccess *access; /* the first */
  guint first, end;
} Group;

static gboolean
same_images (const GPtrArray *a, const GPtrArray *b)
{
  gboolean same = a->len == b->len;

  for (guint i = 0; same && i < a->len; i++)
    same = ((IhopPair *) a->pdata[i])->image == ((IhopPair *) b->pdata[i])->image;
  return same;
}

static GArray *
groups_of (IhopJudge *judge)
{
  const GPtrArray *accesses = judge->old.scop->accesses;
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      Group *last = groups->len ? &g_array_index (groups, Group, groups->len - 1) : NULL;
      if (!judge->relevant[i])
        continue;
      if (last && last->access->statement == access->statement
          && same_images (judge->pairs_of[last->access->id], judge->pairs_of[i]))
        {
          last->end = i + 1;
          continue;
        }
      Group group = { access, i, i + 1 };
      g_array_append_val (groups, group);
    }
  return groups;
}

/* Dependences from one group to another that ask the same of the new order: each of their accesses has
 * its own place in the text, and two groups that a step has mixed stand in both orders. */
typedef struct
{
  guint8 *back;          /* one a pair of images, as ihop_pair_is_reversed; owned */
  isl_map *pairs;        /* owned */
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  isl_map_free (asked->pairs);
  g_free (asked->back);
  g_free (asked);
}

/* In which pairs of images the second access now stands first. Caller frees. */
static guint8 *
places_of (const GPtrArray *from, const GPtrArray *to)
{
  guint8 *back = g_new (guint8, from->len * to->len + 1);

  for (guint i = 0; i < from->len; i++)
    for (guint k = 0; k < to->len; k++)
      back[i * to->len + k] = ihop_pair_is_reversed (from->pdata[i], to->pdata[k]) ? 1 : 0;
  return back;
}

/* Takes back and pairs. */
static void
ask (GPtrArray *all, guint8 *back, guint n, isl_map *pairs)
{
  for (guint i = 0; i < all->len; i++)
    {
      Asked *asked = all->pdata[i];
      if (memcmp (asked->back, back, n) != 0)
        continue;
      asked->pairs = isl_map_union (asked->pairs, pairs);
      g_free (back);
      return;
    }
  Asked *asked = g_new (Asked, 1);
  *asked = (Asked) { back, pairs };
  g_ptr_array_add (all, asked);
}

/* All dependences from one group to another (of Asked *), what may be counted in; not those that are like
 * some that have been proved to be fine. Adds the new questions. Caller unrefs. */
static GPtrArray *
group_dependences (IhopJudge *judge, const Group *from, const Group *to, GHashTable *questions)
{
  const GPtrArray *accesses = judge->old.scop->accesses;
  GPtrArray *all = g_ptr_array_new_with_free_func (asked_free);

  for (guint i = from->first; i < from->end; i++)
    for (guint k = to->first; k < to->end; k++)
      {
        const IhopAccess *a = accesses->pdata[i], *b = accesses->pdata[k];
        const GPtrArray *x = judge->pairs_of[i], *y = judge->pairs_of[k];
        IhopOverlap overlap;
        if (!judge->relevant[i] || !judge->relevant[k] || !may_meet (judge, a, b, &overlap))
          continue;
        guint n = overlap.kind == IHOP_OVERLAP_ROWS ? 0 : overlap.n_dims;
        GBytes *question = ihop_judge_cache_question (judge->cache, a, b, n,
                                                      common_iterations (judge, a, b), x, y);
        if (ihop_judge_cache_holds (judge->cache, question))
          {
            g_bytes_unref (question);
            continue;
          }
        if (!g_hash_table_add (questions, question))
          continue; /* asked a moment ago */
        ask (all, places_of (x, y), x->len * y->len, dependence (judge, a, b, n));
      }
  return all;
}

/* Whether these dependences run forwards, whichever images of the two groups their ends are. */
static gboolean
run_forwards (IhopJudge *judge, const Group *from, const Group *to, Asked *asked)
{
  const GPtrArray *a = judge->pairs_of[from->access->id], *b = judge->pairs_of[to->access->id];
  gboolean fine = TRUE;

  asked->pairs = isl_map_coalesce (asked->pairs);
  if (isl_map_is_empty (asked->pairs) == isl_bool_true)
    return TRUE;
  for (guint i = 0; fine && i < a->len; i++)
    for (guint k = 0; fine && k < b->len; k++)
      {
        const IhopPair *x = a->pdata[i], *y = b->pdata[k];
        isl_map *wrong
          = turned_round (judge, x->image, y->image, asked->back[i * b->len + k], asked->pairs);
        fine = isl_map_is_empty (wrong) == isl_bool_true;
        isl_map_free (wrong);
      }
  return fine;
}

/* A quick look at all accesses of two statements together: nearly always nothing is wrong. */
static gboolean
group_is_fine (IhopJudge *judge, const Group *from, const Group *to)
{
  g_autoptr (GHashTable) questions
    = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  g_autoptr (GPtrArray) all = group_dependences (judge, from, to, questions);

  for (guint i = 0; i < all->len; i++)
    if (!run_forwards (judge, from, to, all->pdata[i]))
      return FALSE;
  ihop_judge_cache_add (judge->cache, questions);
  return TRUE;
}

/* One by one, to say which. */
static gboolean
check_group (IhopJudge *judge, const Group *from, const Group *to)
{
  const GPtrArray *accesses = judge->old.scop->accesses;

  for (guint i = from->first; i < from->end; i++)
    for (guint k = to->first; k < to->end; k++)
      if (judge->relevant[i] && judge->relevant[k]
          && !check_pair (judge, accesses->pdata[i], accesses->pdata[k]))
        return FALSE;
  return TRUE;
}

gboolean
ihop_judge_dependences (IhopJudge *judge)
{
  g_autoptr (GArray) groups = groups_of (judge);

  for (guint i = 0; i < groups->len; i++)
    for (guint k = 0; k < groups->len; k++)
      {
        const Group *from = &g_array_index (groups, Group, i);
        const Group *to = &g_array_index (groups, Group, k);
        if (!group_is_fine (judge, from, to) && !check_group (judge, from, to))
          return FALSE;
      }
  return TRUE;
}
