/* reverse: the last iteration comes first (Wolfe 1986). */
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make_statement.h"

static IhopOperator
other_way (const IhopHeader *header)
{
  return header->step > 0 ? IHOP_OP_GE : IHOP_OP_LE;
}

static IhopRewrite *
reverse_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 1, 1)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_signed_counter (step, &header)
      || !ihop_require_unit_step (step, &header, TRUE))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopNode *loop
    = ihop_make_for (build, header.loop, header.iterator, header.declared_here,
                     ihop_header_last (build, &header), other_way (&header), header.lower,
                     -header.step, header.body);
  return ihop_build_finish_one (build, header.loop, loop);
}

const IhopTransform ihop_transform_reverse = {
  .name = "reverse",
  .usage = "LOOP",
  .summary = N_ ("The last iteration comes first"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = reverse_build,
};
