/* tile: a band of loops runs tile by tile (Wolfe 1989; Irigoin and Triolet 1988). A loop whose bounds depend on others
 * of the band (a triangle) starts its tiles at the least value that it takes in the tiles around it, which is found by
 * projection. With "separate" full tiles are told from those that the edge cuts, so that their loops need no minimum
 * (Ancourt and Irigoin 1991). A loop whose size is "-" stays whole, inside the tiles of the others. */
#include "analysis/scop/scop.h"
#include "analysis/extract/extract.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/order/tile_separate.h"
#include <string.h>

static gboolean
leans (const IhopNest *nest, const IhopNode *bound)
{
  for (guint i = 0; i < nest->n; i++)
    if (ihop_mentions (bound, nest->header[i].iterator))
      return TRUE;
  return FALSE;
}

static gboolean
is_whole (const char *word)
{
  return strcmp (word, "-") == 0;
}

/* Some loop is cut, and all of them where full tiles are to be told from others. */
static gboolean
require_sizes (IhopTransformStep *step, const IhopTiling *tiling, char **words)
{
  guint n_whole = 0;

  for (guint i = 0; i < tiling->nest.n; i++)
    n_whole += is_whole (words[i]);
  if (n_whole == 0 || (n_whole < tiling->nest.n && !tiling->separate))
    return TRUE;
  if (tiling->separate)
    ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "full tiles are told apart only where each loop of the band has a size");
  else
    ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "no loop of the band has a size");
  return FALSE;
}

static gboolean
read_sizes (IhopTransformStep *step, IhopTiling *tiling, char **words)
{
  for (guint i = 0; i < tiling->nest.n; i++)
    {
      const IhopHeader *header = &tiling->nest.header[i];
      if (!ihop_require_signed_counter (step, header)
          || !(is_whole (words[i]) || ihop_args_number (step, words[i], N_ ("a tile's size"), 1, 1 << 20, &tiling->size[i])))
        return FALSE;
      tiling->lower_depends_on_band[i] = leans (&tiling->nest, header->lower);
      tiling->depends_on_band[i] = tiling->lower_depends_on_band[i] || leans (&tiling->nest, header->bound);
      if ((tiling->depends_on_band[i] || tiling->separate) && !ihop_require_unit_step (step, header, FALSE))
        return FALSE;
      tiling->is_triangular |= tiling->depends_on_band[i];
    }
  return TRUE;
}

/* What loop d's iterator can be in the tiles of the loops around: a set over those tiles' first
 * values and the iterator. A tile's first value is one that its own loop can have. */
static isl_set *
values_in_tiles (const IhopTiling *tiling, guint d)
{
  isl_set *set = isl_set_copy (tiling->domain);

  set = isl_set_project_out (set, isl_dim_set, d + 1, tiling->nest.n - d - 1);
  set = isl_set_insert_dims (set, isl_dim_set, 0, d);
  for (guint k = 0; k < d; k++)
    {
      if (!tiling->size[k])
        continue;
      isl_set *first = values_in_tiles (tiling, k);
      first = isl_set_add_dims (first, isl_dim_set, 2 * d - k);
      set = isl_set_intersect (set, isl_set_reset_tuple_id (first));
      isl_space *space = isl_set_get_space (set);
      isl_local_space *local = isl_local_space_from_space (space);
      gint64 stride = tiling->nest.header[k].step;
      int sign = stride > 0 ? 1 : -1;
      isl_constraint *from = isl_constraint_alloc_inequality (isl_local_space_copy (local));
      isl_constraint *to = isl_constraint_alloc_inequality (local);
      from = isl_constraint_set_coefficient_si (from, isl_dim_set, (int) (d + k), sign);
      from = isl_constraint_set_coefficient_si (from, isl_dim_set, (int) k, -sign);
      to = isl_constraint_set_coefficient_si (to, isl_dim_set, (int) (d + k), -sign);
      to = isl_constraint_set_coefficient_si (to, isl_dim_set, (int) k, sign);
      to = isl_constraint_set_constant_si (to, (int) (ABS (stride) * tiling->size[k] - 1));
      set = isl_set_add_constraint (isl_set_add_constraint (set, from), to);
    }
  return isl_set_project_out (set, isl_dim_set, d, d);
}

/* The loop over the tiles of loop d; NULL: its bounds cannot be written. */
static const IhopNode *
tile_loop (const IhopBoundWriter *writing, const IhopTiling *tiling, guint d, const IhopNode *body)
{
  const IhopHeader *header = &tiling->nest.header[d];
  const IhopStrip *strip = &tiling->strip[d];
  const IhopNode *lower, *upper;
  IhopOperator relation;

  if (!tiling->size[d])
    return body;
  if (!tiling->depends_on_band[d])
    return ihop_strip_outer (writing->build, header, strip, body);
  isl_set *set = values_in_tiles (tiling, d);
  gboolean fine = ihop_nest_bounds (writing, set, d, &relation, &lower, &upper);
  isl_set_free (set);
  return fine ? ihop_make_for (writing->build, header->loop, strip->strip, TRUE, lower, relation,
                               upper, strip->stride, body)
              : NULL;
}

/* The loop over what of a tile the owner's bounds leave. */
static const IhopNode *
point_loop (IhopBuild *build, const IhopTiling *tiling, guint d, const IhopNode *body)
{
  const IhopHeader *header = &tiling->nest.header[d];
  const IhopStrip *strip = &tiling->strip[d];

  if (!tiling->size[d])
    return ihop_make_loop_like (build, header->loop, body);
  if (!tiling->lower_depends_on_band[d])
    return ihop_strip_inner (build, header, strip, body);
  const IhopNode *lower = ihop_make_max (build, ihop_make_ref (build, strip->strip), header->lower);
  return ihop_make_for (build, header->loop, header->iterator, header->declared_here, lower,
                        header->relation, strip->bound, header->step, body);
}

static const IhopNode *
point_loops (const IhopBoundWriter *writing, const IhopTiling *tiling)
{
  const IhopNode *body = tiling->nest.body;

  for (guint i = tiling->nest.n; i-- > 0;)
    body = point_loop (writing->build, tiling, i, body);
  return tiling->separate ? ihop_tile_separate (writing, tiling, body) : body;
}

static const IhopNode *
tiled (const IhopBoundWriter *writing, IhopTiling *tiling)
{
  for (guint i = 0; i < tiling->nest.n; i++)
    {
      if (!tiling->size[i])
        continue;
      tiling->strip[i]
        = ihop_strip (writing->build, &tiling->nest.header[i], tiling->size[i], NULL);
      writing->iterator[i] = tiling->strip[i].strip;
    }
  const IhopNode *body = point_loops (writing, tiling);
  for (guint i = tiling->nest.n; body && i-- > 0;)
    body = tile_loop (writing, tiling, i, body);
  return body;
}

/* With the iterations as a set, where something has to be worked out from them. */
static IhopRewrite *
tile (IhopTransformStep *step, IhopTiling *tiling)
{
  static const guint order[IHOP_NEST_DEPTH] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const IhopHeader *outer = &tiling->nest.header[0];
  IhopSymbol *iterators[IHOP_NEST_DEPTH];
  IhopBudget budget = ihop_facts_budget (step->facts);
  g_autoptr (IhopBuild) build = ihop_build_new (step, outer->name->function);
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, outer->name->function, outer->loop, &budget);
  IhopBoundWriter writing = { build, scop, tiling->nest.n, iterators };

  if (tiling->is_triangular || tiling->separate)
    tiling->domain = ihop_nest_domain (scop, &tiling->nest, order);
  const IhopNode *loops = NULL;
  if (tiling->domain || !(tiling->is_triangular || tiling->separate))
    loops = tiled (&writing, tiling);
  isl_set_free (tiling->domain);
  if (loops == NULL)
    ihop_refuse (step, IHOP_T_UNKNOWN, outer->loop,
                 "the bounds of the tiles of %s cannot be written: they are not affine",
                 outer->name->address);
  return loops ? ihop_build_finish_one (build, outer->loop, loops) : NULL;
}

static IhopRewrite *
tile_build (IhopTransformStep *step, char **words, guint n)
{
  IhopTiling tiling = { .separate = n > 2 && strcmp (words[n - 1], "separate") == 0 };
  const IhopLoopName *name;
  guint sizes = n - 1 - tiling.separate;

  if (!ihop_args_count (step, n, 2, IHOP_NEST_DEPTH + 1 + tiling.separate)
      || !(name = ihop_args_loop (step, words[0]))
      || !ihop_nest_read (step, name, sizes, &tiling.nest)
      || !ihop_require_hoistable_bounds (step, &tiling.nest) || !require_sizes (step, &tiling, words + 1) || !read_sizes (step, &tiling, words + 1)
      || (tiling.separate && !ihop_require_copyable (step, tiling.nest.body)))
    return NULL;
  return tile (step, &tiling);
}

const IhopTransform ihop_transform_tile = {
  .name = "tile",
  .usage = "INNERMOST SIZE|-... [separate]",
  .summary = N_ ("A band of loops (as many as sizes, ending at INNERMOST) runs tile by tile"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = tile_build,
};
