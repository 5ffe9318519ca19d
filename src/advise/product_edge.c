#include "advise/product_edge.h"
#include "transform/build/sum.h"

char *
ihop_product_sum_at (const IhopNode *expression, const IhopSymbol *i, const char *it, gint64 ahead)
{
  g_autoptr (IhopSum) sum = ihop_sum_of (expression);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean found = FALSE;

  for (guint t = 0; sum && t < sum->terms->len; t++)
    {
      const IhopSumTerm *term = &g_array_index (sum->terms, IhopSumTerm, t);
      if (term->factor < 1)
        return NULL;
      if (term->factor > 1)
        g_string_append_printf (text, "%" G_GINT64_FORMAT " * ", term->factor);
      g_string_append_printf (text, "%s + ", term->symbol == i ? it : term->symbol->name);
      sum->constant += term->symbol == i ? term->factor * ahead : 0;
      found |= term->symbol == i;
    }
  if (!found)
    return NULL;
  g_string_append_printf (text, "%" G_GINT64_FORMAT, sum->constant);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
