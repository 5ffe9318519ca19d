/* to-threads: a loop is marked as one over threads of a kernel. The proof: it is parallel as it stands; the plan proves the
 * whole kernel, with its fences, as it stands then (analysis/kernel/kernel.h). The notation is that of Exo (Ikarashi and
 * others, PLDI 2022). */
#include "transform/kernel/spread_mark.h"

static IhopRewrite *
to_threads_build (IhopTransformStep *step, char **words, guint n)
{
  return ihop_spread_mark (step, IHOP_ROLE_THREAD, words, n);
}

const IhopTransform ihop_transform_to_threads = {
  .name = "to-threads",
  .usage = "LOOP x|y|z|off",
  .summary = N_ ("The loop's iterations become threads of a block"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = to_threads_build,
};
