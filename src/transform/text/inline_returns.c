/* Returns of an inlined function become what the caller does with the result; what returns in the middle leave out is
 * put under conditions (build/jump_removal.h). Returns out of loops are refused. */
#include "transform/text/inline_returns.h"
#include "transform/build/body.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"

/* --- the result ------------------------------------------------------------------------------- */

/* What the result is stored in, where it is stored as it is. */
static const IhopType *
destination (const IhopInline *self)
{
  const IhopNode *assign;

  switch (self->form)
    {
    case IHOP_CALL_DECLARED:
      return self->statement->child[0]->symbol->type;
    case IHOP_CALL_RETURNED:
      return ihop_type_strip (self->caller->symbol->type)->target;
    case IHOP_CALL_ASSIGNED:
      assign = ihop_node_strip (self->statement->child[0], TRUE);
      return assign->op == IHOP_OP_NONE ? assign->child[0]->type : NULL;
    default:
      return NULL;
    }
}

/* As the function would have returned it. */
static const IhopNode *
converted (IhopInline *self, const IhopNode *value)
{
  const IhopType *type = ihop_type_strip (self->callee->symbol->type)->target;
  const IhopType *into = destination (self);
  const IhopNode *bare = ihop_node_strip (value, FALSE);

  while (bare->kind == IHOP_CAST && bare->flags & IHOP_NODE_IMPLICIT)
    bare = ihop_node_strip (bare->child[0], FALSE);
  if (bare->type && ihop_type_equal (ihop_type_strip (bare->type), ihop_type_strip (type)))
    return value;
  if (into && ihop_type_equal (ihop_type_strip (into), ihop_type_strip (type)))
    return value; /* it is converted there */
  IhopNode *cast = ihop_node_new (self->build->pool, IHOP_CAST, 1);
  cast->type = type;
  cast->child[0] = bare;
  return cast;
}

/* The call's statement with the value in the place of the call. Conversions around it stay. */
static const IhopNode *
set_result (IhopInline *self, const IhopNode *value)
{
  IhopBuild *build = self->build;
  const IhopNode *statement = self->statement;

  if (self->form != IHOP_CALL_DECLARED)
    return ihop_node_replace (build->pool, statement, self->call, value);
  const IhopNode *variable = statement->child[0];
  const IhopNode *right
    = ihop_node_replace (build->pool, variable->child[0], self->call, value);
  return ihop_make_assignment (build, IHOP_OP_NONE, ihop_make_ref (build, variable->symbol), right);
}

/* What stands in the place of "return value;". */
static void
append_result (IhopInline *self, const IhopNode *value, GPtrArray *into)
{
  if (self->form != IHOP_CALL_ALONE && value)
    {
      ihop_append (into, set_result (self, converted (self, value)));
      return;
    }
  if (ihop_node_effect (value))
    ihop_append (into, ihop_make_statement (self->build, value));
  else if (self->form == IHOP_CALL_RETURNED)
    g_ptr_array_add (into, ihop_node_new (self->build->pool, IHOP_RETURN, 1));
}

/* --- the shape -------------------------------------------------------------------------------- */

static void
at_return (gpointer data, const IhopNode *jump, GPtrArray *into)
{
  append_result (data, jump->child[0], into);
}

static gboolean
at_end (gpointer data, GPtrArray *into)
{
  IhopInline *self = data;
  const IhopType *type = ihop_type_strip (self->callee->symbol->type)->target;

  if (ihop_type_strip (type)->kind == IHOP_TYPE_VOID)
    append_result (self, NULL, into);
  else if (self->form != IHOP_CALL_ALONE)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->callee->body, "%s may end without a result",
                   self->callee->symbol->name);
      return FALSE;
    }
  return TRUE;
}

static void
refuse (gpointer data, const IhopNode *jump)
{
  IhopInline *self = data;

  ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, jump,
                                 "%s returns from the middle of what cannot be left out otherwise",
                                 self->callee->symbol->name),
                    "let it set a variable, and return that at its end");
}

GPtrArray *
ihop_inline_returns (IhopInline *self)
{
  const IhopJumpRemoval leaving = { .build = self->build, .jump = IHOP_RETURN, .at_jump = at_return,
                                .at_end = at_end, .refuse = refuse, .data = self };

  return ihop_jump_removal_run (&leaving, self->callee->body);
}
