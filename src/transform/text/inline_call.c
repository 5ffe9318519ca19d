/* Which call is inlined, and whether the body of its function can stand in its place. */
#include "transform/text/inline_call.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/text/inline_arguments.h"
#include <string.h>

/* --- the call --------------------------------------------------------------------------------- */

typedef struct
{
  guint line;
  const char *callee;
  const IhopNode *call;      /* the only call there */
  const IhopNode *elsewhere; /* a call that is part of something larger */
  const IhopNode *head;      /* the start of the loop that is visited */
  IhopCallForm form;
  const IhopNode *statement;
} Search;

static const IhopNode *
call_in (const IhopNode *node)
{
  node = node ? ihop_node_strip (node, TRUE) : NULL;
  return node && node->kind == IHOP_CALL ? node : NULL;
}

/* The call that a statement is made for; NULL: none. */
static const IhopNode *
main_call (const IhopNode *statement, IhopCallForm *form)
{
  const IhopNode *inside = statement->n_children ? statement->child[0] : NULL;

  if (statement->kind == IHOP_RETURN)
    {
      *form = IHOP_CALL_RETURNED;
      return call_in (inside);
    }
  if (statement->kind == IHOP_DECLARATION && statement->n_children == 1)
    {
      *form = IHOP_CALL_DECLARED;
      return call_in (inside->child[0]);
    }
  if (statement->kind != IHOP_EXPRESSION)
    return NULL;
  inside = ihop_node_strip (inside, TRUE);
  *form = inside->kind == IHOP_ASSIGN ? IHOP_CALL_ASSIGNED : IHOP_CALL_ALONE;
  return call_in (inside->kind == IHOP_ASSIGN ? inside->child[1] : inside);
}

static gboolean
is_wanted (const Search *search, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);

  return search->callee == NULL || (callee && g_str_equal (callee->name, search->callee));
}

static gboolean
find_call (const IhopNode *node, gpointer data)
{
  Search *search = data;
  IhopCallForm form;

  /* Where a loop starts there is no room for statements. */
  if (node->kind == IHOP_FOR && search->call == NULL)
    search->head = node->child[0];
  else if (node != search->head && ihop_kind_is_statement (node->kind)
           && ihop_range_text_line (node->place) == search->line)
    {
      const IhopNode *call = main_call (node, &form);
      if (call && is_wanted (search, call) && search->call == NULL)
        {
          search->call = call;
          search->form = form;
          search->statement = node;
        }
    }
  if (node->kind == IHOP_CALL && node != search->call && is_wanted (search, node)
      && ihop_range_text_line (node->place) == search->line)
    search->elsewhere = node;
  return search->call == NULL;
}

/* A call that is not all that a statement does: an assignment can be taken apart. */
static void
refuse_part (IhopInline *self, const IhopNode *call, guint line)
{
  g_autoptr (GPtrArray) path = ihop_node_path (self->caller->body, call);
  gboolean in_head = FALSE, in_assignment = FALSE;

  for (guint i = 0; i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      in_head |= node->kind == IHOP_FOR && path->pdata[i + 1] != ihop_loop_body (node);
      in_assignment |= node->kind == IHOP_EXPRESSION
                       && ihop_node_strip (node->child[0], FALSE)->kind == IHOP_ASSIGN;
    }
  IhopDiag *diag = ihop_refuse (self->step, IHOP_T_SHAPE, call,
                                in_head ? N_ ("there is no room for statements in the head of a loop")
                                        : N_ ("this call is part of a larger expression"));
  if (in_assignment && !in_head)
    ihop_diag_code (diag, "expand-assign %s %u three-address", self->caller->symbol->name, line);
  else
    ihop_diag_remedy (diag, "put the result into a variable of its own first");
}

static gboolean
find (IhopInline *self, gint64 line, const char *callee)
{
  Search search = { .line = (guint) line, .callee = callee };

  ihop_node_walk (self->caller->body, find_call, &search);
  self->call = search.call;
  self->form = search.form;
  self->statement = search.statement;
  if (search.call)
    return TRUE;
  if (search.elsewhere)
    refuse_part (self, search.elsewhere, search.line);
  else
    ihop_refuse_message (
      self->step, IHOP_T_NO_LOOP, NULL,
      callee ? ihop_message ("line %u of %s calls nothing of the name %s", search.line, self->caller->symbol->name, callee)
             : ihop_message ("line %u of %s calls nothing", search.line, self->caller->symbol->name));
  return FALSE;
}

/* --- its function ----------------------------------------------------------------------------- */

static gboolean
has_body (IhopInline *self)
{
  const IhopSymbol *symbol = ihop_call_callee (self->call);

  self->callee = symbol ? ihop_tree_function_of (self->step->tree, symbol) : NULL;
  if (symbol == NULL)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->call,
                 "this call goes through a pointer: which function it runs is not known");
  else if (self->callee == NULL)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->call, "the body of %s is not in this file",
                 symbol->name);
  return self->callee != NULL;
}

static gboolean
is_plain_function (IhopInline *self)
{
  const IhopSymbol *symbol = self->callee->symbol;
  const IhopType *type = ihop_type_strip (symbol->type);
  guint n = self->call->n_children - 1;
  const IhopCallNode *node = ihop_callgraph_node (self->step->facts, self->callee);
  const char *why = NULL;

  if (self->callee == self->caller || node == NULL || node->is_recursive)
    why = N_ ("%s calls itself");
  else if (ihop_function_head_acts (self->callee))
    why = N_ ("lengths of %s's parameters do more than give a value");
  else if (symbol->is_replaceable)
    why = N_ ("%s may be defined by another file, too");
  else if (type->is_variadic || !type->has_prototype || n != self->callee->n_params)
    why = N_ ("%s does not take a fixed list of arguments");
  if (why)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->call, why, symbol->name);
  return why == NULL && ihop_require_copyable (self->step, self->callee->body);
}

/* --- names ------------------------------------------------------------------------------------ */

typedef struct
{
  IhopInline *self;
  GHashTable *declared;    /* by the callee */
  const IhopNode *clash;
  const char *name;        /* that it clashes over */
} Names;

/* Whether types that the caller declares for itself, or what stands inside of them, have that name; members, too, are
 * taken for such names. */
static gboolean
is_name_of_type (const IhopInline *self, const char *name)
{
  const GPtrArray *types = self->step->tree->local_types;
  g_autofree char *word = g_strdup_printf ("\\b%s\\b", name);

  for (guint i = 0; i < types->len; i++)
    {
      const IhopLocalType *type = types->pdata[i];
      g_autofree char *text = ihop_range_text (type->range);
      if (type->function.begin == self->caller->range.begin && type->function.source == self->caller->range.source
          && (text == NULL || g_regex_match_simple (word, text, 0, 0)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_hidden (const Names *names, const IhopSymbol *symbol)
{
  IhopInline *self = names->self;

  if (g_hash_table_contains (names->declared, symbol) || ihop_function_has_parameter (self->callee, symbol))
    return FALSE;
  const IhopSymbol *there = ihop_args_variable (self->step, self->caller, self->statement, symbol->name);
  return (there && there != symbol) || is_name_of_type (self, symbol->name);
}

/* The name of a type that would mean another one; "struct point" is told by its last word. */
static const char *
hidden_type (const Names *names, const IhopType *type)
{
  for (; type; type = type->target)
    {
      const char *tag = type->name ? strrchr (type->name, ' ') : NULL, *name = tag ? tag + 1 : type->name;
      gboolean has_name = type->kind == IHOP_TYPE_NAMED || type->kind == IHOP_TYPE_RECORD || type->kind == IHOP_TYPE_ENUM;
      if (has_name && name && is_name_of_type (names->self, name))
        return name;
    }
  return NULL;
}

/* What the callee's words mean in front of it, and something of the caller's hides. */
static gboolean
find_hidden (const IhopNode *node, gpointer data)
{
  Names *names = data;
  const char *type = hidden_type (names, node->type);

  if (type == NULL && node->kind == IHOP_VARIABLE)
    type = hidden_type (names, node->symbol->declared_type);
  if (type == NULL && node->kind == IHOP_SIZEOF)
    type = hidden_type (names, node->argument_type);
  if (type || (node->kind == IHOP_REF && is_hidden (names, node->symbol)))
    {
      names->clash = node;
      names->name = type ? type : node->symbol->name;
    }
  return names->clash == NULL;
}

static gboolean
sees_the_same (IhopInline *self)
{
  Names names = { .self = self, .declared = ihop_defs_declared (self->callee->body) };

  ihop_node_walk (self->callee->body, find_hidden, &names);
  g_hash_table_unref (names.declared);
  if (names.clash)
    ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_NAME, names.clash,
                                   "%s uses %s, but where it is called that is the name of something else",
                                   self->callee->symbol->name, names.name),
                      "give what %s calls so another name", self->caller->symbol->name);
  return names.clash == NULL;
}

/* Where a function stands in the file; one that a transformation made stands before another. */
static IhopRange
place_of (const IhopInline *self, const IhopFunction *function)
{
  while (function && function->stands_before)
    function = ihop_tree_function_of (self->step->tree, function->stands_before);
  return function ? function->range : (IhopRange){ 0 };
}

/* From where on the file knows this variable or function. */
static IhopRange
first_place (const IhopInline *self, const IhopSymbol *symbol)
{
  const IhopFunction *function = ihop_tree_function_of (self->step->tree, symbol);

  return function && function->stands_before ? place_of (self, function) : symbol->first;
}

typedef struct
{
  const IhopInline *self;
  IhopRange caller;
  const IhopNode *found;
} Unknown;

static gboolean
find_unknown (const IhopNode *node, gpointer data)
{
  Unknown *search = data;
  const IhopSymbol *symbol = node->kind == IHOP_REF ? node->symbol : NULL;

  if (symbol && symbol->is_global && symbol != search->self->caller->symbol)
    {
      IhopRange first = first_place (search->self, symbol);
      if (first.source == search->caller.source && first.begin > search->caller.begin)
        search->found = node;
    }
  return search->found == NULL;
}

/* A function that is only declared before its caller may use what the caller does not know yet. */
static gboolean
is_known_there (IhopInline *self)
{
  Unknown search = { self, place_of (self, self->caller), NULL };

  if (search.caller.source)
    ihop_node_walk (self->callee->body, find_unknown, &search);
  if (search.found)
    ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_NAME, search.found,
                                   "%s uses %s, which is declared behind %s only",
                                   self->callee->symbol->name, search.found->symbol->name,
                                   self->caller->symbol->name),
                      "declare it before %s", self->caller->symbol->name);
  return search.found == NULL;
}

/* --- the place of the result ------------------------------------------------------------------ */

/* Whether this place is the same before and after the call, whatever the call does. */
static gboolean
is_fixed_place (const IhopInline *self, const IhopNode *node)
{
  IhopFacts *facts = self->step->facts;

  node = ihop_node_strip (node, TRUE);
  if (node->flags & IHOP_NODE_CONSTANT || node->kind == IHOP_FLOATING)
    return TRUE;
  switch (node->kind)
    {
    case IHOP_REF:
      return ihop_type_strip (node->symbol->type)->kind == IHOP_TYPE_ARRAY
             || ihop_defs_is_tame (facts, self->caller, node->symbol);
    case IHOP_INDEX:
      return ihop_node_strip (node->child[0], TRUE)->kind != IHOP_CALL
             && (ihop_type_strip (ihop_node_strip (node->child[0], TRUE)->type)->kind
                   == IHOP_TYPE_ARRAY
                 || ihop_node_strip (node->child[0], TRUE)->kind == IHOP_REF)
             && is_fixed_place (self, node->child[0])
             && ihop_node_strip (node->child[1], TRUE)->kind != IHOP_INDEX
             && is_fixed_place (self, node->child[1]);
    case IHOP_BINARY:
      return node->op != IHOP_OP_COMMA && is_fixed_place (self, node->child[0])
             && is_fixed_place (self, node->child[1])
             && ihop_node_strip (node->child[0], TRUE)->kind != IHOP_INDEX
             && ihop_node_strip (node->child[1], TRUE)->kind != IHOP_INDEX;
    default:
      return FALSE;
    }
}

/* C does not say whether "A[k] = f ()" looks at k before or after the call: if that matters, the
 * owner has to say. */
static gboolean
order_is_free (IhopInline *self)
{
  const IhopNode *assign = self->form == IHOP_CALL_ASSIGNED
                             ? ihop_node_strip (self->statement->child[0], TRUE)
                             : NULL;
  const IhopEffects *effects = ihop_effects_of (self->step->facts, self->callee->symbol);

  if (assign == NULL || ihop_effects_is_pure (effects))
    return TRUE;
  const IhopNode *left = ihop_node_strip (assign->child[0], TRUE);
  gboolean is_old_value_safe
    = assign->op == IHOP_OP_NONE
      || (left->kind == IHOP_REF
          && ihop_defs_is_tame (self->step->facts, self->caller, left->symbol));
  if (is_old_value_safe && (is_fixed_place (self, left) || ihop_inline_is_fixed_member (self, left)))
    return TRUE;
  ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, left,
                                 "%s may change where its result goes to, or what it is added to, "
                                 "and C does not say which comes first",
                                 self->callee->symbol->name),
                    "put the result into a variable of its own first");
  return FALSE;
}

/* --- the order of the arguments ------------------------------------------------------------------ */

typedef struct
{
  const IhopInline *self;
  const IhopNode *beside; /* another argument, which does something */
  const IhopNode *found;
} Argument;

/* What the argument beside could change. */
static gboolean
find_loose (const IhopNode *node, gpointer data)
{
  Argument *argument = data;
  gboolean is_variable = node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER
                         && ihop_type_strip (node->symbol->type)->kind != IHOP_TYPE_ARRAY;

  if (node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
      || (is_variable
          && (!ihop_defs_is_tame (argument->self->step->facts, argument->self->caller, node->symbol)
              || ihop_writes (argument->beside, node->symbol))))
    argument->found = node;
  return argument->found == NULL;
}

/* "f (k, k++)", "f (next (), next ())": C does not say which argument comes first. */
static gboolean
arguments_are_free (IhopInline *self)
{
  for (guint i = 1; i < self->call->n_children; i++)
    for (guint k = 1; k < self->call->n_children; k++)
      {
        const IhopNode *one = self->call->child[i], *other = self->call->child[k];
        Argument search = { self, one, NULL };
        if (i == k || ihop_effects_first (self->step->facts, one) == NULL)
          continue;
        ihop_node_walk (other, find_loose, &search);
        if (search.found == NULL && ihop_effects_first (self->step->facts, other) == NULL)
          continue;
        ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_SHAPE, other,
                                       "another argument may change this one, and C does not say which "
                                       "comes first"),
                          "put the result into a variable of its own first");
        return FALSE;
      }
  return TRUE;
}

/* "const double y = f (x)" cannot be set later. */
static gboolean
can_be_set (IhopInline *self)
{
  if (self->form != IHOP_CALL_DECLARED)
    return TRUE;
  const IhopNode *variable = self->statement->child[0];
  const IhopType *type = variable->symbol->declared_type;
  if (variable->symbol->storage == IHOP_STORAGE_AUTO && !(type->qualifiers & IHOP_CONST)
      && !ihop_type_is_variable_length (type) && !self->statement->text)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_SHAPE, variable, "%s cannot be set after it is declared",
               variable->symbol->name);
  return FALSE;
}

gboolean
ihop_inline_means_the_same (IhopInline *self)
{
  return is_plain_function (self) && sees_the_same (self) && is_known_there (self);
}

gboolean
ihop_inline_find (IhopInline *self, gint64 line, const char *callee)
{
  return find (self, line, callee) && has_body (self) && ihop_inline_means_the_same (self) && order_is_free (self) && arguments_are_free (self)
         && can_be_set (self);
}
