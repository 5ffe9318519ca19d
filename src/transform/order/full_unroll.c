/* full-unroll: every iteration is written out. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

enum { MOST_ITERATIONS = 64 };

static IhopRewrite *
full_unroll_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 trips, first;

  if (!ihop_args_count (step, n, 1, 1)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_copyable (step, header.body)
      || !ihop_require_no_jumps (step, header.body))
    return NULL;
  trips = ihop_header_trips (&header);
  if (trips < 1 || trips > MOST_ITERATIONS || !ihop_constant_of (header.lower, &first))
    {
      ihop_refuse (step, IHOP_T_HEADER, header.loop,
                   "the number of iterations of %s is not a constant from 1 to %d",
                   header.name->address, MOST_ITERATIONS);
      return NULL;
    }
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  GPtrArray *news = g_ptr_array_new ();
  for (gint64 t = 0; t < trips; t++)
    {
      const IhopNode *value = ihop_make_integer (build, first + t * header.step);
      ihop_append_body (news, ihop_copy (build, header.body,
                                         ihop_values_new (build, header.iterator, value)));
    }
  ihop_append_nothing (build, news);
  return ihop_build_finish (build, header.loop, 1, news);
}

const IhopTransform ihop_transform_full_unroll = {
  .name = "full-unroll",
  .usage = "LOOP",
  .summary = N_ ("Every iteration is written out"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = full_unroll_build,
};
