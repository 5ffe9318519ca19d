/* Whether rows are freed, or moved, in other ways than with their table. */
#include "analysis/memory/points_to.h"
#include "analysis/program/callgraph.h"
#include "project/prepare/row_tables_private.h"

typedef struct
{
  const IhopRowTables *tables;
  const IhopRowTable *of_class;
  GArray *rows;            /* numbers of the objects that rows are */
  gboolean found;
} Freeing;

static gboolean
is_own_free (const Freeing *self, const IhopNode *call)
{
  for (guint i = 0; i < self->tables->tables->len; i++)
    {
      IhopRowTable *table = self->tables->tables->pdata[i];
      for (guint k = 0; ihop_row_table_class (table) == self->of_class && k < table->row_statements->len; k++)
        if (ihop_node_holds (table->row_statements->pdata[k], call))
          return TRUE;
    }
  return FALSE;
}

static gboolean
look_for_free (const IhopNode *node, gpointer data)
{
  Freeing *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  if (callee == NULL || ihop_facts_function (self->tables->facts, callee) || node->n_children < 2
      || !(g_str_equal (callee->name, "free") || g_str_equal (callee->name, "realloc") || g_str_equal (callee->name, "reallocarray"))
      || is_own_free (self, node))
    return !self->found;
  IhopObjectSet *freed = ihop_flow_argument (ihop_points_to_program (self->tables->facts), node->child[1]);
  for (guint i = 0; i < self->rows->len; i++)
    self->found |= ihop_set_has (freed, g_array_index (self->rows, guint, i));
  return !self->found;
}

/* Nobody calls it, and what its parameters point to is anything. */
static gboolean
is_never_run (IhopFacts *facts, const IhopFunction *function)
{
  const IhopCallNode *node = ihop_callgraph_node (facts, function);

  return node->callers->len == 0 && !node->is_address_taken && !function->symbol->is_run_unasked && ihop_callgraph_is_closed (facts)
         && !g_str_equal (function->symbol->name, "main");
}

static void
add_rows_of_elements (const IhopRowTables *self, const IhopRowTable *table, GArray *rows)
{
  for (guint i = 0; i < table->elements->len; i++)
    {
      IhopObjectSet *row = ihop_flow_place (ihop_points_to_program (self->facts), table->elements->pdata[i]);
      if (!is_never_run (self->facts, table->element_functions->pdata[i]))
        g_array_append_vals (rows, row->data, row->len);
    }
}

/* What pointers in the tables of the class may point to. */
static GArray *
rows_of (const IhopRowTables *self, const IhopRowTable *of_class)
{
  IhopFlow *flow = ihop_points_to_program (self->facts);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (ihop_row_table_class (table) != of_class || (table->function && is_never_run (self->facts, table->function)))
        continue;
      IhopObjectSet *behind = table->symbol && !table->record && !table->outer ? ihop_flow_behind (flow, table->symbol) : NULL;
      if (table->record)
        add_rows_of_elements (self, table, rows);
      for (guint k = 0; behind && k < behind->len; k++)
        {
          IhopObjectSet *content = ihop_flow_content (flow, g_array_index (behind, guint, k));
          g_array_append_vals (rows, content->data, content->len);
          for (guint r = 0; table->inner && r < content->len; r++)
            {
              IhopObjectSet *inside = ihop_flow_content (flow, g_array_index (content, guint, r));
              g_array_append_vals (rows, inside->data, inside->len);
            }
        }
    }
  return rows;
}

gboolean
ihop_row_tables_keep_rows (const IhopRowTables *self, const IhopRowTable *of_class)
{
  g_autoptr (GArray) rows = rows_of (self, of_class);
  Freeing freeing = { self, of_class, rows, FALSE };
  const GPtrArray *trees = ihop_facts_trees (self->facts);

  if (!ihop_flow_is_exact (ihop_points_to_program (self->facts)))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    if (ihop_object_is_escaped (self->facts, g_array_index (rows, guint, i)))
      return FALSE;
  for (guint i = 0; i < trees->len && !freeing.found; i++)
    for (guint k = 0; k < ((const IhopTree *) trees->pdata[i])->functions->len; k++)
      ihop_node_walk (((const IhopFunction *) ((const IhopTree *) trees->pdata[i])->functions->pdata[k])->body, look_for_free, &freeing);
  return !freeing.found;
}
