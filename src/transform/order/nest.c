/* nest: statements before and behind an inner loop go into its first and last iteration, so that the nest becomes a
 * perfect one (code sinking; Abu-Sufah, Kuck and Lawrie 1979). */
#include "transform/order/nest.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/legality/preconditions.h"

static gboolean
find_inner (IhopTransformStep *step, const IhopHeader *outer, GPtrArray *statements, guint *at)
{
  guint loops = 0;

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      if (statement->kind == IHOP_DECLARATION)
        {
          ihop_remedy_declared (ihop_refuse (step, IHOP_T_SHAPE, statement,
                                             "what is declared here is needed by all of the body"),
                                outer->name->address, statement);
          return FALSE;
        }
      if (statement->kind == IHOP_FOR)
        {
          *at = i;
          loops++;
        }
    }
  if (loops == 1 && statements->len > 1)
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, outer->loop,
               loops == 1 ? N_ ("%s is a perfect nest already") : N_ ("%s does not hold one loop"),
               outer->name->address);
  return FALSE;
}

static const IhopNode *
guarded (IhopBuild *build, const IhopNode *condition, GPtrArray *statements, guint first, guint n)
{
  GPtrArray *body = g_ptr_array_new ();

  for (guint i = first; i < first + n; i++)
    g_ptr_array_add (body, statements->pdata[i]);
  return ihop_make_if (build, condition, ihop_make_body (build, body), NULL);
}

/* The statements from "first" on, in one iteration of the inner loop. */
static const IhopNode *
in_iteration (IhopBuild *build, const IhopImperfectNest *self, const IhopNode *value, guint first, guint n)
{
  const IhopNode *here
    = ihop_make_binary (build, IHOP_OP_EQ, ihop_make_ref (build, self->inner.iterator), value);

  return guarded (build, here, self->statements, first, n);
}

const IhopNode *
ihop_imperfect_nest_body (IhopBuild *build, const IhopImperfectNest *self, const IhopNode *last,
                          const IhopNode *inner_body)
{
  GPtrArray *body = g_ptr_array_new ();
  guint behind = self->statements->len - self->at - 1;

  if (self->at > 0)
    ihop_append (body, in_iteration (build, self, self->inner.lower, 0, self->at));
  ihop_append_body (body, inner_body);
  if (behind > 0)
    ihop_append (body, in_iteration (build, self, last, self->at + 1, behind));
  return ihop_make_body (build, body);
}

gboolean
ihop_imperfect_nest_read (IhopTransformStep *step, const char *word, IhopImperfectNest *self)
{
  if (!ihop_header_of (step, word, &self->outer))
    return FALSE;
  self->statements = ihop_body_statements (self->outer.body);
  return find_inner (step, &self->outer, self->statements, &self->at)
         && ihop_header_read (step, self->statements->pdata[self->at], &self->inner)
         && ihop_require_unit_step (step, &self->inner, TRUE)
         && ihop_require_no_jumps (step, self->inner.body);
}

static IhopRewrite *
nested (IhopTransformStep *step, const IhopImperfectNest *self)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, self->outer.name->function);
  const IhopNode *last = ihop_header_last (build, &self->inner);
  const IhopNode *body = ihop_imperfect_nest_body (build, self, last, self->inner.body);
  const IhopNode *loop = ihop_make_loop_like (build, self->inner.loop, body);

  return ihop_build_finish_one (build, self->outer.loop,
                                ihop_make_loop_like (build, self->outer.loop, loop));
}

static IhopRewrite *
nest_build (IhopTransformStep *step, char **words, guint n)
{
  IhopImperfectNest self = { 0 };
  IhopRewrite *rewrite = NULL;

  if (ihop_args_count (step, n, 1, 1)
      && ihop_imperfect_nest_read (step, words[0], &self))
    rewrite = nested (step, &self);
  g_clear_pointer (&self.statements, g_ptr_array_unref);
  return rewrite;
}

const IhopTransform ihop_transform_nest = {
  .name = "nest",
  .usage = "OUTER",
  .summary = N_ ("Statements around an inner loop go into its first and last iteration"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = nest_build,
};
