/* permute: the loops of a perfect nest in any order. */
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/refusal.h"
#include "transform/order/perfect_nest.h"
#include <string.h>

/* The loops by the names of their iterators. */
static gboolean
read_order (IhopTransformStep *step, const IhopNest *nest, char **names, guint *order)
{
  gboolean used[IHOP_NEST_DEPTH] = { FALSE };

  for (guint i = 0; i < nest->n; i++)
    {
      guint k = 0;
      while (k < nest->n && (used[k] || strcmp (nest->header[k].iterator->name, names[i]) != 0))
        k++;
      if (k == nest->n)
        {
          ihop_refuse (step, IHOP_T_ARGUMENTS, nest->header[0].loop,
                       "%s is not the iterator of one of these %u loops", names[i], nest->n);
          return FALSE;
        }
      used[k] = TRUE;
      order[i] = k;
    }
  return TRUE;
}

static IhopRewrite *
permute_build (IhopTransformStep *step, char **words, guint n)
{
  guint order[IHOP_NEST_DEPTH];
  const IhopLoopName *name;
  IhopNest nest;

  if (!ihop_args_count (step, n, 3, IHOP_NEST_DEPTH + 1)
      || !(name = ihop_args_loop (step, words[0]))
      || !ihop_nest_read (step, name, n - 1, &nest) || !read_order (step, &nest, words + 1, order))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  const IhopNode *loops = ihop_nest_reorder (build, &nest, order);
  return loops ? ihop_build_finish_one (build, nest.header[0].loop, loops) : NULL;
}

const IhopTransform ihop_transform_permute = {
  .name = "permute",
  .usage = "INNERMOST ITERATOR ITERATOR...",
  .summary = N_ ("The loops of a perfect nest in another order, outermost first"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = permute_build,
};
