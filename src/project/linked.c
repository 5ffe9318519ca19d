/* Which line of the source a line of a product comes from. What is copied is found by the difference of
 * both texts; inside what was made of a kernel, lines that read the same are its. */
#include "project/diff.h"
#include "project/plan_view.h"
#include <string.h>

typedef struct
{
  char **source, **product;
  guint n_source, n_product;
  GArray *lines;
} Link;

/* The line without what is around it. */
static char *
bare (const char *line)
{
  return g_strstrip (g_strdup (line));
}

static gboolean
reads_alike (const char *a, const char *b)
{
  g_autofree char *first = bare (a), *second = bare (b);

  return *first && g_str_equal (first, second);
}

static guint *
line_at (const Link *link, guint i)
{
  return &g_array_index (link->lines, guint, i);
}

static void
link_copied (Link *link, const char *source, const char *product)
{
  g_autoptr (GArray) rows = ihop_diff_lines (source, product);

  for (guint i = 0; i < rows->len; i++)
    {
      const IhopDiffRow *row = &g_array_index (rows, IhopDiffRow, i);
      if (row->kind == IHOP_DIFF_SAME && row->right && row->right <= link->lines->len)
        *line_at (link, row->right - 1) = row->left;
    }
}

/* From the line that names the kernel to the brace that ends it. */
static void
link_body (Link *link, const IhopKernelView *kernel, guint from)
{
  guint next = kernel->line;

  for (guint i = from; i < link->n_product; i++)
    {
      if (*line_at (link, i) == 0 || *line_at (link, i) < kernel->line
          || *line_at (link, i) > kernel->last_line)
        *line_at (link, i) = 0;
      for (guint k = next; k <= kernel->last_line && k <= link->n_source; k++)
        if (reads_alike (link->product[i], link->source[k - 1]))
          {
            *line_at (link, i) = k;
            next = k;
            break;
          }
      if (link->product[i][0] == '}')
        return;
    }
}

static void
link_kernel (Link *link, const IhopKernelView *kernel)
{
  for (guint i = 0; i < link->n_product; i++)
    {
      const char *line = link->product[i];
      const char *name = strstr (line, kernel->name);
      if (name == NULL || g_ascii_isalnum (name[strlen (kernel->name)]))
        continue;
      if (*line_at (link, i) == 0)
        *line_at (link, i) = kernel->line;
      if (strstr (line, "__global__") || (i && strstr (link->product[i - 1], "__global__")))
        link_body (link, kernel, i + 1);
    }
}

GArray *
ihop_lines_link (const char *source, const char *product, const GPtrArray *kernels)
{
  Link link = { .source = g_strsplit (source, "\n", -1), .product = g_strsplit (product, "\n", -1) };

  link.n_source = g_strv_length (link.source);
  link.n_product = g_strv_length (link.product);
  link.lines = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_set_size (link.lines, link.n_product);
  link_copied (&link, source, product);
  for (guint i = 0; i < kernels->len; i++)
    link_kernel (&link, kernels->pdata[i]);
  g_strfreev (link.source);
  g_strfreev (link.product);
  return link.lines;
}
