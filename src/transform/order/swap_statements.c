/* swap-statements: two statements of a body that follow each other change places (Banerjee 1988; Wolfe 1996). */
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/refusal.h"
#include <string.h>

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

/* Where statements change places: in a loop's body, or a function's. NULL: refused. */
static const IhopNode *
body_of (IhopTransformStep *step, const char *word, const IhopFunction **function)
{
  const IhopLoopName *name = strchr (word, '/') ? ihop_args_loop (step, word) : NULL;

  if (strchr (word, '/') == NULL)
    *function = ihop_args_function (step, word);
  else
    *function = name ? name->function : NULL;
  return name ? ihop_loop_body (name->loop) : *function ? (*function)->body : NULL;
}

/* In a function's body stands more than what runs again and again: there, loops change places, and nothing else. */
static gboolean
require_loop (IhopTransformStep *step, const IhopNode *statement)
{
  if (statement->kind != IHOP_FOR)
    {
      ihop_refuse (step, IHOP_T_SHAPE, statement, "of a function's body only for loops change places, and this is none");
      return FALSE;
    }
  return ihop_require_no_jumps (step, ihop_loop_body (statement));
}

static IhopRewrite *
swap_statements_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopFunction *function;
  guint first;

  if (!ihop_args_count (step, n, 2, 2))
    return NULL;
  const IhopNode *body = body_of (step, words[0], &function);
  if (body == NULL || !ihop_args_line (step, body, words[1], &first))
    return NULL;
  guint second = next_statement (body, first);
  if (second == 0)
    {
      ihop_refuse (step, IHOP_T_SHAPE, body->child[first], "no statement of %s stands behind this one",
                   words[0]);
      return NULL;
    }
  if (body == function->body && !(require_loop (step, body->child[first]) && require_loop (step, body->child[second])))
    return NULL;
  if (!ihop_require_copyable (step, body->child[first]) || !ihop_require_copyable (step, body->child[second]))
    return NULL;
  return swapped (step, function, body, first, second);
}

const IhopTransform ihop_transform_swap_statements = {
  .name = "swap-statements",
  .usage = "LOOP|FUNCTION LINE|@NUMBER",
  .summary = N_ ("A statement of the body changes places with the one behind it"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = swap_statements_build,
};
