/* skew: a multiple of the outer iterator is added to the inner one, so that dependences that point backwards in the
 * inner loop point forwards. The order stays as it is (Wolfe 1986). */
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"

/* factor * i */
static const IhopNode *
slant (IhopBuild *build, IhopSymbol *outer, gint64 factor)
{
  const IhopNode *i = ihop_make_ref (build, outer);

  return ABS (factor) == 1
           ? i
           : ihop_make_binary (build, IHOP_OP_MUL, ihop_make_integer (build, ABS (factor)), i);
}

static const IhopNode *
slanted (IhopBuild *build, const IhopNode *node, IhopSymbol *outer, gint64 factor)
{
  return ihop_make_binary (build, factor > 0 ? IHOP_OP_ADD : IHOP_OP_SUB, node,
                           slant (build, outer, factor));
}

static IhopRewrite *
skewed (IhopTransformStep *step, const IhopHeader *outer, const IhopHeader *inner, gint64 factor)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, inner->name->function);
  const IhopNode *old
    = slanted (build, ihop_make_ref (build, inner->iterator), outer->iterator, -factor);
  const IhopValues *values = ihop_values_new (build, inner->iterator, old);
  const IhopNode *loop
    = ihop_make_for (build, inner->loop, inner->iterator, inner->declared_here,
                     slanted (build, inner->lower, outer->iterator, factor), inner->relation,
                     slanted (build, inner->bound, outer->iterator, factor), inner->step,
                     ihop_copy (build, inner->body, values));

  return ihop_build_finish_one (build, inner->loop, loop);
}

static IhopRewrite *
skew_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader outer, inner;
  gint64 factor;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &inner) || !ihop_require_signed_counter (step, &inner)
      || !ihop_args_number (step, words[1], N_ ("the factor"), -64, 64, &factor)
      || !ihop_require_copyable (step, inner.body))
    return NULL;
  if (factor == 0 || inner.name->parent == NULL)
    {
      ihop_refuse (step, factor ? IHOP_T_SHAPE : IHOP_T_ARGUMENTS, inner.loop,
                   factor ? N_ ("there is no loop around %s") : N_ ("a factor of 0 leaves %s as it is"),
                   inner.name->address);
      return NULL;
    }
  if (!ihop_header_read (step, inner.name->parent, &outer)
      || !ihop_require_signed_counter (step, &outer))
    return NULL;
  return skewed (step, &outer, &inner, factor);
}

const IhopTransform ihop_transform_skew = {
  .name = "skew",
  .usage = "OUTER/INNER FACTOR",
  .summary = N_ ("The inner loop counts along with the outer one"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = skew_build,
};
