/* Bounds by Fourier-Motzkin elimination (isl projects), written as the largest of several lower ones and the smallest
 * of several upper ones.
 *
 * Rounding: C rounds quotients towards zero, which is rounding down only for numbers that are not negative. Nothing is
 * assumed here about that: where a quotient is rounded the wrong way, the judge, which reads the bounds as they are
 * printed, sees other instances than there were, and refuses. */
#include "transform/build/bounds.h"
#include "analysis/scop/scop.h"
#include "transform/build/make.h"
#include <isl/val.h>

typedef struct
{
  const IhopBoundWriter *writing;
  guint d;
  gint64 beyond; /* added to upper bounds */
  const IhopNode *lower, *upper;
  gboolean failed;
} Bounds;

const IhopNode *
ihop_bounds_parameter (const IhopBoundWriter *writing, isl_id *id)
{
  const IhopParameter *param = id ? isl_id_get_user (id) : NULL;
  const IhopNode *product = NULL;

  if (param == NULL)
    return NULL;
  if (param->symbol)
    return ihop_make_ref (writing->build, (IhopSymbol *) param->symbol);
  if (param->node)
    return param->node;
  for (guint i = 0; i < param->n_factors; i++)
    {
      const IhopParameter *part = writing->scop->params->pdata[param->factor[i]];
      const IhopNode *node
        = part->symbol ? ihop_make_ref (writing->build, (IhopSymbol *) part->symbol) : part->node;
      if (node == NULL)
        return NULL;
      product = product ? ihop_make_binary (writing->build, IHOP_OP_MUL, product, node) : node;
    }
  return product;
}

static const IhopNode *
parameter_node (const IhopBoundWriter *writing, isl_constraint *constraint, int at)
{
  isl_space *space = isl_constraint_get_space (constraint);
  isl_id *id = isl_space_get_dim_id (space, isl_dim_param, (unsigned) at);
  const IhopNode *node = ihop_bounds_parameter (writing, id);

  isl_id_free (id);
  isl_space_free (space);
  return node;
}

static gint64
to_int (isl_val *val, gboolean *failed)
{
  gint64 number = val && isl_val_is_int (val) == isl_bool_true ? isl_val_get_num_si (val) : 0;

  *failed |= val == NULL || isl_val_is_int (val) != isl_bool_true || ABS (number) > G_MAXINT32;
  isl_val_free (val);
  return number;
}

/* sum + factor * node */
static const IhopNode *
add (IhopBuild *build, const IhopNode *sum, gint64 factor, const IhopNode *node)
{
  const IhopNode *term = node;

  if (ABS (factor) != 1)
    term = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_integer (build, ABS (factor)), node);
  if (sum)
    return ihop_make_binary (build, factor < 0 ? IHOP_OP_SUB : IHOP_OP_ADD, sum, term);
  return factor < 0 ? ihop_make_binary (build, IHOP_OP_SUB, ihop_make_integer (build, 0), term)
                    : term;
}

/* The rest of the constraint, times sign, terms with a plus in front. */
static const IhopNode *
rest (Bounds *self, isl_constraint *constraint, int sign, gint64 more)
{
  const IhopBoundWriter *writing = self->writing;
  const IhopNode *sum = NULL;

  for (int turn = 0; turn < 2; turn++)
    for (guint k = 0; k < 2; k++)
      {
        enum isl_dim_type type = k ? isl_dim_set : isl_dim_param;
        int n = isl_constraint_dim (constraint, type);
        for (int i = 0; i < n; i++)
          {
            gint64 factor
              = sign
                * to_int (isl_constraint_get_coefficient_val (constraint, type, i), &self->failed);
            if (factor == 0 || (factor < 0) != turn || (k && i == (int) self->d))
              continue;
            const IhopNode *node = k ? ihop_make_ref (writing->build, writing->iterator[i])
                                     : parameter_node (writing, constraint, i);
            self->failed |= node == NULL;
            if (node)
              sum = add (writing->build, sum, factor, node);
          }
      }
  gint64 constant
    = sign * to_int (isl_constraint_get_constant_val (constraint), &self->failed) + more;
  return sum ? ihop_make_plus (writing->build, sum, constant)
             : ihop_make_integer (writing->build, constant);
}

static void
note (Bounds *self, const IhopNode *bound, gboolean is_lower)
{
  IhopBuild *build = self->writing->build;
  const IhopNode **old = is_lower ? &self->lower : &self->upper;

  if (*old == NULL)
    *old = bound;
  else
    *old = is_lower ? ihop_make_max (build, *old, bound) : ihop_make_min (build, *old, bound);
}

/* a * x + rest >= 0 */
static void
read_constraint (Bounds *self, isl_constraint *constraint, int sign)
{
  IhopBuild *build = self->writing->build;
  gint64 a = sign
             * to_int (isl_constraint_get_coefficient_val (constraint, isl_dim_set, self->d),
                       &self->failed);
  const IhopNode *bound;

  if (a == 0 || self->failed)
    return;
  bound = a > 0 ? rest (self, constraint, -sign, a - 1) : rest (self, constraint, sign, 0);
  gint64 beyond = a > 0 ? 0 : self->beyond;
  if (ABS (a) > 1)
    bound = ihop_make_binary (build, IHOP_OP_DIV, bound, ihop_make_integer (build, ABS (a)));
  if (beyond)
    bound = ihop_make_plus (build, bound, beyond);
  note (self, bound, a > 0);
}

static isl_stat
visit (isl_constraint *constraint, void *data)
{
  Bounds *self = data;

  if (isl_constraint_dim (constraint, isl_dim_div) > 0
      && isl_constraint_involves_dims (constraint, isl_dim_div, 0,
                                       isl_constraint_dim (constraint, isl_dim_div)))
    self->failed = TRUE;
  read_constraint (self, constraint, 1);
  if (isl_constraint_is_equality (constraint))
    read_constraint (self, constraint, -1);
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

gboolean
ihop_bounds_of (const IhopBoundWriter *writing, isl_set *set, guint d, gint64 beyond,
                const IhopNode **lower, const IhopNode **upper)
{
  Bounds self = { .writing = writing, .d = d, .beyond = beyond };
  isl_set *inner = isl_set_copy (set), *outer;

  inner = isl_set_project_out (inner, isl_dim_set, d + 1,
                               (unsigned) isl_set_dim (set, isl_dim_set) - d - 1);
  /* What the loops around already say need not be said again. */
  outer = isl_set_project_out (isl_set_copy (inner), isl_dim_set, d, 1);
  outer = isl_set_add_dims (outer, isl_dim_set, 1);
  /* Values that only some of the loops inside can meet may stay: those loops are empty then; and whether each
   * instance runs just once is asked by the judge. */
  inner = isl_set_coalesce (isl_set_remove_divs (inner));
  isl_basic_set *hull = isl_set_simple_hull (inner);
  isl_basic_set *around = isl_set_simple_hull (outer);
  hull = isl_basic_set_gist (isl_basic_set_remove_redundancies (hull), around);
  if (hull == NULL || isl_basic_set_foreach_constraint (hull, visit, &self) != isl_stat_ok)
    self.failed = TRUE;
  isl_basic_set_free (hull);
  *lower = self.lower;
  *upper = self.upper;
  return !self.failed && self.lower && self.upper;
}

/* The terms that come with this sign, and the constant if it does. */
static const IhopNode *
side (Bounds *self, isl_constraint *constraint, int sign)
{
  const IhopBoundWriter *writing = self->writing;
  const IhopNode *sum = NULL;

  for (guint k = 0; k < 2; k++)
    {
      enum isl_dim_type type = k ? isl_dim_set : isl_dim_param;
      int n = isl_constraint_dim (constraint, type);
      for (int i = 0; i < n; i++)
        {
          gint64 factor
            = sign
              * to_int (isl_constraint_get_coefficient_val (constraint, type, i), &self->failed);
          if (factor <= 0)
            continue;
          const IhopNode *node = k ? ihop_make_ref (writing->build, writing->iterator[i])
                                   : parameter_node (writing, constraint, i);
          self->failed |= node == NULL;
          if (node)
            sum = add (writing->build, sum, factor, node);
        }
    }
  gint64 constant = sign * to_int (isl_constraint_get_constant_val (constraint), &self->failed);
  if (sum == NULL)
    return ihop_make_integer (writing->build, MAX (constant, 0));
  return constant > 0 ? ihop_make_plus (writing->build, sum, constant) : sum;
}

const IhopNode *
ihop_bounds_condition (const IhopBoundWriter *writing, isl_constraint *constraint)
{
  Bounds self = { .writing = writing };
  IhopOperator op = isl_constraint_is_equality (constraint) ? IHOP_OP_EQ : IHOP_OP_LE;
  const IhopNode *left = side (&self, constraint, -1), *right = side (&self, constraint, 1);
  int n = isl_constraint_dim (constraint, isl_dim_div);

  if (n > 0 && isl_constraint_involves_dims (constraint, isl_dim_div, 0, (unsigned) n))
    self.failed = TRUE;
  isl_constraint_free (constraint);
  if (self.failed)
    return NULL;
  return op == IHOP_OP_LE ? ihop_make_relation (writing->build, op, left, right)
                          : ihop_make_binary (writing->build, op, left, right);
}
