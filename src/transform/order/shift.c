/* shift: the iterator counts from another value on, and its uses subtract the distance again. */
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"

static IhopRewrite *
shift_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 distance;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_signed_counter (step, &header)
      || !ihop_args_number (step, words[1], N_ ("the distance"), -(1 << 20), 1 << 20, &distance)
      || !ihop_require_copyable (step, header.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopNode *old
    = ihop_make_plus (build, ihop_make_ref (build, header.iterator), -distance);
  const IhopValues *values = ihop_values_new (build, header.iterator, old);
  const IhopNode *loop
    = ihop_make_for (build, header.loop, header.iterator, header.declared_here,
                     ihop_make_plus (build, header.lower, distance), header.relation,
                     ihop_make_plus (build, header.bound, distance), header.step,
                     ihop_copy (build, header.body, values));
  return ihop_build_finish_one (build, header.loop, loop);
}

const IhopTransform ihop_transform_shift = {
  .name = "shift",
  .usage = "LOOP DISTANCE",
  .summary = N_ ("The iterator counts from elsewhere"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = shift_build,
};
