/* unroll: several iterations in one, and a loop for what is left. */
#include "transform/order/unroll.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"

enum { MOST_COPIES = 64 };

const IhopNode *
ihop_unroll_main (IhopBuild *build, const IhopHeader *header, gint64 factor, const IhopNode *body)
{
  const IhopNode *end = ihop_header_end (build, header);
  gint64 trips = ihop_header_trips (header);

  if (trips < 0 || trips % factor)
    end = ihop_make_plus (build, end, 1 - factor);
  return ihop_make_for (build, header->loop, header->iterator, header->declared_here,
                        header->lower, IHOP_OP_LT, end, factor, body);
}

/* lower + count / factor * factor: for an empty loop, C's cut towards zero leaves a value that is
 * not below the end. */
const IhopNode *
ihop_unroll_rest (IhopBuild *build, const IhopHeader *header, gint64 factor)
{
  const IhopNode *size = ihop_make_integer (build, factor);
  gint64 trips = ihop_header_trips (header), first;
  const IhopNode *lower;

  if (trips >= 0 && trips % factor == 0)
    return NULL;
  if (trips >= 0 && ihop_constant_of (header->lower, &first))
    lower = ihop_make_integer (build, first + trips / factor * factor);
  else
    {
      const IhopNode *groups = ihop_make_binary (
        build, IHOP_OP_DIV, ihop_header_count (build, header), size);
      const IhopNode *done = ihop_make_binary (build, IHOP_OP_MUL, groups, size);
      lower = ihop_constant_of (header->lower, &first) && first == 0
                ? done
                : ihop_make_binary (build, IHOP_OP_ADD, header->lower, done);
    }
  return ihop_copy_loop (build, header, lower, header->bound);
}

const IhopValues *
ihop_unroll_values (IhopBuild *build, const IhopHeader *header, gint64 t)
{
  return ihop_values_new (build, header->iterator,
                          ihop_make_plus (build, ihop_make_ref (build, header->iterator), t));
}

gboolean
ihop_unroll_read (IhopTransformStep *step, char **words, IhopHeader *header, gint64 *factor)
{
  return ihop_args_number (step, words[1], N_ ("the factor"), 2, MOST_COPIES, factor)
         && ihop_header_of (step, words[0], header) && ihop_require_signed_counter (step, header)
         && ihop_require_unit_step (step, header, FALSE) && ihop_require_copyable (step, header->body)
         && ihop_require_no_jumps (step, header->body);
}

static IhopRewrite *
unroll_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 factor;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_unroll_read (step, words, &header, &factor))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  GPtrArray *copies = g_ptr_array_new (), *news = g_ptr_array_new ();
  ihop_append_body (copies, header.body);
  for (gint64 t = 1; t < factor; t++)
    ihop_append_body (copies, ihop_copy (build, header.body,
                                         ihop_unroll_values (build, &header, t)));
  ihop_append (news, ihop_unroll_main (build, &header, factor, ihop_make_body (build, copies)));
  const IhopNode *rest = ihop_unroll_rest (build, &header, factor);
  if (rest)
    g_ptr_array_add (news, (gpointer) rest);
  return ihop_build_finish (build, header.loop, 1, news);
}

const IhopTransform ihop_transform_unroll = {
  .name = "unroll",
  .usage = "LOOP FACTOR",
  .summary = N_ ("Several iterations in one, and a loop for what is left"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = unroll_build,
};
