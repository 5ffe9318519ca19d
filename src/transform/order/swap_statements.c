/* swap-statements: two statements of a body that follow each other change places (Banerjee 1988; Wolfe 1996). */
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/refusal.h"

/* The statement right behind; marks between are its own. 0: there is none. */
static guint
next_statement (const IhopNode *block, guint child)
{
  for (guint next = child + 1; next < block->n_children; next++)
    if (!ihop_is_mark (block->child[next]))
      return next;
  return 0;
}

static IhopRewrite *
swapped (IhopTransformStep *step, const IhopFunction *function, const IhopNode *block, guint first, guint second)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, function);
  GPtrArray *news = g_ptr_array_new ();

  for (guint i = first + 1; i < second; i++)
    if (ihop_is_hint (block->child[i]))
      g_ptr_array_add (news, (gpointer) block->child[i]);
  g_ptr_array_add (news, (gpointer) block->child[second]);
  g_ptr_array_add (news, (gpointer) block->child[first]);
  return ihop_build_finish (build, block->child[first], second - first + 1, news);
}

static IhopRewrite *
swap_statements_build (IhopTransformStep *step, char **words, guint n)
{
  guint first;

  if (!ihop_args_count (step, n, 2, 2))
    return NULL;
  const IhopLoopName *name = ihop_args_loop (step, words[0]);
  const IhopNode *body = name ? ihop_loop_body (name->loop) : NULL;
  if (body == NULL || !ihop_args_line (step, body, words[1], &first))
    return NULL;
  guint second = next_statement (body, first);
  if (second == 0)
    {
      ihop_refuse (step, IHOP_T_SHAPE, body->child[first], "no statement of %s stands behind this one",
                   name->address);
      return NULL;
    }
  if (!ihop_require_copyable (step, body->child[first]) || !ihop_require_copyable (step, body->child[second]))
    return NULL;
  return swapped (step, name->function, body, first, second);
}

const IhopTransform ihop_transform_swap_statements = {
  .name = "swap-statements",
  .usage = "LOOP LINE|@NUMBER",
  .summary = N_ ("A statement of the body changes places with the one behind it"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = swap_statements_build,
};
