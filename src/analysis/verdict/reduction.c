#include "analysis/verdict/reduction.h"
#include "analysis/dependence/dependences.h"
#include "analysis/program/facts_private.h"
#include "analysis/verdict/loop.h"
#include "analysis/verdict/reasons.h"
#include "ir/key.h"
#include <string.h>

void
ihop_reduction_free (gpointer data)
{
  IhopReduction *reduction = data;

  g_ptr_array_unref (reduction->updates);
  g_free (reduction);
}

static gboolean
is_invariant (const IhopAccess *access)
{
  for (guint i = 0; i < access->n_dims; i++)
    if (access->subscript[i] == NULL || ihop_pw_aff_involves_dims (access->subscript[i]))
      return FALSE;
  return !access->is_loaded;
}

static gboolean
same_element (const IhopNode *a, const IhopNode *b)
{
  g_autofree char *first = ihop_node_key (a), *second = ihop_node_key (b);

  return g_strcmp0 (first, second) == 0;
}

static IhopReduction *
find (GPtrArray *reductions, const IhopNode *element, IhopReduce operator, gint64 constant)
{
  for (guint i = 0; i < reductions->len; i++)
    {
      IhopReduction *old = reductions->pdata[i];
      if (old->operator == operator && old->constant == constant && same_element (old->element, element))
        return old;
    }
  return NULL;
}

/* What a statement does to its element, one of the two kinds. NULL: neither. */
static const IhopNode *
element_of (const IhopNode *update, gboolean is_set, IhopReduce *operator, gint64 *constant)
{
  *operator = IHOP_REDUCE_SET;
  *constant = 0;
  return is_set ? ihop_store_of (update, constant) : ihop_update_of (update, operator);
}

static void
add_update (GPtrArray *into, const IhopAccess *access, const IhopNode *element,
            IhopReduce operator, gint64 constant)
{
  IhopReduction *reduction = find (into, element, operator, constant);

  if (reduction == NULL)
    {
      reduction = g_new0 (IhopReduction, 1);
      reduction->operator = operator;
      reduction->constant = constant;
      reduction->symbol = (IhopSymbol *) access->ref->root;
      reduction->is_element = element->kind != IHOP_REF;
      reduction->element = element;
      reduction->is_invariant = is_invariant (access);
      reduction->type = element->type;
      reduction->updates = g_ptr_array_new ();
      reduction->line = ihop_range_line (access->update->place);
      g_ptr_array_add (into, reduction);
    }
  for (guint i = 0; i < reduction->updates->len; i++)
    if (reduction->updates->pdata[i] == access->update)
      return;
  g_ptr_array_add (reduction->updates, (gpointer) access->update);
}

/* Whether NaN may show in which order the updates were made: they take it, or differ in what they
 * do about it. The owner may say that there is none. */
static gboolean
nan_shows (IhopScop *scop, const GPtrArray *carried)
{
  guint seen = 0;

  for (guint i = 0; i < carried->len; i++)
    {
      const IhopCarried *pair = carried->pdata[i];
      seen |= 1u << ihop_update_nan (pair->source->update);
      seen |= 1u << ihop_update_nan (pair->sink->update);
    }
  if (seen == 1u << IHOP_NAN_NONE || seen == 1u << IHOP_NAN_REFUSED
      || seen == 1u << IHOP_NAN_PASSED)
    return FALSE;
  if (!ihop_facts_owner_says (scop->facts, scop->function, "no NaN"))
    return TRUE;

  IhopAssumption *assumption
    = ihop_assumption_new (IHOP_ASSUME_CONDITION, NULL, NULL, ihop_message ("no NaN is compared, as the owner asserts"));

  assumption->by_owner = TRUE;
  g_ptr_array_add (scop->assumptions, assumption);
  return FALSE;
}

/* One spelling may mean several elements when a variable in it changes in between. */
static void
check_element (IhopReduction *reduction, const GPtrArray *accesses)
{
  const IhopAccess *first = NULL;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (access->update == NULL || !g_ptr_array_find (reduction->updates, access->update, NULL))
        continue;
      first = first ? first : access;
      reduction->is_invariant &= is_invariant (access) && access->n_dims == first->n_dims;
      for (guint k = 0; reduction->is_invariant && k < access->n_dims; k++)
        {
          isl_pw_aff *difference = isl_pw_aff_sub (isl_pw_aff_copy (access->subscript[k]),
                                                   isl_pw_aff_copy (first->subscript[k]));
          gint64 constant;
          if (access->statement->depth != first->statement->depth
              || !ihop_pw_aff_constant (difference, &constant) || constant != 0)
            reduction->is_invariant = FALSE;
          isl_pw_aff_free (difference);
        }
    }
}

/* While a scalar is reduced into, each thread has a partial value under its name: nothing else in the
 * loop may look at it there, not even in iterations that add nothing. (Elements keep theirs.) */
static gboolean
is_seen_elsewhere (const GPtrArray *found, const GPtrArray *accesses)
{
  if (((const IhopReduction *) found->pdata[0])->is_element)
    return FALSE;
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      gboolean known = FALSE;
      for (guint k = 0; access->update && k < found->len; k++)
        known |= g_ptr_array_find (((const IhopReduction *) found->pdata[k])->updates,
                                   access->update, NULL);
      /* What stands in the loop's own head runs before all iterations: "for (int i = 0, x = 0; …". */
      if (!known && access->ref->steps->len == 0 && access->statement->loop)
        return TRUE;
    }
  return FALSE;
}

static gboolean
stores_the_same (const IhopCarried *pair)
{
  gint64 first, second;

  return ihop_store_of (pair->source->update, &first) && ihop_store_of (pair->sink->update, &second) && first == second;
}

gboolean
ihop_reduction_explains (IhopScop *scop, const GPtrArray *carried, const GPtrArray *accesses, gboolean is_set,
                         GPtrArray *into, GPtrArray *reasons)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (ihop_reduction_free);
  IhopReduce first = 0, operator;
  gint64 constant;

  for (guint i = 0; i < carried->len; i++)
    {
      const IhopCarried *pair = carried->pdata[i];
      if (pair->source->update == NULL || pair->sink->update == NULL || pair->a
          || pair->source->is_loaded || (is_set && !stores_the_same (pair)))
        return FALSE;
    }
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      const IhopNode *element;
      gboolean collides = FALSE;
      for (guint k = 0; access->update && k < carried->len; k++)
        {
          const IhopCarried *pair = carried->pdata[k];
          collides |= pair->source->update == access->update || pair->sink->update == access->update;
        }
      if (!collides)
        continue;
      element = element_of (access->update, is_set, &operator, &constant);
      if (element == NULL || (found->len && operator != first))
        return FALSE;
      first = operator;
      add_update (found, access, element, operator, constant);
    }
  if (found->len == 0 || is_seen_elsewhere (found, accesses))
    return FALSE;
  if (nan_shows (scop, carried))
    {
      const IhopReduction *reduction = found->pdata[0];
      ihop_reason_add (reasons, "IHOP-D019", reduction->updates->pdata[0],
                       ihop_message ("write if (x > m) m = x, or fmax; or assert \"no NaN\""),
                       "with NaN among the values, what %s holds depends on the order",
                       reduction->symbol->name);
      return FALSE;
    }
  /* Different spellings may mean the same element: then nobody owns it alone. */
  if (found->len > 1)
    for (guint i = 0; i < found->len; i++)
      ((IhopReduction *) found->pdata[i])->is_invariant = FALSE;
  for (guint i = 0; i < found->len; i++)
    check_element (found->pdata[i], accesses);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (into, found->pdata[i]);
  g_ptr_array_set_free_func (found, NULL);
  return TRUE;
}
