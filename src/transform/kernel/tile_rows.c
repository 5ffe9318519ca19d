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

gboolean
ihop_tile_has_rank (const IhopTile *tile, const IhopAccess *access)
{
  guint subscripts = 0;

  for (const IhopNode *node = ihop_node_strip (access->node, TRUE); node->kind == IHOP_INDEX;
       node = ihop_node_strip (node->child[0], TRUE))
    subscripts++;
  return access->n_dims == tile->rank && subscripts == (tile->rows ? 1 : tile->rank)
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

/* The row's number, which the text does not name. */
static IhopSum *
sum_of_cut (const IhopTile *tile, const IhopAccess *access, const IhopLinear *linear)
{
  g_autoptr (IhopSum) sum = ihop_sum_new (linear->constant);

  for (guint i = 0; i < linear->n_params + linear->n_dims; i++)
    {
      IhopSymbol *variable = linear->coefficient[i] ? variable_of (tile, access, i) : NULL;
      if (variable)
        ihop_sum_add_term (sum, variable, linear->coefficient[i]);
      else if (linear->coefficient[i])
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

  if (tile->rows == NULL)
    place = ihop_sum_of (subscript_of (access->node, tile->rank, d));
  else if (access->linear[0] && access->linear[d])
    place = sum_of_cut (tile, access, access->linear[d]);
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

/* "(it + t) * n": in the type of the reference's subscript, which its own value fits. */
static const IhopNode *
rows_before (IhopBuild *build, const IhopTile *tile, guint d, const IhopNode *number)
{
  const IhopType *type = ihop_type_strip (ihop_node_strip (tile->rows->node, TRUE)->child[1]->type);

  if (tile->rows->n_strides[d] && type->size > ihop_type_strip (number->type)->size)
    number = ihop_make_cast (build, type, number);
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
      if (tile->rows == NULL)
        element = ihop_make_index (build, element, subscript);
      else
        {
          const IhopNode *more = rows_before (build, tile, d, subscript);
          number = number ? ihop_make_binary (build, IHOP_OP_ADD, number, more) : more;
        }
    }
  return tile->rows ? ihop_make_index (build, element, number) : element;
}
