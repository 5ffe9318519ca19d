/* peel: the first or last iterations stand before or behind the loop. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include <string.h>

/* The t-th value from the front or from the back. */
static const IhopNode *
value_at (IhopBuild *build, const IhopHeader *header, gboolean last, gint64 t)
{
  if (last)
    return ihop_make_plus (build, ihop_header_last (build, header), -header->step * t);
  return ihop_make_plus (build, header->lower, header->step * t);
}

/* Whether that iteration is there. */
static const IhopNode *
guard (IhopBuild *build, const IhopHeader *header, gboolean last, const IhopNode *value)
{
  if (!last)
    return ihop_make_relation (build, header->relation, value, header->bound);
  return ihop_make_relation (build, header->step > 0 ? IHOP_OP_GE : IHOP_OP_LE, value,
                             header->lower);
}

static void
append_iteration (IhopBuild *build, const IhopHeader *header, gboolean last, gint64 t,
                  gboolean guarded, GPtrArray *into)
{
  const IhopNode *value = value_at (build, header, last, t);
  const IhopValues *values = ihop_values_new (build, header->iterator, value);
  const IhopNode *body = ihop_copy (build, header->body, values);

  if (guarded)
    ihop_append (into, ihop_make_if (build, guard (build, header, last, value), body, NULL));
  else
    ihop_append_body (into, body);
}

static const IhopNode *
rest (IhopBuild *build, const IhopHeader *header, gboolean last, gint64 count)
{
  gint64 distance = header->step * count;
  const IhopNode *lower = last ? header->lower : ihop_make_plus (build, header->lower, distance);
  const IhopNode *bound = last ? ihop_make_plus (build, header->bound, -distance) : header->bound;

  return ihop_make_for (build, header->loop, header->iterator, header->declared_here, lower,
                        header->relation, bound, header->step, header->body);
}

static IhopRewrite *
peel (IhopTransformStep *step, const IhopHeader *header, gboolean last, gint64 count)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  gboolean guarded = !ihop_header_runs (step, header, count);
  GPtrArray *news = g_ptr_array_new ();

  if (last)
    ihop_append (news, rest (build, header, TRUE, count));
  for (gint64 t = 0; t < count; t++)
    append_iteration (build, header, last, last ? count - 1 - t : t, guarded, news);
  if (!last)
    ihop_append (news, rest (build, header, FALSE, count));
  return ihop_build_finish (build, header->loop, 1, news);
}

static IhopRewrite *
peel_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 count = 1;
  gboolean last;

  if (!ihop_args_count (step, n, 2, 3))
    return NULL;
  last = strcmp (words[1], "last") == 0;
  if (!last && strcmp (words[1], "first") != 0)
    {
      ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "expected first or last, not %s", words[1]);
      return NULL;
    }
  if ((n > 2 && !ihop_args_number (step, words[2], N_ ("the number of iterations"), 1, 32, &count))
      || !ihop_header_of (step, words[0], &header) || !ihop_require_signed_counter (step, &header)
      || (last && !ihop_require_unit_step (step, &header, TRUE))
      || !ihop_require_copyable (step, header.body) || !ihop_require_no_jumps (step, header.body))
    return NULL;
  return peel (step, &header, last, count);
}

const IhopTransform ihop_transform_peel = {
  .name = "peel",
  .usage = "LOOP first|last [COUNT]",
  .summary = N_ ("The first or last iterations stand before or behind the loop"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = peel_build,
};
