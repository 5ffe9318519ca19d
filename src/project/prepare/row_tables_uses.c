/* What a function does with tables of rows: each mention of one is sorted by what stands around it, and what is not known here
 * refuses the table. */
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/query.h"
#include "project/prepare/row_tables_private.h"

typedef struct
{
  IhopRowTables *tables;
  const IhopFunction *function;
  GPtrArray *path;         /* of const IhopNode *: from the body down to the node in hand */
  GHashTable *seen;        /* IhopRowTable → how many mentions were met (GUINT_TO_POINTER) */
} Look;

static void
join (IhopRowTable *a, IhopRowTable *b)
{
  gboolean are_alike = ihop_type_equal (a->row, b->row);

  a = ihop_row_table_class (a);
  b = ihop_row_table_class (b);
  b->is_refused |= !are_alike;
  if (a == b)
    return;
  a->same = b;
  b->is_refused |= a->is_refused;
  if (b->why == NULL)
    {
      b->why = a->why;
      b->why_line = a->why_line;
    }
}

/* Because of the last node of the path. */
static void
refuse (const Look *self, IhopRowTable *table, const char *why)
{
  ihop_row_table_refuse (table, self->path->pdata[self->path->len - 1], why);
}

static gboolean
is_null (const IhopNode *node)
{
  node = ihop_row_table_bare (node);
  return node->kind == IHOP_INTEGER && node->integer == 0;
}

static gboolean
calls (const IhopNode *node, const char *name)
{
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  return callee && g_str_equal (callee->name, name);
}

/* ---- the way up ---- */

/* The next node above number *at of the path that is no parenthesis and no conversion; "all": none that is written, either. */
static const IhopNode *
climb (const Look *self, guint *at, gboolean all)
{
  while (*at > 0)
    {
      const IhopNode *node = self->path->pdata[--*at];
      if (node->kind != IHOP_PAREN && (node->kind != IHOP_CAST || (!all && !(node->flags & IHOP_NODE_IMPLICIT))))
        return node;
    }
  return NULL;
}

static gboolean
is_measured (const Look *self)
{
  for (guint i = 0; i < self->path->len; i++)
    if (((const IhopNode *) self->path->pdata[i])->kind == IHOP_SIZEOF)
      return TRUE;
  return FALSE;
}

static gboolean
stands_in_allocation (const Look *self, const IhopRowTable *table)
{
  for (guint i = 0; i < self->path->len; i++)
    {
      const IhopNode *node = self->path->pdata[i];
      if (node == table->table_call || node == table->row_call)
        return TRUE;
      /* In its own declaration or assignment, which is not yet known to be one. */
      if (ihop_row_table_allocates (self->tables->facts, node) && i > 0)
        return TRUE;
    }
  return FALSE;
}

/* "if (!x)", "if ((x = malloc (n)) == NULL)" without an else: the statement, else NULL. "at" is the number of x, or of what
 * sets it, on the path. */
static const IhopNode *
check_around (const Look *self, guint at)
{
  const IhopNode *above = climb (self, &at, FALSE);
  gboolean asks = above && ((above->kind == IHOP_UNARY && above->op == IHOP_OP_NOT)
                            || (above->kind == IHOP_BINARY && above->op == IHOP_OP_EQ
                                && (is_null (above->child[0]) || is_null (above->child[1]))));

  if (!asks)
    return NULL;
  const IhopNode *condition = self->path->pdata[at];
  const IhopNode *statement = climb (self, &at, FALSE);
  return statement && statement->kind == IHOP_IF && ihop_row_table_bare (statement->child[0]) == condition
             && (statement->n_children < 3 || statement->child[2] == NULL)
           ? statement : NULL;
}

/* ---- rows ---- */

static void
note_row_statement (IhopRowTable *table, const IhopNode *statement)
{
  if (!g_ptr_array_find (table->row_statements, statement, NULL))
    g_ptr_array_add (table->row_statements, (gpointer) statement);
}

/* The statement that a store stands in, also "if ((x[i] = malloc (…)) == NULL) …"; NULL: it is another one. */
static const IhopNode *
statement_of_store (Look *self, IhopRowTable *table, guint at)
{
  guint up = at;
  const IhopNode *around = climb (self, &up, FALSE);

  if (around == NULL || around->kind == IHOP_EXPRESSION)
    return around;
  const IhopNode *statement = check_around (self, at);
  table->are_rows_checked |= statement != NULL;
  return statement;
}

/* "x[i] = malloc (m * sizeof (double))", or "x[0] = malloc (n * m * sizeof (double))" and "x[i] = x[i - 1] + m". */
static void
look_at_row_store (Look *self, IhopRowTable *table, guint at)
{
  const IhopNode *store = self->path->pdata[at], *value = ihop_row_table_bare (store->child[1]);
  const IhopNode *place = ihop_node_strip (store->child[0], TRUE), *statement = statement_of_store (self, table, at);
  const IhopSymbol *counter = place->kind == IHOP_INDEX ? ihop_node_strip (place->child[1], TRUE)->symbol : NULL;

  if (statement == NULL || store->op != IHOP_OP_NONE || (table->made_in && table->made_in != self->function))
    refuse (self, table, "a row is given another pointer than memory of its own");
  else if (table->row_call == NULL && ihop_row_table_allocates (self->tables->facts, value))
    {
      table->row_call = value;
      table->row_place = place;
    }
  else if (table->row_call && table->fill == NULL && counter && !ihop_row_table_allocates (self->tables->facts, value))
    {
      table->fill = value;
      table->counter = counter;
    }
  else
    refuse (self, table, "a row is given another pointer than memory of its own");
  table->made_in = self->function;
  if (statement)
    note_row_statement (table, statement);
}

static void
look_at_row_argument (Look *self, IhopRowTable *table, const IhopNode *call, guint at)
{
  const IhopNode *statement;

  if (!calls (call, "free"))
    {
      if (calls (call, "realloc"))
        refuse (self, table, "a row may move (realloc)");
      table->are_rows_used = TRUE;
      return; /* whether it may free the row is asked of what pointers point to */
    }
  statement = climb (self, &at, FALSE);
  if (statement == NULL || statement->kind != IHOP_EXPRESSION || ihop_node_effect (call->child[1]))
    refuse (self, table, "a row is freed within another expression");
  else
    note_row_statement (table, statement);
  table->are_rows_freed = TRUE;
}

/* A row's pointer as a value, x[i] or *x, is number "at" of the path. */
static void
look_at_row (Look *self, IhopRowTable *table, guint at)
{
  guint up = at;
  const IhopNode *check;
  const IhopNode *above = climb (self, &up, TRUE), *below = above ? self->path->pdata[up + 1] : NULL;

  if (above == NULL || (above->kind == IHOP_UNARY && above->op != IHOP_OP_DEREF && above->op != IHOP_OP_NOT))
    refuse (self, table, "the pointer to a row is changed, or its address is taken");
  else if (above->kind == IHOP_ASSIGN && below == above->child[0])
    look_at_row_store (self, table, up);
  else if (above->kind == IHOP_CALL)
    look_at_row_argument (self, table, above, up);
  else if ((check = check_around (self, at)) != NULL && ihop_node_count_mentions (check->child[0], table->symbol) == 1
           && ihop_node_effect (check->child[0]) == NULL)
    {
      table->are_rows_checked = TRUE;
      note_row_statement (table, check);
    }
  else if (table->inner == NULL || above->kind != IHOP_INDEX) /* else it is looked at as the inner one's */
    {
      table->are_rows_used = TRUE;
      table->are_rows_counted_from |= above->kind == IHOP_BINARY;
    }
  if (above && above->kind == IHOP_INDEX && below == above->child[0])
    {
      g_ptr_array_add (table->elements, (gpointer) above);
      g_ptr_array_add (table->element_functions, (gpointer) self->function);
    }
}

/* ---- tables ---- */

static void
add_source (Look *self, IhopRowTable *table, const IhopNode *place, const IhopNode *value)
{
  const IhopNode *bare = ihop_row_table_bare (value);
  const IhopFunction *callee = bare->kind == IHOP_CALL ? ihop_facts_function (self->tables->facts, ihop_call_callee (bare)) : NULL;
  IhopRowTable *other = callee ? ihop_row_table_returned (self->tables, callee) : ihop_row_table_at (self->tables, bare);

  if (other)
    {
      join (table, other);
      g_ptr_array_add (table->sources, (gpointer) bare);
      g_ptr_array_add (table->source_functions, (gpointer) self->function);
    }
  else if (table->symbol && ihop_row_table_allocates (self->tables->facts, bare) && table->table_call == NULL && (table->made_in == NULL || table->made_in == self->function))
    {
      table->made_in = self->function;
      table->table_place = place;
      table->table_call = bare;
      table->table_value = value;
    }
  else if (!is_null (bare))
    refuse (self, table, "it is set to something that is not followed");
}

static void
look_at_table_argument (Look *self, IhopRowTable *table, const IhopNode *call, const IhopNode *argument)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopFunction *function = callee ? ihop_facts_function (self->tables->facts, callee) : NULL;
  int number = ihop_row_table_argument (call, argument);
  IhopRowTable *parameter = function && number >= 0 && (guint) number < function->n_params
                              ? ihop_row_table_of (self->tables, function->params[number]) : NULL;

  if (parameter)
    join (table, parameter);
  else if (function == NULL && calls (call, "free"))
    table->is_freed = TRUE;
  else
    refuse (self, table, "it is handed to a function whose body is not here, or that takes it for something else");
}

static gboolean
is_condition (const IhopNode *above)
{
  gboolean compares = above->kind == IHOP_BINARY && (above->op == IHOP_OP_EQ || above->op == IHOP_OP_NE)
                      && (is_null (above->child[0]) || is_null (above->child[1]));

  return compares || above->kind == IHOP_IF || above->kind == IHOP_WHILE
         || (above->kind == IHOP_BINARY && (above->op == IHOP_OP_LAND || above->op == IHOP_OP_LOR))
         || (above->kind == IHOP_UNARY && above->op == IHOP_OP_NOT);
}

/* "x[i]", "*x" and "*(x + i)" */
static gboolean
is_row (const IhopNode *above, const IhopNode *below)
{
  return (above->kind == IHOP_INDEX && below == above->child[0]) || (above->kind == IHOP_UNARY && above->op == IHOP_OP_DEREF);
}

/* "x[i] = x[i - 1] + m": its right side says what the statement has been taken for. */
static gboolean
is_part_of_row_statement (const Look *self, const IhopRowTable *table)
{
  for (guint i = 0; i < self->path->len; i++)
    if (g_ptr_array_find (table->row_statements, self->path->pdata[i], NULL))
      return TRUE;
  return FALSE;
}

/* "x + i", at number "at" of the path, is a row where it is followed at once. */
static void
look_at_sum (Look *self, IhopRowTable *table, guint at)
{
  const IhopNode *above = climb (self, &at, FALSE);

  table->are_rows_followed = TRUE;
  if (above && above->kind == IHOP_UNARY && above->op == IHOP_OP_DEREF)
    look_at_row (self, table, at);
  else
    refuse (self, table, "it is counted on from (x + i)");
}

static void
look_at_assignment (Look *self, IhopRowTable *table, const IhopNode *assignment, const IhopNode *side)
{
  const IhopNode *place = ihop_row_table_bare (assignment->child[0]);

  if (side == assignment->child[0])
    add_source (self, table, place, assignment->child[1]);
  else if (ihop_row_table_at (self->tables, place) == NULL)
    refuse (self, table, "it is stored elsewhere");
}

/* "f (x)", "free ((void *) x)" */
static void
look_at_argument (Look *self, IhopRowTable *table, guint at)
{
  const IhopNode *above = self->path->pdata[at];
  const IhopNode *call = above->kind == IHOP_CALL ? above : climb (self, &at, TRUE);

  if (call == NULL || call->kind != IHOP_CALL || (above->kind == IHOP_CAST && !calls (call, "free")))
    refuse (self, table, "it is converted, or handed on through a conversion");
  else
    look_at_table_argument (self, table, call, self->path->pdata[at + 1]);
}

static gboolean
is_sum (const IhopNode *above)
{
  return above->kind == IHOP_BINARY && (above->op == IHOP_OP_ADD || above->op == IHOP_OP_SUB);
}

/* What is set to the table, and what is returned, is looked at from above. */
static void
look_at_other_use (Look *self, IhopRowTable *table, const IhopNode *above)
{
  if (is_condition (above))
    table->is_checked = TRUE;
  else if (above->kind != IHOP_VARIABLE && above->kind != IHOP_RETURN)
    refuse (self, table, "it is used in a way that is not followed");
}

/* A mention of the table is the last node of the path. */
static void
look_at_mention (Look *self, IhopRowTable *table)
{
  guint at = self->path->len - 1;
  const IhopNode *mention = self->path->pdata[at];
  const IhopNode *above = climb (self, &at, FALSE), *below = above ? self->path->pdata[at + 1] : NULL;

  if (is_part_of_row_statement (self, table))
    return;
  if (is_measured (self))
    {
      if (!stands_in_allocation (self, table))
        refuse (self, table, "sizeof is asked of it");
    }
  else if (above == NULL || (table->record && !table->outer && ihop_node_effect (mention->child[0])))
    refuse (self, table, "it is used in a way that is not followed");
  else if (is_sum (above))
    look_at_sum (self, table, at);
  else if (is_row (above, below))
    {
      table->are_rows_followed |= above->kind != IHOP_INDEX;
      look_at_row (self, table, at);
    }
  else if (above->kind == IHOP_ASSIGN && above->op == IHOP_OP_NONE)
    look_at_assignment (self, table, above, below);
  else if (above->kind == IHOP_CAST || above->kind == IHOP_CALL)
    look_at_argument (self, table, at);
  else
    look_at_other_use (self, table, above);
}

/* ---- the walk ---- */

static IhopRowTable *
table_named (const Look *self, const IhopNode *value)
{
  return ihop_row_table_at (self->tables, value);
}

static void
look_at_declaration (Look *self, IhopRowTable *table, const IhopNode *variable)
{
  const IhopNode *around = self->path->len > 2 ? self->path->pdata[self->path->len - 3] : NULL;

  table->variable = variable;
  table->declaration = self->path->pdata[self->path->len - 2];
  if (around == NULL || around->kind != IHOP_BLOCK)
    refuse (self, table, "it is declared within another statement");
  if (variable->n_children && variable->child[0])
    add_source (self, table, variable, variable->child[0]);
}

static void
look_at_return (Look *self, const IhopNode *value)
{
  IhopRowTable *returned = ihop_row_table_returned (self->tables, self->function), *table = table_named (self, value);

  if (returned)
    add_source (self, returned, value, value);
  else if (table)
    refuse (self, table, "it is returned as something else");
}

static void
look_at (Look *self, const IhopNode *node)
{
  gboolean is_mention = node->kind == IHOP_REF || node->kind == IHOP_MEMBER, is_inner = node->kind == IHOP_INDEX;
  IhopRowTable *table = is_inner                                     ? ihop_row_table_at (self->tables, node)
                        : is_mention || node->kind == IHOP_VARIABLE ? ihop_row_table_of (self->tables, node->symbol) : NULL;
  const IhopNode *value = (node->kind == IHOP_VARIABLE || node->kind == IHOP_RETURN) && node->n_children ? node->child[0] : NULL;

  if (table && is_mention)
    {
      guint seen = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, table));
      g_hash_table_insert (self->seen, table, GUINT_TO_POINTER (seen + 1));
      look_at_mention (self, table);
    }
  else if (table && is_inner)
    look_at_mention (self, table);
  else if (table)
    look_at_declaration (self, table, node);
  else if (value && node->kind == IHOP_RETURN)
    look_at_return (self, value);
  else if (value && table_named (self, value))
    refuse (self, table_named (self, value), "it is stored elsewhere");
}

static void
walk (Look *self, const IhopNode *node)
{
  g_ptr_array_add (self->path, (gpointer) node);
  look_at (self, node);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      walk (self, node->child[i]);
  g_ptr_array_set_size (self->path, (gint) self->path->len - 1);
}

void
ihop_row_tables_look (IhopRowTables *self, const IhopFunction *function)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Look look = { self, function, path, seen };

  walk (&look, function->body);
  /* A mention that the walk does not come by stands in a type, or in something that was not read. */
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if ((table->function == function || table->function == NULL) && table->symbol && table->outer == NULL
          && ihop_node_count_mentions (function->body, table->symbol) != GPOINTER_TO_UINT (g_hash_table_lookup (seen, table)))
        ihop_row_table_refuse (table, function->body, N_ ("it is mentioned in a type, or in something that was not read"));
    }
}
