/* nest: statements before and behind an inner loop go into its first and last iteration, so that
 * the nest is a perfect one. Abu-Sufah, Kuck, Lawrie 1979 (code sinking). */
#include "transform/steps.h"

static gboolean
find_inner (IhopTransformStep *step, const IhopHeader *outer, GPtrArray *statements, guint *at)
{
  guint loops = 0;

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      if (statement->kind == IHOP_DECLARATION)
        {
          ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, statement,
                                         "what is declared here is needed by all of the body"),
                            "scalar-expand it first");
          return FALSE;
        }
      if (statement->kind == IHOP_FOR)
        {
          *at = i;
          loops++;
        }
    }
  if (loops == 1 && statements->len > 1)
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, outer->loop,
               loops == 1 ? "%s is a perfect nest already" : "%s does not hold one loop",
               outer->name->address);
  return FALSE;
}

/* The statements from "first" on, in one iteration of the inner loop. */
static const IhopNode *
in_iteration (IhopBuild *build, const IhopHeader *inner, const IhopNode *value,
              GPtrArray *statements, guint first, guint n)
{
  GPtrArray *body = g_ptr_array_new ();
  const IhopNode *here
    = ihop_make_binary (build, IHOP_OP_EQ, ihop_make_ref (build, inner->iterator), value);

  for (guint i = first; i < first + n; i++)
    g_ptr_array_add (body, statements->pdata[i]);
  return ihop_make_if (build, here, ihop_make_body (build, body), NULL);
}

static IhopRewrite *
nested (IhopTransformStep *step, const IhopHeader *outer, const IhopHeader *inner,
        GPtrArray *statements, guint at)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, outer->name->function);
  GPtrArray *body = g_ptr_array_new ();

  if (at > 0)
    g_ptr_array_add (body, (gpointer) in_iteration (build, inner, inner->lower, statements, 0, at));
  ihop_append_body (body, inner->body);
  if (at + 1 < statements->len)
    g_ptr_array_add (body, (gpointer) in_iteration (build, inner, ihop_header_last (build, inner),
                                                    statements, at + 1,
                                                    statements->len - at - 1));
  const IhopNode *loop = ihop_make_like (build, inner->loop, ihop_make_body (build, body));
  return ihop_build_finish_one (build, outer->loop, ihop_make_like (build, outer->loop, loop));
}

static IhopRewrite *
nest_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader outer, inner;
  guint at = 0;

  if (!ihop_args_count (step, &ihop_transform_nest, n, 1, 1)
      || !ihop_header_of (step, words[0], &outer))
    return NULL;
  g_autoptr (GPtrArray) statements = ihop_body_statements (outer.body);
  if (!find_inner (step, &outer, statements, &at)
      || !ihop_header_read (step, statements->pdata[at], &inner)
      || !ihop_header_is_unit (step, &inner, TRUE) || !ihop_has_no_jumps (step, inner.body))
    return NULL;
  return nested (step, &outer, &inner, statements, at);
}

const IhopTransform ihop_transform_nest = {
  .name = "nest",
  .usage = "OUTER",
  .summary = "Statements around an inner loop go into its first and last iteration",
  .kind = IHOP_TRANSFORM_ORDER,
  .build = nest_build,
};
