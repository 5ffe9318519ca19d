/* Where arguments, results and local variables lie in a frame. */
#pragma once
#include "simt/ptx/ptx.h"

typedef struct
{
  GHashTable *offsets; /* variable → bytes + 1 */
  gsize size;          /* bytes so far */
} IhopFrameLayout;

IhopFrameLayout ihop_frame_layout_new (void);
void ihop_frame_layout_clear (IhopFrameLayout *layout);
/* Behind what is there. */
gsize ihop_frame_layout_add (IhopFrameLayout *layout, const char *name, gsize size, gsize align);
/* FALSE: it does not lie in the frame. */
gboolean ihop_frame_layout_find (const IhopFrameLayout *layout, const char *name, gsize *offset);
/* Arguments, then results, behind the 8 bytes of the place to return to: the same on both sides of a
 * call, so names of either may be given. */
void ihop_frame_layout_signature (IhopFrameLayout *layout, const GArray *params, const GArray *results);
