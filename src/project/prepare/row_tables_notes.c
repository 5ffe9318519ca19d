/* What the plan and the window say of tables of rows, and which functions are not compared with the owner's for them. */
#include "ir/query.h"
#include "project/prepare/row_tables_private.h"
#include "project/project_private.h"

/* "u, v" */
static char *
names_of (const IhopRowTables *self, const GPtrArray *classes)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->symbol && g_ptr_array_find ((GPtrArray *) classes, ihop_row_table_class (table), NULL)
          && !g_ptr_array_find_with_equal_func (names, table->symbol->name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) table->symbol->name);
    }
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

/* Functions whose results, or memory that they are given, look otherwise than those of the owner's. */
static gboolean
note_user (const IhopNode *node, gpointer data)
{
  gpointer *search = data;
  const IhopRowTables *self = search[0];
  IhopRowTable *table = node->kind == IHOP_MEMBER || node->kind == IHOP_REF ? ihop_row_table_of (self, node->symbol) : NULL;

  if (table && table->function == NULL && g_ptr_array_find (search[1], ihop_row_table_class (table), NULL))
    g_hash_table_add (self->file->blocked, g_strdup (((const IhopFunction *) search[2])->symbol->name));
  return TRUE;
}

void
ihop_row_tables_note_blocks (const IhopRowTables *self, const GPtrArray *classes)
{
  g_ptr_array_add (self->file->blocks, names_of (self, classes));
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->function && (table->symbol == NULL || table->symbol->kind == IHOP_SYMBOL_PARAMETER)
          && g_ptr_array_find ((GPtrArray *) classes, ihop_row_table_class (table), NULL))
        g_hash_table_add (self->file->blocked, g_strdup (table->function->symbol->name));
    }
  for (guint i = 0; i < self->tree->functions->len; i++)
    {
      const IhopFunction *function = self->tree->functions->pdata[i];
      gpointer search[] = { (gpointer) self, (gpointer) classes, (gpointer) function };
      ihop_node_walk (function->body, note_user, search);
    }
}

static gboolean
is_allocated_here (const IhopRowTables *self, const IhopRowTable *of_class)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      if (table->row_call && ihop_row_table_class (table) == of_class)
        return TRUE;
    }
  return FALSE;
}

void
ihop_row_tables_note_apart (const IhopRowTables *self)
{
  g_ptr_array_set_size (self->file->rows_apart, 0);
  for (guint i = 0; i < self->tables->len; i++)
    {
      IhopRowTable *table = self->tables->pdata[i];
      g_autoptr (GPtrArray) one = g_ptr_array_new ();
      g_ptr_array_add (one, table);
      if (table->same != table || !table->is_refused || table->why == NULL || !is_allocated_here (self, table))
        continue;
      IhopRowsApart *apart = g_new0 (IhopRowsApart, 1);
      *apart = (IhopRowsApart){ names_of (self, one), table->why_line, table->why };
      g_ptr_array_add (self->file->rows_apart, apart);
    }
}
