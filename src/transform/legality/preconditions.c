/* Small questions about variables and places of steps that change storage. */
#include "transform/legality/preconditions.h"
#include "analysis/defs.h"
#include "analysis/effects.h"
#include "transform/legality/witness.h"

void
ihop_remedy_declared (IhopDiag *diag, const char *loop, const IhopNode *declaration)
{
  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopSymbol *symbol = declaration->child[i]->symbol;
      if (ihop_type_is_scalar (symbol->type))
        ihop_diag_remedy (diag, "scalar-expand %s %s", loop, symbol->name);
      else
        ihop_diag_remedy (diag, "declare %s before the loop, then array-expand %s %s", symbol->name, loop,
                          symbol->name);
    }
}

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
ihop_storage_is_own (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *symbol)
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
ihop_storage_is_own_number (IhopTransformStep *step, const IhopHeader *header,
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
ihop_storage_is_modular (IhopTransformStep *step, const IhopHeader *header,
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
ihop_storage_is_no_extent (IhopTransformStep *step, const IhopHeader *header,
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
ihop_storage_variable (IhopTransformStep *step, const IhopHeader *header, const char *name)
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
  return symbol && ihop_storage_is_no_extent (step, header, symbol) ? symbol : NULL;
}

GPtrArray *
ihop_mentions_of (const IhopNode *node, const IhopSymbol *symbol)
{
  GPtrArray *found = g_ptr_array_new (), *stack = g_ptr_array_new ();

  g_ptr_array_add (stack, (gpointer) node);
  while (stack->len)
    {
      const IhopNode *next = g_ptr_array_steal_index (stack, stack->len - 1);
      if (next->kind == IHOP_REF && next->symbol == symbol)
        g_ptr_array_add (found, (gpointer) next);
      for (guint i = next->n_children; i-- > 0;)
        if (next->child[i])
          g_ptr_array_add (stack, (gpointer) next->child[i]);
    }
  g_ptr_array_unref (stack);
  return found;
}

gboolean
ihop_storage_may_round (IhopTransformStep *step, const IhopHeader *header, const IhopNode *update,
                        const char *name, gboolean reassociate, const char *again)
{
  const IhopNode *where = update->range.source || update->place.source ? update : header->loop;

  if (reassociate)
    ihop_diags_add (step->diags, IHOP_WARNING, IHOP_T_REASSOCIATED,
                    where->range.source ? where->range : where->place,
                    "%s is computed in another order on your word: it may be rounded differently",
                    name);
  else
    ihop_diag_remedy (ihop_refuse (step, IHOP_T_UNKNOWN, where,
                                   "%s is a floating-point number: in another order it is "
                                   "rounded differently", name),
                      "%s %s %s reassociate", again, header->name->address, name);
  return reassociate;
}

typedef struct
{
  const char *name;
  const IhopNode *found;
} Write;

static gboolean
find_write (const IhopNode *node, gpointer data)
{
  Write *self = data;
  const IhopSymbol *root = NULL;

  if (node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC))
    root = ihop_defs_root (node->child[0]);
  if (node->kind == IHOP_VARIABLE)
    root = node->symbol;
  if (root && g_str_equal (root->name, self->name))
    self->found = node;
  return self->found == NULL;
}

gboolean
ihop_storage_is_fixed (IhopTransformStep *step, const IhopHeader *header,
                       const IhopNode *expression, const char *what)
{
  const char *culprit = NULL;

  if (!ihop_defs_may_change_value (step->facts, header->name->function, header->body, expression,
                                   &culprit))
    return ihop_storage_can_say (step, header->body, expression);
  Write write = { culprit, NULL };
  ihop_node_walk (header->body, find_write, &write);
  g_autofree char *text = ihop_witness_reference (expression);
  g_autofree char *line
    = write.found ? g_strdup_printf (", line %u", ihop_range_line (write.found->place)) : NULL;
  ihop_refuse (step, IHOP_T_UNKNOWN, expression, "%s, %s, may change in %s (%s%s)", what, text,
               header->name->address, culprit, line ? line : "");
  return FALSE;
}

typedef struct
{
  const IhopNode *expression;
  const IhopNode *found;  /* a declaration in the way */
} Name;

static gboolean
find_mention (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_REF && g_str_equal (node->symbol->name, search[0]))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

static gboolean
find_clash (const IhopNode *node, gpointer data)
{
  Name *self = data;

  if (node->kind == IHOP_DECLARATION && node->n_children == 0)
    self->found = node;
  if (node->kind == IHOP_VARIABLE)
    {
      gpointer search[2] = { (gpointer) node->symbol->name, NULL };
      ihop_node_walk (self->expression, find_mention, search);
      if (search[1])
        self->found = node;
    }
  return self->found == NULL;
}

gboolean
ihop_storage_can_say (IhopTransformStep *step, const IhopNode *body, const IhopNode *expression)
{
  Name name = { expression, NULL };

  ihop_node_walk (body, find_clash, &name);
  if (name.found)
    ihop_refuse (step, IHOP_T_NAME, name.found,
                 "what is declared here would be meant by an expression of the new code");
  return name.found == NULL;
}

/* Returns FALSE. */
static gboolean
refuse_unnamed (IhopTransformStep *step, const IhopNode *place)
{
  g_autofree char *text = ihop_witness_reference (place);

  ihop_refuse (step, IHOP_T_SHAPE, place,
               "%s is no variable: elements are named in another loop only by an array or a pointer that is one",
               text);
  return FALSE;
}

gboolean
ihop_storage_subscripts_are_fixed (IhopTransformStep *step, const IhopHeader *header,
                                   const IhopNode *element)
{
  const IhopNode *place = ihop_node_strip (element, TRUE);

  for (; place->kind == IHOP_INDEX; place = ihop_node_strip (place->child[0], TRUE))
    if (!ihop_storage_is_fixed (step, header, place->child[1], "the subscript"))
      return FALSE;
  if (place->kind == IHOP_REF
      && (ihop_type_strip (place->type)->kind == IHOP_TYPE_ARRAY
          || ihop_storage_is_fixed (step, header, place, "the pointer")))
    return ihop_storage_can_say (step, header->body, place);
  if (place->kind == IHOP_REF)
    return FALSE;
  return refuse_unnamed (step, place);
}

gboolean
ihop_storage_fits_stack (IhopTransformStep *step, const IhopHeader *header, const IhopType *element)
{
  gint64 trips = ihop_header_trips (header);

  if (trips <= 0 || (guint64) trips * element->size <= IHOP_STACK_BYTES)
    return TRUE;
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                                 "an array of %" G_GINT64_FORMAT " elements is too large for the stack", trips),
                    "strip-mine %s 1024", header->name->address);
  return FALSE;
}

gboolean
ihop_storage_can_declare (IhopTransformStep *step, const IhopHeader *header, const IhopType *type)
{
  const IhopFunction *function = header->name->function;
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, header->loop);
  gboolean jumps = ihop_defs_has_labels (step->facts, function);

  for (guint i = 0; path && i < path->len; i++)
    jumps |= ((IhopNode *) path->pdata[i])->kind == IHOP_SWITCH;
  if (!jumps || !ihop_type_is_variable_length (type))
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, header->loop,
               "a jump could lead past the declaration of an array of variable length");
  return FALSE;
}

/* Whether the first value is the same number where it is not converted to the iterator's type: there its text
 * will stand again. */
static gboolean
starts_unconverted (const IhopHeader *header)
{
  const IhopType *iterator = ihop_type_strip (header->iterator->type);
  const IhopNode *first = header->lower;
  gint64 value, converted;

  while (first->kind == IHOP_CAST && (first->flags & IHOP_NODE_IMPLICIT))
    first = first->child[0];
  const IhopType *type = ihop_type_strip (first->type);
  if (ihop_constant_of (first, &value) && ihop_constant_of (header->lower, &converted))
    return value == converted;
  return type->kind == IHOP_TYPE_INTEGER
         && (type->size < iterator->size || (type->size == iterator->size && type->is_signed));
}

gboolean
ihop_header_is_repeatable (IhopTransformStep *step, const IhopHeader *header)
{
  if (!ihop_header_is_signed (step, header))
    return FALSE;
  if (!starts_unconverted (header))
    {
      ihop_refuse (step, IHOP_T_HEADER, header->lower,
                   "the first value of %s is of another type than %s", header->iterator->name,
                   header->iterator->name);
      return FALSE;
    }
  return ihop_storage_is_fixed (step, header, header->lower, "the first value")
         && ihop_storage_is_fixed (step, header, header->bound, "the bound");
}

const IhopNode *
ihop_reference_in (const IhopNode *node, const IhopNode *reference)
{
  const IhopNode *found = node->kind == reference->kind && ihop_same_expression (node, reference)
                            ? node : NULL;

  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->child[i])
      found = ihop_reference_in (node->child[i], reference);
  return found;
}

/* What finding the place needs: subscripts, pointers, indices; not the place itself. */
gboolean
ihop_place_is_fixed (IhopTransformStep *step, const IhopHeader *header, const IhopNode *place)
{
  g_autoptr (GPtrArray) own = ihop_mentions_of (place, header->iterator);

  if (own->len)
    {
      ihop_refuse (step, IHOP_T_STORAGE, place, "what this refers to changes with %s",
                   header->iterator->name);
      return FALSE;
    }
  if (!ihop_storage_can_say (step, header->body, place))
    return FALSE;
  place = ihop_node_strip (place, FALSE);
  while (place->kind == IHOP_INDEX || place->kind == IHOP_MEMBER)
    {
      const IhopNode *base = ihop_node_strip (place->child[0], TRUE);
      gboolean behind = ihop_type_strip (base->type)->kind == IHOP_TYPE_POINTER;
      if ((place->kind == IHOP_INDEX
           && !ihop_storage_is_fixed (step, header, place->child[1], "the subscript"))
          || (behind && !ihop_storage_is_fixed (step, header, base, "the pointer")))
        return FALSE;
      if (behind)
        return TRUE;
      place = base;
    }
  if (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF)
    return ihop_storage_is_fixed (step, header, place->child[0], "the pointer");
  if (place->kind == IHOP_REF)
    return TRUE;
  return refuse_unnamed (step, place);
}
