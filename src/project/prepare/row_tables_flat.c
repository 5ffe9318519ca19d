/* Members of structs, and variables outside of functions, become plain pointers to elements, "double *data", as no type can say
 * "pointer to rows of cols" there. So a subscript counts elements there, in a type that holds their number, and pointers that go from members to variables, which are
 * pointers to rows, or back, are converted. */
#include "ir/expression.h"
#include "ir/query.h"
#include "project/prepare/row_tables_writing.h"

/* The table that an expression names, if it becomes a pointer to elements; NULL: it is something else. */
static IhopRowTable *
flat_at (const IhopRowWriting *self, const IhopNode *node)
{
  IhopRowTable *table = ihop_row_table_at (self->tables, node);

  return table && table->is_flat && ihop_row_writing_is_meant (self, table) ? table : NULL;
}

static gboolean
is_narrow (const IhopNode *node)
{
  return ihop_type_strip (node->type)->size < 8;
}

/* With parentheses, where a product of it needs them; the caller frees. */
static char *
factor_of (const IhopNode *node, const IhopPrinter *printer)
{
  g_autofree char *text = ihop_print_node (node, printer);
  const IhopNode *bare = ihop_node_strip (node, FALSE);
  gboolean is_simple = bare->kind == IHOP_REF || bare->kind == IHOP_INTEGER || bare->kind == IHOP_INDEX || bare->kind == IHOP_MEMBER
                       || bare->kind == IHOP_CALL || bare->kind == IHOP_PAREN;

  return is_simple ? g_steal_pointer (&text) : g_strdup_printf ("(%s)", text);
}

/* The same for a sum. */
static char *
summand_of (const IhopNode *node, const IhopPrinter *printer)
{
  const IhopNode *bare = ihop_node_strip (node, FALSE);
  gboolean is_term = bare->kind == IHOP_BINARY && bare->op >= IHOP_OP_ADD && bare->op <= IHOP_OP_MOD;

  return is_term || bare->kind == IHOP_UNARY || bare->kind == IHOP_CAST ? ihop_print_node (node, printer) : factor_of (node, printer);
}

/* "(long) i * m->cols", elements in front of row i; NULL: none. The caller frees. */
static char *
before_row (IhopRowWriting *self, const IhopRowTable *table, const IhopNode *row, const IhopPrinter *printer)
{
  const IhopNode *width = ihop_row_table_width_at (self->tables, table, self->function, ihop_row_table_bare (row->child[0]));
  const IhopNode *number = row->child[1];
  gint64 value;

  if (width == NULL || number->type == NULL)
    {
      self->failed = TRUE;
      return NULL;
    }
  g_autofree char *columns = ihop_row_writing_factor (width);
  gboolean is_constant = ihop_node_number (number, &value);
  if (is_constant && value == 0)
    return NULL;
  if (is_constant && value == 1)
    return g_steal_pointer (&columns);
  g_autofree char *text = factor_of (number, printer);
  return g_strdup_printf ("%s%s * %s", is_narrow (number) ? "(long) " : "", text, columns);
}

static char *
element_text (IhopRowWriting *self, const IhopRowTable *table, const IhopNode *element, const IhopPrinter *printer)
{
  const IhopNode *row = ihop_row_table_bare (element->child[0]);
  g_autofree char *base = ihop_print_node (ihop_row_table_bare (row->child[0]), NULL), *before = before_row (self, table, row, printer);
  g_autofree char *column = summand_of (element->child[1], printer);
  gint64 value;

  if (before && ihop_node_number (element->child[1], &value) && value == 0)
    return g_strdup_printf ("%s[%s]", base, before);
  return before ? g_strdup_printf ("%s[%s + %s]", base, before, column) : g_strdup_printf ("%s[%s]", base, column);
}

static char *
row_text (IhopRowWriting *self, const IhopRowTable *table, const IhopNode *row, const IhopPrinter *printer)
{
  g_autofree char *base = ihop_print_node (ihop_row_table_bare (row->child[0]), NULL), *before = before_row (self, table, row, printer);

  return before ? g_strdup_printf ("(%s + %s)", base, before) : g_steal_pointer (&base);
}

char *
ihop_row_flat_text (IhopRowWriting *self, const IhopNode *node, const IhopPrinter *printer)
{
  const IhopNode *row = node->kind == IHOP_INDEX ? ihop_row_table_bare (node->child[0]) : NULL;
  IhopRowTable *of_element = row && row->kind == IHOP_INDEX ? flat_at (self, row->child[0]) : NULL;
  IhopRowTable *of_row = row ? flat_at (self, node->child[0]) : NULL;

  if (of_element)
    return element_text (self, of_element, node, printer);
  return of_row ? row_text (self, of_row, node, printer) : NULL;
}
