/* outline: statements become a function of their own and a call of it (the reverse of inline). Scalars that are only
 * read are passed by value; those whose new value is used later by address. */
#include "analysis/program/library_effects.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/refusal.h"
#include "transform/text/outline_parts.h"
#include <string.h>

/* --- the fragment ----------------------------------------------------------------------------- */

static gboolean
read_fragment (IhopOutline *self, const IhopNode *first, gint64 count)
{
  const IhopNode *block = NULL;
  guint at = 0;

  self->first = self->last = first;
  g_ptr_array_add (self->fragment, (gpointer) first);
  if (count == 1)
    return TRUE;
  if (ihop_sibling_of (self->function, first, &block, &at))
    for (guint i = at + 1; i < block->n_children && self->fragment->len < count; i++)
      if (!ihop_is_mark (block->child[i]))
        {
          self->last = block->child[i];
          self->distance = i - at;
          g_ptr_array_add (self->fragment, (gpointer) self->last);
        }
  if (self->fragment->len == count)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_ARGUMENTS, first, "only %u statements stand from here on",
               self->fragment->len);
  return FALSE;
}

/* The last statement of a statement expression is its value. */
static gboolean
is_value (IhopOutline *self)
{
  g_autoptr (GPtrArray) path = ihop_node_path (self->function->body, self->last);
  guint n = path ? path->len : 0;
  const IhopNode *block = n > 2 ? path->pdata[n - 2] : NULL, *around = n > 2 ? path->pdata[n - 3] : NULL;

  if (around == NULL || around->kind != IHOP_OPAQUE_EXPR || block->kind != IHOP_BLOCK
      || block->child[block->n_children - 1] != self->last)
    return FALSE;
  ihop_refuse (self->step, IHOP_T_SHAPE, self->last, "this is the value of a statement expression");
  return TRUE;
}

static gboolean
find_tag (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind == IHOP_DECLARATION && (node->n_children == 0 || node->text || node->spelling))
    *found = node;
  return *found == NULL;
}

/* What means something else, or lives shorter, in another function. */
static gboolean
find_tied (const IhopNode *node, gpointer data)
{
  static const char *const words[] = { "alloca", "__builtin_alloca", "setjmp", "_setjmp", "sigsetjmp",
                                       "__sigsetjmp", "__builtin_va_start", "va_start" };
  const IhopNode **found = data;
  const IhopNode *callee = node->kind == IHOP_CALL ? ihop_node_strip (node->child[0], TRUE) : NULL;

  for (guint i = 0; callee && callee->kind == IHOP_REF && i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (callee->symbol->name, words[i]))
      *found = node;
  if (node->kind == IHOP_COMPOUND)
    *found = node;
  return *found == NULL;
}

static gboolean
is_tied (IhopOutline *self, const IhopNode *statement)
{
  const IhopNode *found = NULL;

  ihop_node_walk (statement, find_tied, &found);
  if (found)
    ihop_refuse (self->step, IHOP_T_SHAPE, found,
                 found->kind == IHOP_COMPOUND
                   ? N_ ("a compound literal, which lives as long as its block, cannot stand in a function of its own")
                   : N_ ("a call that belongs to its function cannot stand in a function of its own"));
  return found != NULL;
}

/* Code that can stand in another function: no jump out, no type that is known here only. */
static gboolean
can_leave (IhopOutline *self)
{
  const IhopNode *tag = NULL;

  for (guint i = 0; i < self->fragment->len; i++)
    {
      const IhopNode *statement = self->fragment->pdata[i];
      if (statement->kind == IHOP_DECLARATION)
        {
          ihop_refuse (self->step, IHOP_T_SHAPE, statement,
                       "what is declared here may be used behind the fragment");
          return FALSE;
        }
      if (!ihop_require_copyable (self->step, statement) || !ihop_require_no_jumps (self->step, statement)
          || is_tied (self, statement))
        return FALSE;
    }
  ihop_node_walk (self->function->body, find_tag, &tag);
  if (tag)
    ihop_refuse (self->step, IHOP_T_SHAPE, tag, "a type that is declared in %s is not known outside",
                 self->function->symbol->name);
  return tag == NULL;
}

/* --- the name --------------------------------------------------------------------------------- */

/* Behind a comment or a string, or the letter itself. */
static const char *
over_text (const char *at)
{
  const char *end;

  if (g_str_has_prefix (at, "//"))
    return at + strcspn (at, "\n");
  if (g_str_has_prefix (at, "/*"))
    return (end = strstr (at + 2, "*/")) ? end + 2 : at + strlen (at);
  if (*at != '"')
    return at + 1;
  for (at++; *at && *at != '"' && *at != '\n'; at++)
    if (*at == '\\' && at[1])
      at++;
  return *at ? at + 1 : at;
}

static gboolean
is_word (char letter)
{
  return g_ascii_isalnum (letter) || letter == '_';
}

/* Whether the code has that word. */
static gboolean
stands_in (const char *text, const char *name)
{
  gsize length = strlen (name);

  for (const char *at = text; *at;)
    if (!is_word (*at))
      at = over_text (at);
    else
      {
        const char *word = at;
        while (is_word (*at))
          at++;
        if ((gsize) (at - word) == length && strncmp (word, name, length) == 0)
          return TRUE;
      }
  return FALSE;
}

static gboolean
is_free_name (IhopOutline *self, const char *name)
{
  gboolean taken = stands_in (self->step->tree->source->text, name)
                   || g_hash_table_contains (self->build->taken, name)
                   || ihop_library_has_name (name);

  if (taken)
    ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_NAME, self->first,
                                   "%s already means something in this program", name),
                      "choose another name");
  return !taken;
}

/* --- types and variables of the new function -------------------------------------------------- */

/* The type with the new function's variables in its extents. */
static const IhopType *
type_here (IhopOutline *self, const IhopType *type, const IhopValues *values)
{
  if (!ihop_type_is_variable_length (type))
    return type;
  IhopType *copy = ihop_pool_alloc (self->build->pool, sizeof *copy);
  *copy = *type;
  if (copy->target)
    copy->target = type_here (self, copy->target, values);
  if (copy->kind == IHOP_TYPE_ARRAY && copy->count_expr && !copy->has_count)
    copy->count_expr = ihop_copy (self->build, copy->count_expr, values);
  return copy;
}

/* "double A[][100]", which is a pointer. */
static void
make_array (IhopOutline *self, IhopSymbol *here, const IhopType *type, const IhopValues *values)
{
  const IhopType *array = ihop_type_strip (type);
  IhopType *declared = ihop_pool_alloc (self->build->pool, sizeof *declared);

  *declared = *array;
  declared->target = type_here (self, array->target, values);
  if (!declared->has_count)
    declared->count_expr = NULL;
  here->type = ihop_type_pointer_to (self->build, declared->target);
  here->declared_type = declared;
}

static void
make_variable (IhopOutline *self, IhopOutlinePart *part, const IhopValues *values)
{
  IhopSymbol *here = ihop_pool_alloc (self->build->pool, sizeof *here);

  *here = *part->symbol;
  here->kind = part->kind == IHOP_OUTLINE_LOCAL ? IHOP_SYMBOL_VARIABLE : IHOP_SYMBOL_PARAMETER;
  here->storage = IHOP_STORAGE_AUTO;
  here->range = (IhopRange){ 0 };
  if (part->kind == IHOP_OUTLINE_ARRAY)
    make_array (self, here, part->symbol->type, values);
  else if (part->kind == IHOP_OUTLINE_ADDRESS)
    here->type = here->declared_type = ihop_type_pointer_to (self->build, part->symbol->type);
  else
    {
      here->type = type_here (self, here->type, values);
      if (ihop_type_is_variable_length (here->declared_type))
        here->declared_type = here->type;
    }
  part->here = here;
}

static const IhopNode *
value_here (IhopOutline *self, const IhopOutlinePart *part)
{
  const IhopNode *ref = ihop_make_ref (self->build, part->here);

  if (part->kind != IHOP_OUTLINE_ADDRESS)
    return ref;
  IhopNode *behind = ihop_node_new (self->build->pool, IHOP_UNARY, 1);
  behind->op = IHOP_OP_DEREF;
  behind->type = part->symbol->type;
  behind->child[0] = ref;
  return behind;
}

/* Scalars come first, so that the extents of arrays find theirs. */
static IhopValues *
make_variables (IhopOutline *self)
{
  IhopValues *values = ihop_values_alloc (self->build, self->parts->len);

  values->n = 0;
  for (guint i = 0; i < self->parts->len; i++)
    {
      IhopOutlinePart *part = self->parts->pdata[i];
      make_variable (self, part, values);
      values->symbol[values->n] = part->symbol;
      values->value[values->n++] = value_here (self, part);
    }
  return values;
}

/* --- the function and its call ---------------------------------------------------------------- */

static IhopSymbol *
function_symbol (IhopOutline *self, const char *name, const IhopFunction *function)
{
  IhopSymbol *symbol = ihop_pool_alloc (self->build->pool, sizeof *symbol);
  IhopType *type = ihop_pool_alloc (self->build->pool, sizeof *type);

  type->kind = IHOP_TYPE_FUNCTION;
  type->target = &ihop_type_void;
  type->has_prototype = TRUE;
  type->n_params = function->n_params;
  type->params = ihop_pool_alloc (self->build->pool,
                                  MAX (function->n_params, 1) * sizeof *type->params);
  for (guint i = 0; i < function->n_params; i++)
    type->params[i] = function->params[i]->type;
  symbol->kind = IHOP_SYMBOL_FUNCTION;
  symbol->storage = IHOP_STORAGE_STATIC;
  symbol->is_global = TRUE;
  symbol->name = ihop_pool_strdup (self->build->pool, name);
  symbol->type = symbol->declared_type = type;
  return symbol;
}

/* Whether a macro begins or ends to mean something between the function's head, before which the new
 * one stands, and the fragment's end: the owner's bytes would mean something else there, or nothing. */
static gboolean
macros_change (const IhopOutline *self)
{
  const GArray *directives = self->step->tree->directives;
  gsize begin = self->function->range.begin;
  gsize end = self->last->range.source ? self->last->range.end : self->last->place.end;

  for (guint i = 0; i < directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (directives, IhopDirective, i);
      if (directive->kind != IHOP_DIRECTIVE_CONDITIONAL && directive->kind != IHOP_DIRECTIVE_PRAGMA
          && directive->range.begin >= begin && directive->range.begin < end)
        return TRUE;
    }
  return FALSE;
}

/* Names that the values bring: what is declared in the fragment is not called like them. */
static GHashTable *
names_of (const IhopValues *values)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < values->n; i++)
    g_hash_table_add (names, (gpointer) values->symbol[i]->name);
  return names;
}

static const IhopNode *
function_body (IhopOutline *self, const IhopValues *values)
{
  GPtrArray *statements = g_ptr_array_new ();
  g_autoptr (GHashTable) names = names_of (values);
  IhopRange place = self->first->range.source ? self->first->range : self->first->place;

  for (guint i = 0; i < self->parts->len; i++)
    {
      const IhopOutlinePart *part = self->parts->pdata[i];
      if (part->kind == IHOP_OUTLINE_LOCAL)
        ihop_append (statements, ihop_make_declaration (self->build, part->here, NULL));
    }
  for (guint i = 0; i < self->fragment->len; i++)
    ihop_append (statements, ihop_copy_to_scope (self->build, self->fragment->pdata[i], values, names,
                                                 macros_change (self) ? &place : NULL));
  IhopNode *body = ihop_node_new (self->build->pool, IHOP_BLOCK, statements->len);
  for (guint i = 0; i < statements->len; i++)
    body->child[i] = statements->pdata[i];
  g_ptr_array_unref (statements);
  return ihop_build_unshared (self->build, body);
}

static IhopFunction *
make_function (IhopOutline *self, const char *name)
{
  IhopFunction *function = ihop_pool_alloc (self->build->pool, sizeof *function);
  const IhopValues *values = make_variables (self);

  function->params
    = ihop_pool_alloc (self->build->pool, MAX (self->parts->len, 1) * sizeof *function->params);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const IhopOutlinePart *part = self->parts->pdata[i];
      if (part->kind != IHOP_OUTLINE_LOCAL)
        function->params[function->n_params++] = part->here;
    }
  function->symbol = function_symbol (self, name, function);
  function->body = function_body (self, values);
  ihop_tree_insert_function (self->build->tree, function, self->function);
  return function;
}

static const IhopNode *
argument (IhopOutline *self, const IhopOutlinePart *part)
{
  const IhopNode *ref = ihop_make_ref (self->build, part->symbol);

  if (part->kind != IHOP_OUTLINE_ADDRESS)
    return ref;
  IhopNode *address = ihop_node_new (self->build->pool, IHOP_UNARY, 1);
  address->op = IHOP_OP_ADDRESS;
  address->type = part->here->type;
  address->child[0] = ref;
  return address;
}

static const IhopNode *
make_call (IhopOutline *self, const IhopFunction *function)
{
  IhopNode *call = ihop_node_new (self->build->pool, IHOP_CALL, function->n_params + 1);
  IhopNode *callee = ihop_node_new (self->build->pool, IHOP_REF, 0);
  guint n = 1;

  callee->symbol = function->symbol;
  callee->type = function->symbol->type;
  call->type = &ihop_type_void;
  call->place = self->first->range.source ? self->first->range : self->first->place;
  call->child[0] = callee;
  for (guint i = 0; i < self->parts->len; i++)
    {
      const IhopOutlinePart *part = self->parts->pdata[i];
      if (part->kind != IHOP_OUTLINE_LOCAL)
        call->child[n++] = argument (self, part);
    }
  return ihop_make_statement (self->build, call);
}

/* --- the step --------------------------------------------------------------------------------- */

static IhopRewrite *
outlined (IhopOutline *self, const char *name)
{
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->function);
  GPtrArray *news;

  self->build = build;
  if (!is_free_name (self, name) || !can_leave (self)
      || !ihop_outline_parts (self))
    return NULL;
  const IhopFunction *function = make_function (self, name);
  news = g_ptr_array_new ();
  ihop_append (news, make_call (self, function));
  return ihop_build_finish (build, self->first, self->distance + 1, news);
}

/* "f/i @2": in the body of a loop; "f @2" or "f 17": in that of a function. NULL after a refusal. */
static const IhopNode *
statement_at (IhopOutline *self, const char *where, const char *place)
{
  const IhopLoopName *name = strpbrk (where, "/:") ? ihop_args_loop (self->step, where) : NULL;
  const IhopFunction *function
    = strpbrk (where, "/:") ? NULL : ihop_args_function (self->step, where);
  const IhopNode *body;
  guint child;

  if (name == NULL && function == NULL)
    return NULL;
  self->function = name ? name->function : function;
  body = name ? ihop_loop_body (name->loop) : function->body;
  return ihop_args_line (self->step, body, place, &child) ? body->child[child] : NULL;
}

static const IhopNode *
loop_at (IhopOutline *self, const char *where)
{
  const IhopLoopName *name = ihop_args_loop (self->step, where);

  self->function = name ? name->function : NULL;
  return name ? name->loop : NULL;
}

static gboolean
is_place (const char *word)
{
  return word[0] == '@' || word[strspn (word, G_CSET_DIGITS)] == '\0';
}

static IhopRewrite *
outline_build (IhopTransformStep *step, char **words, guint n)
{
  IhopOutline self = { .step = step };
  guint inside = n > 1 && is_place (words[1]); /* a word more */
  const IhopNode *first;
  IhopRewrite *rewrite = NULL;
  gint64 count = 1;

  if (!ihop_args_count (step, n, 2 + inside, 3 + inside)
      || !(first = inside ? statement_at (&self, words[0], words[1]) : loop_at (&self, words[0]))
      || !ihop_args_name (step, words[1 + inside])
      || (n > 2 + inside
          && !ihop_args_number (step, words[2 + inside], N_ ("the number of statements"), 1, 1000, &count)))
    return NULL;
  self.fragment = g_ptr_array_new ();
  self.parts = g_ptr_array_new_with_free_func (g_free);
  if (read_fragment (&self, first, count) && !is_value (&self))
    rewrite = outlined (&self, words[1 + inside]);
  g_ptr_array_unref (self.parts);
  g_ptr_array_unref (self.fragment);
  return rewrite;
}

const IhopTransform ihop_transform_outline = {
  .name = "outline",
  .usage = "LOOP|FUNCTION [LINE|@N] NAME [COUNT]",
  .summary = N_ ("A loop, or COUNT statements in a body, become a function of their own"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = outline_build,
};
