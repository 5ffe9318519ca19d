#include "transform/kernel/tile_rows.h"
#include "analysis/extract/row_length.h"
#include "analysis/scop/access.h"
#include "transform/build/bounds.h"
#include "transform/build/make.h"
#include "transform/build/refusal.h"

/* ---- How many subscripts --------------------------------------------------------------------------------------------- */

static guint
declared_rank (const IhopSymbol *array)
{
  const IhopType *type = ihop_type_strip (array->declared_type ? array->declared_type : array->type);
  guint rank = 0;

  for (; type->kind == IHOP_TYPE_ARRAY || (rank == 0 && type->kind == IHOP_TYPE_POINTER); type = ihop_type_strip (type->target))
    rank++;
  return rank;
}

guint
ihop_tile_find_rank (IhopTile *tile)
{
  guint rank = declared_rank (tile->array);

  for (guint i = 0; rank == 1 && tile->rows == NULL && i < tile->scop->accesses->len; i++)
    {
      const IhopAccess *access = tile->scop->accesses->pdata[i];
      if (access->ref->root == tile->array && access->is_cut)
        tile->rows = access;
    }
  rank = tile->rows ? tile->rows->n_cut : rank;
  if (rank > 0 && rank <= IHOP_TILE_RANK)
    return rank;
  ihop_refuse (tile->step, IHOP_T_STORAGE, tile->code, "%s is no array of one to three dimensions", tile->array->name);
  return 0;
}

/* Whether one subscript is several. */
static gboolean
has_rows (const IhopTile *tile)
{
  return tile->rows || tile->row;
}

gboolean
ihop_tile_has_rank (const IhopTile *tile, const IhopAccess *access)
{
  guint subscripts = 0;

  for (const IhopNode *node = ihop_node_strip (access->node, TRUE); node->kind == IHOP_INDEX;
       node = ihop_node_strip (node->child[0], TRUE))
    subscripts++;
  return access->n_dims == (tile->row ? 1 : tile->rank) && subscripts == (has_rows (tile) ? 1 : tile->rank)
         && access->is_cut == (tile->rows != NULL) && (tile->rows == NULL || ihop_access_same_rows (tile->rows, access));
}

/* ---- Where a reference is ---------------------------------------------------------------------------------------------- */

/* The variable that counts the loop of this depth around a statement. */
static IhopSymbol *
iterator_at (const IhopScopStatement *statement, guint depth)
{
  const IhopScopLoop *loop = statement->loop;

  while (loop && loop->depth > depth)
    loop = loop->parent;
  return loop ? loop->counting.iterator : NULL;
}

static IhopSymbol *
variable_of (const IhopTile *tile, const IhopAccess *access, guint number)
{
  const IhopLinear *linear = access->linear[0];

  if (number >= linear->n_params)
    return iterator_at (access->statement, number - linear->n_params);
  const IhopParameter *parameter = tile->scop->params->pdata[number];
  return (IhopSymbol *) parameter->symbol;
}

/* What a form has of dimension d, where its own is one of rows of constant length: multiples of that are rows (d 0), the rest
 * elements in a row. */
static gint64
part_of (const IhopTile *tile, guint d, gint64 number)
{
  gint64 rows = (number + (number < 0 ? -1 : 1) * tile->row / 2) / tile->row;

  return d == 0 ? rows : number - rows * tile->row;
}

static gint64
coefficient_of (const IhopTile *tile, guint d, gint64 number)
{
  if (tile->row == 0)
    return number;
  return number % tile->row == 0 ? d == 0 ? number / tile->row : 0 : d == 0 ? 0 : number;
}

static const IhopLinear *
form_of (const IhopTile *tile, const IhopAccess *access, guint d)
{
  return access->linear[tile->row ? 0 : d];
}

/* The row's number, which the text does not name. */
static IhopSum *
sum_of_form (const IhopTile *tile, const IhopAccess *access, guint d)
{
  const IhopLinear *linear = form_of (tile, access, d);
  g_autoptr (IhopSum) sum = ihop_sum_new (tile->row ? part_of (tile, d, linear->constant) : linear->constant);

  for (guint i = 0; i < linear->n_params + linear->n_dims; i++)
    {
      gint64 coefficient = coefficient_of (tile, d, linear->coefficient[i]);
      IhopSymbol *variable = coefficient ? variable_of (tile, access, i) : NULL;
      if (variable)
        ihop_sum_add_term (sum, variable, coefficient);
      else if (coefficient)
        return NULL;
    }
  return g_steal_pointer (&sum);
}

static const IhopNode *
subscript_of (const IhopNode *reference, guint rank, guint d)
{
  const IhopNode *node = ihop_node_strip (reference, TRUE);

  for (guint above = rank - 1; above > d; above--)
    node = ihop_node_strip (node->child[0], TRUE);
  return node->child[1];
}

IhopSum *
ihop_tile_place (const IhopTile *tile, const IhopAccess *access, guint d)
{
  IhopSum *place = NULL;

  if (!has_rows (tile))
    place = ihop_sum_of (subscript_of (access->node, tile->rank, d));
  else if (access->linear[0] && form_of (tile, access, d))
    place = sum_of_form (tile, access, d);
  if (place)
    ihop_sum_add (place, tile->first[d], -1);
  return place;
}

/* ---- Elements ---------------------------------------------------------------------------------------------------------- */

/* "n", "n + 2": what a factor of a stride stands for. */
static const IhopNode *
row_length (IhopBuild *build, const IhopTile *tile, int factor)
{
  const IhopRowSize *size = ihop_row_size_of (tile->rows->size, tile->rows->n_sizes, factor);
  const IhopBoundWriter writing = { build, tile->scop, 0, NULL };
  const IhopNode *length = ihop_bounds_parameter (&writing, ((const IhopParameter *) tile->scop->params->pdata[factor])->id);

  if (size && size->times != 1)
    length = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_integer (build, size->times), length);
  return size ? ihop_make_plus (build, length, size->plus) : length;
}

/* Of the numbers that a reference goes by, "(a + (size_t) i * n)[k]" too: the largest type. */
static const IhopType *
widest_of (const IhopNode *node, const IhopType *type)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind != IHOP_INDEX && node->kind != IHOP_BINARY)
    return type;
  for (guint i = 0; i < 2; i++)
    {
      const IhopType *number = ihop_type_strip (node->child[i]->type);
      if (number->kind == IHOP_TYPE_INTEGER && (type == NULL || number->size > type->size))
        type = number;
    }
  return widest_of (node->child[0], type);
}

/* "(it + t) * n": in the type of the references' subscripts, which its own value fits. */
static const IhopNode *
rows_before (IhopBuild *build, const IhopTile *tile, guint d, const IhopNode *number)
{
  const IhopType *type = NULL;

  for (guint i = 0; i < tile->accesses->len; i++)
    type = widest_of (((const IhopAccess *) tile->accesses->pdata[i])->node, type);
  if (d + 1 < tile->rank && type && type->size > ihop_type_strip (number->type)->size)
    number = ihop_make_cast (build, type, number);
  if (tile->row)
    return d == 0 ? ihop_make_binary (build, IHOP_OP_MUL, number, tile->row_text ? tile->row_text : ihop_make_integer (build, tile->row))
                  : number;
  for (guint k = 0; k < tile->rows->n_strides[d]; k++)
    number = ihop_make_binary (build, IHOP_OP_MUL, number, row_length (build, tile, tile->rows->stride[d][k]));
  return number;
}

const IhopNode *
ihop_tile_element (IhopBuild *build, const IhopTile *tile, const IhopSum *const *subscripts)
{
  const IhopNode *element = ihop_make_ref (build, tile->array), *number = NULL;

  for (guint d = 0; d < tile->rank; d++)
    {
      const IhopNode *subscript = ihop_sum_expression (build, subscripts[d]);
      if (!has_rows (tile))
        element = ihop_make_index (build, element, subscript);
      else
        {
          const IhopNode *more = rows_before (build, tile, d, subscript);
          number = number ? ihop_make_binary (build, IHOP_OP_ADD, number, more) : more;
        }
    }
  return has_rows (tile) ? ihop_make_index (build, element, number) : element;
}

/* ---- Rows of constant length ---------------------------------------------------------------------------------------------- */

/* The coefficient of a variable in the reference's subscript. */
static gint64
coefficient_in (const IhopTile *tile, const IhopAccess *access, const IhopSymbol *variable)
{
  const IhopLinear *linear = access->linear[0];

  for (guint i = 0; i < linear->n_params + linear->n_dims; i++)
    if (linear->coefficient[i] && variable_of (tile, access, i) == variable)
      return linear->coefficient[i];
  return 0;
}

/* "(it + t) * n": n, if that is how far the first variable of the sum goes. */
static void
note_factor (IhopTile *tile, const IhopAccess *access, const IhopNode *sum, const IhopNode *factor)
{
  g_autoptr (IhopSum) terms = ihop_sum_of_wide (sum);
  const IhopNode *plain = ihop_node_strip (factor, TRUE);

  if (terms == NULL || terms->terms->len == 0 || (plain->kind != IHOP_REF && plain->kind != IHOP_INTEGER))
    return;
  const IhopSumTerm *first = &g_array_index (terms->terms, IhopSumTerm, 0);
  gint64 coefficient = coefficient_in (tile, access, first->symbol);
  if (coefficient % first->factor == 0 && coefficient / first->factor > tile->row && coefficient / first->factor <= G_MAXINT32)
    {
      gboolean has_name = plain->kind == IHOP_REF && !g_hash_table_contains (tile->scop->local, plain->symbol)
                          && !g_hash_table_contains (tile->scop->written, plain->symbol);
      tile->row = coefficient / first->factor;
      tile->row_text = has_name ? plain : NULL;
    }
}

static void
find_factors (IhopTile *tile, const IhopAccess *access, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_CAST)
    find_factors (tile, access, node->child[0]);
  if (node->kind != IHOP_BINARY)
    return;
  if (node->op == IHOP_OP_MUL)
    {
      note_factor (tile, access, node->child[0], node->child[1]);
      note_factor (tile, access, node->child[1], node->child[0]);
    }
  if (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)
    {
      find_factors (tile, access, node->child[0]);
      find_factors (tile, access, node->child[1]);
    }
}

gboolean
ihop_tile_cut_rows (IhopTile *tile)
{
  if (tile->rank != 1 || has_rows (tile))
    return FALSE;
  for (guint i = 0; i < tile->scop->accesses->len; i++)
    {
      const IhopAccess *access = tile->scop->accesses->pdata[i];
      const IhopNode *node = ihop_node_strip (access->node, TRUE);
      if (access->ref->root == tile->array && access->n_dims == 1 && access->linear[0] && node->kind == IHOP_INDEX)
        find_factors (tile, access, node->child[1]);
    }
  tile->rank = tile->row > 1 ? 2 : 1;
  tile->row = tile->row > 1 ? tile->row : 0;
  return tile->row != 0;
}

/* The row's number (d 0), the element's, over the domain of the access; takes space. */
static isl_pw_aff *
part_affine (const IhopTile *tile, const IhopLinear *linear, guint d, __isl_take isl_space *space)
{
  isl_aff *aff = isl_aff_zero_on_domain (isl_local_space_from_space (space));

  aff = isl_aff_set_constant_si (aff, (int) part_of (tile, d, linear->constant));
  for (guint i = 0; i < linear->n_params + linear->n_dims; i++)
    {
      gboolean is_param = i < linear->n_params;
      aff = isl_aff_add_coefficient_si (aff, is_param ? isl_dim_param : isl_dim_in, (int) (is_param ? i : i - linear->n_params),
                                        (int) coefficient_of (tile, d, linear->coefficient[i]));
    }
  return isl_pw_aff_from_aff (aff);
}

/* { (row, element) } */
static isl_set *
row_elements (const IhopTile *tile, const IhopAccess *access)
{
  isl_set *domain = isl_set_reset_tuple_id (isl_map_domain (ihop_access_leading (access, 1)));
  isl_map *pair = NULL;

  domain = isl_set_intersect_params (domain, isl_set_copy (tile->scop->context));
  for (guint d = 0; d < 2; d++)
    {
      isl_map *one = isl_map_from_pw_aff (part_affine (tile, access->linear[0], d, isl_set_get_space (domain)));
      pair = pair ? isl_map_flat_range_product (pair, one) : one;
    }
  isl_set *elements = isl_map_range (isl_map_intersect_domain (pair, domain));
  isl_set *inside = isl_set_universe (isl_set_get_space (elements));
  inside = isl_set_lower_bound_si (inside, isl_dim_set, 1, 0);
  inside = isl_set_upper_bound_si (inside, isl_dim_set, 1, (int) tile->row - 1);
  gboolean stays = isl_set_is_subset (elements, inside) == isl_bool_true;
  isl_set_free (inside);
  return stays ? elements : isl_set_free (elements);
}

isl_set *
ihop_tile_elements (const IhopTile *tile, const IhopAccess *access)
{
  if (tile->row && access->linear[0] == NULL)
    return NULL;
  isl_set *set = tile->row ? row_elements (tile, access)
                           : isl_set_intersect_params (isl_set_reset_tuple_id (isl_map_range (ihop_access_leading (access, access->n_dims))),
                                                       isl_set_copy (tile->scop->context));

  return set ? isl_set_coalesce (isl_set_remove_redundancies (set)) : NULL;
}
