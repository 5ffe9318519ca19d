#include "simt/lower/lowered.h"

static void
point_clear (gpointer data)
{
  g_array_unref (((IhopLowerPoint *) data)->places);
}

GArray *
ihop_lower_points_new (void)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (IhopLowerPoint));

  g_array_set_clear_func (points, point_clear);
  return points;
}
