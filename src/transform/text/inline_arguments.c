/* What the parameters of an inlined function are in its caller. An argument that cannot change while the function runs
 * stands for the parameter itself; otherwise a variable takes its value first. */
#include "transform/text/inline_arguments.h"
#include "analysis/memory/definitions.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

/* --- types ------------------------------------------------------------------------------------ */

/* The extents of two arrays; the one of the callee's in terms of the caller. */
static gboolean
same_extent (IhopInline *self, const IhopType *theirs, const IhopType *ours,
             const IhopValues *values)
{
  if (theirs->has_count || ours->has_count)
    return theirs->has_count && ours->has_count && theirs->count == ours->count;
  if (theirs->count_expr == NULL || ours->count_expr == NULL)
    return FALSE;
  return ihop_same_expression (ihop_copy (self->build, theirs->count_expr, values),
                               ours->count_expr);
}

/* What two pointers point to. */
static gboolean
same_target (IhopInline *self, const IhopType *theirs, const IhopType *ours,
             const IhopValues *values)
{
  theirs = ihop_type_strip (theirs);
  ours = ihop_type_strip (ours);
  while (theirs->kind == IHOP_TYPE_ARRAY && ours->kind == IHOP_TYPE_ARRAY)
    {
      if (!same_extent (self, theirs, ours, values))
        return FALSE;
      theirs = ihop_type_strip (theirs->target);
      ours = ihop_type_strip (ours->target);
    }
  return theirs->kind != IHOP_TYPE_ARRAY && ours->kind != IHOP_TYPE_ARRAY
         && ihop_type_equal (theirs, ours);
}

static gboolean
same_type (IhopInline *self, const IhopType *theirs, const IhopType *ours,
           const IhopValues *values)
{
  const IhopType *left = ihop_type_strip (theirs), *right = ihop_type_strip (ours);

  if (left->kind == IHOP_TYPE_POINTER
      && (right->kind == IHOP_TYPE_POINTER || right->kind == IHOP_TYPE_ARRAY))
    return same_target (self, left->target, right->target, values);
  return right->kind != IHOP_TYPE_ARRAY && ihop_type_equal (left, right);
}

/* --- arguments -------------------------------------------------------------------------------- */

static gboolean
find_size (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_SIZEOF && node->n_children && node->child[0]
      && ihop_mentions (node->child[0], search[0]))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

/* The parameter is only read in the callee. */
static gboolean
is_only_read (IhopInline *self, const IhopSymbol *param)
{
  const IhopDefs *defs = ihop_defs_of (self->step->facts, self->callee, param);
  gpointer search[2] = { (gpointer) param, NULL };

  ihop_node_walk (self->callee->body, find_size, search);
  return defs->n_writes == 0 && !defs->address_taken && search[1] == NULL;
}

gboolean
ihop_inline_is_fixed_member (const IhopInline *self, const IhopNode *place)
{
  gboolean is_behind = FALSE;

  while (place->kind == IHOP_MEMBER && !is_behind)
    {
      is_behind = (place->flags & IHOP_NODE_ARROW) != 0;
      place = ihop_node_strip (place->child[0], TRUE);
    }
  return place->kind == IHOP_REF
         && (!is_behind
             || (ihop_defs_is_tame (self->step->facts, self->caller, place->symbol) && !ihop_writes (self->call, place->symbol)));
}

/* The argument is the same from before the call until behind it. */
static gboolean
stays_the_same (IhopInline *self, const IhopNode *argument)
{
  const IhopSymbol *symbol = argument->symbol;

  if (argument->flags & IHOP_NODE_CONSTANT)
    return argument->kind == IHOP_INTEGER;
  if (argument->kind == IHOP_UNARY && argument->op == IHOP_OP_ADDRESS)
    return ihop_inline_is_fixed_member (self, ihop_node_strip (argument->child[0], FALSE));
  if (argument->kind != IHOP_REF || ihop_type_is_volatile (symbol->type)
      || ihop_writes (self->call, symbol))
    return FALSE;
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY
         || ihop_defs_is_tame (self->step->facts, self->caller, symbol);
}

static void
set_value (IhopValues *values, IhopSymbol *symbol, const IhopNode *value)
{
  values->symbol[values->n] = symbol;
  values->value[values->n++] = value;
}

/* An argument that the callee never looks at is still evaluated if that does something. */
static void
evaluate (IhopInline *self, const IhopNode *argument)
{
  if (ihop_node_effect (argument))
    ihop_append (self->declared, ihop_make_statement (self->build, argument));
}

/* "double v2 = argument;" */
static gboolean
into_variable (IhopInline *self, IhopSymbol *param, const IhopNode *argument)
{
  if (ihop_type_is_variable_length (param->type))
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, argument,
                   "%s points to an array of variable length that is not known to be the argument's",
                   param->name);
      return FALSE;
    }
  IhopSymbol *variable = ihop_make_variable (self->build, param, param->type, param->name);
  g_hash_table_add (self->avoid, g_strdup (variable->name));
  ihop_append (self->declared, ihop_make_declaration (self->build, variable, argument));
  set_value (self->values, param, ihop_make_ref (self->build, variable));
  return TRUE;
}

static gboolean
read_argument (IhopInline *self, guint number)
{
  IhopSymbol *param = self->callee->params[number];
  const IhopNode *argument = self->call->child[number + 1];
  const IhopNode *bare = ihop_node_strip (argument, TRUE);

  if (!ihop_mentions (self->callee->body, param) && !ihop_type_is_variable_length (param->type))
    {
      evaluate (self, argument);
      /* Extents of later parameters may name it. */
      if (stays_the_same (self, bare))
        set_value (self->values, param, bare);
      return TRUE;
    }
  if (is_only_read (self, param) && stays_the_same (self, bare)
      && same_type (self, param->type, bare->type ? bare->type : argument->type, self->values))
    {
      set_value (self->values, param, bare);
      return TRUE;
    }
  return into_variable (self, param, argument);
}

static gboolean
take_name (const IhopNode *node, gpointer avoid)
{
  if (node->symbol && node->symbol->name && node->kind != IHOP_MEMBER)
    g_hash_table_add (avoid, g_strdup (node->symbol->name));
  return TRUE;
}

/* No new variable is called like anything that the callee uses. */
static gboolean
take_for_good (const IhopNode *node, gpointer taken)
{
  return take_name (node, taken);
}

gboolean
ihop_inline_arguments (IhopInline *self)
{
  guint n = self->callee->n_params;

  ihop_node_walk (self->callee->body, take_for_good, self->build->taken);
  ihop_node_walk (self->statement, take_name, self->avoid);
  self->values = ihop_values_alloc (self->build, n);
  self->values->n = 0;
  for (guint i = 0; i < n; i++)
    if (!read_argument (self, i))
      return FALSE;
  return TRUE;
}
