/* unroll-and-jam: the outer loop is unrolled, and the copies of the inner loop become one loop, so that what an inner
 * iteration loads is used several times (Callahan, Cocke and Kennedy 1988). */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/order/unroll.h"

static gboolean
inner_of (IhopTransformStep *step, const IhopHeader *outer, IhopHeader *inner)
{
  const IhopNode *loop = ihop_only_loop (outer->body);

  if (loop == NULL)
    {
      g_autoptr (GPtrArray) statements = ihop_body_statements (outer->body);
      IhopDiag *diag = ihop_refuse (step, IHOP_T_SHAPE, outer->loop,
                                    "%s does not hold one loop and nothing else", outer->name->address);
      if (statements->len > 1)
        ihop_diag_code (diag, "distribute %s all", outer->name->address);
      return FALSE;
    }
  if (!ihop_header_read (step, loop, inner) || !ihop_require_no_jumps (step, inner->body))
    return FALSE;
  if (!ihop_mentions (inner->lower, outer->iterator)
      && !ihop_mentions (inner->bound, outer->iterator))
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, loop, "the bounds of %s depend on %s: its copies do not match",
               inner->name->address, outer->iterator->name);
  return FALSE;
}

static const IhopNode *
jammed (IhopBuild *build, const IhopHeader *outer, const IhopHeader *inner, gint64 factor)
{
  GPtrArray *copies = g_ptr_array_new ();

  ihop_append_body (copies, inner->body);
  for (gint64 t = 1; t < factor; t++)
    ihop_append_body (copies, ihop_copy (build, inner->body,
                                         ihop_unroll_values (build, outer, t)));
  return ihop_make_loop_like (build, inner->loop, ihop_make_body (build, copies));
}

static IhopRewrite *
unroll_and_jam_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader outer, inner;
  gint64 factor;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_unroll_read (step, words, &outer, &factor) || !inner_of (step, &outer, &inner))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, outer.name->function);
  GPtrArray *news = g_ptr_array_new ();
  ihop_append (news, ihop_unroll_main (build, &outer, factor, jammed (build, &outer, &inner, factor)));
  const IhopNode *rest = ihop_unroll_rest (build, &outer, factor);
  if (rest)
    g_ptr_array_add (news, (gpointer) rest);
  return ihop_build_finish (build, outer.loop, 1, news);
}

const IhopTransform ihop_transform_unroll_and_jam = {
  .name = "unroll-and-jam",
  .usage = "OUTER FACTOR",
  .summary = N_ ("The outer loop is unrolled, the copies of the inner one become one"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = unroll_and_jam_build,
};
