/* guard: what a continue leaves out is put under an if.
 *
 * Right for every loop: nothing changes its order, and every condition is evaluated where it was. */
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"

static void
refuse (gpointer step, const IhopNode *jump)
{
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, jump,
                                 "what this continue leaves out cannot be put under one if"),
                    "let it set a variable, and ask for that before the rest");
}

static IhopRewrite *
guard_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopLoopName *name;

  if (!ihop_args_count (step, n, 1, 1) || !(name = ihop_args_loop (step, words[0]))
      || !ihop_require_copyable (step, ihop_loop_body (name->loop)))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  const IhopJumpRemoval leaving = { .build = build, .jump = IHOP_CONTINUE, .refuse = refuse, .data = step };
  const IhopNode *body = ihop_loop_body (name->loop);
  if (ihop_jump_removal_first (&leaving, body) == NULL)
    {
      ihop_refuse (step, IHOP_T_SHAPE, name->loop, "no continue ends an iteration of %s early", name->address);
      return NULL;
    }
  GPtrArray *statements = ihop_jump_removal_run (&leaving, body);
  if (statements == NULL)
    return NULL;
  g_hash_table_insert (news, (gpointer) body, (gpointer) ihop_make_body (build, statements));
  return ihop_build_finish_body (build, ihop_replace_nodes (build, build->function->body, news));
}

const IhopTransform ihop_transform_guard = {
  .name = "guard",
  .usage = "LOOP",
  .summary = N_ ("What a continue leaves out is put under an if"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = guard_build,
};
