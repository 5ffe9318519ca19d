/* tile: a rectangular band of loops runs block by block. Wolfe 1989. */
#include "transform/nest.h"
#include "transform/steps.h"
#include "transform/strip.h"

static gboolean
is_rectangular (IhopTransformStep *step, const IhopNest *nest)
{
  for (guint i = 0; i < nest->n; i++)
    for (guint k = 0; k < i; k++)
      {
        const IhopHeader *inner = &nest->header[i], *outer = &nest->header[k];
        if (!ihop_mentions (inner->lower, outer->iterator)
            && !ihop_mentions (inner->bound, outer->iterator))
          continue;
        ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, inner->loop,
                                       "the bounds of %s depend on %s: the band is not rectangular",
                                       inner->name->address, outer->iterator->name),
                          "strip-mine %s and interchange it outwards", inner->name->address);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_sizes (IhopTransformStep *step, const IhopNest *nest, char **words, gint64 *sizes)
{
  for (guint i = 0; i < nest->n; i++)
    if (!ihop_header_is_signed (step, &nest->header[i])
        || !ihop_args_number (step, words[i], "a tile's size", 1, 1 << 20, &sizes[i]))
      return FALSE;
  return TRUE;
}

static IhopRewrite *
tile_build (IhopTransformStep *step, char **words, guint n)
{
  gint64 sizes[IHOP_NEST_DEPTH];
  IhopStrip strips[IHOP_NEST_DEPTH];
  const IhopLoopName *name;
  IhopNest nest;

  if (!ihop_args_count (step, &ihop_transform_tile, n, 2, IHOP_NEST_DEPTH + 1)
      || !(name = ihop_args_loop (step, words[0]))
      || !ihop_nest_read (step, name, n - 1, &nest) || !is_rectangular (step, &nest)
      || !ihop_nest_can_hoist (step, &nest)
      || !read_sizes (step, &nest, words + 1, sizes))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  const IhopNode *body = nest.body;
  for (guint i = 0; i < nest.n; i++)
    strips[i] = ihop_strip (build, &nest.header[i], sizes[i], NULL);
  for (guint i = nest.n; i-- > 0;)
    body = ihop_strip_inner (build, &nest.header[i], &strips[i], body);
  for (guint i = nest.n; i-- > 0;)
    body = ihop_strip_outer (build, &nest.header[i], &strips[i], body);
  return ihop_build_finish_one (build, nest.header[0].loop, body);
}

const IhopTransform ihop_transform_tile = {
  .name = "tile",
  .usage = "INNERMOST SIZE...",
  .summary = "A band of loops (as many as sizes, ending at INNERMOST) runs tile by tile",
  .kind = IHOP_TRANSFORM_ORDER,
  .build = tile_build,
};
