/* What is not followed, and assumptions that the owner has not made, as refusals. */
#include "transform/legality/obstacle.h"
#include "analysis/verdict/reasons.h"
#include "transform/build/refusal.h"

gboolean
ihop_refuse_obstacle (IhopTransformStep *step, const IhopObstacle *obstacle)
{
  IhopDiag *diag = ihop_refuse_message (step, IHOP_T_UNKNOWN, obstacle->node, ihop_message_ref (obstacle->message));

  if (obstacle->remedy)
    ihop_diag_add_remedy (diag, ihop_message_ref (obstacle->remedy));
  return FALSE;
}

gboolean
ihop_require_followed (IhopTransformStep *step, const IhopScop *scop)
{
  return scop->obstacles->len == 0 || ihop_refuse_obstacle (step, scop->obstacles->pdata[0]);
}

const IhopAssumption *
ihop_first_assumption (const GPtrArray *assumptions)
{
  for (guint i = 0; i < assumptions->len; i++)
    if (!((const IhopAssumption *) assumptions->pdata[i])->by_owner)
      return assumptions->pdata[i];
  return NULL;
}

void
ihop_remedy_assumption (IhopDiag *diag, const IhopAssumption *assumption)
{
  if (assumption->kind == IHOP_ASSUME_NO_OVERLAP)
    ihop_diag_remedy (diag, IHOP_REMEDY_RESTRICT);
  else if (assumption->condition)
    ihop_diag_code (diag, "--assume '%s'", assumption->condition);
}

gboolean
ihop_require_no_assumption (IhopTransformStep *step, const IhopNode *node, const GPtrArray *assumptions)
{
  const IhopAssumption *promise = ihop_first_assumption (assumptions);

  if (promise)
    ihop_remedy_assumption (ihop_refuse (step, IHOP_T_UNKNOWN, node, "this is right only if %s", promise->message), promise);
  return promise == NULL;
}
