/* remove-header: a loop of one iteration is its body. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/jump_removal.h"

static IhopRewrite *
remove_header_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 1, 1)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_copyable (step, header.body)
      || !ihop_require_no_jumps (step, header.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopValues *values = ihop_values_new (build, header.iterator, header.lower);
  GPtrArray *news = g_ptr_array_new ();
  ihop_append_body (news, ihop_copy (build, header.body, values));
  ihop_append_nothing (build, news);
  return ihop_build_finish (build, header.loop, 1, news);
}

const IhopTransform ihop_transform_remove_header = {
  .name = "remove-header",
  .usage = "LOOP",
  .summary = N_ ("A loop of one iteration becomes its body"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = remove_header_build,
};
