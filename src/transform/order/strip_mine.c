/* strip-mine: one loop becomes two, over strips and over a strip's iterations. The order stays as it is (Loveman 1977). */
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/order/strip.h"

static IhopRewrite *
strip_mine_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 size;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_signed_counter (step, &header)
      || !ihop_args_number (step, words[1], N_ ("the size"), 1, 1 << 20, &size))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  IhopStrip strip = ihop_strip (build, &header, size, NULL);
  const IhopNode *inner = ihop_strip_inner (build, &header, &strip, header.body);
  return ihop_build_finish_one (build, header.loop,
                                ihop_strip_outer (build, &header, &strip, inner));
}

const IhopTransform ihop_transform_strip_mine = {
  .name = "strip-mine",
  .usage = "LOOP SIZE",
  .summary = N_ ("One loop becomes two: strips, and what is in a strip"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = strip_mine_build,
};
