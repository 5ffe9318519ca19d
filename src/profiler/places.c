/* Sizes of types, and where lvalues lie, as affine forms of loop counters. */
#include "profiler/affine.h"
#include "profiler/reader.h"

/* ---- Sizes --------------------------------------------------------------------------------- */

IhopCongruence
ihop_reader_size (IhopReader *reader, const IhopType *type)
{
  IhopForm count, whole;
  IhopCongruence element;

  type = type != NULL ? ihop_type_strip (type) : NULL;
  if (type == NULL)
    return (IhopCongruence){ 1, 0 };
  if (type->size != 0 && type->size <= G_MAXINT64)
    return (IhopCongruence){ (gint64) type->size, 0 };
  if (type->kind != IHOP_TYPE_ARRAY)
    return (IhopCongruence){ 1, 0 };
  element = ihop_reader_size (reader, type->target);
  if (type->has_count && type->count <= G_MAXINT64)
    count = ihop_form_constant ((gint64) type->count);
  else if (type->count_expr != NULL)
    count = ihop_reader_value (reader, type->count_expr);
  else
    count = ihop_reader_stand_in (reader, type);
  whole = ihop_form_scale (&count, element);
  return whole.constant;
}

/* ---- Addresses -------------------------------------------------------------------------------- */

static const IhopType *
pointed_to (const IhopNode *node)
{
  const IhopType *type = node->type != NULL ? ihop_type_strip (node->type) : NULL;

  return type != NULL ? type->target : NULL;
}

/* A pointer that was itself loaded (rows of a double **), returned or chosen: far from its
 * neighbours, but aligned as what it points to. */
static IhopForm
far_away (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  IhopForm form = ihop_reader_worst_of (reader, node);
  const IhopNode *root = node;

  while (root->n_children > 0 && root->child[0] != NULL
         && (root->kind == IHOP_INDEX || root->kind == IHOP_MEMBER || root->kind == IHOP_PAREN
             || root->kind == IHOP_CAST || root->kind == IHOP_UNARY))
    root = root->child[0];
  *base = root->kind == IHOP_REF ? root->symbol : NULL;
  return ihop_form_scale (&form, ihop_reader_size (reader, pointed_to (node)));
}

static IhopForm
read_pointer_variable (IhopReader *reader, const IhopNode *node, const IhopSymbol **base);

static IhopForm
read_pointer (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  const IhopType *type;
  IhopForm form, offset;
  guint at;

  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_CAST)
    return read_pointer (reader, node->child[0], base);
  type = node->type != NULL ? ihop_type_strip (node->type) : NULL;
  if (type == NULL || reader->steps++ > IHOP_READER_STEPS)
    return far_away (reader, node, base);
  if (type->kind == IHOP_TYPE_ARRAY)
    return ihop_reader_read_address (reader, node, base);
  if (node->kind == IHOP_REF && node->symbol != NULL)
    return read_pointer_variable (reader, node, base);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
    return ihop_reader_read_address (reader, node->child[0], base);
  if (node->kind != IHOP_BINARY || (node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB))
    return far_away (reader, node, base);
  at = ihop_type_is_integer (node->child[0]->type) ? 1 : 0;
  form = read_pointer (reader, node->child[at], base);
  offset = ihop_reader_read (reader, node->child[1 - at]);
  offset = ihop_form_scale (&offset, ihop_reader_size (reader, pointed_to (node)));
  if (node->op == IHOP_OP_SUB)
    offset = ihop_form_scale (&offset, (IhopCongruence){ -1, 0 });
  return ihop_form_add (&form, &offset);
}

static IhopForm
read_pointer_variable (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  gboolean is_known;
  const IhopNode *value = ihop_reader_definition (reader, node->symbol, &is_known);
  IhopForm form;

  *base = node->symbol;
  if (value == NULL && is_known)
    return ihop_form_constant (0); /* as cudaMalloc gives it: aligned to 256 bytes */
  if (!is_known || reader->depth >= 32)
    {
      form = ihop_reader_worst (reader);
      return ihop_form_scale (&form, ihop_reader_size (reader, pointed_to (node)));
    }
  reader->depth++;
  form = read_pointer (reader, value, base);
  reader->depth--;
  return form;
}

static IhopForm
read_index (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  IhopForm form = read_pointer (reader, node->child[0], base);
  IhopForm subscript = ihop_reader_read (reader, node->child[1]);

  subscript = ihop_form_scale (&subscript, ihop_reader_size (reader, node->type));
  return ihop_form_add (&form, &subscript);
}

IhopForm
ihop_reader_read_address (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  IhopForm form, field;

  node = ihop_node_strip (node, TRUE);
  *base = NULL;
  switch (node->kind)
    {
    case IHOP_REF:
      *base = node->symbol;
      return ihop_form_constant (0);
    case IHOP_INDEX:
      return read_index (reader, node, base);
    case IHOP_MEMBER:
      form = node->flags & IHOP_NODE_ARROW ? read_pointer (reader, node->child[0], base)
                                           : ihop_reader_read_address (reader, node->child[0], base);
      field = ihop_form_constant (node->symbol != NULL ? (gint64) node->symbol->offset : 0);
      return ihop_form_add (&form, &field);
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF)
        return read_pointer (reader, node->child[0], base);
      break;
    default:
      break;
    }
  return ihop_reader_worst_of (reader, node);
}

IhopForm
ihop_reader_address (IhopReader *reader, const IhopNode *lvalue, const IhopSymbol **base)
{
  const IhopSymbol *ignored;

  reader->steps = 0;
  return ihop_reader_read_address (reader, lvalue, base != NULL ? base : &ignored);
}
