/* Variables that only their function can reach. */
#include "transform/legality/own_variable.h"
#include "analysis/memory/constant_variables.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/lvalue.h"
#include "transform/build/args.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

typedef struct
{
  IhopFacts *facts;
  const IhopSymbol *symbol;
  const IhopNode *found;   /* where a pointer into the variable may get away */
} Escape;

/* Argument number i of a call that may keep it. */
static gboolean
may_keep (const Escape *self, const IhopNode *call, guint i)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  gboolean direct = callee->kind == IHOP_REF && callee->symbol->kind == IHOP_SYMBOL_FUNCTION;
  const IhopEffects *effects = direct ? ihop_effects_of (self->facts, callee->symbol) : NULL;

  if (effects == NULL || !effects->is_known || effects->n_params == 0)
    return TRUE;
  return effects->params[MIN (i, effects->n_params) - 1] & (IHOP_EFFECT_KEEPS | IHOP_EFFECT_FREES);
}

/* An array, or an array in a record, turns into a pointer unless it is subscripted or measured. */
static gboolean
find_escape (const IhopNode *node, gpointer data)
{
  Escape *self = data;

  for (guint i = 0; i < node->n_children && self->found == NULL; i++)
    {
      const IhopNode *part = node->child[i] ? ihop_node_strip (node->child[i], TRUE) : NULL;
      gboolean used_here = node->kind == IHOP_INDEX || node->kind == IHOP_SIZEOF
                           || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
                           || node->kind == IHOP_PAREN
                           || (node->kind == IHOP_CAST && node->flags & IHOP_NODE_IMPLICIT);
      if (part == NULL || part->type == NULL || used_here
          || ihop_type_strip (part->type)->kind != IHOP_TYPE_ARRAY
          || ihop_defs_root (part) != self->symbol
          || (node->kind == IHOP_CALL && i > 0 && !may_keep (self, node, i)))
        continue;
      self->found = part;
    }
  return self->found == NULL;
}

gboolean
ihop_require_own_variable (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol)
{
  Escape escape = { step->facts, symbol, NULL };

  ihop_node_walk (header->name->function->body, find_escape, &escape);
  if (symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global
      && symbol->kind == IHOP_SYMBOL_VARIABLE && !ihop_type_is_volatile (symbol->type)
      && !ihop_defs_of (step->facts, header->name->function, symbol)->address_taken
      && !ihop_type_is_variable_length (symbol->type) && escape.found == NULL)
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, escape.found ? escape.found : header->loop,
               "%s is no variable of this function's own that nobody has the address of",
               symbol->name);
  return FALSE;
}

gboolean
ihop_require_own_number (IhopTransformStep *step, const IhopHeader *header,
                         const IhopSymbol *symbol)
{
  if (symbol == header->iterator)
    {
      ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s is what the loop counts with",
                   symbol->name);
      return FALSE;
    }
  if (ihop_defs_is_tame (step->facts, header->name->function, symbol)
      && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_POINTER)
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, header->loop,
               "%s is no number of this function's own that nobody has the address of",
               symbol->name);
  return FALSE;
}

gboolean
ihop_require_modular (IhopTransformStep *step, const IhopHeader *header,
                      const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);
  gboolean is_bool = type->name
                     && (g_str_equal (type->name, "_Bool") || g_str_equal (type->name, "bool"));

  if (type->kind == IHOP_TYPE_INTEGER && type->size <= 8 && !is_bool)
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s is no integer that wraps around at its size",
               symbol->name);
  return FALSE;
}

static gboolean
find_named (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_VARIABLE && g_str_equal (node->symbol->name, search[0]))
    search[1] = node->symbol;
  return search[1] == NULL;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *found;
} Extent;

static gboolean
find_extent (const IhopNode *node, gpointer data)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();
  Extent *self = data;

  ihop_node_extents (node, extents);
  for (guint i = 0; i < extents->len; i++)
    if (ihop_mentions (extents->pdata[i], self->symbol))
      self->found = node;
  return self->found == NULL;
}

gboolean
ihop_require_no_extent (IhopTransformStep *step, const IhopHeader *header,
                        const IhopSymbol *symbol)
{
  Extent self = { symbol, NULL };

  ihop_node_walk (header->name->function->body, find_extent, &self);
  if (self.found)
    ihop_refuse (step, IHOP_T_SHAPE, self.found, "here the extent of an array depends on %s",
                 symbol->name);
  return self.found == NULL;
}

IhopSymbol *
ihop_require_variable (IhopTransformStep *step, const IhopHeader *header, const char *name)
{
  gpointer search[2] = { (gpointer) name, NULL };

  ihop_node_walk (header->body, find_named, search);
  if (search[1])
    {
      ihop_refuse (step, IHOP_T_SHAPE, header->loop, "%s is declared in the loop: each iteration "
                   "has one of its own", name);
      return NULL;
    }
  IhopSymbol *symbol
    = ihop_args_variable (step, header->name->function, header->loop, name);
  if (symbol == NULL)
    ihop_refuse (step, IHOP_T_ARGUMENTS, header->loop, "there is no variable %s here", name);
  return symbol && ihop_require_no_extent (step, header, symbol) ? symbol : NULL;
}

gboolean
ihop_variable_is_set (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *variable)
{
  const IhopDefs *defs = ihop_defs_of (facts, function, variable);

  return variable->kind == IHOP_SYMBOL_PARAMETER || variable->is_global || (defs->declaration && defs->declaration->child[0]);
}

IhopSymbol *
ihop_declared_in_body (const IhopNode *body, const char *name)
{
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children; i++)
    for (guint k = 0; body->child[i]->kind == IHOP_DECLARATION && k < body->child[i]->n_children; k++)
      if (g_str_equal (body->child[i]->child[k]->symbol->name, name))
        return body->child[i]->child[k]->symbol;
  return NULL;
}

/* ---- Lengths of types ---- */

typedef struct
{
  IhopTransformStep *step;
  const IhopFunction *function;
  const IhopSymbol *changed;
} Kept;

static gboolean
keeps_value (const Kept *self, const IhopSymbol *symbol)
{
  if (symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO)
    return symbol->type && ihop_fixed_is_const (symbol->type);
  return ihop_defs_keeps_value (self->step->facts, self->function, symbol);
}

static gboolean
reads_memory (const IhopNode *node)
{
  return node->kind == IHOP_CALL || node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
}

/* Of memory it is not known: then the name that leads there is meant. */
static void
find_changed (Kept *self, const IhopNode *node, gboolean in_memory)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    return;
  if (node->kind == IHOP_REF && (in_memory || !keeps_value (self, node->symbol)))
    self->changed = node->symbol;
  for (guint i = 0; i < node->n_children && self->changed == NULL; i++)
    if (node->child[i])
      find_changed (self, node->child[i], in_memory || reads_memory (node));
}

gboolean
ihop_require_kept_extents (IhopTransformStep *step, const IhopFunction *function, const IhopNode *place,
                           const IhopSymbol *symbol)
{
  Kept self = { step, function, NULL };

  for (const IhopType *type = symbol->type; type && type->kind != IHOP_TYPE_FUNCTION && self.changed == NULL; type = type->target)
    if (type->kind == IHOP_TYPE_ARRAY && type->count_expr && !type->has_count)
      find_changed (&self, type->count_expr, FALSE);
  if (self.changed)
    ihop_refuse (step, IHOP_T_SHAPE, place, "%s is part of an array's length, and may have been changed since",
                 self.changed->name);
  return self.changed == NULL;
}
