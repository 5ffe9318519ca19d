/* The text in which tables of rows are blocks: declarations, allocations, frees, and functions that are given them or return
 * them, with their calls. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "analysis/program/callgraph.h"
#include "base/edits.h"
#include "gpugen/memory/allocated_size.h"
#include "ir/expression.h"
#include "ir/print.h"
#include "ir/query.h"
#include "project/reread.h"
#include "project/prepare/row_tables_private.h"

typedef struct
{
  IhopRowTables *tables;
  const GPtrArray *classes;
  const IhopSource *source;
  IhopEdits *edits;
  gboolean failed;         /* something stands in a macro */
} Writing;

static gboolean
is_meant (const Writing *self, IhopRowTable *table)
{
  return table && g_ptr_array_find ((GPtrArray *) self->classes, ihop_row_table_class (table), NULL);
}

static gboolean
has_text (Writing *self, IhopRange range)
{
  if (range.source != self->source)
    self->failed = TRUE;
  return !self->failed;
}

static void
replace (Writing *self, gsize begin, gsize end, const char *text)
{
  if (!self->failed && begin <= end && !(begin < end && ihop_edits_covers (self->edits, begin)))
    ihop_edits_replace (self->edits, begin, end, text);
  else
    self->failed = TRUE;
}

/* ---- declarations ---- */

/* "double (*u)[m]" */
static char *
declared (const IhopRowTable *table, const char *name)
{
  IhopType array = { .kind = IHOP_TYPE_ARRAY, .target = ihop_type_strip (table->row)->target, .count_expr = table->width };
  IhopType pointer = { .kind = IHOP_TYPE_POINTER, .target = &array };

  return table->width ? ihop_type_declare (&pointer, name) : g_strconcat ("void *", name, NULL);
}

static const IhopNode *
value_of (const IhopNode *variable)
{
  return variable->n_children ? variable->child[0] : NULL;
}

/* Where a variable's value stands, "f ()" of "double **u, **v = f ();", which may be a macro, or else the variable. */
static IhopRange
value_range (const IhopNode *variable)
{
  const IhopNode *value = value_of (variable);

  return value == NULL ? variable->symbol->range : value->range.source ? value->range : value->place;
}

/* "double (*u)[m]", and " = " in front of a value, which stays. The caller frees. */
static char *
declaration_of (const IhopNode *variable, IhopRowTable *table)
{
  g_autofree char *name = table ? declared (table, variable->symbol->name)
                                : ihop_type_declare (variable->symbol->declared_type, variable->symbol->name);

  return g_strconcat (name, value_of (variable) ? " = " : NULL, NULL);
}

/* Spaces as in front of the line that a place stands in. The caller frees. */
static char *
indentation_at (const Writing *self, gsize at)
{
  gsize line = at, end;

  while (line > 0 && self->source->text[line - 1] != '\n')
    line--;
  for (end = line; self->source->text[end] == ' ' || self->source->text[end] == '\t';)
    end++;
  return g_strndup (self->source->text + line, end - line);
}

/* "double **u" of a declaration that has other variables, too, becomes one of its own; what is declared later goes. */
static void
write_declaration (Writing *self, const IhopNode *declaration)
{
  gsize begin = declaration->range.begin;
  gboolean is_first = TRUE;
  g_autofree char *spaces = has_text (self, declaration->range) ? indentation_at (self, begin) : NULL;

  if (declaration->text)
    self->failed = TRUE;
  for (guint i = 0; i < declaration->n_children && !self->failed; i++)
    {
      const IhopNode *variable = declaration->child[i];
      IhopRowTable *table = ihop_row_table_of (self->tables, variable->symbol);
      gboolean goes = is_meant (self, table) && table->moved;
      IhopRange value = value_range (variable);
      if (!has_text (self, value))
        return;
      g_autofree char *text = declaration_of (variable, is_meant (self, table) ? table : NULL);
      g_autofree char *whole = goes ? g_strdup ("") : is_first ? g_strdup (text) : g_strconcat (";\n", spaces, text, NULL);
      replace (self, begin, !goes && value_of (variable) ? value.begin : value.end, whole);
      begin = value.end;
      is_first &= goes;
    }
  if (is_first) /* nothing is left of it but the semicolon */
    replace (self, begin, declaration->range.end, "");
}

static int
by_end (gconstpointer a, gconstpointer b)
{
  const IhopSymbol *const *x = a, *const *y = b;

  return (*x)->range.end < (*y)->range.end ? -1 : (*x)->range.end > (*y)->range.end;
}

/* Variables outside of functions that one declaration declares, in their order; of IhopSymbol *. The caller unrefs. */
static GPtrArray *
declared_with (const Writing *self, const IhopSymbol *symbol)
{
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < self->tables->tree->globals->len; i++)
    {
      IhopSymbol *other = self->tables->tree->globals->pdata[i];
      if (other->range.source == symbol->range.source && other->range.begin == symbol->range.begin)
        g_ptr_array_add (all, other);
    }
  g_ptr_array_sort (all, by_end);
  return all;
}

/* "static int **grid, **next, count;" outside of functions. */
static void
write_global (Writing *self, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) all = declared_with (self, symbol);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const IhopSymbol *one = all->pdata[i];
      IhopRowTable *table = ihop_row_table_of (self->tables, one);
      gboolean is_table = is_meant (self, table);
      if (!has_text (self, one->range) || (!is_table && ihop_tree_variable (self->tables->tree, one->name)))
        {
          self->failed = TRUE;
          return;
        }
      g_autofree char *word = is_table ? declared (table, one->name) : ihop_type_declare (one->declared_type, one->name);
      g_string_append_printf (text, "%s%s%s", i ? ";\n" : "", one->storage == IHOP_STORAGE_STATIC ? "static " : "", word);
    }
  replace (self, symbol->range.begin, ((const IhopSymbol *) all->pdata[all->len - 1])->range.end, text->str);
}

static void
write_globals (Writing *self)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tables->tables->len; i++)
    {
      IhopRowTable *table = self->tables->tables->pdata[i];
      if (is_meant (self, table) && table->function == NULL && g_hash_table_add (done, GSIZE_TO_POINTER (table->symbol->range.begin + 1)))
        write_global (self, table->symbol);
    }
}

static void
write_declarations (Writing *self)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tables->tables->len; i++)
    {
      IhopRowTable *table = self->tables->tables->pdata[i];
      if (is_meant (self, table) && table->declaration && g_hash_table_add (done, (gpointer) table->declaration))
        write_declaration (self, table->declaration);
    }
}

/* "u = alloc2d (n, m);" becomes the declaration where that is the first thing that is done with it. */
static void
write_moved (Writing *self, const IhopRowTable *table)
{
  const IhopNode *assignment = table->moved->kind == IHOP_EXPRESSION ? ihop_node_strip (table->moved->child[0], TRUE) : NULL;
  g_autofree char *text = declared (table, table->symbol->name);

  if (!has_text (self, table->moved->range))
    return;
  if (assignment && assignment->kind == IHOP_ASSIGN && ihop_node_is_ref (assignment->child[0], table->symbol)
      && !ihop_node_mentions (assignment->child[1], table->symbol) && has_text (self, assignment->child[1]->range))
    {
      g_autofree char *head = g_strconcat (text, " = ", NULL);
      replace (self, table->moved->range.begin, assignment->child[1]->range.begin, head);
      return;
    }
  g_autofree char *own = g_strconcat (text, ";\n", NULL);
  ihop_edits_insert (self->edits, table->moved->range.begin, own);
}

/* ---- allocations and frees ---- */

/* "n", "(n + 1)". The caller frees. */
static char *
factor (const IhopNode *node)
{
  g_autofree char *text = ihop_expression_text (node);

  return node->kind == IHOP_REF || node->kind == IHOP_INTEGER ? g_steal_pointer (&text) : g_strdup_printf ("(%s)", text);
}

/* "malloc (sizeof (double) * n * m)", by the function that the rows had, which may set them to 0. */
static void
write_allocation (Writing *self, const IhopRowTable *table)
{
  const IhopNode *count = ihop_allocated_count (self->tables->facts, table->made_in, table->table_call, table->row);

  if (count == NULL || !has_text (self, table->table_value->range))
    {
      self->failed = TRUE;
      return;
    }
  const char *name = ihop_call_callee (table->row_call)->name;
  IhopType element = *ihop_type_strip (table->row)->target;
  element.qualifiers = 0;
  g_autofree char *rows = factor (count), *columns = factor (table->width), *type = ihop_type_declare (&element, NULL);
  g_autofree char *text = table->row_call->n_children == 3
                            ? g_strdup_printf ("%s (%s, sizeof (%s) * %s)", name, rows, type, columns)
                            : g_strdup_printf ("%s (sizeof (%s) * %s * %s)", name, type, rows, columns);
  replace (self, table->table_value->range.begin, table->table_value->range.end, text);
}

/* With the whole line, where nothing else stands in it. */
static void
take_out (Writing *self, const IhopNode *statement, gboolean is_needed)
{
  gsize begin = statement->range.begin;

  if (!has_text (self, statement->range))
    return;
  while (!is_needed && begin > 0 && (self->source->text[begin - 1] == ' ' || self->source->text[begin - 1] == '\t'))
    begin--;
  if (!is_needed && begin > 0 && self->source->text[begin - 1] == '\n')
    begin--;
  replace (self, is_needed ? statement->range.begin : begin, statement->range.end, is_needed ? ";" : "");
}

/* All statements that only rows of their own need, by statement. */
static GHashTable *
row_statements (const Writing *self)
{
  GHashTable *all = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tables->tables->len; i++)
    {
      IhopRowTable *table = self->tables->tables->pdata[i];
      for (guint k = 0; is_meant (self, table) && k < table->row_statements->len; k++)
        g_hash_table_add (all, table->row_statements->pdata[k]);
    }
  return all;
}

static gboolean
holds_only (const IhopNode *body, GHashTable *statements)
{
  gboolean all = body->kind == IHOP_BLOCK;

  for (guint i = 0; all && i < body->n_children; i++)
    all = g_hash_table_contains (statements, body->child[i]);
  return all || g_hash_table_contains (statements, body);
}

/* "for (int i = 0; i < n; i++)" does nothing but its body. */
static gboolean
may_go (const Writing *self, const IhopFunction *function, const IhopNode *loop)
{
  const IhopNode *init = loop->kind == IHOP_FOR ? loop->child[0] : NULL;
  const IhopNode *set = init && init->kind == IHOP_EXPRESSION ? ihop_node_strip (init->child[0], TRUE) : NULL;

  if (init == NULL || (loop->child[1] && ihop_node_effect (loop->child[1])))
    return FALSE;
  if (init->kind == IHOP_DECLARATION)
    return TRUE;
  const IhopNode *iterator = set && set->kind == IHOP_ASSIGN ? ihop_node_strip (set->child[0], TRUE) : NULL;
  return iterator && iterator->kind == IHOP_REF && !ihop_node_effect (set->child[1])
         && ihop_defs_is_tame (self->tables->facts, function, iterator->symbol)
         && !ihop_live_after (self->tables->facts, function, loop, iterator->symbol);
}

typedef struct
{
  Writing *writing;
  const IhopFunction *function;
  GHashTable *statements;
} TakingOut;

static gboolean
take_out_of (const IhopNode *node, gpointer data)
{
  TakingOut *self = data;

  if (ihop_kind_is_loop (node->kind) && holds_only (ihop_loop_body (node), self->statements)
      && may_go (self->writing, self->function, node))
    {
      take_out (self->writing, node, FALSE);
      return FALSE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && g_hash_table_contains (self->statements, node->child[i]))
      take_out (self->writing, node->child[i], node->kind != IHOP_BLOCK);
  return !g_hash_table_contains (self->statements, node);
}

/* ---- functions ---- */

/* Parameters in their new order, those that say how long rows are in front; of IhopSymbol *. The caller unrefs. */
static GPtrArray *
ordered_parameters (const Writing *self, const IhopFunction *function)
{
  GPtrArray *order = g_ptr_array_new ();

  for (guint i = 0; i < function->n_params; i++)
    {
      IhopRowTable *table = ihop_row_table_of (self->tables, function->params[i]);
      g_autoptr (GPtrArray) names = is_meant (self, table) && table->width ? ihop_expression_symbols (table->width) : g_ptr_array_new ();
      for (guint k = 0; k < names->len; k++)
        if (ihop_function_has_parameter (function, names->pdata[k]) && !g_ptr_array_find (order, names->pdata[k], NULL))
          g_ptr_array_add (order, names->pdata[k]);
      if (!g_ptr_array_find (order, function->params[i], NULL))
        g_ptr_array_add (order, function->params[i]);
    }
  return order;
}

static char *
head_of (const Writing *self, const IhopFunction *function)
{
  g_autoptr (GPtrArray) order = ordered_parameters (self, function);
  g_autoptr (GString) text = g_string_new (function->symbol->name);

  g_string_append (text, " (");
  for (guint i = 0; i < order->len; i++)
    {
      const IhopSymbol *parameter = order->pdata[i];
      IhopRowTable *table = ihop_row_table_of (self->tables, parameter);
      g_autofree char *word = is_meant (self, table) ? declared (table, parameter->name)
                                                     : ihop_type_declare (parameter->declared_type, parameter->name);
      g_string_append_printf (text, "%s%s", i ? ", " : "", word);
    }
  g_string_append (text, order->len ? ")" : "void)");
  IhopRowTable *returned = ihop_row_table_returned (self->tables, function);
  const IhopType *result = ihop_type_strip (function->symbol->type)->target;
  g_autofree char *whole = is_meant (self, returned) ? g_strconcat ("void *", text->str, NULL) : ihop_type_declare (result, text->str);
  return g_strconcat (function->symbol->storage == IHOP_STORAGE_STATIC ? "static " : "",
                      function->symbol->is_inline ? "inline " : "", whole, NULL);
}

static gboolean
is_changed (const Writing *self, const IhopFunction *function)
{
  gboolean is = is_meant (self, ihop_row_table_returned (self->tables, function));

  for (guint i = 0; i < function->n_params; i++)
    is |= is_meant (self, ihop_row_table_of (self->tables, function->params[i]));
  return is;
}

static void
write_head (Writing *self, const IhopFunction *function)
{
  g_autofree char *head = head_of (self, function);
  gsize end = function->body->range.begin;
  IhopRange first = function->symbol->first;

  while (end > function->range.begin && g_ascii_isspace (self->source->text[end - 1]))
    end--;
  replace (self, function->range.begin, end, head);
  if (first.begin != function->range.begin && has_text (self, first))
    replace (self, first.begin, first.end, head);
}

static void
write_call (Writing *self, const IhopFunction *function, const IhopNode *call)
{
  g_autoptr (GPtrArray) order = ordered_parameters (self, function);
  g_autoptr (GString) text = g_string_new (function->symbol->name);
  gboolean is_other = FALSE;

  g_string_append (text, " (");
  for (guint i = 0; i < order->len; i++)
    {
      guint k = 0;
      while (function->params[k] != order->pdata[i])
        k++;
      is_other |= k != i;
      g_autofree char *argument = k + 1 < call->n_children ? ihop_print_node (call->child[k + 1], NULL) : g_strdup ("");
      g_string_append_printf (text, "%s%s", i ? ", " : "", argument);
    }
  g_string_append_c (text, ')');
  if (is_other && has_text (self, call->range))
    replace (self, call->range.begin, call->range.end, text->str);
}

static void
write_calls (Writing *self, const IhopFunction *function)
{
  const GPtrArray *callers = ihop_callgraph_node (self->tables->facts, function)->callers;

  for (guint i = 0; i < callers->len; i++)
    write_call (self, function, ((const IhopCallSite *) callers->pdata[i])->call);
}

static void
write_functions (Writing *self)
{
  g_autoptr (GHashTable) statements = row_statements (self);

  for (guint i = 0; i < self->tables->tree->functions->len; i++)
    {
      const IhopFunction *function = self->tables->tree->functions->pdata[i];
      TakingOut taking = { self, function, statements };
      ihop_node_walk (function->body, take_out_of, &taking);
      if (!is_changed (self, function))
        continue;
      write_head (self, function);
      write_calls (self, function);
    }
}

/* ---- */

/* "(double **) alloc2d (n, m)" */
static void
write_conversion (Writing *self, const IhopNode *value)
{
  const IhopNode *bare = value;

  while (bare->kind == IHOP_PAREN || bare->kind == IHOP_CAST)
    bare = bare->child[0];
  if ((bare->kind == IHOP_CALL || bare->kind == IHOP_REF) && value->kind == IHOP_CAST && bare->range.begin != value->range.begin && has_text (self, value->range)
      && has_text (self, bare->range) && bare->range.end == value->range.end)
    replace (self, value->range.begin, bare->range.begin, "");
}

static gboolean
find_conversion (const IhopNode *node, gpointer data)
{
  Writing *self = data;
  const IhopNode *value = node->kind == IHOP_ASSIGN ? node->child[1] : node->kind == IHOP_VARIABLE ? value_of (node) : NULL;
  const IhopSymbol *set = node->kind == IHOP_ASSIGN ? ihop_node_strip (node->child[0], TRUE)->symbol
                          : node->kind == IHOP_VARIABLE ? node->symbol : NULL;
  IhopRowTable *table = set ? ihop_row_table_of (self->tables, set) : NULL;

  if (value && is_meant (self, table) && value != table->table_value)
    write_conversion (self, value);
  return TRUE;
}

IhopTree *
ihop_row_tables_write (IhopRowTables *tables, const GPtrArray *classes)
{
  g_autoptr (IhopEdits) edits = ihop_edits_new (tables->tree->source);
  Writing self = { tables, classes, tables->tree->source, edits, FALSE };

  write_declarations (&self);
  write_globals (&self);
  for (guint i = 0; i < tables->tables->len && !self.failed; i++)
    {
      IhopRowTable *table = tables->tables->pdata[i];
      if (!is_meant (&self, table))
        continue;
      if (table->moved)
        write_moved (&self, table);
      if (table->table_call)
        write_allocation (&self, table);
    }
  for (guint i = 0; i < tables->tree->functions->len && !self.failed; i++)
    ihop_node_walk (((const IhopFunction *) tables->tree->functions->pdata[i])->body, find_conversion, &self);
  write_functions (&self);
  return self.failed ? NULL : ihop_project_read_edits (tables->project, tables->file, edits);
}
