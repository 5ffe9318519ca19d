/* Which tables of rows can be blocks. */
#include "project/prepare/row_tables.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "project/prepare/function_versions.h"
#include "project/project_private.h"
#include "project/prepare/row_tables_private.h"
#include "project/prepare/trial_steps.h"

/* ---- the tables ---- */

const IhopNode *
ihop_row_table_bare (const IhopNode *node)
{
  while (node->kind == IHOP_PAREN || node->kind == IHOP_CAST)
    node = node->child[0];
  return node;
}

IhopRowTable *
ihop_row_table_class (IhopRowTable *table)
{
  while (table->same != table)
    table = table->same;
  return table;
}

void
ihop_row_table_refuse (IhopRowTable *table, const IhopNode *at, const char *why)
{
  IhopRowTable *of_class = ihop_row_table_class (table);

  of_class->is_refused = TRUE;
  if (of_class->why)
    return;
  of_class->why = why;
  of_class->why_line = ihop_range_line (at->place);
}

IhopRowTable *
ihop_row_table_of (const IhopRowTables *self, const IhopSymbol *symbol)
{
  for (guint i = 0; symbol && i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->symbol == symbol && table->outer == NULL)
        return table;
    }
  return NULL;
}

IhopRowTable *
ihop_row_table_at (const IhopRowTables *self, const IhopNode *node)
{
  node = ihop_row_table_bare (node);
  if (node->kind == IHOP_INDEX)
    {
      const IhopRowTable *outer = ihop_row_table_at (self, node->child[0]);
      return outer ? outer->inner : NULL;
    }
  return node->kind == IHOP_REF || node->kind == IHOP_MEMBER ? ihop_row_table_of (self, node->symbol) : NULL;
}

gboolean
ihop_row_table_is_named (const IhopRowTable *table, const IhopNode *node)
{
  node = ihop_row_table_bare (node);
  return table->record || table->outer ? table->table_place && ihop_expression_equal (node, table->table_place)
                       : node->kind == IHOP_REF && node->symbol == table->symbol;
}

IhopRowTable *
ihop_row_table_returned (const IhopRowTables *self, const IhopFunction *function)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->symbol == NULL && table->function == function && table->outer == NULL)
        return table;
    }
  return NULL;
}

const IhopType *
ihop_row_table_row (const IhopType *type)
{
  const IhopType *pointer = ihop_type_strip (type);
  const IhopType *row = pointer->kind == IHOP_TYPE_POINTER ? ihop_type_strip (pointer->target) : NULL;
  const IhopType *element = row && row->kind == IHOP_TYPE_POINTER ? ihop_type_strip (row->target) : NULL;

  if (element && element->kind == IHOP_TYPE_POINTER)
    {
      const IhopType *inner = ihop_row_table_row (row);
      gboolean is_last = inner && ihop_type_strip (inner->target)->kind != IHOP_TYPE_POINTER;
      return is_last && !ihop_type_is_volatile (type) && !(pointer->target->qualifiers & IHOP_CONST) ? row : NULL;
    }
  if (element == NULL || element->size == 0 || ihop_type_is_volatile (type) || (pointer->target->qualifiers & IHOP_CONST)
      || (element->kind != IHOP_TYPE_INTEGER && element->kind != IHOP_TYPE_FLOATING && element->kind != IHOP_TYPE_COMPLEX
          && element->kind != IHOP_TYPE_RECORD && element->kind != IHOP_TYPE_ENUM))
    return NULL;
  return row;
}

static void
table_free (gpointer data)
{
  IhopRowTable *table = data;

  g_ptr_array_unref (table->sources);
  g_ptr_array_unref (table->source_functions);
  g_ptr_array_unref (table->row_statements);
  g_ptr_array_unref (table->elements);
  g_ptr_array_unref (table->element_functions);
  if (table->sites)
    g_array_unref (table->sites);
  g_free (table);
}

static IhopRowTable *
add (IhopRowTables *self, const IhopFunction *function, IhopSymbol *symbol, const IhopType *row, gboolean is_refused)
{
  IhopRowTable *table = g_new0 (IhopRowTable, 1);

  table->function = function;
  table->symbol = symbol;
  table->row = row;
  table->same = table;
  table->is_refused = is_refused;
  if (is_refused && function)
    ihop_row_table_refuse (table, function->body, N_ ("the function may have other callers, or its head cannot be written anew"));
  table->sources = g_ptr_array_new ();
  table->source_functions = g_ptr_array_new ();
  table->row_statements = g_ptr_array_new ();
  table->elements = g_ptr_array_new ();
  table->element_functions = g_ptr_array_new ();
  g_ptr_array_add (self->tables, table);
  if (ihop_row_table_row (row))
    {
      table->inner = add (self, function, symbol, ihop_row_table_row (row), is_refused);
      table->inner->outer = table;
      table->inner->same = table;
    }
  return table;
}

typedef struct
{
  IhopRowTables *tables;
  const IhopFunction *function;
} Declaring;

static gboolean
is_whole_program (const IhopRowTables *self)
{
  return ihop_facts_trees (self->facts)->len == 1 && ihop_callgraph_is_closed (self->facts);
}

/* Of a struct that this file alone knows. */
static void
add_member (IhopRowTables *self, const IhopNode *member)
{
  IhopSymbol *field = member->symbol;
  const IhopType *record = ihop_member_record (member), *row = ihop_row_table_row (field->type);

  if (row == NULL || ihop_row_table_of (self, field))
    return;
  IhopRowTable *table = add (self, NULL, field, row, record == NULL || !is_whole_program (self)
                             || self->file->keeps_members || field->declared_type != field->type || field->range.source != self->tree->source);
  table->record = record ? record : ihop_type_strip (member->child[0]->type);
  table->sites = g_array_new (FALSE, FALSE, sizeof (IhopMemberSite));
}

static gboolean
add_variable (const IhopNode *node, gpointer data)
{
  const Declaring *self = data;
  IhopSymbol *symbol = node->kind == IHOP_VARIABLE ? node->symbol : NULL;

  if (node->kind == IHOP_MEMBER)
    add_member (self->tables, node);
  if (symbol && symbol->storage == IHOP_STORAGE_AUTO && symbol->declared_type == symbol->type && symbol->attributes == NULL
      && ihop_row_table_row (symbol->type))
    add (self->tables, self->function, symbol, ihop_row_table_row (symbol->type), self->function->range.source != self->tables->tree->source);
  return TRUE;
}

/* Whether the function's head and all its calls stand in this file, and can be written anew. */
static gboolean
can_be_changed (const IhopRowTables *self, const IhopFunction *function)
{
  const IhopCallNode *node = ihop_callgraph_node (self->facts, function);

  if (!ihop_function_may_have_version (self->facts, self->tree, function) || node->is_address_taken
      || ihop_callgraph_is_entry (self->facts, function))
    return FALSE;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (ihop_tree_function_of (self->tree, site->caller->symbol) != site->caller
          || site->call->n_children != function->n_params + 1)
        return FALSE;
    }
  return TRUE;
}

static void
add_of (IhopRowTables *self, const IhopFunction *function)
{
  Declaring declaring = { self, function };
  const IhopType *result = ihop_row_table_row (ihop_type_strip (function->symbol->type)->target);
  gboolean fixed = !can_be_changed (self, function);

  for (guint i = 0; i < function->n_params; i++)
    if (ihop_row_table_row (function->params[i]->type))
      add (self, function, function->params[i], ihop_row_table_row (function->params[i]->type), fixed);
  if (result)
    add (self, function, NULL, result, fixed);
  ihop_node_walk (function->body, add_variable, &declaring);
}

/* Of those outside of functions the ones that no other file knows. */
static void
add_globals (IhopRowTables *self)
{
  gboolean is_whole = is_whole_program (self);

  for (guint i = 0; i < self->tree->globals->len; i++)
    {
      IhopSymbol *symbol = self->tree->globals->pdata[i];
      if (ihop_row_table_row (symbol->type) && symbol->declared_type == symbol->type && symbol->link_name == NULL && symbol->attributes == NULL)
        add (self, NULL, symbol, ihop_row_table_row (symbol->type),
             self->file->keeps_members || symbol->storage == IHOP_STORAGE_THREAD || (symbol->storage != IHOP_STORAGE_STATIC && !is_whole)
               || symbol->first.begin != symbol->range.begin || symbol->range.source != self->tree->source);
    }
}

/* ---- whether what is allocated is one block ---- */

/* The block and the number of the child of it that holds a node, as near to the root as the other node is not in it. */
static const IhopNode *
common_block (const IhopFunction *function, const IhopNode *a, const IhopNode *b, guint *of_a, guint *of_b)
{
  g_autoptr (GPtrArray) one = ihop_node_path (function->body, a), other = ihop_node_path (function->body, b);
  guint i = 0;

  while (one && other && i + 1 < one->len && i + 1 < other->len && one->pdata[i + 1] == other->pdata[i + 1])
    i++;
  const IhopNode *block = one && other && i + 1 < one->len && i + 1 < other->len ? one->pdata[i] : NULL;
  if (block == NULL || block->kind != IHOP_BLOCK)
    return NULL;
  for (guint k = 0; k < block->n_children; k++)
    {
      if (block->child[k] == one->pdata[i + 1])
        *of_a = k;
      if (block->child[k] == other->pdata[i + 1])
        *of_b = k;
    }
  return block;
}

static const IhopSymbol *
counter_of (const IhopNode *loop)
{
  const IhopNode *init = loop->child[0], *set = init && init->kind == IHOP_EXPRESSION ? ihop_node_strip (init->child[0], TRUE) : NULL;

  if (init && init->kind == IHOP_DECLARATION && init->n_children == 1)
    return init->child[0]->symbol;
  return set && set->kind == IHOP_ASSIGN && set->op == IHOP_OP_NONE ? ihop_node_strip (set->child[0], TRUE)->symbol : NULL;
}

/* "x[i] = malloc (…)" for the counter i of this loop, which counts up one by one. */
static gboolean
fills_by (const IhopRowTables *self, const IhopRowTable *table, const IhopNode *loop)
{
  const IhopSymbol *counter = loop->kind == IHOP_FOR ? counter_of (loop) : NULL;
  const IhopNode *step = counter && loop->child[2] ? ihop_node_strip (loop->child[2], TRUE) : NULL;
  g_autoptr (GPtrArray) path = counter ? ihop_node_path (loop, table->fill ? table->fill : table->row_call) : NULL;

  if (path == NULL || step == NULL || step->kind != IHOP_UNARY || (step->op != IHOP_OP_PRE_INC && step->op != IHOP_OP_POST_INC)
      || !ihop_node_is_ref (step->child[0], counter) || !ihop_defs_is_tame (self->facts, table->made_in, counter)
      || ihop_defs_may_change (self->facts, table->made_in, ihop_loop_body (loop), counter))
    return FALSE;
  for (guint i = 1; i < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      if (ihop_kind_is_loop (node->kind))
        return FALSE;
      if (node->kind == IHOP_ASSIGN)
        {
          const IhopNode *place = ihop_node_strip (node->child[0], TRUE);
          return place->kind == IHOP_INDEX && ihop_row_table_is_named (table, place->child[0])
                 && ihop_node_is_ref (place->child[1], counter);
        }
    }
  return FALSE;
}

/* Whether each row is allocated once for each time that the table is, in a loop behind it, and nothing happens to the table in
 * between but that it is asked whether there is one. */
static gboolean
is_filled_once (const IhopRowTables *self, const IhopRowTable *table)
{
  guint made = 0, filled = 0;
  const IhopNode *block = common_block (table->made_in, table->table_call, table->row_call, &made, &filled);

  if (block && table->fill)
    {
      guint cut = filled;
      if (made >= cut || common_block (table->made_in, table->row_call, table->fill, &cut, &filled) != block || cut >= filled)
        return FALSE;
    }
  if (block == NULL || made >= filled || !fills_by (self, table, block->child[filled]))
    return FALSE;
  for (guint i = made + 1; i < filled; i++)
    if (block->child[i]->kind != IHOP_IF && !g_ptr_array_find (table->row_statements, block->child[i], NULL)
        && ihop_node_mentions (block->child[i], table->symbol))
      return FALSE;
  return TRUE;
}

static gboolean
is_allocated_well (const IhopRowTables *self, const IhopRowTable *table)
{
  if (table->table_call == NULL && table->row_call == NULL)
    return !table->are_rows_freed || table->is_freed;
  return table->table_call && table->row_call && table->table_call->n_children == 2 && is_filled_once (self, table)
         && (!table->are_rows_checked || table->is_checked) && (!table->are_rows_freed || table->is_freed);
}

/* ---- one class after another ---- */

static gboolean
is_source (const IhopRowTables *self, const IhopNode *call)
{
  for (guint i = 0; i < self->tables->len; i++)
    if (g_ptr_array_find (((IhopRowTable *) self->tables->pdata[i])->sources, call, NULL))
      return TRUE;
  return FALSE;
}

/* Whether what the function returns goes to tables at all its calls. */
static gboolean
is_taken_well (const IhopRowTables *self, const IhopRowTable *table)
{
  const GPtrArray *callers = table->symbol ? NULL : ihop_callgraph_node (self->facts, table->function)->callers;

  for (guint i = 0; callers && i < callers->len; i++)
    if (!is_source (self, ((const IhopCallSite *) callers->pdata[i])->call))
      return FALSE;
  return TRUE;
}

/* Where a reader is pointed to. */
static const IhopNode *
where (const IhopRowTables *self, const IhopRowTable *table)
{
  return table->row_call                 ? table->row_call
         : table->table_call             ? table->table_call
         : table->declaration            ? table->declaration
         : table->function               ? table->function->body
                                         : ((const IhopFunction *) self->tree->functions->pdata[0])->body;
}

static void
find_all (IhopRowTables *self)
{
  for (guint i = 0; i < self->tree->functions->len; i++)
    add_of (self, self->tree->functions->pdata[i]);
  add_globals (self);
  for (guint i = 0; self->tables->len && i < self->tree->functions->len; i++)
    ihop_row_tables_look (self, self->tree->functions->pdata[i]);
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (!is_allocated_well (self, table))
        ihop_row_table_refuse (table, where (self, table), N_ ("its rows are not all allocated in one loop behind it, and freed with it"));
      else if (!is_taken_well (self, table))
        ihop_row_table_refuse (table, where (self, table), N_ ("what the function returns goes elsewhere, too"));
    }
  ihop_row_tables_measure (self);
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->inner && (table->are_rows_followed || table->is_flat || table->fill || table->inner->fill))
        ihop_row_table_refuse (table, where (self, table), N_ ("tables of tables are followed by subscripts alone, in functions"));
      if (table->is_flat && table->are_rows_followed)
        ihop_row_table_refuse (table, where (self, table), N_ ("its rows are used by other ways than subscripts"));
      if (table->record && !table->is_refused && !ihop_row_table_member_is_in_step (table))
        ihop_row_table_refuse (table, where (self, table), N_ ("elements are used before the struct says how long its rows are"));
      if (table->fill && !ihop_row_tables_stay_in_rows (self, ihop_row_table_class (table)))
        ihop_row_table_refuse (table, table->fill, N_ ("its rows are parts of one allocation, and a subscript may leave its row"));
    }
}

/* Those that can be blocks, one of each; of IhopRowTable *. The caller unrefs. */
static GPtrArray *
classes_of (const IhopRowTables *self)
{
  GPtrArray *classes = g_ptr_array_new ();

  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->same != table || table->is_refused)
        continue;
      if (ihop_row_tables_keep_rows (self, table))
        g_ptr_array_add (classes, table);
      else
        ihop_row_table_refuse (table, where (self, table), N_ ("single rows may be freed, or known, elsewhere"));
    }
  return classes;
}

static gboolean
stands_in_loop (IhopFacts *facts, const IhopFunction *function, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, node);

  for (guint i = 0; path && i < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return TRUE;
  return FALSE;
}

/* Whether elements of members and the like are used in loops: kernels come of that when these are kept in variables, if they do. */
static gboolean
has_flat_in_loops (const IhopRowTables *self, const GPtrArray *classes)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      for (guint k = 0; table->is_flat && g_ptr_array_find ((GPtrArray *) classes, ihop_row_table_class (table), NULL) && k < table->elements->len; k++)
        if (stands_in_loop (self->facts, table->element_functions->pdata[k], table->elements->pdata[k]))
          return TRUE;
    }
  return FALSE;
}

/* FALSE: no kernels come of it. */
static gboolean
try_classes (IhopRowTables *self, const IhopPlanOptions *plan, const GPtrArray *classes)
{
  IhopTrial trial = ihop_trial_begin (self->project, self->file, plan);
  IhopTree *next = ihop_row_tables_write (self, classes);
  gboolean has_members = next && has_flat_in_loops (self, classes);
  gboolean helps = has_members || (next && ihop_trial_count_kernels (&trial, next) > ihop_trial_count_kernels (&trial, trial.tree));

  ihop_trial_end (&trial);
  if (helps)
    {
      ihop_row_tables_note_blocks (self, classes);
      ((IhopProjectFile *) self->file)->has_flat_members |= has_members;
      ihop_project_replace (self->project, self->file, g_steal_pointer (&next));
    }
  if (next)
    ihop_tree_unref (next);
  return helps;
}

/* All at once, since loops mostly work on several; else each that helps alone. FALSE: there is none. */
static gboolean
block_some (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (table_free);
  IhopRowTables self = { project, file, ihop_project_facts (project), file->tree, tables };

  find_all (&self);
  g_autoptr (GPtrArray) classes = classes_of (&self);
  ihop_row_tables_note_apart (&self);
  gboolean done = classes->len > 0 && try_classes (&self, plan, classes);
  for (guint i = 0; i < classes->len && classes->len > 1 && !done; i++)
    {
      g_autoptr (GPtrArray) one = g_ptr_array_new ();
      g_ptr_array_add (one, classes->pdata[i]);
      done = try_classes (&self, plan, one);
    }
  return done;
}

void
ihop_project_block_rows (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  while (block_some (project, file, plan))
    ;
}
