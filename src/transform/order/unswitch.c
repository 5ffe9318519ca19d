/* unswitch: a condition that is the same in all iterations is asked once, around the loop (Allen and Cocke 1972). */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

static gboolean
find_changed (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_REF && ihop_writes (search[0], node->symbol))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

static const IhopNode *
only_if (IhopTransformStep *step, const IhopHeader *header)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (header->body);
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;
  gpointer search[2] = { (gpointer) header->loop, NULL };

  if (only == NULL || only->kind != IHOP_IF)
    {
      IhopDiag *diag = ihop_refuse (step, IHOP_T_SHAPE, header->loop, "%s does not consist of one if",
                                    header->name->address);
      if (statements->len > 1)
        ihop_diag_code (diag, "distribute %s all", header->name->address);
      return NULL;
    }
  /* It will be asked where the loop does not run, too. */
  const IhopNode *costly = ihop_may_fault (only->child[0]);
  ihop_node_walk (only->child[0], find_changed, search);
  if (search[1] || costly)
    {
      ihop_refuse (step, IHOP_T_SHAPE, search[1] ? (const IhopNode *) search[1] : costly,
                   search[1] ? N_ ("the condition may change from iteration to iteration")
                             : N_ ("the condition cannot be asked where the loop does not run"));
      return NULL;
    }
  return only;
}

static IhopRewrite *
unswitch_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  const IhopNode *choice;

  if (!ihop_args_count (step, n, 1, 1)
      || !ihop_header_of (step, words[0], &header) || !(choice = only_if (step, &header))
      || !ihop_require_copyable (step, header.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopNode *then = ihop_make_loop_like (build, header.loop, choice->child[1]);
  IhopHeader second = header;
  second.body = choice->child[2];
  const IhopNode *otherwise
    = second.body ? ihop_copy_loop (build, &second, header.lower, header.bound) : NULL;
  return ihop_build_finish_one (build, header.loop,
                                ihop_make_if (build, choice->child[0], then, otherwise));
}

const IhopTransform ihop_transform_unswitch = {
  .name = "unswitch",
  .usage = "LOOP",
  .summary = N_ ("A condition that is the same in all iterations is asked once"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = unswitch_build,
};
