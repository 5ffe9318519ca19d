/* Full tiles told from those that the edge of the iterations cuts. A tile is a box: a constraint on the iterations
 * holds in all of it if it holds in the worst corner. */
#include "transform/order/tile_separate.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"

typedef struct
{
  const IhopBoundWriter *writing;
  const IhopTiling *tiling;
  const IhopNode *condition;
  gboolean failed;
} Full;

/* The loop over tiles starts at the owner's lower bound, and ends at a bound that tiles hit. */
static gboolean
is_known (const IhopTiling *tiling, guint d, int sign)
{
  gint64 trips = ihop_header_trips (&tiling->nest.header[d]);

  if (tiling->depends_on_band[d])
    return FALSE;
  return sign > 0 || (trips > 0 && trips % tiling->size[d] == 0);
}

static int
sign_of (isl_constraint *constraint, guint d)
{
  isl_val *val = isl_constraint_get_coefficient_val (constraint, isl_dim_set, (int) d);
  int sign = isl_val_sgn (val);

  isl_val_free (val);
  return sign;
}

/* In the worst corner: where it falls with an iterator, that is the tile's last value. */
static isl_constraint *
in_worst_corner (const IhopTiling *tiling, isl_constraint *constraint)
{
  isl_val *constant = isl_constraint_get_constant_val (constraint);

  for (guint d = 0; d < tiling->nest.n; d++)
    {
      isl_val *factor = isl_constraint_get_coefficient_val (constraint, isl_dim_set, (int) d);
      isl_val *length = isl_val_int_from_si (isl_val_get_ctx (factor), tiling->size[d] - 1);
      if (isl_val_is_neg (factor))
        constant = isl_val_add (constant, isl_val_mul (factor, length));
      else
        {
          isl_val_free (factor);
          isl_val_free (length);
        }
    }
  return isl_constraint_set_constant_val (constraint, constant);
}

static void
require (Full *self, const IhopNode *condition)
{
  IhopBuild *build = self->writing->build;

  if (condition == NULL)
    self->failed = TRUE;
  else if (self->condition == NULL)
    self->condition = condition;
  else
    self->condition = ihop_make_binary (build, IHOP_OP_LAND, self->condition, condition);
}

static isl_stat
visit (isl_constraint *constraint, void *data)
{
  Full *self = data;
  guint involved = 0, d = 0;

  for (guint i = 0; i < self->tiling->nest.n; i++)
    if (sign_of (constraint, i))
      {
        involved++;
        d = i;
      }
  self->failed |= involved > 0 && isl_constraint_is_equality (constraint);
  if (involved == 0 || (involved == 1 && is_known (self->tiling, d, sign_of (constraint, d))))
    isl_constraint_free (constraint);
  else
    require (self,
             ihop_bounds_condition (self->writing, in_worst_corner (self->tiling, constraint)));
  return isl_stat_ok;
}

static gboolean
find_condition (Full *self)
{
  isl_set *domain = isl_set_coalesce (isl_set_copy (self->tiling->domain));
  isl_set *known = isl_set_params (isl_set_copy (domain));

  /* What the parameters alone say has been asked before. One part is its own hull; of more, none would be said. */
  domain = isl_set_gist_params (domain, known);
  if (isl_set_n_basic_set (domain) != 1)
    self->failed = TRUE;
  isl_basic_set *one = isl_set_simple_hull (domain);
  one = isl_basic_set_remove_redundancies (one);
  if (one == NULL || isl_basic_set_foreach_constraint (one, visit, self) != isl_stat_ok)
    self->failed = TRUE;
  isl_basic_set_free (one);
  return !self->failed;
}

static const IhopNode *
full_loops (IhopBuild *build, const IhopTiling *tiling)
{
  const IhopNode *body = tiling->nest.body;

  for (guint i = tiling->nest.n; i-- > 0;)
    {
      const IhopHeader *header = &tiling->nest.header[i];
      const IhopNode *first = ihop_make_ref (build, tiling->strip[i].strip);
      body = ihop_make_for (build, header->loop, header->iterator, header->declared_here, first,
                            IHOP_OP_LT, ihop_make_plus (build, first, tiling->size[i]), 1, body);
    }
  return body;
}

const IhopNode *
ihop_tile_separate (const IhopBoundWriter *writing, const IhopTiling *tiling, const IhopNode *partial)
{
  Full self = { .writing = writing, .tiling = tiling };

  if (!find_condition (&self))
    return NULL;
  if (self.condition == NULL)
    return partial; /* no edge cuts any */
  const IhopNode *rest = ihop_copy (writing->build, partial, NULL);
  return ihop_make_if (writing->build, self.condition, full_loops (writing->build, tiling), rest);
}
