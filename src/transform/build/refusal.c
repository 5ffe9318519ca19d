/* Refusals. */
#include "transform/build/refusal.h"
#include <stdarg.h>
#include <string.h>

IhopDiag *
ihop_refuse (IhopTransformStep *step, const char *id, const IhopNode *node, const char *format, ...)
{
  va_list arguments;
  IhopRange place = { 0 };

  if (node)
    place = node->range.source ? node->range : node->place;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return ihop_diags_add (step->diags, IHOP_REFUSED, id, place, "%s", message);
}
