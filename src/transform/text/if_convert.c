/* if-convert: "if (c) x = e;" becomes "x = c ? e : x;": a branch becomes a value. (If-conversion: Allen, Kennedy, Porterfield and
 * Warren, POPL 1983; here the value is still only worked out where the condition holds.)
 *
 * The proof: x is a local variable that nobody else can look at, so setting it to what it is goes unseen; nothing in condition or value
 * has an effect; and where several are set under one condition, none but the last is a part of that, so asking again gives the
 * same answer. One that is a part of it becomes the last where neither it nor those behind it need what the other ones set. The value becomes one of x's type before the two are chosen between, so that x goes through no other type. */
#include "analysis/memory/definitions.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopLoopName *name;
  IhopBuild *build;        /* NULL, as long as nothing was found that changes */
} Conversion;

/* Takes message. */
static gboolean
refuse_message (const Conversion *self, const IhopNode *node, IhopMessage *message)
{
  ihop_refuse_message (self->step, IHOP_T_SHAPE, node, message);
  return FALSE;
}
#define refuse(self, node, ...) refuse_message (self, node, ihop_message (__VA_ARGS__))

static const IhopNode *
assignment_of (const IhopNode *statement)
{
  const IhopNode *assign = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  return assign && assign->kind == IHOP_ASSIGN && ihop_node_strip (assign->child[0], FALSE)->kind == IHOP_REF ? assign : NULL;
}

/* Nothing but assignments to variables under it, and nothing otherwise. Caller unrefs; empty: it is another statement. */
static GPtrArray *
assignments_under (const IhopNode *branch)
{
  GPtrArray *assigns = g_ptr_array_new ();

  if (branch->kind != IHOP_IF || branch->child[2])
    return assigns;
  g_autoptr (GPtrArray) statements = ihop_body_statements (branch->child[1]);
  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *assign = assignment_of (statements->pdata[i]);
      if (assign == NULL)
        {
          g_ptr_array_set_size (assigns, 0);
          return assigns;
        }
      g_ptr_array_add (assigns, (gpointer) assign);
    }
  return assigns;
}

static const IhopSymbol *
variable_of (const IhopNode *assign)
{
  return ihop_node_strip (assign->child[0], FALSE)->symbol;
}

static gboolean
may_set (const Conversion *self, const IhopNode *branch, const IhopNode *assign, gboolean is_last)
{
  const IhopSymbol *symbol = variable_of (assign);
  const IhopNode *effect = ihop_node_effect (assign->child[1]);

  if (!ihop_defs_is_tame (self->step->facts, self->name->function, symbol) || !ihop_type_is_scalar (symbol->type)
      || ihop_type_is_volatile (symbol->type))
    return refuse (self, assign, "somebody else may see that %s is set", symbol->name);
  if (effect)
    return refuse (self, effect, "working out the value of %s has an effect", symbol->name);
  if (!is_last && ihop_mentions (branch->child[0], symbol))
    return refuse (self, assign, "%s is a part of the condition, which is asked again behind", symbol->name);
  return TRUE;
}

static gboolean
may_convert (const Conversion *self, const IhopNode *branch, const GPtrArray *assigns)
{
  const IhopNode *effect = ihop_node_effect (branch->child[0]);

  if (effect)
    return refuse (self, effect, "asking the condition has an effect");
  for (guint i = 0; i < assigns->len; i++)
    if (!may_set (self, branch, assigns->pdata[i], i + 1 == assigns->len))
      return FALSE;
  return TRUE;
}

/* Whether the first of two assignments may come behind the other one. */
static gboolean
may_follow (const IhopNode *first, const IhopNode *second)
{
  const IhopSymbol *a = variable_of (first), *b = variable_of (second);

  return a != b && !ihop_mentions (second->child[1], a) && !ihop_mentions (first->child[1], b);
}

/* "{ best = d; place = i; }" under a condition on best: that is set last, if nothing in between minds. */
static void
set_asked_last (const IhopNode *branch, GPtrArray *assigns)
{
  for (guint i = 0; i + 1 < assigns->len; i++)
    {
      const IhopNode *assign = assigns->pdata[i];
      gboolean may = ihop_mentions (branch->child[0], variable_of (assign));
      for (guint k = i + 1; may && k < assigns->len; k++)
        may = may_follow (assign, assigns->pdata[k]);
      if (!may)
        continue;
      g_ptr_array_remove_index (assigns, i);
      g_ptr_array_add (assigns, (gpointer) assign);
      return;
    }
}

/* "x = c ? e : x;" */
static const IhopNode *
chosen (const Conversion *self, const IhopNode *branch, const IhopNode *assign)
{
  IhopBuild *build = self->build;
  const IhopNode *x = assign->child[0], *value = assign->child[1];

  if (assign->op != IHOP_OP_NONE)
    value = ihop_make_binary (build, assign->op, x, value);
  value = ihop_make_converted (build, ihop_type_strip (x->type), value);
  return ihop_make_statement (build, ihop_make_assign (build, IHOP_OP_NONE, x,
                                                       ihop_make_conditional (build, branch->child[0], value, x)));
}

/* Adds the statement, or what comes in its place. FALSE after a refusal. */
static gboolean
append_converted (Conversion *self, const IhopNode *statement, GPtrArray *into)
{
  g_autoptr (GPtrArray) assigns = assignments_under (statement);

  if (assigns->len == 0)
    {
      g_ptr_array_add (into, (gpointer) statement);
      return TRUE;
    }
  set_asked_last (statement, assigns);
  if (!may_convert (self, statement, assigns))
    return FALSE;
  if (self->build == NULL)
    self->build = ihop_build_new (self->step, self->name->function);
  for (guint i = 0; i < assigns->len; i++)
    g_ptr_array_add (into, (gpointer) chosen (self, statement, assigns->pdata[i]));
  return TRUE;
}

static IhopRewrite *
converted (Conversion *self, const IhopNode *body)
{
  g_autoptr (GPtrArray) statements = g_ptr_array_new ();

  for (guint i = 0; i < (body->kind == IHOP_BLOCK ? body->n_children : 1); i++)
    if (!append_converted (self, body->kind == IHOP_BLOCK ? body->child[i] : body, statements))
      return NULL;
  if (self->build == NULL)
    {
      refuse (self, self->name->loop, "the body of %s has no condition with nothing but assignments to variables under it",
              self->name->address);
      return NULL;
    }
  if (body->kind != IHOP_BLOCK && statements->len == 1)
    return ihop_build_finish_one (self->build, body, statements->pdata[0]);
  IhopNode *block = ihop_node_new (self->build->pool, IHOP_BLOCK, statements->len);
  block->place = body->range.source ? body->range : body->place;
  for (guint i = 0; i < statements->len; i++)
    block->child[i] = statements->pdata[i];
  return ihop_build_finish_body (self->build, ihop_node_replace (self->build->pool, self->build->function->body, body, block));
}

static IhopRewrite *
if_convert_build (IhopTransformStep *step, char **words, guint n)
{
  Conversion self = { .step = step };

  if (!ihop_args_count (step, n, 1, 1) || !(self.name = ihop_args_loop (step, words[0])))
    return NULL;
  IhopRewrite *rewrite = converted (&self, ihop_loop_body (self.name->loop));
  g_clear_pointer (&self.build, ihop_build_free);
  return rewrite;
}

const IhopTransform ihop_transform_if_convert = {
  .name = "if-convert",
  .usage = "LOOP",
  .summary = N_ ("Assignments under a condition become conditional expressions"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = if_convert_build,
};
