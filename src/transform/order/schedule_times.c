/* The times of a schedule as relations, and the loops that isl generates from them (Bastoul 2004; Grosser, Verdoolaege
 * and Cohen, "Polyhedral AST generation is more than scanning polyhedra", 2015). */
#include "transform/order/schedule_times.h"
#include "analysis/scop/evaluate.h"
#include "transform/build/refusal.h"
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/union_map.h>

/* { iterators → times }. NULL after a refusal. */
static isl_map *
times_of (IhopSchedule *self, const IhopScheduled *statement)
{
  IhopScop *scop = self->scop;
  isl_set *domain = isl_set_intersect_params (isl_set_copy (statement->loop->domain),
                                              isl_set_copy (scop->context));
  isl_map *map = isl_map_from_domain_and_range (
    isl_set_copy (domain),
    isl_set_universe (isl_space_set_from_params (isl_space_copy (scop->space))));

  for (guint i = 0; map && i < statement->n_times; i++)
    {
      isl_pw_aff *time
        = ihop_value_in_loops (scop, (IhopScopLoop *) statement->loop, domain, statement->time[i]);
      map = time ? isl_map_flat_range_product (map, isl_map_from_pw_aff (time)) : isl_map_free (map);
      if (time == NULL)
        ihop_refuse (self->build->step, IHOP_T_ARGUMENTS, statement->node,
                     "time %u of this statement is not affine in the iterators around it", i + 1);
    }
  isl_set_free (domain);
  for (guint i = statement->n_times; map && i < self->n_times; i++)
    map = isl_map_fix_si (isl_map_add_dims (map, isl_dim_out, 1), isl_dim_out, i, 0);
  return map;
}

isl_union_map *
ihop_schedule_times (IhopSchedule *self)
{
  isl_union_map *all = isl_union_map_empty (isl_space_copy (self->scop->space));

  for (guint i = 0; all && i < self->n; i++)
    {
      isl_map *map = times_of (self, &self->statement[i]);
      g_autofree char *name = g_strdup_printf ("S%u", i);
      if (map && isl_map_is_injective (map) != isl_bool_true)
        {
          ihop_refuse (self->build->step, IHOP_T_ARGUMENTS, self->statement[i].node,
                       "several iterations of this statement would run at the same time: give it as many "
                       "different iterators as there are loops around it");
          map = isl_map_free (map);
        }
      all = map ? isl_union_map_add_map (all, isl_map_set_tuple_name (map, isl_dim_in, name))
                : isl_union_map_free (all);
    }
  return all;
}

isl_ast_node *
ihop_schedule_generate (IhopSchedule *self, isl_union_map *times)
{
  isl_ctx *ctx = self->scop->ctx;
  isl_id_list *names = isl_id_list_alloc (ctx, (int) self->n_times);
  isl_ast_build *build = isl_ast_build_from_context (isl_set_copy (self->scop->context));

  isl_options_set_ast_build_atomic_upper_bound (ctx, 1);
  isl_options_set_ast_build_detect_min_max (ctx, 1);
  for (guint i = 0; i < self->n_times; i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);
      names = isl_id_list_add (names, isl_id_alloc (ctx, name, NULL));
    }
  build = isl_ast_build_set_iterators (build, names);
  isl_ast_node *node = isl_ast_build_node_from_schedule_map (build, times);
  isl_ast_build_free (build);
  return node;
}
