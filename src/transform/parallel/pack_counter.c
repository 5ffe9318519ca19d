/* How far an iteration advances a counter: what of the body decides on that, whether it is the same when it is computed
 * again, and that part of the body by itself (a program slice; Weiser 1984). */
#include "transform/parallel/pack_counter.h"
#include "analysis/dependence/increment.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/invariance.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/witness.h"

static gboolean
refuse_change (const IhopPack *self, const IhopNode *node)
{
  ihop_refuse (self->step, IHOP_T_STORAGE, node,
               "here %s is not advanced by a constant, or not whenever this statement runs",
               self->now->symbol->name);
  return FALSE;
}

/* How far an expression takes the counter. */
static gboolean
advances (const IhopPack *self, const IhopNode *expression, gint64 *by)
{
  const IhopNode *other;

  return ihop_increment_of (expression, self->now->symbol, by, &other) || refuse_change (self, other);
}

/* Whether the first pass has to run it: it advances the counter, or sets what decides on that. */
static gboolean
is_kept (const IhopPack *self, const IhopNode *node)
{
  if (node == NULL)
    return FALSE;
  if (ihop_writes (node, self->now->symbol))
    return TRUE;
  g_autoptr (GHashTable) written = ihop_defs_written (node);
  g_autoptr (GHashTable) declared = ihop_defs_declared (node);
  GHashTableIter iter;
  gpointer symbol;
  g_hash_table_iter_init (&iter, self->now->needed);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (g_hash_table_contains (written, symbol) || g_hash_table_contains (declared, symbol))
      return TRUE;
  return FALSE;
}

/* "variable": what the value is set to, or NULL. */
static gboolean
refuse_rounding (const IhopPack *self, const IhopNode *value, const IhopSymbol *variable)
{
  const IhopNode *part = ihop_unrepeatable_part (self->declared, value);
  const char *loop = self->header->name->address;
  g_autofree char *text = ihop_witness_reference (part);
  IhopDiag *diag = ihop_refuse (self->step, IHOP_T_STORAGE, part,
                                "how far %s is advanced depends on %s, which may be rounded "
                                "differently when it is computed again",
                                self->now->symbol->name, text);

  if (variable)
    ihop_diag_remedy (diag, "scalar-expand %s %s, then distribute %s behind where it is set", loop,
                      variable->name, loop);
  else
    ihop_diag_remedy (diag, "set a variable of the body to it, scalar-expand that, then distribute %s",
                      loop);
  return FALSE;
}

/* What stands for a value in the first pass: it must be the same there. */
static gboolean
take (IhopPack *self, const IhopNode *value, const IhopSymbol *variable)
{
  const IhopHeader *header = self->header;
  GHashTableIter iter;
  gpointer symbol;

  if (ihop_mentions (value, self->now->symbol))
    {
      ihop_refuse (self->step, IHOP_T_STORAGE, value, "how far %s is advanced depends on itself",
                   self->now->symbol->name);
      return FALSE;
    }
  g_hash_table_iter_init (&iter, self->declared);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (symbol != header->iterator && ihop_mentions (value, symbol))
      g_hash_table_add (self->now->needed, symbol);
  if (ihop_unrepeatable_part (self->declared, value))
    return refuse_rounding (self, value, variable);
  const IhopNode *culprit = ihop_variant_part (self->step->facts, header->name->function, header->loop,
                                               self->declared, value);
  if (culprit == NULL)
    return TRUE;
  g_autofree char *text = ihop_witness_reference (culprit);
  IhopDiag *diag = ihop_refuse (self->step, IHOP_T_STORAGE, culprit,
                                "how far %s is advanced depends on %s, which may change in %s",
                                self->now->symbol->name, text, header->name->address);
  if (culprit->kind == IHOP_REF
      && ihop_defs_is_tame (self->step->facts, header->name->function, culprit->symbol))
    ihop_diag_code (diag, "privatize %s %s", header->name->address, culprit->symbol->name);
  return FALSE;
}

static gboolean
refuse_more (const IhopPack *self, const IhopNode *expression)
{
  ihop_refuse (self->step, IHOP_T_SHAPE, expression,
               "this sets what decides on %s, and does more", self->now->symbol->name);
  return FALSE;
}

/* k++ somewhere in it, and nothing that decides on k. */
static gboolean
take_advance (IhopPack *self, const IhopNode *expression)
{
  g_autoptr (GHashTable) written = ihop_defs_written (expression);
  GHashTableIter iter;
  gpointer symbol;
  gint64 sum;

  g_hash_table_iter_init (&iter, self->now->needed);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (g_hash_table_contains (written, symbol))
      return refuse_more (self, expression);
  return advances (self, expression, &sum);
}

/* t = e, t += e, t++ of a variable of the iteration's own. */
static gboolean
take_setting (IhopPack *self, const IhopNode *expression)
{
  const IhopNode *node = ihop_node_strip (expression, FALSE);
  const IhopNode *left = node->n_children ? ihop_node_strip (node->child[0], FALSE) : node;

  if ((node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC))
      && left->kind == IHOP_REF && g_hash_table_contains (self->now->needed, left->symbol))
    {
      if (ihop_unrepeatable_part (self->declared, node))
        return refuse_rounding (self, node, left->symbol);
      return node->kind == IHOP_UNARY || take (self, node->child[1], left->symbol);
    }
  return refuse_more (self, expression);
}

static gboolean
take_inner (IhopPack *self, const IhopNode *loop)
{
  IhopHeader inner;

  if (!ihop_header_read (self->step, loop, &inner))
    return FALSE;
  if (inner.declared_here)
    return take (self, inner.lower, NULL) && take (self, inner.bound, NULL);
  ihop_refuse (self->step, IHOP_T_SHAPE, loop, "%s is not declared in the header of its loop",
               inner.iterator->name);
  return FALSE;
}

static gboolean take_all (IhopPack *self, const IhopNode *node);

static gboolean
take_children (IhopPack *self, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !take_all (self, node->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean
take_kept (IhopPack *self, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_BLOCK:
    case IHOP_DECLARATION:
      return take_children (self, node);
    case IHOP_VARIABLE:
      return node->child[0] == NULL || take (self, node->child[0], node->symbol);
    case IHOP_IF:
      self->now->is_decided = TRUE;
      if (!ihop_writes (node->child[0], self->now->symbol))
        return take (self, node->child[0], NULL) && take_all (self, node->child[1])
               && (node->child[2] == NULL || take_all (self, node->child[2]));
      return refuse_change (self, node->child[0]);
    case IHOP_FOR:
      self->now->is_decided = TRUE;
      return take_inner (self, node) && take_all (self, node->child[3]);
    case IHOP_EXPRESSION:
      if (!ihop_writes (node, self->now->symbol))
        return take_setting (self, node->child[0]);
      return take_advance (self, node->child[0]);
    default:
      return refuse_change (self, node);
    }
}

static gboolean
take_all (IhopPack *self, const IhopNode *node)
{
  return !is_kept (self, node) || take_kept (self, node);
}

static gboolean
are_numbers (IhopPack *self)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->now->needed);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const IhopSymbol *symbol = key;
      if (!ihop_require_own_number (self->step, self->header, symbol))
        return FALSE;
    }
  return TRUE;
}

/* Until nothing more is needed. */
static gboolean
can_count (IhopPack *self)
{
  guint before;

  if (!ihop_writes (self->header->body, self->now->symbol))
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop, "%s does not change %s",
                   self->header->name->address, self->now->symbol->name);
      return FALSE;
    }
  do
    {
      before = g_hash_table_size (self->now->needed);
      if (!take_all (self, self->header->body))
        return FALSE;
    }
  while (g_hash_table_size (self->now->needed) > before);
  if (self->now->is_decided)
    return are_numbers (self);
  ihop_diag_code (ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop,
                                 "every iteration of %s advances %s alike",
                                 self->header->name->address, self->now->symbol->name),
                    "induction %s %s", self->header->name->address, self->now->symbol->name);
  return FALSE;
}

static gboolean
is_wide (IhopPack *self)
{
  const IhopType *type = ihop_type_strip (self->now->symbol->type);

  if (type->kind == IHOP_TYPE_INTEGER && (type->size == 4 || type->size == 8))
    return TRUE;
  ihop_refuse (self->step, IHOP_T_STORAGE, self->header->loop,
               "%s is no integer of 32 or 64 bits", self->now->symbol->name);
  return FALSE;
}

/* The strip's element of one of the arrays. */
const IhopNode *
ihop_pack_in_strip (const IhopPack *self, IhopSymbol *array)
{
  return ihop_partition_element (&self->strips, array);
}

/* "k_count[strip] += 1;" */
static const IhopNode *
counted (const IhopPack *self, const IhopNode *expression)
{
  gint64 sum = 0;

  advances (self, expression, &sum);
  return ihop_make_assignment (self->build, IHOP_OP_ADD, ihop_pack_in_strip (self, self->now->count),
                               ihop_make_integer (self->build, sum));
}

static const IhopNode *
slice_block (IhopPack *self, const IhopNode *node)
{
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *now = ihop_pack_slice (self, node->child[i]);
      if (now)
        g_ptr_array_add (all, (gpointer) now);
    }
  return ihop_make_body (self->build, all);
}

/* The variables of a declaration that are needed. */
static const IhopNode *
slice_declaration (IhopPack *self, const IhopNode *node)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; i < node->n_children; i++)
    if (g_hash_table_contains (self->now->needed, node->child[i]->symbol))
      g_ptr_array_add (kept, (gpointer) node->child[i]);
  IhopNode *now = ihop_node_new (self->build->pool, IHOP_DECLARATION, kept->len);
  for (guint i = 0; i < kept->len; i++)
    now->child[i] = kept->pdata[i];
  return now;
}

static const IhopNode *
slice_if (IhopPack *self, const IhopNode *node)
{
  const IhopNode *yes = ihop_pack_slice (self, node->child[1]);

  return ihop_make_if (self->build, node->child[0],
                       yes ? yes : ihop_node_new (self->build->pool, IHOP_BLOCK, 0),
                       node->child[2] ? ihop_pack_slice (self, node->child[2]) : NULL);
}

/* What of the body decides how far the counter gets, and that; NULL: nothing. */
const IhopNode *
ihop_pack_slice (IhopPack *self, const IhopNode *node)
{
  if (!is_kept (self, node))
    return NULL;
  switch (node->kind)
    {
    case IHOP_BLOCK:
      return slice_block (self, node);
    case IHOP_DECLARATION:
      return slice_declaration (self, node);
    case IHOP_IF:
      return slice_if (self, node);
    case IHOP_FOR:
      return ihop_make_loop_like (self->build, node, ihop_pack_slice (self, node->child[3]));
    default:
      return ihop_writes (node, self->now->symbol) ? counted (self, node->child[0]) : node;
    }
}

void
ihop_pack_counter_free (gpointer data)
{
  g_hash_table_unref (((IhopPackCounter *) data)->needed);
  g_free (data);
}

gboolean
ihop_pack_add_counter (IhopPack *self, const char *name)
{
  IhopSymbol *symbol = ihop_require_variable (self->step, self->header, name);

  for (guint i = 0; symbol && i < self->counters->len; i++)
    if (((IhopPackCounter *) self->counters->pdata[i])->symbol == symbol)
      {
        ihop_refuse (self->step, IHOP_T_ARGUMENTS, NULL, "%s is named twice", name);
        return FALSE;
      }
  if (symbol == NULL || !ihop_require_own_number (self->step, self->header, symbol))
    return FALSE;
  self->now = g_new0 (IhopPackCounter, 1);
  self->now->symbol = symbol;
  self->now->needed = g_hash_table_new (NULL, NULL);
  g_ptr_array_add (self->counters, self->now);
  return is_wide (self) && can_count (self);
}
