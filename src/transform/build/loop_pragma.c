/* Pragmas that belong to loops, told from those that bound regions. */
#include "transform/build/loop_pragma.h"
#include <string.h>

gboolean
ihop_is_mark (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && !g_str_has_prefix (node->text, "scop")
         && !g_str_has_prefix (node->text, "endscop")
         && !g_str_has_prefix (node->text, "ihop fence")
         && !g_str_has_prefix (node->text, "target begin")
         && !g_str_has_prefix (node->text, "target end");
}

gboolean
ihop_is_hint (const IhopNode *node)
{
  static const char *const words[] = { "GCC unroll", "GCC novector", "unroll", "nounroll" };

  for (guint i = 0; node->kind == IHOP_PRAGMA && i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (node->text, words[i]))
      return TRUE;
  return FALSE;
}
