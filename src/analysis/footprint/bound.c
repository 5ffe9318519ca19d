#include "analysis/footprint/bound.h"
#include "analysis/program/facts_private.h"
#include "analysis/scop/isl_text.h"
#include "ir/expression.h"

enum { MAX_CANDIDATES = 3, MOST_DIVS = 6 };

static void
free_pw_aff (gpointer affine)
{
  isl_pw_aff_free (affine);
}

static void
free_set (gpointer set)
{
  isl_set_free (set);
}

IhopBound *
ihop_bound_new (gboolean is_lower)
{
  IhopBound *bound = g_new0 (IhopBound, 1);

  bound->is_lower = is_lower;
  bound->candidates = g_ptr_array_new_with_free_func (free_pw_aff);
  bound->domains = g_ptr_array_new_with_free_func (free_set);
  return bound;
}

void
ihop_bound_free (IhopBound *bound)
{
  if (bound == NULL)
    return;
  g_ptr_array_unref (bound->candidates);
  g_ptr_array_unref (bound->domains);
  isl_set_free (bound->all);
  g_free (bound);
}

gboolean
ihop_bound_is_reached (const IhopBound *bound)
{
  for (guint i = 0; i < bound->domains->len; i++)
    {
      isl_set *domain = bound->domains->pdata[i];
      if (domain == NULL
          || (isl_set_plain_is_equal (bound->all, domain) != isl_bool_true
              && isl_set_is_subset (bound->all, domain) != isl_bool_true))
        return FALSE;
    }
  return TRUE;
}

/* Whether "a" is a bound where "b" is one: never inside of it. Keeps both. */
static gboolean
is_enough (const IhopScop *scop, const IhopBound *bound, isl_pw_aff *a, isl_pw_aff *b)
{
  isl_set *worse = bound->is_lower ? isl_pw_aff_gt_set (isl_pw_aff_copy (a), isl_pw_aff_copy (b))
                                   : isl_pw_aff_lt_set (isl_pw_aff_copy (a), isl_pw_aff_copy (b));
  gboolean never;

  worse = isl_set_intersect (isl_set_params (worse), isl_set_copy (scop->ranges));
  never = isl_set_is_empty (worse) == isl_bool_true;
  isl_set_free (worse);
  return never;
}

/* What the piece says is known where the expression is asked for. */
static isl_stat
keep_aff (isl_set *piece, isl_aff *aff, void *user)
{
  isl_aff **kept = user;

  isl_aff_free (*kept);
  *kept = isl_aff_gist_params (aff, piece);
  return isl_stat_ok;
}

/* As short as it can be said for these ranges. An expression of one piece holds as a bound outside of its piece, too:
 * there the set is empty. So it is not asked how to say the piece, which would be most of the work. */
static isl_pw_aff *
shorten (isl_pw_aff *affine, isl_set *ranges)
{
  isl_aff *aff = NULL;

  affine = isl_pw_aff_coalesce (affine);
  if (affine && isl_pw_aff_n_piece (affine) > 1)
    affine = isl_pw_aff_gist_params (affine, isl_set_copy (ranges));
  if (affine == NULL || isl_pw_aff_n_piece (affine) != 1)
    return affine;
  isl_pw_aff_foreach_piece (affine, keep_aff, &aff);
  isl_pw_aff_free (affine);
  return aff ? isl_pw_aff_from_aff (aff) : NULL;
}

/* Where the weaker of two bounds (which occurs in "domain") says the same as the one that is kept, that
 * one occurs too. Takes domain (may be NULL) and known (likewise), keeps the others. */
static isl_set *
also_reached (isl_set *known, isl_pw_aff *kept, isl_pw_aff *weaker, isl_set *domain)
{
  isl_set *equal;

  if (domain == NULL)
    return known;
  equal = isl_set_params (isl_pw_aff_eq_set (isl_pw_aff_copy (kept), isl_pw_aff_copy (weaker)));
  domain = isl_set_intersect (domain, equal);
  return known ? isl_set_union (known, domain) : domain;
}

/* Takes affine and domain. */
static void
add_candidate (const IhopScop *scop, IhopBound *bound, isl_pw_aff *affine, isl_set *domain)
{
  for (guint i = 0; i < bound->candidates->len; i++)
    {
      isl_pw_aff *kept = bound->candidates->pdata[i];
      if (!is_enough (scop, bound, kept, affine))
        continue;
      bound->domains->pdata[i] = also_reached (bound->domains->pdata[i], kept, affine, domain);
      isl_pw_aff_free (affine);
      return;
    }
  for (guint i = bound->candidates->len; i-- > 0;)
    {
      isl_pw_aff *weaker = bound->candidates->pdata[i];
      if (!is_enough (scop, bound, affine, weaker))
        continue;
      domain = also_reached (domain, affine, weaker, g_steal_pointer (&bound->domains->pdata[i]));
      g_ptr_array_remove_index (bound->candidates, i);
      g_ptr_array_remove_index (bound->domains, i);
    }
  g_ptr_array_add (bound->candidates, affine);
  g_ptr_array_add (bound->domains, domain);
}

/* Whether the bound "affine" is one of the values for all their parameters, "domain". */
static gboolean
is_attained (isl_set *values, isl_set *domain, isl_pw_aff *affine)
{
  isl_set *ends = isl_set_from_pw_aff (isl_pw_aff_copy (affine)), *missed;
  gboolean all;

  ends = isl_set_intersect_params (ends, isl_set_copy (domain));
  missed = isl_set_subtract (ends, isl_set_copy (values));
  all = isl_set_is_empty (missed) == isl_bool_true;
  isl_set_free (missed);
  return all;
}

/* ---- One end of a set of values ---- */

/* The smallest (or largest) of some values. Many accesses of many fragments take the same ones, in the same ranges:
 * an answer is kept. */
typedef struct
{
  isl_set *values, *ranges; /* what it is the answer to */
  gboolean is_lower;
  isl_set *domain;          /* parameters for which there are values */
  isl_pw_aff *affine;       /* NULL: not bounded */
  gboolean is_attained;     /* it is one of the values wherever there are any */
  gboolean is_known;        /* isl had operations enough for this answer */
} End;

static void
end_free (gpointer data)
{
  End *end = data;

  isl_set_free (end->values);
  isl_set_free (end->ranges);
  isl_set_free (end->domain);
  isl_pw_aff_free (end->affine);
  g_free (end);
}

static gboolean
is_bounded (isl_set *values, gboolean is_lower)
{
  return (is_lower ? isl_set_dim_has_lower_bound (values, isl_dim_set, 0)
                   : isl_set_dim_has_upper_bound (values, isl_dim_set, 0)) == isl_bool_true;
}

/* Takes values. */
static isl_pw_aff *
end_in (const End *end, isl_set *values)
{
  return shorten (end->is_lower ? isl_set_dim_min (values, 0) : isl_set_dim_max (values, 0), end->ranges);
}

/* The values themselves, not what is around them and simpler: in "64 * r + c" with c < 62 there are gaps, and isl may
 * describe them in a way that says where they end only together with the gaps. */
static void
find_exact_end (End *end)
{
  isl_pw_aff *affine = end_in (end, isl_set_copy (end->values));

  if (affine == NULL || isl_pw_aff_n_piece (affine) != 1)
    {
      isl_pw_aff_free (affine);
      return;
    }
  isl_pw_aff_free (end->affine);
  end->affine = affine;
  end->is_attained = TRUE;
}

static isl_stat
add_divs (isl_basic_set *piece, void *data)
{
  *(guint *) data += (guint) isl_basic_set_dim (piece, isl_dim_div);
  isl_basic_set_free (piece);
  return isl_stat_ok;
}

/* Not too many numbers that only have to exist: what isl does about them grows beyond all bounds, and it counts little of that as
 * operations. */
static gboolean
is_simple (isl_set *values)
{
  guint divs = 0;

  isl_set_foreach_basic_set (values, add_divs, &divs);
  return divs <= MOST_DIVS;
}

/* The least of the values is one of them, unless it was asked of more values than these. */
static void
find_end (End *end)
{
  if (!is_bounded (end->values, end->is_lower))
    return;

  isl_set *smooth = isl_set_coalesce (isl_set_remove_divs (isl_set_copy (end->values)));
  gboolean is_exact = isl_set_plain_is_equal (smooth, end->values) == isl_bool_true;

  end->domain = isl_set_params (isl_set_copy (end->values));
  if (is_bounded (smooth, end->is_lower))
    end->affine = end_in (end, isl_set_copy (smooth));
  gboolean is_asked = !is_exact && is_simple (end->values);
  end->is_attained = end->affine && (is_exact || (is_asked && is_attained (end->values, end->domain, end->affine)));
  if (!end->is_attained && is_asked)
    find_exact_end (end);
  isl_set_free (smooth);
}

static gboolean
answers (const End *end, isl_set *values, isl_set *ranges, gboolean is_lower)
{
  return end->is_known && end->is_lower == is_lower && isl_set_plain_is_equal (end->values, values) == isl_bool_true
         && isl_set_plain_is_equal (end->ranges, ranges) == isl_bool_true;
}

/* Owned by the facts. */
static const End *
end_of (const IhopScop *scop, isl_set *values, gboolean is_lower)
{
  GHashTable *cache = ihop_facts_cache (scop->facts, "ends", end_free);
  gpointer key = GUINT_TO_POINTER (isl_set_get_hash (values) * 2 + (is_lower ? 1 : 0));
  End *end = g_hash_table_lookup (cache, key);

  if (end && answers (end, values, scop->ranges, is_lower))
    return end;
  end = g_new0 (End, 1);
  *end = (End){ .values = isl_set_copy (values), .ranges = isl_set_copy (scop->ranges), .is_lower = is_lower };
  find_end (end);
  end->is_known = isl_ctx_last_error (scop->ctx) == isl_error_none;
  g_hash_table_insert (cache, key, end);
  return end;
}

gboolean
ihop_bound_add (const IhopScop *scop, IhopBound *bound, isl_set *values)
{
  const End *end;

  if (isl_set_is_empty (values) == isl_bool_true)
    return TRUE;
  end = end_of (scop, values, bound->is_lower);
  if (end->affine == NULL)
    return FALSE;
  bound->all = bound->all ? isl_set_union (bound->all, isl_set_copy (end->domain)) : isl_set_copy (end->domain);
  add_candidate (scop, bound, isl_pw_aff_copy (end->affine), end->is_attained ? isl_set_copy (end->domain) : NULL);
  return TRUE;
}

isl_pw_aff *
ihop_bound_single (const IhopBound *bound)
{
  isl_pw_aff *only = bound->candidates->len == 1 ? bound->candidates->pdata[0] : NULL;

  return only && isl_pw_aff_n_piece (only) == 1 ? only : NULL;
}

const IhopNode *
ihop_bound_expression (IhopPool *pool, const IhopBound *bound)
{
  const IhopNode *end = NULL;

  if (bound->candidates->len == 0 || bound->candidates->len > MAX_CANDIDATES)
    return NULL;
  for (guint i = 0; i < bound->candidates->len; i++)
    {
      const IhopNode *one = ihop_expression_of_pw_aff (pool, bound->candidates->pdata[i]);
      if (one == NULL)
        return NULL;
      const IhopNode *further
        = end ? ihop_expression_binary (pool, bound->is_lower ? IHOP_OP_LT : IHOP_OP_GT, end, one) : NULL;
      end = end ? ihop_expression_choice (pool, further, end, one) : one;
    }
  return end;
}

const IhopNode *
ihop_bound_count (IhopPool *pool, const IhopBound *lower, const IhopBound *upper)
{
  isl_pw_aff *low = ihop_bound_single (lower), *high = ihop_bound_single (upper);
  const IhopNode *one = ihop_expression_number (pool, 1);
  gint64 first;

  if (low && high)
    {
      isl_pw_aff *count = isl_pw_aff_sub (isl_pw_aff_copy (high), isl_pw_aff_copy (low));
      count = isl_pw_aff_add_constant_val (count, isl_val_one (isl_pw_aff_get_ctx (low)));
      const IhopNode *expression = ihop_expression_of_pw_aff (pool, count);
      isl_pw_aff_free (count);
      return expression;
    }
  const IhopNode *from = ihop_bound_expression (pool, lower), *to = ihop_bound_expression (pool, upper);
  if (from == NULL || to == NULL)
    return NULL;
  if (!ihop_expression_is_number (from, &first) || first != 0)
    to = ihop_expression_binary (pool, IHOP_OP_SUB, to, from);
  return ihop_expression_binary (pool, IHOP_OP_ADD, to, one);
}
