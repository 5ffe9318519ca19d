/* inline: a call becomes the body of the function that it calls (Allen and Johnson 1988). Arguments are evaluated once,
 * in their order, before the body; the result goes where the call's value went. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make_statement.h"
#include "transform/text/inline_arguments.h"
#include "transform/text/inline_call.h"
#include "transform/text/inline_returns.h"

/* Whether the callee's bytes mean the same where the call is: same file, no macro changed between. */
static gboolean
bytes_hold (const IhopInline *self)
{
  IhopRange body = self->callee->body->range, place = self->statement->range;
  const GArray *directives = self->step->tree->directives;

  if (body.source == NULL || body.source != place.source)
    return FALSE;
  for (guint i = 0; i < directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (directives, IhopDirective, i);
      gsize at = directive->range.begin;
      if (directive->kind != IHOP_DIRECTIVE_INCLUDE && directive->kind != IHOP_DIRECTIVE_PRAGMA
          && at >= MIN (body.begin, place.begin) && at < MAX (body.end, place.end))
        return FALSE;
    }
  return TRUE;
}

static gboolean
declares_something (const GPtrArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    if (((const IhopNode *) statements->pdata[i])->kind == IHOP_DECLARATION)
      return TRUE;
  return FALSE;
}

/* The variable that the result goes to, declared before without it. */
static void
append_declaration (IhopInline *self, GPtrArray *news)
{
  if (self->form == IHOP_CALL_DECLARED)
    ihop_append (news, ihop_make_declaration (self->build, self->statement->child[0]->symbol, NULL));
}

static IhopRewrite *
inlined (IhopInline *self, GPtrArray *body)
{
  GPtrArray *inside = g_ptr_array_new (), *news = g_ptr_array_new ();
  IhopRange place = self->statement->range.source ? self->statement->range
                                                  : self->statement->place;
  const IhopNode *block = ihop_make_body (self->build, body);
  const IhopNode *copy = ihop_copy_to_scope (self->build, block, self->values, self->avoid,
                                             bytes_hold (self) ? NULL : &place);

  g_ptr_array_extend (inside, self->declared, NULL, NULL);
  if (copy->kind == IHOP_BLOCK)
    for (guint i = 0; i < copy->n_children; i++)
      g_ptr_array_add (inside, (gpointer) copy->child[i]);
  else
    g_ptr_array_add (inside, (gpointer) copy);
  append_declaration (self, news);
  if (declares_something (inside))
    ihop_append (news, ihop_make_body (self->build, inside));
  else
    {
      g_ptr_array_extend (news, inside, NULL, NULL);
      g_ptr_array_unref (inside);
    }
  return ihop_build_finish (self->build, self->statement, 1, news);
}

static IhopRewrite *
build_inlined (IhopInline *self)
{
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->caller);

  self->build = build;
  if (!ihop_inline_arguments (self))
    return NULL;
  GPtrArray *body = ihop_inline_returns (self);
  return body ? inlined (self, body) : NULL;
}

static IhopRewrite *
inline_build (IhopTransformStep *step, char **words, guint n)
{
  IhopInline self = { .step = step };
  IhopRewrite *rewrite = NULL;
  gint64 line;

  if (!ihop_args_count (step, n, 2, 3)
      || !(self.caller = ihop_args_function (step, words[0]))
      || !ihop_args_number (step, words[1], N_ ("the line"), 1, G_MAXINT32, &line)
      || !ihop_inline_find (&self, line, n > 2 ? words[2] : NULL))
    return NULL;
  self.avoid = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.declared = g_ptr_array_new ();
  rewrite = build_inlined (&self);
  g_ptr_array_unref (self.declared);
  g_hash_table_unref (self.avoid);
  return rewrite;
}

const IhopTransform ihop_transform_inline = {
  .name = "inline",
  .usage = "FUNCTION LINE [CALLEE]",
  .summary = N_ ("A call becomes the body of the function that it calls"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = inline_build,
};
