/* The rewrite that a step hands back. */
#include "transform/build/step.h"
#include <stdarg.h>
#include <string.h>

void
ihop_rewrite_free (IhopRewrite *rewrite)
{
  if (rewrite == NULL)
    return;
  ihop_tree_unref (rewrite->tree);
  g_hash_table_unref (rewrite->origins);
  g_ptr_array_unref (rewrite->old_region);
  g_ptr_array_unref (rewrite->new_region);
  g_free (rewrite);
}
