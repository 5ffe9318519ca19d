/* collapse: two loops become one that counts through both. The number of iterations of the inner
 * one must be a constant: else the quotient is not affine, and nothing could be proved of the new
 * loop, now or later. */
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/order/perfect_nest.h"

static const IhopNode *
literal (IhopBuild *build, gint64 value, const IhopType *type)
{
  IhopNode *node = (IhopNode *) ihop_make_integer (build, value);

  node->type = type;
  return node;
}

/* lower + part */
static const IhopNode *
from (IhopBuild *build, const IhopHeader *header, const IhopNode *part)
{
  gint64 lower;

  if (ihop_constant_of (header->lower, &lower) && ABS (lower) < G_MAXINT32)
    return ihop_make_plus (build, part, lower);
  return ihop_make_binary (build, IHOP_OP_ADD, header->lower, part);
}

static IhopValues *
values_of (IhopBuild *build, const IhopNest *nest, IhopSymbol *both, gint64 width,
           const IhopType *type)
{
  IhopValues *values = ihop_pool_alloc (build->pool, sizeof *values);

  values->n = 2;
  values->symbol = ihop_pool_alloc (build->pool, 2 * sizeof *values->symbol);
  values->value = ihop_pool_alloc (build->pool, 2 * sizeof *values->value);
  for (guint i = 0; i < 2; i++)
    {
      const IhopNode *part
        = ihop_make_binary (build, i ? IHOP_OP_MOD : IHOP_OP_DIV, ihop_make_ref (build, both),
                            literal (build, width, type));
      values->symbol[i] = nest->header[i].iterator;
      values->value[i] = from (build, &nest->header[i], part);
    }
  return values;
}

static IhopRewrite *
collapsed (IhopTransformStep *step, const IhopNest *nest, gint64 width)
{
  const IhopHeader *outer = &nest->header[0];
  g_autoptr (IhopBuild) build = ihop_build_new (step, outer->name->function);
  g_autofree char *name
    = g_strconcat (outer->iterator->name, nest->header[1].iterator->name, NULL);
  gint64 trips = ihop_header_trips (outer);
  /* The product may not fit where the outer number is only known when the program runs. */
  const IhopType *type = trips >= 0 && trips * width <= G_MAXINT32 ? &ihop_type_int : &ihop_type_long;
  IhopSymbol *both = ihop_make_variable (build, outer->iterator, type, name);
  const IhopNode *count = ihop_make_binary (build, IHOP_OP_MUL, ihop_header_count (build, outer),
                                            literal (build, width, type));
  const IhopNode *body
    = ihop_copy (build, nest->body, values_of (build, nest, both, width, type));

  return ihop_build_finish_one (build, outer->loop,
                                ihop_make_for (build, outer->loop, both, TRUE,
                                               ihop_make_integer (build, 0), IHOP_OP_LT, count, 1,
                                               body));
}

static IhopRewrite *
collapse_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopLoopName *name;
  IhopNest nest;
  gint64 width;

  if (!ihop_args_count (step, n, 1, 1)
      || !(name = ihop_args_loop (step, words[0])) || !ihop_nest_read (step, name, 2, &nest)
      || !ihop_require_unit_step (step, &nest.header[0], FALSE)
      || !ihop_require_unit_step (step, &nest.header[1], FALSE)
      || !ihop_require_signed_counter (step, &nest.header[0])
      || !ihop_require_signed_counter (step, &nest.header[1]) || !ihop_require_copyable (step, nest.body))
    return NULL;
  width = ihop_header_trips (&nest.header[1]);
  if (width < 1)
    {
      ihop_refuse (step, IHOP_T_HEADER, nest.header[1].loop,
                   "the number of iterations of %s is not a constant", name->address);
      return NULL;
    }
  return collapsed (step, &nest, width);
}

const IhopTransform ihop_transform_collapse = {
  .name = "collapse",
  .usage = "OUTER/INNER",
  .summary = N_ ("Two loops become one that counts through both"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = collapse_build,
};
