/* Expressions from the tree: with the parentheses that C's precedence asks for, no others. */
#include "ir/print_private.h"
#include "ir/query.h"
#include <string.h>

static const int binary_binding[] = {
  [IHOP_OP_ADD] = IHOP_BIND_ADD, [IHOP_OP_SUB] = IHOP_BIND_ADD,
  [IHOP_OP_MUL] = IHOP_BIND_MULTIPLY, [IHOP_OP_DIV] = IHOP_BIND_MULTIPLY,
  [IHOP_OP_MOD] = IHOP_BIND_MULTIPLY, [IHOP_OP_SHL] = IHOP_BIND_SHIFT,
  [IHOP_OP_SHR] = IHOP_BIND_SHIFT, [IHOP_OP_AND] = IHOP_BIND_AND, [IHOP_OP_OR] = IHOP_BIND_OR,
  [IHOP_OP_XOR] = IHOP_BIND_XOR, [IHOP_OP_LAND] = IHOP_BIND_LAND, [IHOP_OP_LOR] = IHOP_BIND_LOR,
  [IHOP_OP_LT] = IHOP_BIND_RELATION, [IHOP_OP_LE] = IHOP_BIND_RELATION,
  [IHOP_OP_GT] = IHOP_BIND_RELATION, [IHOP_OP_GE] = IHOP_BIND_RELATION,
  [IHOP_OP_EQ] = IHOP_BIND_EQUAL, [IHOP_OP_NE] = IHOP_BIND_EQUAL,
  [IHOP_OP_COMMA] = IHOP_BIND_COMMA
};

static gboolean
is_postfix (IhopOperator op)
{
  return op == IHOP_OP_POST_INC || op == IHOP_OP_POST_DEC;
}

/* A negative literal can only be one that we made: "-1" is a unary minus. */
static gboolean
is_negative_literal (const IhopNode *node)
{
  return (node->kind == IHOP_INTEGER && node->text == NULL && node->integer < 0)
         || (node->kind == IHOP_FLOATING && node->text == NULL && node->number < 0);
}

static int
node_binding (const IhopNode *node)
{
  node = ihop_node_unconverted (node);
  switch (node->kind)
    {
    case IHOP_BINARY:
      return binary_binding[node->op];
    case IHOP_ASSIGN:
      return IHOP_BIND_ASSIGN;
    case IHOP_CONDITIONAL:
      return IHOP_BIND_CONDITIONAL;
    case IHOP_CAST:
      return IHOP_BIND_CAST;
    case IHOP_SIZEOF:
      return IHOP_BIND_UNARY;
    case IHOP_UNARY:
      return is_postfix (node->op) ? IHOP_BIND_POSTFIX : IHOP_BIND_UNARY;
    default:
      return is_negative_literal (node) ? IHOP_BIND_UNARY : IHOP_BIND_POSTFIX;
    }
}

int
ihop_print_child_binding (const IhopNode *node, guint position)
{
  switch (node->kind)
    {
    case IHOP_BINARY:
      return binary_binding[node->op] + (position == 1);
    case IHOP_ASSIGN:
      return position == 0 ? IHOP_BIND_UNARY : IHOP_BIND_ASSIGN;
    case IHOP_CONDITIONAL:
      return position == 0 ? IHOP_BIND_LOR : position == 1 ? IHOP_BIND_COMMA : IHOP_BIND_CONDITIONAL;
    case IHOP_UNARY:
      return is_postfix (node->op) ? IHOP_BIND_POSTFIX : IHOP_BIND_CAST;
    case IHOP_CAST:
      return IHOP_BIND_CAST;
    case IHOP_MEMBER:
      return IHOP_BIND_POSTFIX;
    case IHOP_INDEX:
      return position == 0 ? IHOP_BIND_POSTFIX : IHOP_BIND_COMMA;
    case IHOP_CALL:
      return position == 0 ? IHOP_BIND_POSTFIX : IHOP_BIND_ASSIGN;
    case IHOP_VARIABLE:
    case IHOP_INIT_LIST:
    case IHOP_CASE:
      return IHOP_BIND_ASSIGN;
    default:
      return IHOP_BIND_COMMA;
    }
}

static void
print_child (IhopPrinting *printing, GString *out, const IhopNode *node, guint position,
             const char *indent)
{
  ihop_print_any (printing, out, node->child[position],
                  ihop_print_child_binding (node, position), indent);
}

static void
print_integer (GString *out, const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  if (node->text)
    g_string_append (out, node->text);
  else if (node->integer == G_MININT64) /* C has no literal for it, nor for the next as an int */
    g_string_append (out, "(-9223372036854775807LL - 1)");
  else if (node->integer == G_MININT32 && type && type->size == 4)
    g_string_append (out, "(-2147483647 - 1)");
  else if (type && type->size == 8)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "%s", node->integer,
                            type->is_signed ? "L" : "UL");
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT "%s", node->integer,
                            type && !type->is_signed && type->size == 4 ? "u" : "");
}

/* Seventeen digits name a double exactly; a point keeps it from being an integer. */
static void
print_floating (GString *out, const IhopNode *node)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  const IhopType *type = ihop_type_strip (node->type);

  if (node->text)
    {
      g_string_append (out, node->text);
      return;
    }
  g_ascii_dtostr (number, sizeof number, node->number);
  g_string_append (out, number);
  if (strpbrk (number, ".einEIN") == NULL)
    g_string_append (out, ".0");
  if (type && type->size == 4)
    g_string_append_c (out, 'f');
}

/* "- -x", not "--x". */
static void
print_unary (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  const char *op = ihop_operator_text (node->op);

  if (is_postfix (node->op))
    {
      print_child (printing, out, node, 0, indent);
      g_string_append (out, op);
      return;
    }
  g_string_append (out, op);
  gsize at = out->len;
  print_child (printing, out, node, 0, indent);
  if (out->len > at && out->str[at] == op[0])
    g_string_insert_c (out, at, ' ');
}

static void
print_binary (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  gboolean assign = node->kind == IHOP_ASSIGN;

  print_child (printing, out, node, 0, indent);
  g_string_append_printf (out, "%s%s%s ", node->op == IHOP_OP_COMMA ? "" : " ",
                          ihop_operator_text (node->op), assign ? "=" : "");
  print_child (printing, out, node, 1, indent);
}

static void
print_conditional (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  print_child (printing, out, node, 0, indent);
  g_string_append (out, " ?");
  if (node->child[1])
    {
      g_string_append_c (out, ' ');
      print_child (printing, out, node, 1, indent);
      g_string_append_c (out, ' ');
    }
  g_string_append (out, ": ");
  print_child (printing, out, node, 2, indent);
}

/* See IhopMask. */
static const char *
name_of (const IhopSymbol *symbol)
{
  return symbol->mask == IHOP_MASK_NAME ? "ihop_cannot_print_this" : symbol->name;
}

static void
print_reference (GString *out, const IhopNode *node)
{
  g_string_append_printf (out, node->symbol->mask == IHOP_MASK_CALL ? "(%s)" : "%s",
                          name_of (node->symbol));
}

/* The members of an anonymous struct are reached through a field without a name: leave it out. */
static void
print_member (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  const IhopNode *base = node->child[0], *via = node;

  while (base->kind == IHOP_MEMBER && base->symbol->name[0] == '\0')
    {
      via = base;
      base = base->child[0];
    }
  ihop_print_any (printing, out, base, IHOP_BIND_POSTFIX, indent);
  g_string_append_printf (out, "%s%s", via->flags & IHOP_NODE_ARROW ? "->" : ".",
                          name_of (node->symbol));
}

static void
print_call (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  print_child (printing, out, node, 0, indent);
  g_string_append (out, ihop_printing_style (printing, node)->space_call ? " (" : "(");
  for (guint i = 1; i < node->n_children; i++)
    {
      if (i > 1)
        g_string_append (out, ", ");
      print_child (printing, out, node, i, indent);
    }
  g_string_append_c (out, ')');
}

static void
print_cast (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  g_autofree char *type = ihop_declare (printing, node->type, NULL);

  g_string_append_printf (out, "(%s)", type);
  if (node->kind == IHOP_CAST)
    g_string_append_c (out, ' ');
  print_child (printing, out, node, 0, indent);
}

static void
print_sizeof (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  gboolean wrapped = node->child[0] && node->child[0]->kind == IHOP_PAREN;
  g_autofree char *type
    = node->child[0] ? NULL : ihop_declare (printing, node->argument_type, NULL);

  g_string_append (out, wrapped ? "sizeof " : "sizeof (");
  if (type)
    g_string_append (out, type);
  else
    print_child (printing, out, node, 0, indent);
  if (!wrapped)
    g_string_append_c (out, ')');
}

/* Elements that the owner left out at the end stay out; between others zero must be written. */
static void
print_init_list (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  guint n = node->n_children;

  while (n && node->child[n - 1] == NULL)
    n--;
  g_string_append_c (out, '{');
  if (node->symbol && node->symbol->name[0] && n) /* a union: which field */
    g_string_append_printf (out, " .%s =", node->symbol->name);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i ? ", " : " ");
      if (node->child[i])
        print_child (printing, out, node, i, indent);
      else
        g_string_append (out, ihop_type_is_scalar (ihop_type_place (node->type, i)) ? "0" : "{ 0 }");
    }
  g_string_append (out, n ? " }" : node->n_children ? " 0 }" : " }");
}

gboolean
ihop_printing_find_replaced (const IhopNode *node, gpointer data)
{
  gpointer *closure = data;

  if (ihop_printing_replaced (closure[0], node))
    closure[1] = (gpointer) node;
  return closure[1] == NULL;
}

/* Text of Clang's printer stands for a node that we cannot take apart. If something in it was to
 * be exchanged, the owner's C would silently keep its old meaning: rather do not compile. */
static void
print_spelling (IhopPrinting *printing, GString *out, const IhopNode *node)
{
  gpointer closure[2] = { printing, NULL };

  ihop_node_walk (node, ihop_printing_find_replaced, closure);
  if (closure[1] || node->spelling == NULL)
    g_string_append (out, "ihop_cannot_print_this");
  else
    g_string_append (out, node->spelling);
}

static void
print_opaque (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  if (node->n_children == 1 && node->child[0] && node->child[0]->kind == IHOP_BLOCK)
    {
      g_string_append_c (out, '(');
      ihop_print_any (printing, out, node->child[0], 0, indent);
      g_string_append_c (out, ')');
    }
  else
    print_spelling (printing, out, node);
}

static void
print_expr_kind (IhopPrinting *printing, GString *out, const IhopNode *node, const char *indent)
{
  switch (node->kind)
    {
    case IHOP_INTEGER:
      print_integer (out, node);
      break;
    case IHOP_FLOATING:
      print_floating (out, node);
      break;
    case IHOP_STRING:
      g_string_append (out, node->text);
      break;
    case IHOP_REF:
      print_reference (out, node);
      break;
    case IHOP_MEMBER:
      print_member (printing, out, node, indent);
      break;
    case IHOP_INDEX:
      print_child (printing, out, node, 0, indent);
      g_string_append_c (out, '[');
      print_child (printing, out, node, 1, indent);
      g_string_append_c (out, ']');
      break;
    case IHOP_UNARY:
      print_unary (printing, out, node, indent);
      break;
    case IHOP_BINARY:
    case IHOP_ASSIGN:
      print_binary (printing, out, node, indent);
      break;
    case IHOP_CONDITIONAL:
      print_conditional (printing, out, node, indent);
      break;
    case IHOP_CALL:
      print_call (printing, out, node, indent);
      break;
    case IHOP_CAST:
    case IHOP_COMPOUND:
      print_cast (printing, out, node, indent);
      break;
    case IHOP_PAREN:
      g_string_append_c (out, '(');
      print_child (printing, out, node, 0, indent);
      g_string_append_c (out, ')');
      break;
    case IHOP_SIZEOF:
      print_sizeof (printing, out, node, indent);
      break;
    case IHOP_INIT_LIST:
      print_init_list (printing, out, node, indent);
      break;
    default:
      print_opaque (printing, out, node, indent);
      break;
    }
}

void
ihop_print_expr_tree (IhopPrinting *printing, GString *out, const IhopNode *node,
                      const char *indent)
{
  if (node->kind == IHOP_CAST && (node->flags & IHOP_NODE_IMPLICIT))
    ihop_print_any (printing, out, node->child[0], 0, indent);
  else
    print_expr_kind (printing, out, node, indent);
}

gboolean
ihop_print_needs_parens (const IhopNode *node, int binding)
{
  return !ihop_kind_is_statement (node->kind) && node_binding (node) < binding;
}
