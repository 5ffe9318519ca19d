#include "analysis/memory/invariance.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/mod_ref.h"
#include <string.h>

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *region;
  GHashTable *own;
} Steady;

static const IhopNode *unsteady (const Steady *self, const IhopNode *node);

static const IhopNode *
of_parts (const Steady *self, const IhopNode *node, guint from)
{
  const IhopNode *found = NULL;

  for (guint i = from; i < node->n_children && found == NULL; i++)
    found = node->child[i] ? unsteady (self, node->child[i]) : NULL;
  return found;
}

static const IhopNode *
of_reference (const Steady *self, const IhopNode *node)
{
  const IhopSymbol *symbol = node->symbol;

  if (symbol->kind == IHOP_SYMBOL_FUNCTION || symbol->kind == IHOP_SYMBOL_ENUMERATOR
      || (self->own && g_hash_table_contains (self->own, symbol))
      || ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY)
    return NULL;
  return ihop_defs_may_change (self->facts, self->function, self->region, symbol) ? node : NULL;
}

/* The variable that a place lies in, or right behind; NULL: it is behind what is stored elsewhere. */
static const IhopSymbol *
root_of (const IhopNode *place)
{
  for (;;)
    {
      place = ihop_node_strip (place, TRUE);
      if (place->kind == IHOP_REF)
        return place->symbol;
      gboolean behind = (place->kind == IHOP_MEMBER && place->flags & IHOP_NODE_ARROW)
                        || (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF);
      if (place->kind != IHOP_MEMBER && place->kind != IHOP_INDEX && !behind)
        return NULL;
      const IhopNode *base = ihop_node_strip (place->child[0], TRUE);
      if (ihop_type_strip (base->type)->kind == IHOP_TYPE_POINTER)
        return base->kind == IHOP_REF ? base->symbol : NULL;
      place = base;
    }
}

static const IhopNode *
of_place (const Steady *self, const IhopNode *node)
{
  const IhopSymbol *root = root_of (node);

  if (root == NULL || ihop_type_is_volatile (node->type)
      || (self->own && g_hash_table_contains (self->own, root))
      || (ihop_touch_of (self->facts, self->function, self->region, root)
            & (IHOP_TOUCH_WRITE | IHOP_TOUCH_REBIND | IHOP_TOUCH_FREE)
          && ihop_touch_changes (self->facts, self->function, self->region, node)))
    return node;
  return of_parts (self, node, 0);
}

static const IhopNode *
of_call (const Steady *self, const IhopNode *node)
{
  const IhopNode *callee = ihop_node_strip (node->child[0], TRUE);
  const IhopEffects *effects = NULL;

  if (callee->kind == IHOP_REF && callee->symbol->kind == IHOP_SYMBOL_FUNCTION)
    effects = ihop_effects_of (self->facts, callee->symbol);
  if (effects == NULL || !ihop_effects_is_pure (effects)
      || g_hash_table_size (effects->globals_read))
    return node;
  for (guint i = 1; i < node->n_children; i++)
    if (!ihop_type_is_integer (node->child[i]->type)
        && !ihop_type_is_floating (node->child[i]->type))
      return node;
  return of_parts (self, node, 1);
}

static const IhopNode *
unsteady (const Steady *self, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    return NULL;
  switch (node->kind)
    {
    case IHOP_REF:
      return of_reference (self, node);
    case IHOP_INDEX:
    case IHOP_MEMBER:
      return of_place (self, node);
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF)
        return of_place (self, node);
      return node->op >= IHOP_OP_ADDRESS ? node : of_parts (self, node, 0);
    case IHOP_CALL:
      return of_call (self, node);
    case IHOP_INTEGER:
    case IHOP_FLOATING:
      return NULL;
    case IHOP_BINARY:
    case IHOP_CAST:
    case IHOP_PAREN:
    case IHOP_CONDITIONAL:
      return of_parts (self, node, 0);
    default:
      return node;
    }
}

const IhopNode *
ihop_variant_part (IhopFacts *facts, const IhopFunction *function, const IhopNode *region,
                   GHashTable *own, const IhopNode *expression)
{
  Steady self = { facts, function, region, own };

  return unsteady (&self, expression);
}

/* --- rounding -------------------------------------------------------------------------------- */

/* What IEEE 754 says to the last bit. */
static gboolean
is_exact_call (const IhopNode *call)
{
  static const char *const names[] = { "fabs", "floor", "ceil", "trunc", "sqrt", "fmin", "fmax" };
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  gboolean integers = ihop_type_is_integer (call->type);

  for (guint i = 1; i < call->n_children; i++)
    integers &= ihop_type_is_integer (call->child[i]->type);
  for (guint i = 0; callee->kind == IHOP_REF && i < G_N_ELEMENTS (names); i++)
    {
      gsize length = strlen (names[i]);
      const char *name = callee->symbol->name;
      if (strncmp (name, names[i], length) == 0
          && (name[length] == '\0' || strcmp (name + length, "f") == 0))
        return TRUE;
    }
  return integers;
}

static gboolean
is_product (GHashTable *own, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST || (node->kind == IHOP_UNARY && node->op == IHOP_OP_NEG))
    node = ihop_node_strip (node->child[0], TRUE);
  if (!ihop_type_is_floating (node->type))
    return FALSE;
  if (node->kind == IHOP_CONDITIONAL)
    return TRUE;
  return (node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL)
         || (node->kind == IHOP_REF && own && g_hash_table_contains (own, node->symbol));
}

const IhopNode *
ihop_unrepeatable_part (GHashTable *own, const IhopNode *node)
{
  gboolean sums = (node->kind == IHOP_BINARY || node->kind == IHOP_ASSIGN)
                  && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB);
  const IhopNode *found = NULL;

  if ((sums && ihop_type_is_floating (node->type)
       && (is_product (own, node->child[0]) || is_product (own, node->child[1])))
      || (node->kind == IHOP_CALL && !is_exact_call (node)))
    return node;
  for (guint i = 0; i < node->n_children && found == NULL; i++)
    found = node->child[i] ? ihop_unrepeatable_part (own, node->child[i]) : NULL;
  return found;
}
