/* normalize: the loop counts 0, 1, 2 … */
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"

/* Iterations: (bound - lower + step - 1) / step; C's cut towards zero gives zero or less where
 * there are none. */
static const IhopNode *
iterations (IhopBuild *build, const IhopHeader *header)
{
  gint64 step = ABS (header->step);
  gboolean up = header->step > 0;
  const IhopNode *distance
    = ihop_make_binary (build, IHOP_OP_SUB, up ? header->bound : header->lower,
                        up ? header->lower : header->bound);

  if (header->relation == IHOP_OP_LE || header->relation == IHOP_OP_GE)
    distance = ihop_make_plus (build, distance, step);
  else
    distance = ihop_make_plus (build, distance, step - 1);
  return step == 1 ? distance
                   : ihop_make_binary (build, IHOP_OP_DIV, distance,
                                       ihop_make_integer (build, step));
}

/* lower + step * i */
static const IhopNode *
old_value (IhopBuild *build, const IhopHeader *header)
{
  const IhopNode *i = ihop_make_ref (build, header->iterator);
  gint64 step = ABS (header->step), lower;

  if (step > 1)
    i = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_integer (build, step), i);
  if (header->step > 0 && ihop_constant_of (header->lower, &lower) && ABS (lower) < G_MAXINT32)
    return ihop_make_plus (build, i, lower);
  return ihop_make_binary (build, header->step > 0 ? IHOP_OP_ADD : IHOP_OP_SUB, header->lower, i);
}

static gboolean
is_normal (IhopTransformStep *step, const IhopHeader *header)
{
  gint64 lower;

  if (header->step != 1 || header->relation != IHOP_OP_LT
      || !ihop_constant_of (header->lower, &lower) || lower != 0)
    return FALSE;
  ihop_refuse (step, IHOP_T_SHAPE, header->loop, "%s counts 0, 1, 2 … already",
               header->name->address);
  return TRUE;
}

static IhopRewrite *
normalize_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 1, 1)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_signed_counter (step, &header)
      || is_normal (step, &header) || !ihop_require_copyable (step, header.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopValues *values
    = ihop_values_new (build, header.iterator, old_value (build, &header));
  const IhopNode *loop
    = ihop_make_for (build, header.loop, header.iterator, header.declared_here,
                     ihop_make_integer (build, 0), IHOP_OP_LT, iterations (build, &header), 1,
                     ihop_copy (build, header.body, values));
  GPtrArray *news = g_ptr_array_new ();
  ihop_keep_target_marks (build, header.name->function, header.loop, news);
  g_ptr_array_add (news, (gpointer) loop);
  return ihop_build_finish (build, header.loop, 1, news);
}

const IhopTransform ihop_transform_normalize = {
  .name = "normalize",
  .usage = "LOOP",
  .summary = N_ ("The loop counts 0, 1, 2 …"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = normalize_build,
};
