/* Forms of C that mean something else in C++ or in another function, or nothing at all. */
#include "gpugen/emit/language_forms.h"
#include "analysis/program/callgraph.h"

static gboolean
is_digit_first (const IhopNode *node)
{
  g_autofree char *bytes = ihop_range_text (node->range);
  const char *text = bytes ? bytes : node->text;

  return text == NULL || g_ascii_isdigit (text[0]);
}

/* Whether the expression has another type in C++: a comparison is a bool there and 'a' a char, and a comma or
 * a choice of arrays is an array. */
static gboolean
has_other_type (const IhopNode *node)
{
  while (node->kind == IHOP_PAREN && !(node->flags & IHOP_NODE_RESOLVED))
    node = node->child[0];
  switch (node->kind)
    {
    case IHOP_INTEGER: return !is_digit_first (node); /* true and false are macros in C */
    case IHOP_REF: return node->symbol->kind == IHOP_SYMBOL_ENUMERATOR;
    case IHOP_UNARY: return node->op == IHOP_OP_NOT;
    case IHOP_BINARY: return node->op >= IHOP_OP_LAND;
    case IHOP_CONDITIONAL:
    case IHOP_PAREN:
    case IHOP_OPAQUE_EXPR: return TRUE;
    default: return FALSE;
    }
}

gboolean
ihop_form_is_size_of_value (const IhopNode *node)
{
  return node->kind == IHOP_SIZEOF && node->child[0] && has_other_type (node->child[0]);
}

gboolean
ihop_form_is_resolved (const IhopNode *node)
{
  return node->flags & IHOP_NODE_RESOLVED;
}

gboolean
ihop_form_names_types (const IhopNode *node)
{
  return ihop_form_is_resolved (node) && !(node->kind == IHOP_VARIABLE && ihop_type_is_folded (node->symbol->declared_type));
}

gboolean
ihop_form_is_unsigned_enum (const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, TRUE);
  const IhopType *type = bare->type, *to = ihop_type_strip (node->type ? node->type : bare->type);

  /* So few bits fit an int, in either language. */
  if (bare->kind == IHOP_MEMBER && bare->symbol->bit_width && bare->symbol->bit_width < 32)
    return FALSE;
  while (type && type->kind == IHOP_TYPE_NAMED)
    type = type->target;
  return type && type->kind == IHOP_TYPE_ENUM && !type->target->is_signed && type->target->size == 4
         && to->kind != IHOP_TYPE_FLOATING && !(bare->flags & IHOP_NODE_CONSTANT);
}

static const IhopType *
behind_names (const IhopType *type)
{
  while (type && type->kind == IHOP_TYPE_NAMED)
    type = type->target;
  return type;
}

gboolean
ihop_form_is_enum (const IhopNode *node)
{
  const IhopType *type = behind_names (ihop_node_strip (node, TRUE)->type);

  return type && type->kind == IHOP_TYPE_ENUM;
}

gboolean
ihop_form_is_c_step (const IhopNode *node)
{
  return node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC
         && (ihop_form_is_enum (node->child[0]) || ihop_type_is_bool (node->child[0]->type));
}

gboolean
ihop_form_is_enum_arithmetic (const IhopNode *node)
{
  gboolean counts = (node->kind == IHOP_BINARY && node->op < IHOP_OP_LAND)
                    || (node->kind == IHOP_BINARY && node->op >= IHOP_OP_LT && node->op <= IHOP_OP_GE)
                    || (node->kind == IHOP_UNARY && (node->op == IHOP_OP_NEG || node->op == IHOP_OP_PLUS
                                                     || node->op == IHOP_OP_COMPL))
                    || (node->kind == IHOP_ASSIGN && node->op != IHOP_OP_NONE) || node->kind == IHOP_CONDITIONAL;

  if (ihop_form_is_c_step (node) || (counts && node->kind == IHOP_ASSIGN && ihop_form_is_enum (node->child[0])))
    return TRUE;
  for (guint i = node->kind == IHOP_CONDITIONAL; counts && i < node->n_children; i++)
    if (node->child[i] && ihop_form_is_unsigned_enum (node->child[i]))
      return TRUE;
  return FALSE;
}

gboolean
ihop_form_is_wide_bits (const IhopNode *node)
{
  return ihop_node_wide_bits (node) != NULL;
}

static gboolean
calls_one_of (const IhopNode *node, const char *const *names)
{
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  return callee && g_strv_contains (names, callee->name);
}

gboolean
ihop_form_is_classification (const IhopNode *node)
{
  static const char *const names[] = { "__builtin_isinf_sign", "__builtin_signbit", "__builtin_signbitf",
                                       "__builtin_signbitl", "isinf", "signbit", NULL };

  return calls_one_of (node, names);
}

gboolean
ihop_form_is_gnu_version (const IhopNode *node)
{
  static const char *const names[] = { "strerror_r", "__xpg_strerror_r", "basename", "__xpg_basename", NULL };

  return calls_one_of (node, names);
}

gboolean
ihop_form_is_kept_literal (const IhopNode *node)
{
  const IhopNode *operand = node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS
                              ? ihop_node_strip (node->child[0], TRUE) : NULL;

  return (operand && operand->kind == IHOP_COMPOUND)
         || (node->kind == IHOP_COMPOUND && ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY);
}

gboolean
ihop_form_is_memberless (const IhopNode *node)
{
  const IhopType *type = node->kind == IHOP_SIZEOF     ? node->argument_type
                         : node->kind == IHOP_VARIABLE ? node->symbol->type
                                                       : node->type;

  type = type ? ihop_type_strip (ihop_type_element (type, NULL)) : NULL;
  return type && type->kind == IHOP_TYPE_RECORD && type->fields && type->size == 0;
}

gboolean
ihop_form_is_case_range (const IhopNode *node)
{
  return node->kind == IHOP_CASE && node->child[0] && node->child[1];
}

/* A type that its name says everywhere, with the same size. */
static gboolean
is_plain_type (const IhopType *type)
{
  while (type->kind == IHOP_TYPE_POINTER)
    type = type->target;
  return !type->is_local && type->kind != IHOP_TYPE_ARRAY && type->kind != IHOP_TYPE_ENUM
         && type->kind != IHOP_TYPE_FUNCTION && type->name
         && ihop_type_strip (type)->kind != IHOP_TYPE_ARRAY && (type->size > 0 || type->kind == IHOP_TYPE_VOID);
}

static gboolean
asks_object_size (const IhopNode *node)
{
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  return callee && (g_str_equal (callee->name, "__builtin_object_size")
                    || g_str_equal (callee->name, "__builtin_dynamic_object_size"));
}

gboolean
ihop_form_looks_at_type (const IhopNode *node)
{
  if (node->kind == IHOP_SIZEOF)
    return node->child[0] || ihop_form_is_resolved (node) || !is_plain_type (node->argument_type);
  return node->kind == IHOP_OPAQUE_EXPR || ihop_form_is_resolved (node) || asks_object_size (node);
}

gboolean
ihop_form_is_c_conversion (const IhopNode *node)
{
  if (node->kind != IHOP_CAST || !(node->flags & IHOP_NODE_IMPLICIT))
    return FALSE;
  const IhopType *to = behind_names (node->type), *from = behind_names (node->child[0]->type);
  const IhopNode *bare = ihop_node_strip (node->child[0], TRUE);
  if (to == NULL || from == NULL)
    return FALSE;
  if (to->kind == IHOP_TYPE_ENUM)
    return from->kind != IHOP_TYPE_ENUM && !(bare->kind == IHOP_REF && bare->symbol->kind == IHOP_SYMBOL_ENUMERATOR);
  /* C++ has no rows of variable length, and what points to them is seen flat (shape.h). */
  return to->kind == IHOP_TYPE_POINTER && !ihop_type_is_variable_length (to) && from->kind == IHOP_TYPE_POINTER && from->target->kind == IHOP_TYPE_VOID
         && to->target->kind != IHOP_TYPE_VOID && !(bare->flags & IHOP_NODE_CONSTANT);
}

gboolean
ihop_form_is_enumerator_of_function (const IhopNode *node)
{
  return node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_ENUMERATOR && node->symbol->first.source == NULL;
}
