/* guard: what a continue leaves out stands under an if instead.
 *
 * Right for every loop: nothing changes its order, and every condition is asked where it was. */
#include "transform/text/jump_removal.h"
#include "transform/steps.h"
#include "transform/legality/preconditions.h"

static void
refuse (gpointer step, const IhopNode *jump)
{
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, jump,
                                 "what this continue leaves out cannot be put under one if"),
                    "let it set a variable, and ask for that before the rest");
}

static void
be_silent (gpointer data, const IhopNode *jump)
{
}

static gboolean
can_guard (IhopTransformStep *step, const IhopLoopName *name)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  const IhopLeaving leaving = { .build = build, .jump = IHOP_CONTINUE, .refuse = be_silent };
  g_autoptr (GPtrArray) statements = ihop_leaving_structure (&leaving, ihop_loop_body (name->loop));

  return statements != NULL;
}

void
ihop_guard_remedy (IhopTransformStep *step, IhopDiag *diag, const IhopNode *jump)
{
  const IhopLoopName *around = NULL;

  for (guint i = 0; i < step->names->len; i++)
    {
      const IhopLoopName *name = step->names->pdata[i];
      g_autoptr (GPtrArray) path = ihop_node_path (name->loop, jump);
      if (path)
        around = name; /* the last one is the innermost */
    }
  if (jump->kind == IHOP_BREAK)
    ihop_diag_remedy (diag, "let the loop run to its end and remember what was found");
  else if (jump->kind == IHOP_CONTINUE && around && can_guard (step, around))
    ihop_diag_remedy (diag, "guard %s", around->address);
  else if (jump->kind == IHOP_CONTINUE)
    ihop_diag_remedy (diag, "put what follows into an if");
}

static IhopRewrite *
guard_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopLoopName *name;

  if (!ihop_args_count (step, &ihop_transform_guard, n, 1, 1) || !(name = ihop_args_loop (step, words[0]))
      || !ihop_can_copy (step, ihop_loop_body (name->loop)))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  const IhopLeaving leaving = { .build = build, .jump = IHOP_CONTINUE, .refuse = refuse, .data = step };
  const IhopNode *body = ihop_loop_body (name->loop);
  if (ihop_leaving_jump (&leaving, body) == NULL)
    {
      ihop_refuse (step, IHOP_T_SHAPE, name->loop, "no continue ends an iteration of %s early", name->address);
      return NULL;
    }
  GPtrArray *statements = ihop_leaving_structure (&leaving, body);
  if (statements == NULL)
    return NULL;
  g_hash_table_insert (news, (gpointer) body, (gpointer) ihop_make_body (build, statements));
  return ihop_build_finish_body (build, ihop_exchange (build, build->function->body, news));
}

const IhopTransform ihop_transform_guard = {
  .name = "guard",
  .usage = "LOOP",
  .summary = "What a continue leaves out is put under an if",
  .kind = IHOP_TRANSFORM_TEXT,
  .build = guard_build,
};
