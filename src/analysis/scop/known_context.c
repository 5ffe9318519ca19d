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
  g_ptr_array_set_size (scop->tested, (int) known.n_tested);
  g_ptr_array_set_size (scop->assumptions, (int) known.n_assumptions);
}
