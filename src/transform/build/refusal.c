/* A refusal at a node of the old tree. */
#include "transform/build/refusal.h"
#include <string.h>

IhopDiag *
ihop_refuse_message (IhopTransformStep *step, const char *id, const IhopNode *node, IhopMessage *message)
{
  IhopRange place = { 0 };

  if (node)
    place = node->range.source ? node->range : node->place;
  return ihop_diags_add_message (step->diags, IHOP_REFUSED, id, place, message);
}
