/* How often a loop inside a fragment runs. */
#include "analysis/footprint/footprint_private.h"
#include "analysis/scop/isl_text.h"

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

char *
ihop_footprint_trip_count (IhopFacts *facts, const IhopFunction *function,
                           const IhopNode *fragment, const IhopNode *node)
{
  IhopScop *scop;
  const IhopScopLoop *loop;
  IhopBound *bound = ihop_bound_new (FALSE);
  isl_set *set;
  char *text = NULL;

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
          text = ihop_text_of_pw_aff (trips);
          isl_pw_aff_free (trips);
        }
      else
        {
          g_autofree char *last = ihop_bound_text (bound);
          if (last && step == 1)
            text = g_strdup_printf ("%s + 1", last);
          else if (last)
            text = g_strdup_printf ("(%s) / %" G_GINT64_FORMAT " + 1", last, step);
        }
    }
  isl_set_free (set);
  ihop_bound_free (bound);
  ihop_footprint_stop (facts);
  return text;
}
