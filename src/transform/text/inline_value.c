/* inline-value: calls of a function that does nothing but return an expression become that expression, "idx (g, i, j)" becomes
 * "i * g->ny + j" (Allen and Johnson 1988, for expressions).
 *
 * The proof: neither the expression nor an argument has an effect, and nothing that C evaluates together with the call has one, but for
 * the assignment or the call that is made of the result: whenever, and how often, they are evaluated, they give the same.
 * Arguments and result are converted where the call converts them. */
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "ir/query.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/text/inline_call.h"
#include "transform/text/inline_value.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopFunction *caller;
  const IhopFunction *only;    /* the function whose calls are meant; NULL: all that fit */
  const IhopFunction *callee;  /* of the call that is looked at … */
  const IhopNode *value;       /* … and what it returns */
  GHashTable *news;          /* calls → what they become */
  const IhopNode *last;      /* a call that stays, and why: the last one */
  const char *why;
} InlineValue;

/* --- the function ----------------------------------------------------------------------------- */

static gboolean
find_place (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_SIZEOF || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS);
  return !*found;
}

/* Other parameters say how long the rows of such a one are. */
static gboolean
has_variable_length (const IhopFunction *function)
{
  for (guint i = 0; i < function->n_params; i++)
    if (ihop_type_is_variable_length (function->params[i]->type))
      return TRUE;
  return FALSE;
}

const IhopNode *
ihop_inline_value_of (IhopFacts *facts, const IhopFunction *function)
{
  const IhopNode *body = function->body;
  const IhopNode *only = body && body->kind == IHOP_BLOCK && body->n_children == 1 ? body->child[0] : NULL;
  const IhopNode *value = only && only->kind == IHOP_RETURN && only->n_children ? only->child[0] : NULL;
  gboolean asks_for_place = FALSE;

  if (value == NULL || ihop_effects_first (facts, value) || has_variable_length (function))
    return NULL;
  ihop_node_walk (value, find_place, &asks_for_place); /* of a parameter, which an argument may not have */
  return asks_for_place ? NULL : value;
}

/* The function that was named; without a name all of them are meant that return an expression. */
static gboolean
find_function (InlineValue *self, const char *name)
{
  IhopTransformStep *step = self->step;

  self->only = ihop_tree_function (step->tree, name);
  gboolean fits = self->only && ihop_inline_value_of (step->facts, self->only);
  if (self->only == NULL)
    ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "the body of %s is not in this file", name);
  else if (!fits)
    ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, self->only->body, "%s does more than return an expression without effects", name),
                      "the step inline puts whole bodies in");
  return fits && ihop_require_copyable (step, self->only->body);
}

/* Whether a call is one of those, of which then function and value are known. */
static gboolean
is_meant (InlineValue *self, const IhopNode *call)
{
  const IhopSymbol *symbol = ihop_call_callee (call);

  self->callee = symbol ? ihop_tree_function_of (self->step->tree, symbol) : NULL;
  if (self->callee == NULL || (self->only && self->callee != self->only))
    return FALSE;
  self->value = ihop_inline_value_of (self->step->facts, self->callee);
  return self->value != NULL;
}

/* --- where a call stands ------------------------------------------------------------------------ */

/* What is evaluated together with the call: the path goes from the body to it. */
static const IhopNode *
full_expression (const GPtrArray *path, const IhopNode **statement)
{
  guint at = path->len - 1;

  while (at > 0 && !ihop_kind_is_statement (((const IhopNode *) path->pdata[at])->kind))
    at--;
  *statement = path->pdata[at++];
  while (at + 1 < path->len && ((const IhopNode *) path->pdata[at])->kind == IHOP_VARIABLE)
    at++;
  return path->pdata[at];
}

/* An assignment is made behind its two sides, a call behind its arguments: nothing else may change what the call looks at. */
static gboolean
is_settled (const InlineValue *self, const IhopNode *expression)
{
  IhopFacts *facts = self->step->facts;
  const IhopNode *plain = ihop_node_strip (expression, TRUE);

  if (plain->kind != IHOP_ASSIGN && plain->kind != IHOP_CALL)
    return ihop_effects_first (facts, expression) == NULL;
  for (guint i = 0; i < plain->n_children; i++)
    if (ihop_effects_first (facts, plain->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean
find_any_call (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CALL;
  return !*found;
}

/* "square (root (x))": what takes its time once would take it twice, and nested calls would grow without end. */
static gboolean
repeats_calls (const InlineValue *self, const IhopNode *call)
{
  for (guint i = 0; i < self->callee->n_params && i + 1 < call->n_children; i++)
    {
      gboolean calls = FALSE;
      ihop_node_walk (call->child[i + 1], find_any_call, &calls);
      if (calls && ihop_node_count_mentions (self->value, self->callee->params[i]) > 1)
        return TRUE;
    }
  return FALSE;
}

static gboolean
fits (InlineValue *self, const IhopNode *call)
{
  g_autoptr (GPtrArray) path = ihop_node_path (self->caller->body, call);
  IhopInline place = { .step = self->step, .caller = self->caller, .callee = self->callee, .call = call };
  const IhopNode *expression = full_expression (path, &place.statement);

  self->last = call;
  self->why = !is_settled (self, expression)    ? N_ ("beside this call something has an effect that it may see, or not")
              : repeats_calls (self, call) ? N_ ("an argument of this call calls something, which would be done more than once")
                                           : NULL;
  return self->why == NULL && ihop_inline_means_the_same (&place);
}

/* --- what it becomes ---------------------------------------------------------------------------- */

/* An array is its first element's address, and what is only read need not be const. */
static gboolean
leads_to_the_same (const IhopType *type, const IhopType *other)
{
  return type->kind == IHOP_TYPE_POINTER && (other->kind == IHOP_TYPE_POINTER || other->kind == IHOP_TYPE_ARRAY)
         && ihop_type_equal (ihop_type_strip (type->target), ihop_type_strip (other->target));
}

static const IhopNode *
converted (InlineValue *self, const IhopType *type, const IhopNode *value)
{
  const IhopType *wanted = ihop_type_strip (type), *had = ihop_type_strip (value->type);

  return ihop_type_equal (wanted, had) || leads_to_the_same (wanted, had) ? value : ihop_make_converted (self->build, type, value);
}

static const IhopNode *
value_for (InlineValue *self, const IhopNode *call)
{
  const IhopFunction *callee = self->callee;
  IhopValues *values = ihop_values_alloc (self->build, callee->n_params);
  IhopRange place = call->range.source ? call->range : call->place;

  for (guint i = 0; i < callee->n_params; i++)
    {
      const IhopNode *argument = ihop_node_strip (ihop_replace_nodes (self->build, call->child[i + 1], self->news), TRUE);
      values->symbol[i] = callee->params[i];
      values->value[i] = converted (self, callee->params[i]->type, argument);
    }
  values->n = callee->n_params;
  const IhopNode *copy = ihop_copy_to_scope (self->build, ihop_node_strip (self->value, TRUE), values, NULL, &place);
  return converted (self, ihop_type_strip (callee->symbol->type)->target, copy);
}

/* Calls in arguments come first. */
static void
look_for_calls (InlineValue *self, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      look_for_calls (self, node->child[i]);
  if (node->kind == IHOP_CALL && is_meant (self, node) && fits (self, node))
    g_hash_table_insert (self->news, (gpointer) node, (gpointer) value_for (self, node));
}

static void
refuse (const InlineValue *self)
{
  const char *caller = self->caller->symbol->name;

  if (self->last == NULL && self->only)
    ihop_refuse (self->step, IHOP_T_ARGUMENTS, NULL, "%s does not call %s", caller, self->only->symbol->name);
  else if (self->last == NULL)
    ihop_refuse (self->step, IHOP_T_ARGUMENTS, NULL, "%s calls no function that does nothing but return an expression", caller);
  else if (self->why)
    ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, self->last, self->why), "put the result into a variable of its own first");
}

static IhopRewrite *
inline_value_build (IhopTransformStep *step, char **words, guint n)
{
  InlineValue self = { .step = step };

  if (!ihop_args_count (step, n, 1, 2) || !(self.caller = ihop_args_function (step, words[0])) || (n > 1 && !find_function (&self, words[1])))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.caller);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  self.build = build;
  self.news = news;
  look_for_calls (&self, self.caller->body);
  if (g_hash_table_size (news))
    return ihop_build_finish_body (build, ihop_replace_nodes (build, self.caller->body, news));
  refuse (&self);
  return NULL;
}

const IhopTransform ihop_transform_inline_value = {
  .name = "inline-value",
  .usage = "FUNCTION [CALLEE]",
  .summary = N_ ("Calls of a function that returns one expression become that expression"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = inline_value_build,
};
