#include "analysis/scop/known_context.h"
#include <isl/constraint.h>

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

void
ihop_context_define (IhopScop *scop, guint param, isl_set *relation)
{
  ((IhopParameter *) scop->params->pdata[param])->is_defined = TRUE;
  scop->relations = isl_set_coalesce (isl_set_intersect (scop->relations, isl_set_copy (relation)));
  ihop_context_know (scop, relation);
}

/* Whether constraint number "which" holds wherever the others of the list and the ranges do. */
static gboolean
is_implied (const IhopScop *scop, __isl_keep isl_constraint_list *all, int which)
{
  isl_set *rest = isl_set_copy (scop->ranges), *missed;
  isl_set *one = isl_set_from_basic_set (isl_basic_set_from_constraint (isl_constraint_list_get_constraint (all, which)));

  for (int i = 0; i < isl_constraint_list_n_constraint (all); i++)
    if (i != which)
      rest = isl_set_intersect (rest, isl_set_from_basic_set (isl_basic_set_from_constraint (isl_constraint_list_get_constraint (all, i))));
  missed = isl_set_subtract (rest, one);
  gboolean implied = isl_set_is_empty (missed) == isl_bool_true;
  isl_set_free (missed);
  return implied;
}

/* isl's gist against ranges of several pieces leaves in what some piece does not say. */
static isl_set *
drop_implied (const IhopScop *scop, __isl_take isl_set *condition)
{
  isl_basic_set *convex = isl_set_simple_hull (isl_set_copy (condition));
  isl_constraint_list *all = isl_basic_set_get_constraint_list (convex);

  isl_basic_set_free (convex);
  for (int i = isl_constraint_list_n_constraint (all); i-- > 0;)
    if (is_implied (scop, all, i))
      all = isl_constraint_list_drop (all, i, 1);
  isl_set *less = isl_set_universe (isl_set_get_space (condition));
  for (int i = 0; i < isl_constraint_list_n_constraint (all); i++)
    less = isl_set_add_constraint (less, isl_constraint_list_get_constraint (all, i));
  isl_constraint_list_free (all);
  isl_set_free (condition);
  return less;
}

isl_set *
ihop_context_gist (const IhopScop *scop, isl_set *condition)
{
  condition = isl_set_coalesce (isl_set_gist (condition, isl_set_copy (scop->ranges)));
  if (isl_set_n_basic_set (condition) != 1 || isl_set_n_basic_set (scop->ranges) == 1)
    return condition;
  return drop_implied (scop, condition);
}

IhopContextMark
ihop_context_keep (const IhopScop *scop)
{
  return (IhopContextMark){ isl_set_copy (scop->context), isl_set_copy (scop->ranges), isl_set_copy (scop->path),
                            isl_set_copy (scop->relations), scop->assumptions->len, scop->tested->len };
}

void
ihop_context_drop (IhopContextMark known)
{
  isl_set_free (known.context);
  isl_set_free (known.ranges);
  isl_set_free (known.path);
  isl_set_free (known.relations);
}

/* A relation may have been read under an assumption that is given up: it is asked for anew then. */
static void
forget_undefined (IhopScop *scop)
{
  for (guint i = 0; i < scop->params->len; i++)
    {
      IhopParameter *param = scop->params->pdata[i];
      int at = isl_set_find_dim_by_id (scop->relations, isl_dim_param, param->id);
      param->is_defined &= at >= 0 && isl_set_involves_dims (scop->relations, isl_dim_param, (unsigned) at, 1) != isl_bool_false;
    }
}

void
ihop_context_go_back (IhopScop *scop, IhopContextMark known)
{
  IhopContextMark now = { scop->context, scop->ranges, scop->path, scop->relations, 0, 0 };

  ihop_context_drop (now);
  scop->context = known.context;
  scop->ranges = known.ranges;
  scop->path = known.path;
  scop->relations = known.relations;
  forget_undefined (scop);
  g_ptr_array_set_size (scop->tested, (int) known.n_tested);
  g_ptr_array_set_size (scop->assumptions, (int) known.n_assumptions);
}
