/* Tables outside of functions, "double **u;", whose rows are as long as a variable outside of functions says: "int nx, ny;". That has
 * to have its value before u is set, and to keep it. */
#include "analysis/memory/abnormal_exit.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "gpugen/memory/once.h"
#include "ir/expression.h"
#include "ir/query.h"
#include "project/prepare/row_tables_private.h"

/* ---- in words of variables outside of functions ---- */

typedef struct
{
  const IhopRowTables *tables;
  const IhopFunction *function;
  const IhopNode *name;     /* of a variable of the function */
  const IhopNode *found;    /* "ny" of "ny = m" */
} Naming;

/* "ny = m;", which nothing but m's value decides about. */
static gboolean
look_for_name (const IhopNode *node, gpointer data)
{
  Naming *self = data;
  const IhopNode *to = node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE ? ihop_node_strip (node->child[0], TRUE) : NULL;
  gboolean is_it = to && to->kind == IHOP_REF && to->symbol->is_global && ihop_type_is_integer (to->type)
                   && ihop_type_equal (ihop_type_strip (to->type), ihop_type_strip (self->name->type))
                   && ihop_node_is_ref (node->child[1], self->name->symbol);
  const IhopNode *block;
  guint at;

  if (is_it && ihop_once_place (self->tables->facts, self->function, node, &block, &at) && block == self->function->body)
    self->found = to;
  return self->found == NULL;
}

static const IhopNode *
exchange_for_global (const IhopNode *name, gpointer data)
{
  Naming *self = data;

  if (name->symbol->is_global || (name->flags & IHOP_NODE_CONSTANT))
    return name;
  if (!ihop_defs_keeps_value (self->tables->facts, self->function, name->symbol))
    return NULL;
  self->name = name;
  self->found = NULL;
  ihop_node_walk (self->function->body, look_for_name, self);
  return self->found;
}

const IhopNode *
ihop_row_table_global_width (const IhopRowTables *self, const IhopFunction *function, const IhopNode *width)
{
  Naming naming = { self, function, NULL, NULL };

  return ihop_expression_exchange (ihop_facts_pool (self->facts), width, exchange_for_global, &naming);
}

/* ---- set first ---- */

typedef struct
{
  const IhopRowTables *tables;
  const IhopSymbol *table, *number;
  GPtrArray *setters;       /* of const IhopFunction *: where the table is set */
  const IhopFunction *function; /* that is read */
  const IhopNode *place;    /* in which the table must not be set yet */
  guint level;
  gboolean failed;
} Order;

enum { MOST_LEVELS = 12 };

static const IhopSymbol *
set_symbol (const IhopNode *node)
{
  gboolean sets = node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS);
  const IhopNode *to = sets ? ihop_node_strip (node->child[0], TRUE) : NULL;

  return to && to->kind == IHOP_REF ? to->symbol : NULL;
}

static gboolean
is_null (const IhopNode *node)
{
  node = ihop_row_table_bare (node);
  return node->kind == IHOP_INTEGER && node->integer == 0;
}

static gboolean
sets_table (const Order *self, const IhopNode *node)
{
  return set_symbol (node) == self->table && !(node->kind == IHOP_ASSIGN && is_null (node->child[1]));
}

/* What a statement runs that may set the table. */
static gboolean
look_for_set (const IhopNode *node, gpointer data)
{
  Order *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const IhopFunction *function = callee ? ihop_facts_function (self->tables->facts, callee) : NULL;

  self->failed |= sets_table (self, node) || (node->kind == IHOP_CALL && callee == NULL);
  for (guint i = 0; function && i < self->setters->len; i++)
    self->failed |= ihop_callgraph_reaches (self->tables->facts, function, self->setters->pdata[i]);
  return !self->failed;
}

/* Whether control comes to the node, which is no loop's, at most once, and never when the table is set. */
static gboolean
comes_first (Order *self, const IhopFunction *function, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (self->tables->facts, function, node);
  const IhopCallNode *called = ihop_callgraph_node (self->tables->facts, function);

  if (path == NULL || ihop_defs_has_labels (self->tables->facts, function) || self->level++ > MOST_LEVELS)
    return FALSE;
  for (guint i = 0; i + 1 < path->len && !self->failed; i++)
    {
      const IhopNode *around = path->pdata[i];
      self->failed |= ihop_kind_is_loop (around->kind) || around->kind == IHOP_SWITCH;
      for (guint k = 0; around->kind == IHOP_BLOCK && around->child[k] != path->pdata[i + 1]; k++)
        ihop_node_walk (around->child[k], look_for_set, self);
    }
  if (self->failed || called->is_address_taken)
    return FALSE;
  if (g_str_equal (function->symbol->name, "main"))
    return called->callers->len == 0;
  return called->callers->len == 1
         && comes_first (self, ((const IhopCallSite *) called->callers->pdata[0])->caller, ((const IhopCallSite *) called->callers->pdata[0])->call);
}

/* "scanf ("%d", &ny)": the library keeps no pointer. */
static gboolean
is_read_by (const IhopNode *call)
{
  static const char *const readers[] = { "scanf", "fscanf", "sscanf", "fread", "__isoc99_scanf", "__isoc99_fscanf", "__isoc99_sscanf", NULL };
  const IhopSymbol *callee = ihop_call_callee (call);

  return callee && callee->is_library && g_strv_contains (readers, callee->name);
}

/* A write to the number: what it runs itself does not set the table, and nothing that runs before. */
static void
look_at_write (Order *self, const IhopNode *write, const IhopNode *call)
{
  if (write->kind == IHOP_UNARY && write->op == IHOP_OP_ADDRESS && (call == NULL || !is_read_by (call)))
    self->failed = TRUE;
  ihop_node_walk (call ? call : write, look_for_set, self);
  self->level = 0;
  self->failed |= !comes_first (self, self->function, write);
}

/* "call": the innermost one around the node. */
static void
read_sets (Order *self, const IhopNode *node, const IhopNode *call)
{
  if (self->failed)
    return;
  if (set_symbol (node) == self->number)
    look_at_write (self, node, call);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      read_sets (self, node->child[i], node->kind == IHOP_CALL ? node : call);
}

typedef struct
{
  Order *order;
  const IhopFunction *function;
} Setting;

static gboolean
find_setter (const IhopNode *node, gpointer data)
{
  Setting *self = data;

  if (sets_table (self->order, node) && !g_ptr_array_find (self->order->setters, self->function, NULL))
    g_ptr_array_add (self->order->setters, (gpointer) self->function);
  return TRUE;
}

static gboolean
is_set_first (const IhopRowTables *self, const IhopRowTable *table, const IhopSymbol *number)
{
  g_autoptr (GPtrArray) setters = g_ptr_array_new ();
  Order order = { .tables = self, .table = table->symbol, .number = number, .setters = setters };

  for (guint i = 0; i < self->tree->functions->len; i++)
    {
      Setting setting = { &order, self->tree->functions->pdata[i] };
      ihop_node_walk (setting.function->body, find_setter, &setting);
    }
  for (guint i = 0; i < self->tree->functions->len && !order.failed; i++)
    {
      order.function = self->tree->functions->pdata[i];
      order.failed |= ihop_leaving_comes_back (order.function->body); /* setjmp: what came first comes again */
      read_sets (&order, order.function->body, NULL);
    }
  return !order.failed;
}

/* ---- the same name ---- */

typedef struct
{
  const char *name;
  gboolean found;
} Namesake;

static gboolean
look_for_namesake (const IhopNode *node, gpointer data)
{
  Namesake *self = data;

  self->found |= node->kind == IHOP_VARIABLE && g_str_equal (node->symbol->name, self->name);
  return !self->found;
}

static gboolean
is_hidden (const IhopRowTables *self, const IhopRowTable *table, const IhopSymbol *number)
{
  Namesake namesake = { number->name, FALSE };

  for (guint i = 0; i < self->tree->functions->len; i++)
    {
      const IhopFunction *function = self->tree->functions->pdata[i];
      if (!ihop_node_mentions (function->body, table->symbol))
        continue;
      for (guint k = 0; k < function->n_params; k++)
        namesake.found |= g_str_equal (function->params[k]->name, number->name);
      ihop_node_walk (function->body, look_for_namesake, &namesake);
    }
  return namesake.found;
}

gboolean
ihop_row_table_is_settled_first (const IhopRowTables *self, const IhopRowTable *table)
{
  g_autoptr (GPtrArray) numbers = ihop_expression_symbols (table->width);

  if (ihop_facts_trees (self->facts)->len != 1 || !ihop_callgraph_is_closed (self->facts))
    return FALSE;
  for (guint i = 0; i < numbers->len; i++)
    {
      const IhopSymbol *number = numbers->pdata[i];
      if (!number->is_global || number->storage == IHOP_STORAGE_THREAD || ihop_type_is_volatile (number->type)
          || !ihop_type_is_integer (number->type) || is_hidden (self, table, number) || !is_set_first (self, table, number))
        return FALSE;
    }
  return TRUE;
}
