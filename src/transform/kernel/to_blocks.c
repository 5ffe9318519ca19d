/* to-blocks: a loop is marked as one over blocks of a kernel. The proof: it is parallel as it stands; the plan proves the
 * whole kernel, with its fences, as it stands then (analysis/kernel/kernel.h). The notation is that of Exo (Ikarashi and
 * others, PLDI 2022). */
#include "transform/kernel/spread_mark.h"

static IhopRewrite *
to_blocks_build (IhopTransformStep *step, char **words, guint n)
{
  return ihop_spread_mark (step, IHOP_ROLE_BLOCK, words, n);
}

const IhopTransform ihop_transform_to_blocks = {
  .name = "to-blocks",
  .usage = "LOOP x|y|z|off",
  .summary = N_ ("The loop's iterations become blocks of a kernel"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = to_blocks_build,
};
