/* Elements of an array that fill a box. */
#include "transform/storage/element_box.h"
#include "transform/build/bounds.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"

/* ---- As sets -------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  isl_basic_set *interval; /* owned */
  gboolean is_plain;       /* its ends are sums, not quotients */
} Side;

/* Takes the constraint; what it asks of the parameters alone is left out. */
static isl_stat
add_constraint (isl_constraint *constraint, void *data)
{
  Side *side = data;
  isl_val *times = isl_val_abs (isl_constraint_get_coefficient_val (constraint, isl_dim_set, 0));
  gboolean is_end = isl_val_is_zero (times) == isl_bool_false;

  side->is_plain &= isl_val_cmp_si (times, 1) <= 0;
  isl_val_free (times);
  if (is_end)
    side->interval = isl_basic_set_add_constraint (side->interval, constraint);
  else
    isl_constraint_free (constraint);
  return isl_stat_ok;
}

/* The values along dimension d, without what the parameters have to be so that there are any. NULL: no such interval. */
static isl_set *
side_of (isl_set *elements, guint d)
{
  guint rank = (guint) isl_set_dim (elements, isl_dim_set);
  isl_set *values = isl_set_project_out (isl_set_copy (elements), isl_dim_set, d + 1, rank - d - 1);

  values = isl_set_coalesce (isl_set_project_out (values, isl_dim_set, 0, d));
  isl_basic_set *hull = isl_basic_set_remove_redundancies (isl_set_simple_hull (values));
  Side side = { isl_basic_set_universe (isl_basic_set_get_space (hull)), isl_basic_set_dim (hull, isl_dim_div) == 0 };
  side.is_plain &= isl_basic_set_foreach_constraint (hull, add_constraint, &side) == isl_stat_ok;
  isl_basic_set_free (hull);
  if (side.is_plain)
    return isl_set_from_basic_set (side.interval);
  isl_basic_set_free (side.interval);
  return NULL;
}

static isl_set *
product_of (const IhopElementBox *box)
{
  isl_set *product = isl_set_copy (box->side[0]);

  for (guint d = 1; d < box->rank; d++)
    product = isl_set_flat_product (product, isl_set_copy (box->side[d]));
  return product;
}

static gboolean
fills (const IhopElementBox *box, const isl_set *known)
{
  isl_set *all = isl_set_intersect_params (product_of (box), isl_set_copy ((isl_set *) known));
  isl_set *missing = isl_set_subtract (isl_set_copy (all), isl_set_copy (box->elements));
  isl_set *below = isl_set_empty (isl_set_get_space (all));

  for (guint d = 0; d < box->rank; d++)
    below = isl_set_union (below, isl_set_upper_bound_si (isl_set_copy (all), isl_dim_set, d, -1));
  gboolean exact = isl_set_is_empty (missing) == isl_bool_true && isl_set_is_subset (box->elements, all) == isl_bool_true
                   && isl_set_is_empty (below) == isl_bool_true;
  isl_set_free (all);
  isl_set_free (missing);
  isl_set_free (below);
  return exact;
}

/* Takes elements. */
static gboolean
fill_in (IhopElementBox *box, isl_set *elements, const isl_set *known)
{
  gboolean fine = TRUE;

  box->elements = isl_set_coalesce (elements);
  box->rank = box->elements ? (guint) isl_set_dim (box->elements, isl_dim_set) : 0;
  if (box->rank == 0 || box->rank > IHOP_BOX_RANK || isl_set_is_empty (box->elements) != isl_bool_false)
    return FALSE;
  for (guint d = 0; d < box->rank && fine; d++)
    fine = (box->side[d] = side_of (box->elements, d)) != NULL;
  return fine && fills (box, known);
}

IhopElementBox *
ihop_element_box_new (const IhopScop *scop, isl_set *elements, isl_set *known)
{
  g_autoptr (IhopElementBox) box = g_new0 (IhopElementBox, 1);

  known = known ? isl_set_intersect (known, isl_set_copy (scop->context)) : isl_set_copy (scop->context);
  elements = isl_set_intersect_params (isl_set_reset_tuple_id (elements), isl_set_copy (known));
  gboolean fine = fill_in (box, elements, known);
  isl_set_free (known);
  return fine ? g_steal_pointer (&box) : NULL;
}

void
ihop_element_box_free (IhopElementBox *box)
{
  for (guint d = 0; d < IHOP_BOX_RANK; d++)
    isl_set_free (box->side[d]);
  isl_set_free (box->elements);
  g_free (box);
}

/* ---- As C ------------------------------------------------------------------------------------------------------------------ */

static gboolean
bounds_of (const IhopElementBox *box, const IhopLoopProof *proof, IhopBuild *build, guint d, const IhopNode **lower,
           const IhopNode **end)
{
  IhopSymbol *none = NULL;
  IhopBoundWriter writing = { build, proof->scop, 1, &none };

  return ihop_bounds_of (&writing, box->side[d], 0, 1, lower, end);
}

/* Whether there is an element whatever the parameters are. */
static gboolean
is_never_empty (const IhopElementBox *box, const IhopLoopProof *proof)
{
  isl_set *some = isl_set_params (isl_set_copy (box->elements));
  gboolean always = isl_set_is_subset (proof->scop->context, some) == isl_bool_true;

  isl_set_free (some);
  return always;
}

const IhopNode *
ihop_element_box_extent (const IhopElementBox *box, const IhopLoopProof *proof, IhopBuild *build, guint d)
{
  const IhopNode *lower, *end;
  gint64 constant;

  if (!bounds_of (box, proof, build, d, &lower, &end))
    return NULL;
  if (ihop_constant_of (end, &constant))
    return ihop_make_integer (build, MAX (1, constant));
  if (is_never_empty (box, proof))
    return end;
  return ihop_make_conditional (build, ihop_make_relation (build, IHOP_OP_GT, end, ihop_make_integer (build, 0)), end,
                                ihop_make_integer (build, 1));
}

/* As wide as its bounds are. */
static IhopSymbol *
counter_for (IhopBuild *build, const IhopLoopProof *proof, const IhopNode *lower, const IhopNode *end, guint d)
{
  static const char *const names[IHOP_BOX_RANK] = { "at", "at1", "at2", "at3" };
  gboolean is_long = ihop_type_strip (lower->type)->size > ihop_type_int.size || ihop_type_strip (end->type)->size > ihop_type_int.size;

  return ihop_make_variable (build, proof->header->iterator, is_long ? &ihop_type_long : &ihop_type_int, names[d]);
}

const IhopNode *
ihop_element_box_copy (const IhopElementBox *box, const IhopLoopProof *proof, IhopBuild *build, IhopElementMaker into,
                       IhopElementMaker from, gpointer data)
{
  IhopSymbol *counters[IHOP_BOX_RANK];
  const IhopNode *subscripts[IHOP_BOX_RANK], *lower[IHOP_BOX_RANK], *end[IHOP_BOX_RANK];

  for (guint d = 0; d < box->rank; d++)
    {
      if (!bounds_of (box, proof, build, d, &lower[d], &end[d]))
        return NULL;
      counters[d] = counter_for (build, proof, lower[d], end[d], d);
      subscripts[d] = ihop_make_ref (build, counters[d]);
    }
  const IhopNode *code
    = ihop_make_assignment (build, IHOP_OP_NONE, into (build, subscripts, data), from (build, subscripts, data));
  for (guint d = box->rank; d-- > 0;)
    code = ihop_make_for (build, proof->header->loop, counters[d], TRUE, lower[d], IHOP_OP_LT, end[d], 1, code);
  return code;
}

gboolean
ihop_element_subscripts (const IhopNode *reference, const IhopSymbol *symbol, guint rank, const IhopNode **subscripts)
{
  const IhopNode *node = ihop_node_strip (reference, TRUE);

  for (guint d = rank; d-- > 0; node = ihop_node_strip (node->child[0], TRUE))
    {
      if (node->kind != IHOP_INDEX)
        return FALSE;
      subscripts[d] = node->child[1];
    }
  return node->kind == IHOP_REF && node->symbol == symbol;
}

gboolean
ihop_element_is_exact (const IhopAccess *access, const IhopSymbol *symbol, guint rank)
{
  const IhopNode *subscripts[IHOP_BOX_RANK];

  return rank > 0 && rank <= IHOP_BOX_RANK && access->n_dims == rank && access->may == IHOP_MAY_NOT && access->map && !access->is_cut
         && !access->is_loaded && ihop_element_subscripts (access->node, symbol, rank, subscripts)
         && ihop_type_equal (access->node->type, access->ref->type);
}

const IhopNode *
ihop_element_make (IhopBuild *build, IhopSymbol *base, const IhopNode *const *subscripts, guint rank)
{
  const IhopNode *element = ihop_make_ref (build, base);

  for (guint d = 0; d < rank; d++)
    element = ihop_make_index (build, element, subscripts[d]);
  return element;
}
