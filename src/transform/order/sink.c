/* sink: statements around an inner loop go into it, also where it may not run at all: it then gets one iteration for
 * them, in which its own body is skipped (loop sinking with a guard; Wolfe 1996). */
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/order/nest.h"

/* "j < m" */
static const IhopNode *
own_condition (IhopBuild *build, const IhopHeader *inner)
{
  return ihop_make_relation (build, inner->relation, ihop_make_ref (build, inner->iterator),
                             inner->bound);
}

/* The inner loop's own bound, or what makes one iteration. */
static const IhopNode *
stretched (IhopBuild *build, const IhopHeader *inner)
{
  if (inner->step > 0)
    return ihop_make_max (build, ihop_header_end (build, inner),
                          ihop_make_plus (build, inner->lower, 1));
  return ihop_make_min (build, ihop_header_last (build, inner), inner->lower);
}

static const IhopNode *
sunk_loop (IhopBuild *build, const IhopImperfectNest *self)
{
  const IhopHeader *inner = &self->inner;
  gboolean upward = inner->step > 0;
  const IhopNode *bound = stretched (build, inner);
  const IhopNode *last = upward ? ihop_make_plus (build, bound, -1) : bound;
  const IhopNode *own = ihop_make_if (build, own_condition (build, inner), inner->body, NULL);

  return ihop_make_for (build, inner->loop, inner->iterator, inner->declared_here, inner->lower,
                        upward ? IHOP_OP_LT : IHOP_OP_GE, bound, inner->step,
                        ihop_imperfect_nest_body (build, self, last, own));
}

static IhopRewrite *
sunk (IhopTransformStep *step, const IhopImperfectNest *self)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, self->outer.name->function);
  const IhopNode *loop;

  if (ihop_header_runs (step, &self->inner, 1))
    loop = ihop_make_loop_like (
      build, self->inner.loop,
      ihop_imperfect_nest_body (build, self, ihop_header_last (build, &self->inner), self->inner.body));
  else
    loop = sunk_loop (build, self);
  return ihop_build_finish_one (build, self->outer.loop,
                                ihop_make_loop_like (build, self->outer.loop, loop));
}

static IhopRewrite *
sink_build (IhopTransformStep *step, char **words, guint n)
{
  IhopImperfectNest self = { 0 };
  IhopRewrite *rewrite = NULL;

  if (ihop_args_count (step, n, 1, 1)
      && ihop_imperfect_nest_read (step, words[0], &self) && ihop_require_signed_counter (step, &self.inner))
    rewrite = sunk (step, &self);
  g_clear_pointer (&self.statements, g_ptr_array_unref);
  return rewrite;
}

const IhopTransform ihop_transform_sink = {
  .name = "sink",
  .usage = "OUTER",
  .summary = N_ ("Statements around an inner loop go into it, even where it may not run"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = sink_build,
};
