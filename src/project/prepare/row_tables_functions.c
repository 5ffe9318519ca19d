/* Functions that are given blocks of rows, or return them, with their calls. */
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "ir/print.h"
#include "project/prepare/row_tables_writing.h"

static void
add_names (const IhopFunction *function, const IhopNode *width, GPtrArray *order)
{
  g_autoptr (GPtrArray) names = ihop_expression_symbols (width);

  for (guint k = 0; k < names->len; k++)
    if (ihop_function_has_parameter (function, names->pdata[k]) && !g_ptr_array_find (order, names->pdata[k], NULL))
      g_ptr_array_add (order, names->pdata[k]);
}

/* Parameters in their new order, those that say how long rows are in front; of IhopSymbol *. The caller unrefs. */
static GPtrArray *
ordered_parameters (const IhopRowWriting *self, const IhopFunction *function)
{
  GPtrArray *order = g_ptr_array_new ();

  for (guint i = 0; i < function->n_params; i++)
    {
      IhopRowTable *table = ihop_row_table_of (self->tables, function->params[i]);
      for (; ihop_row_writing_is_meant (self, table) && table->width && !table->is_flat; table = table->inner)
        add_names (function, table->width, order);
      if (!g_ptr_array_find (order, function->params[i], NULL))
        g_ptr_array_add (order, function->params[i]);
    }
  return order;
}

static char *
head_of (const IhopRowWriting *self, const IhopFunction *function)
{
  g_autoptr (GPtrArray) order = ordered_parameters (self, function);
  g_autoptr (GString) text = g_string_new (function->symbol->name);

  g_string_append (text, " (");
  for (guint i = 0; i < order->len; i++)
    {
      const IhopSymbol *parameter = order->pdata[i];
      IhopRowTable *table = ihop_row_table_of (self->tables, parameter);
      g_autofree char *word = ihop_row_writing_is_meant (self, table) ? ihop_row_table_declare (table, parameter->name)
                                                     : ihop_type_declare (parameter->declared_type, parameter->name);
      g_string_append_printf (text, "%s%s", i ? ", " : "", word);
    }
  g_string_append (text, order->len ? ")" : "void)");
  IhopRowTable *returned = ihop_row_table_returned (self->tables, function);
  const IhopType *result = ihop_type_strip (function->symbol->type)->target;
  g_autofree char *whole = !ihop_row_writing_is_meant (self, returned) ? ihop_type_declare (result, text->str)
                           : returned->is_flat                         ? ihop_type_declare (returned->row, text->str)
                                                                       : g_strconcat ("void *", text->str, NULL);
  return g_strconcat (function->symbol->storage == IHOP_STORAGE_STATIC ? "static " : "",
                      function->symbol->is_inline ? "inline " : "", whole, NULL);
}

static gboolean
is_changed (const IhopRowWriting *self, const IhopFunction *function)
{
  gboolean is = ihop_row_writing_is_meant (self, ihop_row_table_returned (self->tables, function));

  for (guint i = 0; i < function->n_params; i++)
    is |= ihop_row_writing_is_meant (self, ihop_row_table_of (self->tables, function->params[i]));
  return is;
}

static void
write_head (IhopRowWriting *self, const IhopFunction *function)
{
  g_autofree char *head = head_of (self, function);
  gsize end = function->body->range.begin;
  IhopRange first = function->symbol->first;

  while (end > function->range.begin && g_ascii_isspace (self->source->text[end - 1]))
    end--;
  ihop_row_writing_replace (self, function->range.begin, end, head);
  if (first.begin != function->range.begin && ihop_row_writing_has_text (self, first))
    ihop_row_writing_replace (self, first.begin, first.end, head);
}

typedef struct
{
  IhopRowWriting *writing;
  GHashTable *statements;  /* those that are taken out, with the calls in them */
} Changing;

/* The function that a call names, if its arguments come in another order now. */
static const IhopFunction *
reordered (const IhopRowWriting *self, const IhopNode *node)
{
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopFunction *function = callee ? ihop_tree_function_of (self->tables->tree, callee) : NULL;

  if (function == NULL || !is_changed (self, function))
    return NULL;
  g_autoptr (GPtrArray) order = ordered_parameters (self, function);
  for (guint i = 0; i < order->len; i++)
    if (order->pdata[i] != function->params[i])
      return function;
  return NULL;
}

/* Of several arguments that do something C does not say which comes first, but compilers do. */
static gboolean
may_be_reordered (const IhopNode *call)
{
  guint n = 0;

  for (guint i = 1; i < call->n_children; i++)
    n += ihop_node_effect (call->child[i]) != NULL;
  return n < 2;
}

/* The arguments of a call in their new order, and what else changes in an expression. */
static char *
changed_text (const IhopNode *call, gpointer data)
{
  IhopRowWriting *self = data;
  const IhopFunction *function = reordered (self, call);
  const IhopPrinter printer = { .replace = changed_text, .data = data };

  if (function == NULL)
    return ihop_row_flat_text (self, call, &printer);
  g_autoptr (GPtrArray) order = ordered_parameters (self, function);
  g_autoptr (GString) text = g_string_new (function->symbol->name);
  g_string_append (text, " (");
  for (guint i = 0; i < order->len; i++)
    {
      guint k = 0;
      while (function->params[k] != order->pdata[i])
        k++;
      g_autofree char *argument = ihop_print_node (call->child[k + 1], &printer);
      g_string_append_printf (text, "%s%s", i ? ", " : "", argument);
    }
  self->failed |= !may_be_reordered (call);
  return g_strconcat (text->str, ")", NULL);
}

typedef struct
{
  IhopRowWriting *writing;
  gboolean found;
} Hidden;

/* What changes, and stands in a macro. */
static gboolean
look_for_hidden (const IhopNode *node, gpointer data)
{
  Hidden *self = data;
  g_autofree char *text = node->range.source ? NULL : changed_text (node, self->writing);

  self->found |= text != NULL;
  return !self->found;
}

static gboolean
has_hidden (IhopRowWriting *self, const IhopNode *node)
{
  Hidden hidden = { self, FALSE };

  ihop_node_walk (node, look_for_hidden, &hidden);
  return hidden.found;
}

/* The smallest expression, or what declares a variable, that has the owner's bytes around all that changes in macros: it is said anew. */
static char *
text_around_hidden (IhopRowWriting *self, const IhopNode *node)
{
  const IhopPrinter printer = { .replace = changed_text, .data = self };

  if (node->range.source == NULL || node->type == NULL || !has_hidden (self, node))
    return NULL;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && node->child[i]->range.source && has_hidden (self, node->child[i]))
      return NULL;
  return ihop_print_node (node, &printer);
}

static gboolean
write_changed (const IhopNode *node, gpointer data)
{
  Changing *self = data;
  gboolean goes = g_hash_table_contains (self->statements, node);
  g_autofree char *text = goes ? NULL : changed_text (node, self->writing);

  if (text == NULL && !goes)
    text = text_around_hidden (self->writing, node);

  if (text && ihop_row_writing_has_text (self->writing, node->range))
    ihop_row_writing_replace (self->writing, node->range.begin, node->range.end, text);
  return text == NULL && !goes;
}

void
ihop_row_writing_functions (IhopRowWriting *self, GHashTable *statements)
{
  Changing changing = { self, statements };

  for (guint i = 0; i < self->tables->tree->functions->len && !self->failed; i++)
    {
      const IhopFunction *function = self->tables->tree->functions->pdata[i];
      self->function = function;
      ihop_node_walk (function->body, write_changed, &changing);
      if (is_changed (self, function))
        write_head (self, function);
    }
}
