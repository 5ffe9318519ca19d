/* The elements of an array as they are written, with all subscripts. */
#include "transform/storage/array_references.h"
#include "analysis/memory/definitions.h"
#include "transform/build/refusal.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/own_variable.h"

guint
ihop_array_rank (const IhopSymbol *symbol)
{
  guint rank = 0;

  if (ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY)
    ihop_type_element (symbol->type, &rank);
  return rank;
}

/* The rank of a subscripted mention: 2 for A[i][j]; -1: another expression. */
static int
depth_of (const IhopNode *node, const IhopSymbol *symbol)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_REF)
    return node->symbol == symbol ? 0 : -1;
  if (node->kind != IHOP_INDEX)
    return -1;
  int below = depth_of (node->child[0], symbol);
  return below < 0 ? -1 : below + 1;
}

static void
collect (IhopReferences *self, const IhopNode *node)
{
  int depth = node->kind == IHOP_INDEX || node->kind == IHOP_REF
                ? depth_of (node, self->symbol) : -1;

  if (depth >= 0 && (guint) depth < self->rank)
    {
      self->other = node;
      return;
    }
  if (depth >= 0 && (guint) depth == self->rank)
    {
      g_ptr_array_add (self->nodes, (gpointer) node);
      for (guint d = 0; d < self->rank; d++)
        collect (self, ihop_subscript (self, node, d));
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      collect (self, node->child[i]);
}

IhopReferences *
ihop_references_of (const IhopNode *node, IhopSymbol *symbol)
{
  IhopReferences *self = g_new0 (IhopReferences, 1);

  self->symbol = symbol;
  self->rank = ihop_array_rank (symbol);
  self->nodes = g_ptr_array_new ();
  collect (self, node);
  return self;
}

void
ihop_references_free (IhopReferences *self)
{
  g_ptr_array_unref (self->nodes);
  g_free (self);
}

const IhopNode *
ihop_subscript (const IhopReferences *self, const IhopNode *reference, guint d)
{
  for (guint above = self->rank - 1; above > d; above--)
    reference = ihop_node_strip (ihop_node_strip (reference, TRUE)->child[0], TRUE);
  return ihop_node_strip (reference, TRUE)->child[1];
}

static gboolean
is_own_array (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol)
{
  const IhopDefs *defs = ihop_defs_of (step->facts, header->name->function, symbol);
  const char *why = NULL;

  if (ihop_array_rank (symbol) == 0)
    why = N_ ("%s is no array");
  else if (symbol->storage != IHOP_STORAGE_AUTO || symbol->is_global
           || symbol->kind != IHOP_SYMBOL_VARIABLE || defs->declaration == NULL)
    why = N_ ("%s does not belong to this function alone");
  else if (defs->address_taken)
    why = N_ ("%s has its address taken");
  else if (ihop_type_is_volatile (symbol->type))
    why = N_ ("%s is volatile");
  if (why)
    ihop_refuse (step, IHOP_T_STORAGE, header->loop, why, symbol->name);
  return why == NULL;
}

IhopReferences *
ihop_require_own_array (IhopTransformStep *step, const IhopHeader *header, IhopSymbol *symbol)
{
  const IhopFunction *function = header->name->function;

  if (symbol == NULL || !is_own_array (step, header, symbol)
      || !ihop_require_no_types (step, function->body))
    return NULL;
  g_autoptr (IhopReferences) self = ihop_references_of (function->body, symbol);
  if (self->other == NULL && self->nodes->len)
    return g_steal_pointer (&self);
  ihop_refuse (step, IHOP_T_STORAGE, self->other ? self->other : header->loop,
               self->other ? N_ ("here %s is used as a whole: it may be kept or read elsewhere")
                           : N_ ("%s is not used"), symbol->name);
  return NULL;
}

const IhopType *
ihop_array_without (IhopBuild *build, const IhopType *type, const gboolean *dropped)
{
  const IhopType *plain = ihop_type_strip (type);

  if (plain->kind != IHOP_TYPE_ARRAY)
    return type;
  const IhopType *target = ihop_array_without (build, plain->target, dropped + 1);
  if (*dropped)
    return target;

  IhopType *copy = ihop_pool_alloc (build->pool, sizeof *copy);

  *copy = *plain;
  copy->target = target;
  copy->size = copy->has_count ? copy->count * target->size : 0;
  return copy;
}
