/* All products of a snapshot, line by line. */
#include "project/plan_view.h"
#include <string.h>

static GByteArray *
kernels_by_line (const char *source, const GPtrArray *kernels)
{
  GByteArray *numbers = g_byte_array_new ();
  guint n = 1;

  for (const char *c = source; *c; c++)
    n += *c == '\n';
  g_byte_array_set_size (numbers, n);
  memset (numbers->data, 0, n);
  for (guint i = 0; i < kernels->len; i++)
    {
      const IhopKernelView *kernel = kernels->pdata[i];
      for (guint line = MAX (kernel->line, 1); line <= MIN (kernel->last_line, n); line++)
        numbers->data[line - 1] = (guint8) (1 + i % 100);
    }
  return numbers;
}

IhopProductLinks *
ihop_snapshot_link (IhopSnapshot *snapshot, guint file, const GPtrArray *products)
{
  const char *source = ihop_snapshot_file (snapshot, file).text;
  g_autoptr (IhopPlanView) plan = ihop_snapshot_plan (snapshot, file);

  if (plan == NULL)
    return NULL;
  IhopProductLinks *links = g_new0 (IhopProductLinks, 1);
  links->products = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  links->transfers = g_ptr_array_ref (plan->transfers);
  links->kernels = kernels_by_line (source, plan->kernels);
  for (guint i = 0; i < products->len; i++)
    g_ptr_array_add (links->products,
                     ihop_lines_link (source, ((const IhopProduct *) products->pdata[i])->text, plan->kernels));
  return links;
}

void
ihop_product_links_free (gpointer data)
{
  IhopProductLinks *links = data;

  if (links == NULL)
    return;
  g_ptr_array_unref (links->products);
  g_byte_array_unref (links->kernels);
  g_ptr_array_unref (links->transfers);
  g_free (links);
}
