/* Expressions and places that mean the same all through a loop. */
#include "transform/legality/invariance.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/witness.h"
#include "ir/query.h"

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
ihop_require_invariant (IhopTransformStep *step, const IhopHeader *header,
                        const IhopNode *expression, const char *what)
{
  IhopArgument culprit = { 0 };

  if (!ihop_defs_may_change_value (step->facts, header->name->function, header->body, expression,
                                   &culprit))
    return ihop_require_nameable (step, header->body, expression);
  Write write = { culprit.word, NULL };
  ihop_node_walk (header->body, find_write, &write);
  g_autofree char *text = ihop_witness_reference (expression);
  const char *address = header->name->address;
  IhopArgument named = ihop_argument_phrase (what);
  ihop_refuse_message (step, IHOP_T_UNKNOWN, expression,
                       write.found ? ihop_message ("%s, %s, may change in %s (%s, line %u)", named, text, address, culprit,
                                                   ihop_range_line (write.found->place))
                                   : ihop_message ("%s, %s, may change in %s (%s)", named, text, address, culprit));
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
ihop_require_nameable (IhopTransformStep *step, const IhopNode *body, const IhopNode *expression)
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
ihop_require_invariant_subscripts (IhopTransformStep *step, const IhopHeader *header,
                                   const IhopNode *element)
{
  const IhopNode *place = ihop_node_strip (element, TRUE);

  for (; place->kind == IHOP_INDEX; place = ihop_node_strip (place->child[0], TRUE))
    if (!ihop_require_invariant (step, header, place->child[1], N_ ("the subscript")))
      return FALSE;
  if (place->kind == IHOP_REF
      && (ihop_type_strip (place->type)->kind == IHOP_TYPE_ARRAY
          || ihop_require_invariant (step, header, place, N_ ("the pointer"))))
    return ihop_require_nameable (step, header->body, place);
  if (place->kind == IHOP_REF)
    return FALSE;
  return refuse_unnamed (step, place);
}

/* Whether the first value is the same number where it is not converted to the iterator's type: there its text
 * will stand again. */
static gboolean
starts_unconverted (const IhopHeader *header)
{
  const IhopType *iterator = ihop_type_strip (header->iterator->type);
  const IhopNode *first = ihop_node_unconverted (header->lower);
  gint64 value, converted;

  const IhopType *type = ihop_type_strip (first->type);
  if (ihop_constant_of (first, &value) && ihop_constant_of (header->lower, &converted))
    return value == converted;
  return type->kind == IHOP_TYPE_INTEGER
         && (type->size < iterator->size || (type->size == iterator->size && type->is_signed));
}

gboolean
ihop_require_repeatable_header (IhopTransformStep *step, const IhopHeader *header)
{
  if (!ihop_require_signed_counter (step, header))
    return FALSE;
  if (!starts_unconverted (header))
    {
      ihop_refuse (step, IHOP_T_HEADER, header->lower,
                   "the first value of %s is of another type than %s", header->iterator->name,
                   header->iterator->name);
      return FALSE;
    }
  return ihop_require_invariant (step, header, header->lower, N_ ("the first value"))
         && ihop_require_invariant (step, header, header->bound, N_ ("the bound"));
}

/* What finding the place needs: subscripts, pointers, indices; not the place itself. */
gboolean
ihop_require_invariant_place (IhopTransformStep *step, const IhopHeader *header, const IhopNode *place)
{
  g_autoptr (GPtrArray) own = ihop_mentions_of (place, header->iterator);

  if (own->len)
    {
      ihop_refuse (step, IHOP_T_STORAGE, place, "what this refers to changes with %s",
                   header->iterator->name);
      return FALSE;
    }
  if (!ihop_require_nameable (step, header->body, place))
    return FALSE;
  place = ihop_node_strip (place, FALSE);
  while (place->kind == IHOP_INDEX || place->kind == IHOP_MEMBER)
    {
      const IhopNode *base = ihop_node_strip (place->child[0], TRUE);
      gboolean behind = ihop_type_strip (base->type)->kind == IHOP_TYPE_POINTER;
      if ((place->kind == IHOP_INDEX
           && !ihop_require_invariant (step, header, place->child[1], N_ ("the subscript")))
          || (behind && !ihop_require_invariant (step, header, base, N_ ("the pointer"))))
        return FALSE;
      if (behind)
        return TRUE;
      place = base;
    }
  if (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF)
    return ihop_require_invariant (step, header, place->child[0], N_ ("the pointer"));
  if (place->kind == IHOP_REF)
    return TRUE;
  return refuse_unnamed (step, place);
}
