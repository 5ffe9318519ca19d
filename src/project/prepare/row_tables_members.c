/* Tables that are members of structs, "m->data[i][j]": how long their rows are is said by numbers that stand beside them in the
 * struct (gpugen/memory/member_allocation.h proves that these fit wherever the table is used). */
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "project/prepare/row_tables_private.h"

/* ---- in names of fields, and back ---- */

/* What a site stores in this member, or in one that changes places with it: rows of a length that the function has words for before
 * it does so. */
static const IhopNode *
width_stored (IhopMemberSite *site, gpointer data)
{
  const IhopRowTables *self = data;
  const IhopNode *value = ihop_row_table_bare (site->write->child[1]);
  const IhopRowTable *stored = ihop_row_table_at (self, site->write->child[0]);

  site->allocated = site->at;
  if (stored == NULL)
    return NULL;
  const IhopNode *width = value == stored->table_call ? (stored->row_call ? ihop_row_table_allocated_width (self, stored) : NULL)
                                                      : ihop_row_table_width_of (self, value, 0);
  return width && ihop_row_table_is_known_at (self, site->function, site->write, width) ? width : NULL;
}

const IhopNode *
ihop_row_table_member_width (const IhopRowTables *self, IhopRowTable *table)
{
  IhopMemberSize found = { NULL, table->sites };

  g_array_set_size (table->sites, 0);
  if (table->is_refused || table->record->kind != IHOP_TYPE_RECORD)
    return NULL;
  ihop_member_size_find (self->facts, table->record, table->symbol, width_stored, (gpointer) self, &found);
  return found.size;
}

typedef struct
{
  IhopPool *pool;
  const IhopNode *member;
} Beside;

static const IhopNode *
put_beside (const IhopNode *name, gpointer data)
{
  const Beside *self = data;

  return name->symbol->kind == IHOP_SYMBOL_FIELD ? ihop_member_beside (self->pool, self->member, name->symbol) : name;
}

const IhopNode *
ihop_row_table_width_beside (const IhopRowTables *self, const IhopNode *width, const IhopNode *member)
{
  Beside beside = { ihop_facts_pool (self->facts), member };

  return ihop_expression_exchange (beside.pool, width, put_beside, &beside);
}

/* Whether the function has come by the site when it is at the node. */
static gboolean
is_behind (const IhopRowTables *self, const IhopMemberSite *site, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (self->facts, site->function, node);

  for (guint k = site->last + 1; path && k < site->block->n_children; k++)
    if (g_ptr_array_find (path, site->block->child[k], NULL))
      return TRUE;
  return FALSE;
}

/* Variables that keep their values, alone. */
static gboolean
is_steady (const IhopRowTables *self, const IhopFunction *function, const IhopNode *width)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (width);
  gboolean is = TRUE;

  for (guint i = 0; i < symbols->len && is; i++)
    is = ihop_type_is_integer (((const IhopSymbol *) symbols->pdata[i])->type) && ihop_defs_keeps_value (self->facts, function, symbols->pdata[i]);
  return is;
}

const IhopNode *
ihop_row_table_width_at (const IhopRowTables *self, const IhopRowTable *table, const IhopFunction *function, const IhopNode *member)
{
  for (guint i = 0; table->record && i < table->sites->len; i++)
    {
      IhopMemberSite site = g_array_index (table->sites, IhopMemberSite, i);
      if (site.function != function || ihop_member_base (self->facts, function, member) != site.base
          || !ihop_expression_equal (ihop_row_table_bare (site.write->child[0]), member) || !is_behind (self, &site, member))
        continue;
      const IhopNode *width = width_stored (&site, (gpointer) self);
      if (width && is_steady (self, function, width))
        return width;
    }
  return ihop_row_table_width_beside (self, table->width, member);
}

typedef struct
{
  const IhopRowTables *tables;
  const IhopFunction *function;
  gboolean found;           /* a member, … */
  gboolean failed;          /* … which may change */
} Staying;

/* "s->g" of "s->g->ny" */
static gboolean
look_at_way (const IhopNode *node, gpointer data)
{
  Staying *self = data;
  IhopFacts *facts = self->tables->facts;
  const IhopNode *base = node->kind == IHOP_MEMBER ? ihop_node_strip (node->child[0], TRUE) : NULL;
  const IhopType *own = base ? ihop_member_record (node) : NULL, *record = base && base->kind == IHOP_MEMBER ? ihop_member_record (base) : NULL;
  const GArray *writes = record ? ihop_member_writes (facts, record, base->symbol) : NULL;

  self->found |= base != NULL;
  self->failed |= base && (own == NULL || ihop_member_copies (facts, own, self->function));
  self->failed |= base && base->kind != IHOP_REF && (writes == NULL || ihop_member_copies (facts, record, self->function));
  for (guint i = 0; writes && i < writes->len; i++)
    self->failed |= ihop_callgraph_reaches (facts, self->function, g_array_index (writes, IhopMemberWrite, i).function);
  return !self->failed;
}

gboolean
ihop_row_table_members_stay (const IhopRowTables *self, const IhopRowTable *table)
{
  Staying staying = { self, table->function, FALSE, FALSE };

  if (table->function == NULL)
    return TRUE;
  ihop_node_walk (table->width, look_at_way, &staying);
  for (guint i = 0; staying.found && i < self->tables->len; i++)
    {
      IhopRowTable *other = self->tables->pdata[i];
      for (guint k = 0; other->record && ihop_row_table_class (other) == ihop_row_table_class ((IhopRowTable *) table) && k < other->sites->len; k++)
        staying.failed |= ihop_callgraph_reaches (self->facts, table->function, g_array_index (other->sites, IhopMemberSite, k).function);
    }
  return !staying.failed;
}

/* ---- in step ---- */

typedef struct
{
  const IhopRowTable *table;
  const IhopNode *write;
  gboolean found;
} Looking;

static gboolean
look_for_row (const IhopNode *node, gpointer data)
{
  Looking *self = data;
  const IhopNode *base = node->kind == IHOP_INDEX ? ihop_row_table_bare (node->child[0]) : NULL;

  self->found |= base && base->kind == IHOP_MEMBER && base->symbol == self->table->symbol;
  return !self->found && node != self->write;
}

/* A look at the table that is more than the question whether there is one. */
static gboolean
look_for_use (const IhopNode *node, gpointer data)
{
  Looking *self = data;

  if (node == self->write || g_ptr_array_find (self->table->row_statements, node, NULL))
    return FALSE;
  if (node->kind == IHOP_IF)
    {
      ihop_node_walk (node->child[0], look_for_row, self);
      for (guint i = 1; i < node->n_children; i++)
        if (node->child[i])
          ihop_node_walk (node->child[i], look_for_use, self);
      return FALSE;
    }
  self->found |= node->kind == IHOP_MEMBER && node->symbol == self->table->symbol;
  return !self->found;
}

gboolean
ihop_row_table_member_is_in_step (const IhopRowTable *table)
{
  for (guint i = 0; i < table->sites->len; i++)
    {
      const IhopMemberSite *site = &g_array_index (table->sites, IhopMemberSite, i);
      Looking looking = { table, site->write, FALSE };
      for (guint k = site->first; k <= site->last && !looking.found; k++)
        ihop_node_walk (site->block->child[k], look_for_use, &looking);
      if (looking.found)
        return FALSE;
    }
  return TRUE;
}
