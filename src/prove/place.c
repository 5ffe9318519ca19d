/* What addresses lead into: an array that threads share, and how far behind its start, counted in its elements. */
#include "prove/model.h"

static gboolean
is_shared_variable (const IhopSymbol *symbol)
{
  return symbol->space == IHOP_SPACE_SHARED || symbol->space == IHOP_SPACE_DEVICE || symbol->space == IHOP_SPACE_CONSTANT;
}

guint64
prove_unit (const IhopType *type)
{
  type = ihop_type_strip (type);
  if (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY)
    type = type->target;
  return ihop_type_element (type, NULL)->size;
}

/* Elements of the array that a step of this type is; 0: it is none of so many. */
static gint64
step_of (const IhopSymbol *array, const IhopType *type)
{
  guint64 unit = prove_unit (array->type), bytes = ihop_type_strip (type)->size;

  return unit && bytes && bytes % unit == 0 && bytes / unit <= G_MAXINT32 ? (gint64) (bytes / unit) : 0;
}

/* *offset + sign * index * step; takes index. */
static void
move_by (Walk *walk, const IhopSymbol *array, Value **offset, Value *index, const IhopType *step, int sign)
{
  gint64 elements = array ? step_of (array, step) : 0;

  if (array == NULL || elements == 0 || *offset == NULL || index == NULL)
    {
      prove_value_free (index);
      g_clear_pointer (offset, prove_value_free);
      return;
    }
  index = prove_value_multiply (walk->model, index, prove_value_number (walk->model, elements));
  *offset = prove_value_add (*offset, index, sign);
}

static gboolean
from_variable (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset)
{
  const IhopSymbol *symbol = prove_own_name (walk, node);
  const Binding *binding = symbol ? g_hash_table_lookup (walk->bindings, symbol) : NULL;

  if (binding == NULL || (binding->array == NULL && !binding->is_own) || prove_is_volatile (walk->model, symbol))
    return FALSE;
  *array = binding->array;
  *offset = prove_value_copy (binding->offset);
  return TRUE;
}

static gboolean
from_sum (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset)
{
  const IhopType *left = ihop_type_strip (node->child[0]->type);
  gboolean is_left = left->kind == IHOP_TYPE_POINTER || left->kind == IHOP_TYPE_ARRAY;
  const IhopNode *pointer = node->child[is_left ? 0 : 1], *index = node->child[is_left ? 1 : 0];

  if ((node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB) || !prove_pointer (walk, pointer, array, offset))
    return FALSE;
  move_by (walk, *array, offset, prove_evaluate (walk, index), ihop_type_strip (pointer->type)->target,
           node->op == IHOP_OP_ADD ? 1 : -1);
  return TRUE;
}

/* An address under another type is anywhere, unless elements are as large. */
static gboolean
from_cast (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset)
{
  const IhopType *to = ihop_type_strip (node->type), *from = ihop_type_strip (node->child[0]->type);

  if (to->kind != IHOP_TYPE_POINTER || (from->kind != IHOP_TYPE_POINTER && from->kind != IHOP_TYPE_ARRAY)
      || !prove_pointer (walk, node->child[0], array, offset))
    return FALSE;
  if (*array && ihop_type_element (to->target, NULL)->size != prove_unit ((*array)->type))
    g_clear_pointer (offset, prove_value_free);
  return TRUE;
}

/* "p++", which has been walked: the variable holds what is behind it. */
static gboolean
from_count (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset)
{
  if (!prove_pointer (walk, node->child[0], array, offset))
    return FALSE;
  if (node->op == IHOP_OP_POST_INC || node->op == IHOP_OP_POST_DEC)
    move_by (walk, *array, offset, prove_value_number (walk->model, 1), ihop_type_strip (node->type)->target, node->op == IHOP_OP_POST_INC ? -1 : 1);
  return TRUE;
}

/* What a function gives back that does nothing else. */
static gboolean
from_call (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset)
{
  const IhopSymbol *symbol = prove_callee (node);
  const IhopFunction *function = symbol ? ihop_tree_function_of (walk->model->tree, symbol) : NULL;
  const IhopNode *result = prove_only_result (function);

  if (result == NULL || function->n_params + 1 != node->n_children || walk->model->calls > 8)
    return FALSE;
  GHashTable *before = walk->bindings;
  walk->bindings = prove_bindings_copy (before);
  prove_bind_arguments (walk, function, node);
  walk->model->calls++;
  gboolean is_followed = prove_pointer (walk, result, array, offset);
  walk->model->calls--;
  g_hash_table_unref (walk->bindings);
  walk->bindings = before;
  return is_followed;
}

gboolean
prove_pointer (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset)
{
  gboolean is_partial;

  *array = NULL;
  *offset = NULL;
  if (ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY)
    return prove_place (walk, node, array, offset, &is_partial);
  switch (node->kind)
    {
    case IHOP_PAREN:
      return prove_pointer (walk, node->child[0], array, offset);
    case IHOP_REF: case IHOP_MEMBER:
      return from_variable (walk, node, array, offset);
    case IHOP_CAST:
      return from_cast (walk, node, array, offset);
    case IHOP_UNARY:
      if (node->op >= IHOP_OP_PRE_INC && node->op <= IHOP_OP_POST_DEC)
        return from_count (walk, node, array, offset);
      return node->op == IHOP_OP_ADDRESS ? prove_place (walk, node->child[0], array, offset, &is_partial)
                                         : from_variable (walk, node, array, offset);
    case IHOP_BINARY:
      return from_sum (walk, node, array, offset);
    case IHOP_CALL:
      return from_call (walk, node, array, offset);
    default:
      return FALSE;
    }
}

static gboolean
place_of_name (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset)
{
  const IhopSymbol *symbol = node->symbol;

  if (symbol->type->kind == IHOP_TYPE_OTHER) /* a reference */
    return FALSE;
  if (!is_shared_variable (symbol))
    return symbol->kind == IHOP_SYMBOL_PARAMETER || !symbol->is_global;
  *array = symbol;
  *offset = prove_value_number (walk->model, 0);
  return TRUE;
}

/* "a[i]" of an array of so many: what the language asks of i. Keeps index. */
static void
note_row (Walk *walk, const IhopType *array, const Value *index)
{
  if (walk->inside == NULL || array->kind != IHOP_TYPE_ARRAY || !array->has_count || array->count > G_MAXINT32 || index == NULL
      || index->n_terms)
    return;
  isl_pw_aff *affine = isl_pw_aff_copy (index->affine);
  isl_pw_aff_free (walk->column);
  walk->column = isl_pw_aff_copy (affine);
  walk->width = (gint64) array->count;
  isl_set *least = isl_pw_aff_ge_set (isl_pw_aff_copy (affine), prove_number (walk->model, 0));
  isl_set *most = isl_pw_aff_lt_set (affine, prove_number (walk->model, (gint64) array->count));
  walk->inside = isl_set_intersect (walk->inside, isl_set_intersect (least, most));
}

/* "a[i].v[k]": where it is in a[i] makes no difference, if it is in there. */
static void
stay_in_element (Walk *walk, const IhopNode *node, const IhopSymbol *array)
{
  const IhopType *type = ihop_type_strip (node->child[0]->type);
  Value *index = prove_evaluate (walk, node->child[1]);
  gboolean fits = index && index->n_terms == 0 && type->has_count && type->count <= G_MAXINT32;

  if (fits)
    {
      isl_set *outside = isl_pw_aff_lt_set (isl_pw_aff_copy (index->affine), prove_number (walk->model, 0));
      isl_pw_aff *end = prove_number (walk->model, (gint64) type->count);
      fits = !prove_may (walk, isl_set_union (outside, isl_pw_aff_ge_set (isl_pw_aff_copy (index->affine), end)));
    }
  prove_value_free (index);
  if (!fits)
    prove_suppose_rows (walk->model, array);
}

static gboolean
place_of_element (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset, gboolean *is_partial)
{
  gboolean is_array = ihop_type_strip (node->child[0]->type)->kind == IHOP_TYPE_ARRAY;

  if (is_array ? !prove_place (walk, ihop_node_strip (node->child[0], TRUE), array, offset, is_partial)
               : !prove_pointer (walk, node->child[0], array, offset))
    return FALSE;
  if (*array && *is_partial)
    {
      stay_in_element (walk, node, *array);
      return TRUE;
    }
  if (*array)
    {
      Value *index = prove_evaluate (walk, node->child[1]);
      note_row (walk, ihop_type_strip (node->child[0]->type), index);
      move_by (walk, *array, offset, index, node->type, 1);
    }
  return TRUE;
}

/* A value that no memory holds but what the compiler makes for it. */
static gboolean
is_temporary (const IhopNode *node)
{
  return node->kind == IHOP_CALL || node->kind == IHOP_INIT_LIST || node->kind == IHOP_COMPOUND || node->kind == IHOP_CAST
         || node->kind == IHOP_INTEGER || node->kind == IHOP_FLOATING || (node->kind == IHOP_BINARY && node->op != IHOP_OP_COMMA);
}

gboolean
prove_place (Walk *walk, const IhopNode *node, const IhopSymbol **array, Value **offset, gboolean *is_partial)
{
  *array = NULL;
  *offset = NULL;
  *is_partial = FALSE;
  switch (node->kind)
    {
    case IHOP_PAREN:
      return prove_place (walk, node->child[0], array, offset, is_partial);
    case IHOP_REF:
      return place_of_name (walk, node, array, offset);
    case IHOP_INDEX:
      return place_of_element (walk, node, array, offset, is_partial);
    case IHOP_UNARY:
      return node->op == IHOP_OP_DEREF && prove_pointer (walk, node->child[0], array, offset);
    case IHOP_MEMBER:
      if (!(node->flags & IHOP_NODE_ARROW ? prove_pointer (walk, node->child[0], array, offset)
                                          : prove_place (walk, node->child[0], array, offset, is_partial)))
        return FALSE;
      *is_partial = TRUE;
      return TRUE;
    default:
      return is_temporary (node);
    }
}
