/* interchange: two loops, one directly in the other, change places (Allen and Kennedy 1984). */
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/order/perfect_nest.h"

static IhopRewrite *
interchange_build (IhopTransformStep *step, char **words, guint n)
{
  static const guint order[] = { 1, 0 };
  const IhopLoopName *name;
  IhopNest nest;

  if (!ihop_args_count (step, n, 1, 1)
      || !(name = ihop_args_loop (step, words[0])) || !ihop_nest_read (step, name, 2, &nest))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  const IhopNode *loops = ihop_nest_reorder (build, &nest, order);
  if (loops == NULL)
    return NULL;
  GPtrArray *news = g_ptr_array_new ();
  g_ptr_array_add (news, (gpointer) loops);
  return ihop_build_finish (build, nest.header[0].loop, 1, news);
}

const IhopTransform ihop_transform_interchange = {
  .name = "interchange",
  .usage = "OUTER/INNER",
  .summary = N_ ("Two loops, one directly in the other, change places"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = interchange_build,
};
