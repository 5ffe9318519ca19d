/* extract-call: a call inside of a larger expression, or in a loop's condition, is made before it, and its value kept in a variable
 * ("extract variable", M. Fowler, Refactoring, 1999): "if (step (g) < eps) break;" becomes "double step_result = step (g);
 * if (step_result < eps) break;", and "while (t < n && step (g) > eps)" a loop that is left by a condition of its own.
 *
 * The proof: the call is made whenever the expression is evaluated, once, and what C may evaluate before it or behind it neither
 * changes what it sees nor is changed by it; what C evaluates behind it stays behind it. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "ir/query.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopFunction *caller;
  guint line;
  const char *callee;        /* NULL: any */
  const IhopNode *call;
  const IhopNode *statement; /* that evaluates it */
  GPtrArray *terms;          /* of const IhopNode *: of the condition, joined by "&&"; else the whole expression */
  guint term;                /* which of them holds the call */
  IhopSymbol *variable;      /* that keeps the value */
} Extraction;

/* --- the call --------------------------------------------------------------------------------- */

/* "x = f ();", "f ();": it has its statement already. */
static gboolean
is_all_of (const IhopNode *statement, const IhopNode *call)
{
  const IhopNode *inside = statement->n_children ? statement->child[0] : NULL;

  if (inside && inside->kind == IHOP_VARIABLE)
    inside = statement->n_children == 1 && inside->n_children ? inside->child[0] : NULL;
  else if (inside && statement->kind == IHOP_EXPRESSION && ihop_node_strip (inside, TRUE)->kind == IHOP_ASSIGN)
    inside = ihop_node_strip (inside, TRUE)->child[1];
  else if (statement->kind != IHOP_EXPRESSION && statement->kind != IHOP_RETURN)
    return FALSE;
  return inside && ihop_node_strip (inside, TRUE) == call;
}

static gboolean
is_wanted (const Extraction *self, const IhopNode *node)
{
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  return node->kind == IHOP_CALL && ihop_range_text_line (node->place) == self->line
         && (self->callee == NULL || (callee && g_str_equal (callee->name, self->callee)));
}

/* "statement": the innermost around the node. */
static void
find_call (Extraction *self, const IhopNode *node, const IhopNode *statement)
{
  if (ihop_kind_is_statement (node->kind) && node->kind != IHOP_VARIABLE)
    statement = node;
  for (guint i = 0; i < node->n_children && self->call == NULL; i++)
    if (node->child[i])
      find_call (self, node->child[i], statement);
  if (self->call == NULL && is_wanted (self, node) && !is_all_of (statement, node))
    {
      self->call = node;
      self->statement = statement;
    }
}

static gboolean
has_call (Extraction *self)
{
  find_call (self, self->caller->body, NULL);
  if (self->call == NULL)
    ihop_refuse (self->step, IHOP_T_NO_LOOP, NULL, "line %u of %s has no such call inside of a larger expression", self->line,
                 self->caller->symbol->name);
  else if (ihop_type_strip (self->call->type)->kind == IHOP_TYPE_VOID)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->call, "this call has no value to keep");
      return FALSE;
    }
  return self->call != NULL;
}

/* --- where it is evaluated ---------------------------------------------------------------------- */

/* The expression of the statement that holds the call, if there is room for a statement in front of it. */
static const IhopNode *
expression_of (const Extraction *self)
{
  const IhopNode *statement = self->statement;
  const IhopNode *condition = statement->kind == IHOP_FOR || statement->kind == IHOP_DO ? statement->child[1] : statement->child[0];

  switch (statement->kind)
    {
    case IHOP_DECLARATION: /* what further variables begin with comes behind it */
      return condition->kind == IHOP_VARIABLE && condition->n_children && !ihop_mentions (self->call, condition->symbol) ? condition->child[0] : NULL;
    case IHOP_EXPRESSION:
    case IHOP_RETURN:
    case IHOP_IF:
    case IHOP_SWITCH:
    case IHOP_WHILE:
    case IHOP_FOR:
    case IHOP_DO:
      return condition && ihop_node_holds (condition, self->call) ? condition : NULL;
    default:
      return NULL;
    }
}

/* The head of a loop is no place for further statements, but for its condition. */
static gboolean
stands_in_head (const Extraction *self)
{
  g_autoptr (GPtrArray) path = ihop_node_path (self->caller->body, self->statement);
  const IhopNode *around = path->len > 1 ? path->pdata[path->len - 2] : NULL;

  return around && around->kind == IHOP_FOR && ihop_loop_body (around) != self->statement;
}

static void
add_terms (GPtrArray *terms, const IhopNode *condition)
{
  const IhopNode *plain = ihop_node_strip (condition, FALSE);

  if (plain->kind == IHOP_BINARY && plain->op == IHOP_OP_LAND)
    {
      add_terms (terms, plain->child[0]);
      add_terms (terms, plain->child[1]);
    }
  else
    g_ptr_array_add (terms, (gpointer) condition);
}

static gboolean
is_condition (const IhopNode *statement)
{
  return statement->kind == IHOP_IF || statement->kind == IHOP_WHILE || statement->kind == IHOP_FOR || statement->kind == IHOP_DO;
}

static gboolean
find_term (Extraction *self)
{
  const IhopNode *expression = stands_in_head (self) ? NULL : expression_of (self);

  if (expression == NULL)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->call, "no statement can stand in front of this call");
      return FALSE;
    }
  if (is_condition (self->statement))
    add_terms (self->terms, expression);
  else
    g_ptr_array_add (self->terms, (gpointer) expression);
  while (!ihop_node_holds (self->terms->pdata[self->term], self->call))
    self->term++;
  return TRUE;
}

/* --- what is evaluated beside it ---------------------------------------------------------------- */

static gboolean
refuse_effect (const Extraction *self, const IhopNode *beside)
{
  ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, beside, "beside this call something has an effect that it may see, or not"),
                    "put what has the effect into a statement of its own");
  return FALSE;
}

/* Neither of the two does anything to the other. */
static gboolean
is_apart (const Extraction *self, const IhopNode *beside)
{
  IhopFacts *facts = self->step->facts;
  IhopArgument culprit;

  if (ihop_effects_first (facts, beside))
    return refuse_effect (self, beside);
  if (!ihop_defs_may_change_value (facts, self->caller, self->call, beside, &culprit))
    return TRUE;
  ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, beside, "the call may change this, and C does not say which comes first"),
                    "put the one that is meant first into a variable of its own");
  return FALSE;
}

/* Of what is assigned to, the address is evaluated. */
static gboolean
is_place_apart (const Extraction *self, const IhopNode *place)
{
  const IhopNode *plain = ihop_node_strip (place, TRUE);

  if (plain->kind == IHOP_REF)
    return TRUE;
  for (guint i = 0; i < plain->n_children; i++)
    if (!is_apart (self, plain->child[i]))
      return FALSE;
  return TRUE;
}

/* A node on the way to the call, which is in its child "at". */
static gboolean
is_settled (const Extraction *self, const IhopNode *node, guint at)
{
  gboolean is_comma = node->kind == IHOP_BINARY && node->op == IHOP_OP_COMMA;
  gboolean is_first_of = is_comma || node->kind == IHOP_CONDITIONAL
                         || (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR));

  if (is_comma && at > 0)
    return refuse_effect (self, node->child[0]);
  if (node->kind == IHOP_SIZEOF || node->kind == IHOP_OPAQUE_EXPR || (is_first_of && at > 0))
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->call, "this call need not be made when the expression is evaluated");
      return FALSE;
    }
  for (guint i = 0; i < node->n_children && !is_first_of; i++)
    {
      gboolean is_target = node->kind == IHOP_ASSIGN && i == 0 && node->op == IHOP_OP_NONE;
      gboolean is_name = node->kind == IHOP_CALL && i == 0 && ihop_call_callee (node);
      if (i != at && node->child[i] && !is_name && !(is_target ? is_place_apart (self, node->child[i]) : is_apart (self, node->child[i])))
        return FALSE;
    }
  return TRUE;
}

static gboolean
may_be_first (const Extraction *self)
{
  g_autoptr (GPtrArray) path = ihop_node_path (self->terms->pdata[self->term], self->call);

  for (guint i = 0; i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      guint at = 0;
      while (node->child[at] != path->pdata[i + 1])
        at++;
      if (!is_settled (self, node, at))
        return FALSE;
    }
  return TRUE;
}

/* A second branch would have to be entered from two places; a "continue" goes to a condition that is no longer all there. */
static gboolean
can_be_split (const Extraction *self)
{
  const IhopNode *statement = self->statement;

  if (statement->kind == IHOP_IF && self->term > 0 && statement->n_children > 2 && statement->child[2])
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->call, "this call need not be made when the expression is evaluated");
      return FALSE;
    }
  const IhopJumpRemoval going_on = { .jump = IHOP_CONTINUE };
  const IhopNode *jump = statement->kind == IHOP_DO ? ihop_jump_removal_first (&going_on, ihop_loop_body (statement)) : NULL;
  if (jump)
    ihop_remedy_jump (self->step, ihop_refuse (self->step, IHOP_T_SHAPE, jump, "this goes to the loop's condition, past what would stand in front of it"),
                      jump);
  return jump == NULL;
}

/* --- what becomes of it ------------------------------------------------------------------------- */

/* Terms from "from" to before "to"; NULL: there are none. */
static const IhopNode *
joined (Extraction *self, guint from, guint to)
{
  const IhopNode *all = NULL;

  for (guint i = from; i < to; i++)
    {
      const IhopNode *term = self->terms->pdata[i];
      if (i == self->term)
        term = ihop_node_replace (self->build->pool, term, self->call, ihop_make_ref (self->build, self->variable));
      all = all ? ihop_make_binary (self->build, IHOP_OP_LAND, all, term) : term;
    }
  return all;
}

static const IhopNode *
rest_of_condition (Extraction *self)
{
  return joined (self, self->term, self->terms->len);
}

static const IhopNode *
leave_unless (Extraction *self, const IhopNode *condition)
{
  const IhopNode *leave = ihop_node_new (self->build->pool, IHOP_BREAK, 0);

  return ihop_make_if (self->build, ihop_make_not (self->build, condition), leave, NULL);
}

/* "while (A && f () > 0) body": "while (A) { v = f (); if (!(v > 0)) break; body }". */
static const IhopNode *
as_loop (Extraction *self)
{
  IhopBuild *build = self->build;
  const IhopNode *loop = self->statement, *first = joined (self, 0, self->term);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  GPtrArray *body = g_ptr_array_new ();

  ihop_append (body, ihop_make_declaration (build, self->variable, self->call));
  ihop_append (body, leave_unless (self, rest_of_condition (self)));
  ihop_append_body (body, ihop_loop_body (loop));
  g_hash_table_insert (news, (gpointer) (loop->kind == IHOP_FOR ? loop->child[1] : loop->child[0]),
                       (gpointer) (first ? first : ihop_make_integer (build, 1)));
  g_hash_table_insert (news, (gpointer) ihop_loop_body (loop), (gpointer) ihop_make_body (build, body));
  return ihop_replace_nodes (build, loop, news);
}

/* "do body while (A && f () > 0);": "T v; do { body if (!A) break; v = f (); } while (v > 0);" */
static void
append_do (Extraction *self, GPtrArray *into)
{
  IhopBuild *build = self->build;
  const IhopNode *loop = self->statement, *first = joined (self, 0, self->term);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  GPtrArray *body = g_ptr_array_new ();

  ihop_append (into, ihop_make_declaration (build, self->variable, NULL));
  ihop_append_body (body, ihop_loop_body (loop));
  if (first)
    ihop_append (body, leave_unless (self, first));
  ihop_append_assignment (build, body, IHOP_OP_NONE, ihop_make_ref (build, self->variable), self->call);
  g_hash_table_insert (news, (gpointer) loop->child[1], (gpointer) rest_of_condition (self));
  g_hash_table_insert (news, (gpointer) ihop_loop_body (loop), (gpointer) ihop_make_body (build, body));
  ihop_append (into, ihop_replace_nodes (build, loop, news));
}

/* "if (A && f () > 0) s": "if (A) { v = f (); if (v > 0) s }". */
static void
append_if (Extraction *self, GPtrArray *into)
{
  IhopBuild *build = self->build;
  const IhopNode *first = joined (self, 0, self->term);
  const IhopNode *otherwise = self->statement->n_children > 2 ? self->statement->child[2] : NULL;
  const IhopNode *rest = ihop_make_if (build, rest_of_condition (self), self->statement->child[1], otherwise);
  GPtrArray *inside = first ? g_ptr_array_new () : into;

  ihop_append (inside, ihop_make_declaration (build, self->variable, self->call));
  ihop_append (inside, rest);
  if (first)
    ihop_append (into, ihop_make_if (build, first, ihop_make_body (build, inside), NULL));
}

static IhopRewrite *
extracted (Extraction *self)
{
  GPtrArray *news = g_ptr_array_new ();
  const IhopSymbol *callee = ihop_call_callee (self->call);
  g_autofree char *name = g_strdup_printf ("%s_result", callee ? callee->name : "call");

  self->variable = ihop_make_variable (self->build, NULL, ihop_type_unqualified (self->build, self->call->type), name);
  if (self->statement->kind == IHOP_IF)
    append_if (self, news);
  else if (self->statement->kind == IHOP_DO)
    append_do (self, news);
  else if (ihop_kind_is_loop (self->statement->kind))
    ihop_append (news, as_loop (self));
  else
    {
      ihop_append (news, ihop_make_declaration (self->build, self->variable, self->call));
      ihop_append (news, ihop_node_replace (self->build->pool, self->statement, self->call, ihop_make_ref (self->build, self->variable)));
    }
  return ihop_build_finish (self->build, self->statement, 1, news);
}

static IhopRewrite *
extract_call_build (IhopTransformStep *step, char **words, guint n)
{
  g_autoptr (GPtrArray) terms = g_ptr_array_new ();
  Extraction self = { .step = step, .terms = terms };
  gint64 line;

  if (!ihop_args_count (step, n, 2, 3) || !(self.caller = ihop_args_function (step, words[0]))
      || !ihop_args_number (step, words[1], N_ ("the line"), 1, G_MAXINT32, &line))
    return NULL;
  self.line = (guint) line;
  self.callee = n > 2 ? words[2] : NULL;
  if (!has_call (&self) || !find_term (&self) || !may_be_first (&self) || !can_be_split (&self)
      || !ihop_require_copyable (step, self.statement))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.caller);
  self.build = build;
  return extracted (&self);
}

const IhopTransform ihop_transform_extract_call = {
  .name = "extract-call",
  .usage = "FUNCTION LINE [CALLEE]",
  .summary = N_ ("A call inside of a larger expression is made before it"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = extract_call_build,
};
