#include "simt/calls/frame_layout.h"

enum { RETURN_SIZE = 8 };

IhopFrameLayout
ihop_frame_layout_new (void)
{
  return (IhopFrameLayout){ g_hash_table_new (NULL, NULL), RETURN_SIZE };
}

void
ihop_frame_layout_clear (IhopFrameLayout *layout)
{
  g_clear_pointer (&layout->offsets, g_hash_table_unref);
}

gsize
ihop_frame_layout_add (IhopFrameLayout *layout, const char *name, gsize size, gsize align)
{
  gsize at = (layout->size + align - 1) / align * align;

  layout->size = at + size;
  if (name)
    g_hash_table_insert (layout->offsets, (gpointer) name, GSIZE_TO_POINTER (at + 1));
  return at;
}

gboolean
ihop_frame_layout_find (const IhopFrameLayout *layout, const char *name, gsize *offset)
{
  gsize found = GPOINTER_TO_SIZE (name ? g_hash_table_lookup (layout->offsets, name) : NULL);

  *offset = found - 1;
  return found > 0;
}

static void
add_all (IhopFrameLayout *layout, const GArray *variables)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (variables, IhopPtxVariable, i);
      ihop_frame_layout_add (layout, variable->name, variable->size, variable->align);
    }
}

void
ihop_frame_layout_signature (IhopFrameLayout *layout, const GArray *params, const GArray *results)
{
  add_all (layout, params);
  add_all (layout, results);
}
