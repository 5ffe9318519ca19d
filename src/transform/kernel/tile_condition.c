#include "transform/kernel/tile_condition.h"
#include "transform/build/bounds.h"
#include "transform/build/make.h"
#include "transform/build/refusal.h"

typedef struct
{
  const IhopBoundWriter *writing;
  const IhopSum *const *place;
  const IhopNode *all;
  gboolean failed;
} Condition;

/* Adds the terms of one sign to a side of a comparison. FALSE: one is no variable. */
static gboolean
add_side (const Condition *self, isl_constraint *constraint, enum isl_dim_type type, int sign, IhopSum *side)
{
  for (int i = 0; i < isl_constraint_dim (constraint, type); i++)
    {
      isl_val *val = isl_constraint_get_coefficient_val (constraint, type, i);
      gint64 factor = sign * isl_val_get_num_si (val);
      isl_space *space = isl_constraint_get_space (constraint);
      isl_id *id = type == isl_dim_param ? isl_space_get_dim_id (space, type, (unsigned) i) : NULL;
      const IhopNode *node = factor <= 0 || id == NULL ? NULL : ihop_bounds_parameter (self->writing, id);
      gboolean fine = factor <= 0 || type == isl_dim_set || (node && node->kind == IHOP_REF);
      if (fine && factor > 0 && type == isl_dim_set)
        ihop_sum_add (side, self->place[i], factor);
      else if (fine && factor > 0)
        ihop_sum_add_term (side, node->symbol, factor);
      isl_val_free (val);
      isl_id_free (id);
      isl_space_free (space);
      if (!fine)
        return FALSE;
    }
  return TRUE;
}

/* "it + t + 8 * r < n" for n - it - t - 8 * r - 1 >= 0. */
static isl_stat
add_constraint (isl_constraint *constraint, void *user)
{
  Condition *self = user;
  IhopBuild *build = self->writing->build;
  g_autoptr (IhopSum) small = ihop_sum_new (0), large = ihop_sum_copy (small);
  isl_val *val = isl_constraint_get_constant_val (constraint);
  gint64 constant = isl_val_get_num_si (val);
  gboolean strict = constant < 0 && !isl_constraint_is_equality (constraint);

  self->failed |= isl_constraint_dim (constraint, isl_dim_div) > 0;
  for (guint k = 0; k < 2; k++)
    self->failed |= !add_side (self, constraint, k ? isl_dim_set : isl_dim_param, -1, small)
                    || !add_side (self, constraint, k ? isl_dim_set : isl_dim_param, 1, large);
  large->constant = constant + strict;
  const IhopNode *one
    = ihop_make_relation (build, isl_constraint_is_equality (constraint) ? IHOP_OP_EQ : strict ? IHOP_OP_LT : IHOP_OP_LE,
                          ihop_sum_expression (build, small), ihop_sum_expression (build, large));
  self->all = self->all ? ihop_make_binary (build, IHOP_OP_LAND, one, self->all) : one;
  isl_val_free (val);
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

static isl_stat
add_part (isl_basic_set *part, void *user)
{
  isl_stat done = isl_basic_set_foreach_constraint (part, add_constraint, user);

  isl_basic_set_free (part);
  return done;
}

/* What of a set is to be asked for where all of a part of what is known holds. */
typedef struct
{
  isl_set *set, *box;
  isl_set *rest;           /* alike in all parts so far; NULL: there was none */
  gboolean differs;
} Asked;

/* Takes part. */
static isl_stat
ask_in_part (isl_basic_set *part, void *user)
{
  Asked *self = user;
  isl_set *known = isl_set_intersect_params (isl_set_copy (self->box), isl_set_from_basic_set (part));
  isl_set *rest = isl_set_coalesce (isl_set_gist (isl_set_copy (self->set), known));

  self->differs |= rest == NULL || (self->rest && isl_set_is_equal (rest, self->rest) != isl_bool_true);
  isl_set_free (self->rest);
  self->rest = rest;
  return isl_stat_ok;
}

/* Part by part: that a flag is not 0 ("if (flag)") says of itself that it lies below or above 0. */
static isl_set *
asked_of (const IhopTile *tile, isl_set *set)
{
  isl_set *box = isl_set_universe (isl_set_get_space (set));
  isl_set *known = isl_set_coalesce (isl_set_intersect (isl_set_copy (tile->scop->ranges), isl_set_copy (tile->scop->context)));

  for (guint d = 0; d < tile->rank; d++)
    {
      box = isl_set_lower_bound_si (box, isl_dim_set, d, 0);
      box = isl_set_upper_bound_si (box, isl_dim_set, d, (int) tile->size[d] - 1);
    }
  Asked asked = { set, box, NULL, FALSE };
  isl_set_foreach_basic_set (known, ask_in_part, &asked);
  if (asked.differs)
    {
      isl_set_free (asked.rest);
      isl_set *all = isl_set_intersect_params (isl_set_copy (box), isl_set_copy (known));
      asked.rest = isl_set_coalesce (isl_set_gist (isl_set_copy (set), all));
    }
  isl_set_free (box);
  isl_set_free (known);
  return asked.rest;
}

gboolean
ihop_tile_condition (IhopBuild *build, const IhopTile *tile, isl_set *set, const IhopSum *const *place,
                     const IhopNode **condition)
{
  const IhopBoundWriter writing = { build, tile->scop, 0, NULL };
  Condition self = { &writing, place, NULL, FALSE };
  isl_set *rest = asked_of (tile, set);
  gboolean fine = rest && isl_set_n_basic_set (rest) == 1 && isl_set_foreach_basic_set (rest, add_part, &self) == isl_stat_ok
                  && !self.failed;

  isl_set_free (rest);
  *condition = self.all;
  if (!fine)
    ihop_refuse (tile->step, IHOP_T_STORAGE, ((const IhopAccess *) tile->accesses->pdata[0])->node,
                 "under which condition an element of %s is used cannot be written", tile->array->name);
  return fine;
}
