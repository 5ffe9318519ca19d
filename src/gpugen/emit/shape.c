#include "gpugen/emit/shape.h"
#include "gpugen/emit/languages.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include "ir/print.h"
#include "ir/print_private.h"
#include "ir/expression.h"
#include <string.h>

static gboolean
add_symbol (const IhopNode *node, gpointer data)
{
  GPtrArray *symbols = data;

  if (node->kind == IHOP_REF
      && (node->symbol->kind == IHOP_SYMBOL_VARIABLE || node->symbol->kind == IHOP_SYMBOL_PARAMETER)
      && !g_ptr_array_find (symbols, node->symbol, NULL))
    g_ptr_array_add (symbols, node->symbol);
  return TRUE;
}

/* The array type that the first subscript yields an element of, behind typedefs. */
static const IhopType *
first_level (const IhopType *type)
{
  type = ihop_type_strip (type);
  return type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY
           ? ihop_type_strip (type->target) : type;
}

IhopDeviceShape *
ihop_shape_new (const IhopDeviceVariable *variable)
{
  IhopDeviceShape *shape = g_new0 (IhopDeviceShape, 1);
  const IhopType *type = first_level (variable->symbol->type);

  shape->variable = variable;
  shape->rank = variable->rank;
  shape->symbols = g_ptr_array_new ();
  shape->spelling = ihop_type_spelling (variable->symbol, variable->element);
  for (guint d = 1; d < shape->rank && type->kind == IHOP_TYPE_ARRAY; d++)
    {
      if (!type->has_count)
        {
          shape->is_flat = TRUE;
          if (type->count_expr)
            ihop_node_walk (type->count_expr, add_symbol, shape->symbols);
        }
      type = ihop_type_strip (type->target);
    }
  return shape;
}

void
ihop_shape_free (IhopDeviceShape *shape)
{
  if (shape == NULL)
    return;
  g_ptr_array_unref (shape->symbols);
  g_free (shape->spelling);
  g_free (shape);
}

/* The element without the qualifiers that the host's view of it has. */
static IhopType
plain_element (const IhopDeviceShape *shape)
{
  IhopType type = *shape->variable->element;

  type.qualifiers = 0;
  if (shape->spelling)
    type.name = shape->spelling;
  return type;
}

static gboolean
is_type_word (const char *word)
{
  static const char *const others[] = { "static", "const", "extern", "register", "volatile",
                                        "restrict", "auto", "inline", "struct", "union", "enum",
                                        "unsigned", "signed", "long", "short" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (word, others[i]))
      return FALSE;
  /* __attribute__, __extension__, _Alignas and what else compilers have; types have other names. */
  return !g_str_has_prefix (word, "__") && !(word[0] == '_' && g_ascii_isupper (word[1]));
}

/* Whether the declarator alone makes arrays and pointers of this type: no typedef stands for rows. */
static gboolean
declares_elements (const IhopSymbol *symbol, const IhopType *type)
{
  const IhopType *declared = symbol->declared_type ? symbol->declared_type : symbol->type;

  while (declared->kind == IHOP_TYPE_POINTER || declared->kind == IHOP_TYPE_ARRAY)
    declared = declared->target;
  return ihop_type_equal (ihop_type_strip (declared), ihop_type_strip (type));
}

char *
ihop_type_spelling (const IhopSymbol *symbol, const IhopType *type)
{
  g_autofree char *text = ihop_range_text (symbol->range);
  g_autoptr (GString) word = g_string_new (NULL);
  gsize at = 0;

  if (text == NULL || type->name == NULL || type->kind == IHOP_TYPE_RECORD || !declares_elements (symbol, type))
    return NULL;
  while (TRUE)
    {
      at += strspn (text + at, " \t\n");
      gsize length = strspn (text + at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
      g_string_truncate (word, 0);
      g_string_append_len (word, text + at, length);
      at += length;
      if (length == 0 || g_str_equal (word->str, symbol->name))
        return NULL;
      if (is_type_word (word->str))
        break;
      if (!g_str_equal (word->str, "const") && !g_str_equal (word->str, "static"))
        return NULL;
    }
  at += strspn (text + at, " \t\n");
  /* one word, then the declarator: a macro or the type itself */
  return (text[at] == '*' || text[at] == '(' || g_str_has_prefix (text + at, symbol->name))
           ? g_strdup (word->str) : NULL;
}

char *
ihop_shape_element_type (const IhopDeviceShape *shape)
{
  IhopType type = plain_element (shape);

  return ihop_type_declare (&type, NULL);
}

char *
ihop_shape_declare (const IhopDeviceShape *shape, const char *name, gboolean is_const,
                    gboolean is_restrict)
{
  IhopType type = plain_element (shape);
  gboolean rows = !shape->is_flat && shape->rank > 1;
  gboolean parens = rows || type.kind == IHOP_TYPE_ARRAY || type.kind == IHOP_TYPE_FUNCTION;
  g_autoptr (GString) text = g_string_new (parens ? "(*" : "*");

  g_string_append_printf (text, "%s%s%s", is_restrict ? "__restrict__ " : "", name,
                          parens ? ")" : "");
  for (guint d = 1; rows && d < shape->rank; d++)
    {
      g_autofree char *extent = ihop_text_of (shape->variable->extents[d]);
      g_string_append_printf (text, "[%s]", extent);
    }
  g_autofree char *declaration = ihop_type_declare (&type, text->str);
  return g_strconcat (is_const ? "const " : "", declaration, NULL);
}

gboolean
ihop_shape_is_constant (const IhopDeviceShape *shape, guint dimension)
{
  const IhopType *type = ihop_type_strip (shape->variable->symbol->declared_type);

  if (ihop_expression_is_number (shape->variable->extents[dimension], NULL))
    return TRUE;
  if (type->kind == IHOP_TYPE_POINTER)
    {
      if (dimension-- == 0)
        return FALSE;
      type = ihop_type_strip (type->target);
    }
  for (; dimension > 0 && type->kind == IHOP_TYPE_ARRAY; dimension--)
    type = ihop_type_strip (type->target);
  return type->kind == IHOP_TYPE_ARRAY && type->has_count;
}

static gboolean
is_whole_array (const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY
         && ihop_type_strip (symbol->type)->size != 0;
}

static char *words_that_move (const IhopNode *node, gpointer data);

static char *
moved_text (const IhopNode *node, gpointer data)
{
  return ihop_language_text (node, words_that_move, data);
}

static char *
words_that_move (const IhopNode *node, gpointer data)
{
  const IhopPrinter printer = { .replace = moved_text };

  return ihop_print_node (node, &printer);
}

char *
ihop_text_of (const IhopNode *node)
{
  if (ihop_language_asks_types (node))
    return words_that_move (node, NULL);
  char *text = ihop_range_text (node->range);
  return text ? text : ihop_print_node (node, NULL);
}

char *
ihop_printed_operand (char *text, const IhopNode *node, IhopOperator op, guint position)
{
  const IhopNode around = { .kind = IHOP_BINARY, .op = op };
  g_autofree char *bare = text;

  if (!ihop_print_needs_parens (node, ihop_print_child_binding (&around, position)))
    return g_steal_pointer (&bare);
  return g_strdup_printf ("(%s)", bare);
}

char *
ihop_text_of_operand (const IhopNode *node, IhopOperator op, guint position)
{
  return ihop_printed_operand (ihop_text_of (node), node, op, position);
}

char *
ihop_wide_text (const IhopNode *node, IhopWide kind)
{
  g_autoptr (IhopPool) pool = ihop_pool_new ();

  return ihop_text_of (ihop_expression_widen (pool, node, kind));
}

char *
ihop_wide_text_of_operand (const IhopNode *node, IhopWide kind, IhopOperator op, guint position)
{
  g_autoptr (IhopPool) pool = ihop_pool_new ();

  return ihop_text_of_operand (ihop_expression_widen (pool, node, kind), op, position);
}

/* "a > b ? a : b" by the function for it: each side of some sizes is a line long. */
static char *
larger_text (const IhopNode *node, gpointer data)
{
  const IhopPrinter *printer = data;
  const IhopNode *test = node->kind == IHOP_CONDITIONAL && node->child[1] ? node->child[0] : NULL;

  if (test == NULL || test->kind != IHOP_BINARY || test->op != IHOP_OP_GT || !ihop_expression_equal (test->child[0], node->child[1])
      || !ihop_expression_equal (test->child[1], node->child[2]))
    return NULL;
  g_autofree char *one = ihop_print_node (ihop_node_strip (node->child[1], FALSE), printer);
  g_autofree char *other = ihop_print_node (ihop_node_strip (node->child[2], FALSE), printer);
  return g_strdup_printf ("ihop_larger (%s, %s)", one, other);
}

char *
ihop_shape_size (const IhopNode *count)
{
  g_autoptr (IhopPool) pool = ihop_pool_new ();
  const IhopNode *wide = ihop_expression_widen (pool, ihop_node_strip (count, FALSE), IHOP_WIDE_SIZE);
  IhopPrinter printer = { .replace = larger_text };

  printer.data = &printer;
  g_autofree char *owners = ihop_range_text (wide->range);
  g_autofree char *text = owners ? NULL : ihop_print_node (wide, &printer);
  return g_strdup_printf ("ihop_size (%s)", owners ? owners : text);
}

char *
ihop_shape_bytes (const IhopDeviceShape *shape)
{
  const IhopDeviceVariable *variable = shape->variable;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *element = ihop_shape_element_type (shape);

  if (shape->rank == 0 || is_whole_array (variable->symbol))
    return g_strdup_printf ("sizeof %s", variable->symbol->name);
  for (guint d = 0; d < shape->rank; d++)
    {
      g_autofree char *factor = ihop_text_of_operand (variable->extents[d], IHOP_OP_MUL, 1);
      gboolean counts = ihop_shape_is_constant (shape, d);
      if (d > 0 && !shape->is_flat)
        break;
      if (counts)
        g_string_append_printf (text, "%s * ", factor);
      else
        {
          g_autofree char *size = ihop_shape_size (variable->extents[d]);
          g_string_append_printf (text, "%s * ", size);
        }
    }
  if (shape->rank > 1 && !shape->is_flat)
    g_string_append_printf (text, "sizeof *%s", variable->symbol->name);
  else
    g_string_append_printf (text, "sizeof (%s)", element);
  return g_strdup (text->str);
}

char *
ihop_shape_stride (const IhopDeviceShape *shape, guint dimension)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (dimension + 1 >= shape->rank)
    return NULL;
  for (guint d = dimension + 1; d < shape->rank; d++)
    {
      g_autofree char *factor = ihop_text_of_operand (shape->variable->extents[d], IHOP_OP_MUL, 1);
      g_string_append_printf (text, "%s%s", d == dimension + 1 ? "" : " * ", factor);
    }
  return g_strdup (text->str);
}

/* Horner's scheme, so that every product is one of size_t. */
static char *
flat_index (const IhopNode *const *extents, guint rank, const char *const *subscripts, guint n)
{
  g_autoptr (GString) text = g_string_new (subscripts[0]);

  for (guint d = 1; d < rank; d++)
    {
      g_autofree char *row = ihop_text_factor (text->str);
      g_autofree char *extent = ihop_text_of_operand (extents[d], IHOP_OP_MUL, 1);
      g_string_printf (text, "%s * (size_t) %s", row, extent);
      if (d < n)
        {
          g_autofree char *rest = ihop_text_summand (subscripts[d]);
          g_string_append_printf (text, " + %s", rest);
        }
    }
  return g_strdup (text->str);
}

char *
ihop_flat_element (const char *name, const IhopNode *const *extents, guint rank, const char *const *subscripts, guint n)
{
  g_autofree char *index = flat_index (extents, rank, subscripts, n);

  return n < rank ? g_strdup_printf ("(%s + %s)", name, index) : g_strdup_printf ("%s[%s]", name, index);
}

char *
ihop_shape_element (const IhopDeviceShape *shape, const char *name, const char *const *subscripts,
                    guint n)
{
  g_autoptr (GString) text = g_string_new (name);

  if (n == 0)
    return g_strdup (name);
  if (shape->is_flat)
    return ihop_flat_element (name, (const IhopNode *const *) shape->variable->extents, shape->rank, subscripts, n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "[%s]", subscripts[i]);
  return g_strdup (text->str);
}
