/* The text in which tables of rows are blocks: declarations, allocations and frees. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "analysis/program/callgraph.h"
#include "gpugen/memory/allocated_size.h"
#include "ir/expression.h"
#include "ir/print.h"
#include "ir/query.h"
#include "project/reread.h"
#include "project/prepare/row_tables_writing.h"

gboolean
ihop_row_writing_is_meant (const IhopRowWriting *self, IhopRowTable *table)
{
  return table && g_ptr_array_find ((GPtrArray *) self->classes, ihop_row_table_class (table), NULL);
}

gboolean
ihop_row_writing_has_text (IhopRowWriting *self, IhopRange range)
{
  if (range.source != self->source)
    self->failed = TRUE;
  return !self->failed;
}

void
ihop_row_writing_replace (IhopRowWriting *self, gsize begin, gsize end, const char *text)
{
  IhopRange range = { self->source, begin, end };

  for (guint i = 0; i < self->replaced->len; i++)
    {
      const IhopRange *other = &g_array_index (self->replaced, IhopRange, i);
      self->failed |= begin < other->end && other->begin < end;
    }
  self->failed |= begin > end;
  if (self->failed)
    return;
  g_array_append_val (self->replaced, range);
  ihop_edits_replace (self->edits, begin, end, text);
}

/* ---- declarations ---- */

char *
ihop_row_table_declare (const IhopRowTable *table, const char *name)
{
  IhopType inner = { .kind = IHOP_TYPE_ARRAY }, array = { .kind = IHOP_TYPE_ARRAY, .count_expr = table->width };
  IhopType pointer = { .kind = IHOP_TYPE_POINTER, .target = &array };

  array.target = table->inner ? &inner : ihop_type_strip (table->row)->target;
  if (table->inner)
    {
      inner.target = ihop_type_strip (table->inner->row)->target;
      inner.count_expr = table->inner->width;
    }
  if (table->is_flat)
    return ihop_type_declare (table->row, name);
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
  g_autofree char *name = table ? ihop_row_table_declare (table, variable->symbol->name)
                                : ihop_type_declare (variable->symbol->declared_type, variable->symbol->name);

  return g_strconcat (name, value_of (variable) ? " = " : NULL, NULL);
}

/* Spaces as in front of the line that a place stands in. The caller frees. */
static char *
indentation_at (const IhopRowWriting *self, gsize at)
{
  gsize line = at, end;

  while (line > 0 && self->source->text[line - 1] != '\n')
    line--;
  for (end = line; self->source->text[end] == ' ' || self->source->text[end] == '\t';)
    end++;
  return g_strndup (self->source->text + line, end - line);
}

static gboolean
has_attributes (const IhopNode *declaration)
{
  for (guint i = 0; i < declaration->n_children; i++)
    if (declaration->child[i]->symbol->attributes)
      return TRUE;
  return FALSE;
}

/* "double **u" of a declaration that has other variables, too, becomes one of its own; what is declared later goes. */
static void
write_declaration (IhopRowWriting *self, const IhopNode *declaration)
{
  gsize begin = declaration->range.begin;
  gboolean is_first = TRUE;
  g_autofree char *spaces = ihop_row_writing_has_text (self, declaration->range) ? indentation_at (self, begin) : NULL;

  if (declaration->text || has_attributes (declaration))
    self->failed = TRUE;
  for (guint i = 0; i < declaration->n_children && !self->failed; i++)
    {
      const IhopNode *variable = declaration->child[i];
      IhopRowTable *table = ihop_row_table_of (self->tables, variable->symbol);
      gboolean goes = ihop_row_writing_is_meant (self, table) && table->moved;
      IhopRange value = value_range (variable);
      if (!ihop_row_writing_has_text (self, value))
        return;
      g_autofree char *text = declaration_of (variable, ihop_row_writing_is_meant (self, table) ? table : NULL);
      g_autofree char *whole = goes ? g_strdup ("") : is_first ? g_strdup (text) : g_strconcat (";\n", spaces, text, NULL);
      ihop_row_writing_replace (self, begin, !goes && value_of (variable) ? value.begin : value.end, whole);
      begin = value.end;
      is_first &= goes;
    }
  if (is_first) /* nothing is left of it but the semicolon */
    ihop_row_writing_replace (self, begin, declaration->range.end, "");
}

static int
by_end (gconstpointer a, gconstpointer b)
{
  const IhopSymbol *const *x = a, *const *y = b;

  return (*x)->range.end < (*y)->range.end ? -1 : (*x)->range.end > (*y)->range.end;
}

/* Variables outside of functions, or members, that one declaration declares, in their order; of IhopSymbol *. The caller unrefs. */
static GPtrArray *
declared_with (const IhopRowWriting *self, const IhopRowTable *table)
{
  GPtrArray *all = g_ptr_array_new ();
  const GPtrArray *globals = self->tables->tree->globals;
  const IhopSymbol *symbol = table->symbol;

  for (guint i = 0; i < (table->record ? table->record->n_fields : globals->len); i++)
    {
      IhopSymbol *other = table->record ? table->record->fields[i] : globals->pdata[i];
      if (other->range.source == symbol->range.source && other->range.begin == symbol->range.begin)
        g_ptr_array_add (all, other);
    }
  g_ptr_array_sort (all, by_end);
  return all;
}

/* "static int **grid, **next, count;" outside of functions, and "double **u, **v;" in a struct. */
static void
write_global (IhopRowWriting *self, const IhopRowTable *of)
{
  const IhopSymbol *symbol = of->symbol;
  g_autoptr (GPtrArray) all = declared_with (self, of);
  g_autofree char *spaces = indentation_at (self, symbol->range.begin);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const IhopSymbol *one = all->pdata[i];
      IhopRowTable *table = ihop_row_table_of (self->tables, one);
      gboolean is_table = ihop_row_writing_is_meant (self, table);
      if (!ihop_row_writing_has_text (self, one->range) || (!is_table && !of->record && ihop_tree_variable (self->tables->tree, one->name)))
        {
          self->failed = TRUE;
          return;
        }
      g_autofree char *word = is_table ? ihop_row_table_declare (table, one->name) : ihop_type_declare (one->declared_type, one->name);
      if (i)
        g_string_append_printf (text, ";\n%s", spaces);
      g_string_append_printf (text, "%s%s", one->storage == IHOP_STORAGE_STATIC && !of->record ? "static " : "", word);
    }
  ihop_row_writing_replace (self, symbol->range.begin, ((const IhopSymbol *) all->pdata[all->len - 1])->range.end, text->str);
}

static void
write_globals (IhopRowWriting *self)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tables->tables->len; i++)
    {
      IhopRowTable *table = self->tables->tables->pdata[i];
      if (ihop_row_writing_is_meant (self, table) && table->function == NULL && g_hash_table_add (done, GSIZE_TO_POINTER (table->symbol->range.begin + 1)))
        write_global (self, table);
    }
}

static void
write_declarations (IhopRowWriting *self)
{
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tables->tables->len; i++)
    {
      IhopRowTable *table = self->tables->tables->pdata[i];
      if (ihop_row_writing_is_meant (self, table) && table->declaration && g_hash_table_add (done, (gpointer) table->declaration))
        write_declaration (self, table->declaration);
    }
}

/* "u = alloc2d (n, m);" becomes the declaration where that is the first thing that is done with it. */
static void
write_moved (IhopRowWriting *self, const IhopRowTable *table)
{
  const IhopNode *assignment = table->moved->kind == IHOP_EXPRESSION ? ihop_node_strip (table->moved->child[0], TRUE) : NULL;
  g_autofree char *text = ihop_row_table_declare (table, table->symbol->name);

  if (!ihop_row_writing_has_text (self, table->moved->range))
    return;
  if (assignment && assignment->kind == IHOP_ASSIGN && ihop_node_is_ref (assignment->child[0], table->symbol)
      && !ihop_node_mentions (assignment->child[1], table->symbol) && ihop_row_writing_has_text (self, assignment->child[1]->range))
    {
      g_autofree char *head = g_strconcat (text, " = ", NULL);
      ihop_row_writing_replace (self, table->moved->range.begin, assignment->child[1]->range.begin, head);
      return;
    }
  g_autofree char *own = g_strconcat (text, ";\n", NULL);
  ihop_edits_insert (self->edits, table->moved->range.begin, own);
}

/* ---- allocations and frees ---- */

char *
ihop_row_writing_factor (const IhopNode *node)
{
  g_autofree char *text = ihop_expression_text (node);

  return node->kind == IHOP_REF || node->kind == IHOP_INTEGER || node->kind == IHOP_MEMBER ? g_steal_pointer (&text) : g_strdup_printf ("(%s)", text);
}

/* "m", "m * l" of tables of tables; NULL: it cannot be said. The caller frees. */
static char *
columns_of (IhopRowWriting *self, const IhopRowTable *table)
{
  const IhopNode *width = ihop_row_table_allocated_width (self->tables, table);
  const IhopNode *inner = table->inner && table->inner->row_call ? ihop_row_table_allocated_width (self->tables, table->inner) : NULL;

  if (width == NULL || (table->inner && inner == NULL))
    return NULL;
  g_autofree char *text = ihop_row_writing_factor (width), *more = inner ? ihop_row_writing_factor (inner) : NULL;
  return more ? g_strdup_printf ("%s * %s", text, more) : g_steal_pointer (&text);
}

/* "malloc (sizeof (double) * n * m)", by the function that the rows had, which may set them to 0. */
static void
write_allocation (IhopRowWriting *self, const IhopRowTable *table)
{
  const IhopNode *count = ihop_allocated_count (self->tables->facts, table->made_in, table->table_call, table->row);
  const IhopRowTable *last = table->inner ? table->inner : table;
  g_autofree char *columns = columns_of (self, table);

  if (count == NULL || columns == NULL || !ihop_row_writing_has_text (self, table->table_value->range))
    {
      self->failed = TRUE;
      return;
    }
  const char *name = ihop_call_callee (last->row_call)->name;
  IhopType element = *ihop_type_strip (last->row)->target;
  element.qualifiers = 0;
  g_autofree char *rows = ihop_row_writing_factor (count), *type = ihop_type_declare (&element, NULL);
  g_autofree char *text = last->row_call->n_children == 3
                            ? g_strdup_printf ("%s (%s, sizeof (%s) * %s)", name, rows, type, columns)
                            : g_strdup_printf ("%s (sizeof (%s) * %s * %s)", name, type, rows, columns);
  ihop_row_writing_replace (self, table->table_value->range.begin, table->table_value->range.end, text);
}

/* Whether nothing stands behind it in its line. */
static gboolean
ends_line (const IhopRowWriting *self, gsize end)
{
  while (self->source->text[end] == ' ' || self->source->text[end] == '\t' || self->source->text[end] == '\r')
    end++;
  return self->source->text[end] == '\n';
}

/* With the whole line, where nothing else stands in it: what stood behind it must not come behind a comment. */
static void
take_out (IhopRowWriting *self, const IhopNode *statement, gboolean is_needed)
{
  gsize begin = statement->range.begin, line = begin;

  if (!ihop_row_writing_has_text (self, statement->range))
    return;
  while (line > 0 && (self->source->text[line - 1] == ' ' || self->source->text[line - 1] == '\t'))
    line--;
  if (!is_needed && line > 0 && self->source->text[line - 1] == '\n' && ends_line (self, statement->range.end))
    begin = line - 1;
  ihop_row_writing_replace (self, begin, statement->range.end, is_needed ? ";" : "");
}

/* All statements that only rows of their own need, by statement. */
static GHashTable *
row_statements (const IhopRowWriting *self)
{
  GHashTable *all = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->tables->tables->len; i++)
    {
      IhopRowTable *table = self->tables->tables->pdata[i];
      for (guint k = 0; ihop_row_writing_is_meant (self, table) && k < table->row_statements->len; k++)
        g_hash_table_add (all, table->row_statements->pdata[k]);
    }
  return all;
}

/* The one variable that the head of a loop sets first, without doing more; NULL: it is another head. */
static const IhopSymbol *
counter_set (const IhopNode *init)
{
  const IhopNode *set = init && init->kind == IHOP_EXPRESSION ? ihop_node_strip (init->child[0], TRUE) : NULL;
  const IhopNode *variable = init && init->kind == IHOP_DECLARATION && init->n_children == 1 ? init->child[0] : NULL;
  const IhopNode *value = variable ? value_of (variable) : set && set->kind == IHOP_ASSIGN && set->op == IHOP_OP_NONE ? set->child[1] : NULL;

  if (value == NULL || ihop_node_effect (value))
    return NULL;
  return variable ? variable->symbol : ihop_node_strip (set->child[0], TRUE)->symbol;
}

/* "for (int i = 0; i < n; i++)" does nothing but its body. */
static gboolean
may_go (const IhopRowWriting *self, const IhopFunction *function, const IhopNode *loop)
{
  const IhopSymbol *counter = loop->kind == IHOP_FOR ? counter_set (loop->child[0]) : NULL;
  const IhopNode *step = counter && loop->child[2] ? ihop_node_strip (loop->child[2], TRUE) : NULL;

  if (step == NULL || step->kind != IHOP_UNARY || step->op < IHOP_OP_PRE_INC || !ihop_node_is_ref (step->child[0], counter)
      || (loop->child[1] && ihop_node_effect (loop->child[1])))
    return FALSE;
  return ihop_defs_is_tame (self->tables->facts, function, counter)
         && (loop->child[0]->kind == IHOP_DECLARATION || !ihop_live_after (self->tables->facts, function, loop, counter));
}

typedef struct
{
  IhopRowWriting *writing;
  const IhopFunction *function;
  GHashTable *statements;
} TakingOut;

/* A statement that only rows need, or a loop or block of such. */
static gboolean
goes (const TakingOut *self, const IhopNode *node)
{
  gboolean all = node->kind == IHOP_BLOCK && node->n_children > 0;

  if (g_hash_table_contains (self->statements, node))
    return TRUE;
  if (ihop_kind_is_loop (node->kind))
    return goes (self, ihop_loop_body (node)) && may_go (self->writing, self->function, node);
  for (guint i = 0; all && i < node->n_children; i++)
    all = goes (self, node->child[i]);
  return all;
}

static gboolean
take_out_of (const IhopNode *node, gpointer data)
{
  TakingOut *self = data;

  if (ihop_kind_is_loop (node->kind) && goes (self, node))
    {
      take_out (self->writing, node, FALSE);
      return FALSE;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && g_hash_table_contains (self->statements, node->child[i]))
      take_out (self->writing, node->child[i], node->kind != IHOP_BLOCK);
  return !g_hash_table_contains (self->statements, node);
}

/* ---- */

/* "(double **) alloc2d (n, m)" */
static void
write_conversion (IhopRowWriting *self, const IhopNode *value)
{
  const IhopNode *bare = ihop_row_table_bare (value);

  if ((bare->kind == IHOP_CALL || bare->kind == IHOP_REF) && value->kind == IHOP_CAST && bare->range.begin != value->range.begin && ihop_row_writing_has_text (self, value->range)
      && ihop_row_writing_has_text (self, bare->range) && bare->range.end == value->range.end)
    ihop_row_writing_replace (self, value->range.begin, bare->range.begin, "");
}

static gboolean
find_conversion (const IhopNode *node, gpointer data)
{
  IhopRowWriting *self = data;
  const IhopNode *value = node->kind == IHOP_ASSIGN ? node->child[1] : node->kind == IHOP_VARIABLE ? value_of (node) : NULL;
  const IhopSymbol *set = node->kind == IHOP_ASSIGN ? ihop_node_strip (node->child[0], TRUE)->symbol
                          : node->kind == IHOP_VARIABLE ? node->symbol : NULL;
  IhopRowTable *table = set ? ihop_row_table_of (self->tables, set) : NULL;

  if (value && ihop_row_writing_is_meant (self, table) && value != table->table_value)
    write_conversion (self, value);
  return TRUE;
}

IhopTree *
ihop_row_tables_write (IhopRowTables *tables, const GPtrArray *classes)
{
  g_autoptr (IhopEdits) edits = ihop_edits_new (tables->tree->source);
  g_autoptr (GArray) replaced = g_array_new (FALSE, FALSE, sizeof (IhopRange));
  IhopRowWriting self = { tables, classes, tables->tree->source, edits, replaced, NULL, FALSE };
  write_declarations (&self);
  write_globals (&self);
  for (guint i = 0; i < tables->tables->len && !self.failed; i++)
    {
      IhopRowTable *table = tables->tables->pdata[i];
      if (!ihop_row_writing_is_meant (&self, table))
        continue;
      if (table->moved)
        write_moved (&self, table);
      if (table->table_call && table->outer == NULL)
        write_allocation (&self, table);
    }
  g_autoptr (GHashTable) statements = row_statements (&self);
  for (guint i = 0; i < tables->tree->functions->len && !self.failed; i++)
    {
      const IhopFunction *function = tables->tree->functions->pdata[i];
      TakingOut taking = { &self, function, statements };
      ihop_node_walk (function->body, find_conversion, &self);
      ihop_node_walk (function->body, take_out_of, &taking);
    }
  ihop_row_writing_functions (&self, statements);
  return self.failed ? NULL : ihop_project_read_edits (tables->project, tables->file, edits);
}
