#include "analysis/scop/known_context.h"

void
ihop_context_know (IhopScop *scop, isl_set *condition)
{
  if (condition == NULL)
    return;
  condition = isl_set_params (condition);
  scop->context = isl_set_intersect (scop->context, isl_set_copy (condition));
  scop->ranges = isl_set_intersect (scop->ranges, condition);
}

void
ihop_context_know_here (IhopScop *scop, isl_set *condition)
{
  if (condition)
    scop->path = isl_set_intersect (scop->path, isl_set_params (isl_set_copy (condition)));
  ihop_context_know (scop, condition);
}

/* Rounding towards zero has a piece for each sign: only what is convex of it becomes a part of every question. */
static void
know_relations (IhopScop *scop, __isl_keep isl_set *relations)
{
  ihop_context_know (scop, isl_set_from_basic_set (isl_set_simple_hull (isl_set_copy (relations))));
}

void
ihop_context_define (IhopScop *scop, guint param, isl_set *relation)
{
  IhopParameter *defined = scop->params->pdata[param];

  if (!defined->is_defined)
    {
      scop->relations = isl_set_intersect (scop->relations, isl_set_copy (relation));
      know_relations (scop, relation);
    }
  defined->is_defined = TRUE;
  isl_set_free (relation);
}

IhopContextMark
ihop_context_keep (const IhopScop *scop)
{
  return (IhopContextMark){ isl_set_copy (scop->context), isl_set_copy (scop->ranges), isl_set_copy (scop->path),
                            scop->assumptions->len, scop->tested->len };
}

void
ihop_context_drop (IhopContextMark known)
{
  isl_set_free (known.context);
  isl_set_free (known.ranges);
  isl_set_free (known.path);
}

void
ihop_context_go_back (IhopScop *scop, IhopContextMark known)
{
  IhopContextMark now = { scop->context, scop->ranges, scop->path, 0, 0 };

  ihop_context_drop (now);
  scop->context = known.context;
  scop->ranges = known.ranges;
  scop->path = known.path;
  if (isl_set_plain_is_universe (scop->relations) != isl_bool_true)
    know_relations (scop, scop->relations);
  g_ptr_array_set_size (scop->tested, (int) known.n_tested);
  g_ptr_array_set_size (scop->assumptions, (int) known.n_assumptions);
}
