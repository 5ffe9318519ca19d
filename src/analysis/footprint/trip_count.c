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
  return isl_set_intersect_params (isl_map_deltas (isl_map_apply_domain (last, first)), isl_set_copy (scop->ranges));
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
