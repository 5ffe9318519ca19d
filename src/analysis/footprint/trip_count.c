/* How often a loop inside a fragment runs. */
#include "analysis/footprint/bound.h"
#include "analysis/footprint/footprint.h"
#include "analysis/footprint/fragment_scop.h"
#include "analysis/scop/isl_text.h"
#include "ir/expression.h"

/* { last - first } over all iterations of the outer loops, for all sizes that there may be; more, where only some of the values between are taken: it is
 * asked for the most. */
static isl_set *
spans (const IhopScop *scop, const IhopScopLoop *loop)
{
  isl_set *domain = isl_set_remove_divs (isl_set_copy (loop->domain));
  isl_map *map = isl_map_from_domain (isl_set_intersect_params (
    domain, isl_set_copy (scop->ranges)));
  isl_map *first, *last;

  map = isl_map_move_dims (map, isl_dim_out, 0, isl_dim_in, loop->depth, 1);
  first = isl_map_lexmin (isl_map_copy (map));
  last = isl_map_lexmax (map);
  /* Quotients of outer iterators ("i from (t + 1) / 2") would stay in what is said before the launch. */
  return isl_set_intersect_params (isl_set_remove_divs (isl_map_deltas (isl_map_apply_domain (last, first))),
                                   isl_set_copy (scop->ranges));
}

/* ---- One bound where the exact one has too many pieces ---- */

typedef struct
{
  IhopPool *pool;
  const IhopNode *most;    /* NULL: none has been found */
  guint n_terms;
} Simple;

static guint
count_terms (isl_aff *aff)
{
  guint n = 0;

  for (int i = 0; i < isl_aff_dim (aff, isl_dim_param); i++)
    {
      isl_val *factor = isl_aff_get_coefficient_val (aff, isl_dim_param, i);
      n += isl_val_is_zero (factor) != isl_bool_true;
      isl_val_free (factor);
    }
  return n;
}

/* "value <= aff" */
static isl_stat
try_constraint (isl_constraint *constraint, void *user)
{
  Simple *self = user;
  isl_bool is_upper = isl_constraint_is_upper_bound (constraint, isl_dim_set, 0);
  isl_aff *aff = is_upper == isl_bool_true ? isl_constraint_get_bound (constraint, isl_dim_set, 0) : NULL;

  aff = aff ? isl_aff_project_domain_on_params (aff) : NULL;
  const IhopNode *most = aff ? ihop_expression_of_aff (self->pool, aff) : NULL;
  guint n_terms = most ? count_terms (aff) : 0;
  if (most && (self->most == NULL || n_terms < self->n_terms))
    {
      self->most = most;
      self->n_terms = n_terms;
    }
  isl_aff_free (aff);
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

/* The bound of few terms that holds for all values, which need not be reached. NULL: there is none. */
static const IhopNode *
simple_most (IhopPool *pool, isl_set *values)
{
  Simple self = { .pool = pool };
  isl_basic_set *hull = isl_set_simple_hull (isl_set_copy (values));

  isl_basic_set_foreach_constraint (hull, try_constraint, &self);
  isl_basic_set_free (hull);
  return self.most;
}

const IhopNode *
ihop_footprint_trip_count (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment,
                           const IhopNode *node)
{
  IhopScop *scop;
  const IhopScopLoop *loop;
  IhopBound *bound = ihop_bound_new (FALSE);
  isl_set *set;
  IhopPool *pool = ihop_facts_pool (facts);
  const IhopNode *one = ihop_expression_number (pool, 1), *count = NULL;

  ihop_footprint_start (facts);
  scop = ihop_footprint_scop (facts, function, fragment);
  loop = ihop_scop_loop_of (scop, node);
  set = loop && loop->counting.iterator ? spans (scop, loop) : NULL;
  if (set && ihop_bound_add (scop, bound, set))
    {
      gint64 step = ABS (loop->counting.step);
      isl_pw_aff *span = ihop_bound_single (bound);
      if (span && step == 1)
        {
          isl_pw_aff *trips = isl_pw_aff_add_constant_val (isl_pw_aff_copy (span),
                                                           isl_val_one (scop->ctx));
          count = ihop_expression_of_pw_aff (pool, trips);
          isl_pw_aff_free (trips);
        }
      else
        {
          const IhopNode *last = ihop_bound_expression (pool, bound);
          if (last == NULL)
            last = simple_most (pool, set);
          if (last && step != 1)
            last = ihop_expression_binary (pool, IHOP_OP_DIV, last, ihop_expression_number (pool, step));
          count = last ? ihop_expression_binary (pool, IHOP_OP_ADD, last, one) : NULL;
        }
    }
  isl_set_free (set);
  ihop_bound_free (bound);
  ihop_footprint_stop (facts);
  return count;
}
