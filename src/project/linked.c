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

static char *
without_blanks (const char *line)
{
  GString *text = g_string_new (NULL);

  for (; *line; line++)
    if (!g_ascii_isspace (*line) && *line != '[' && *line != ']' && *line != '(' && *line != ')')
      g_string_append_c (text, *line);
  return g_string_free (text, FALSE);
}

/* The same line, or the same with subscripts spelled out: "A[i][j] = x" as "A[i * (size_t) m + j] = x". */
static gboolean
reads_alike (const char *product, const char *source)
{
  g_autofree char *first = bare (product), *second = bare (source);
  g_autofree char *long_form = without_blanks (first), *short_form = without_blanks (second);
  const char *rest = long_form;

  if (*first == '\0' || g_str_equal (first, second))
    return *first != '\0';
  if (strlen (short_form) < 4 || strlen (long_form) > 4 * strlen (short_form)
      || strchr (short_form, '=') == NULL || g_str_has_prefix (short_form, "for"))
    return FALSE;
  for (const char *c = short_form; *c; c++, rest++)
    if ((rest = strchr (rest, *c)) == NULL)
      return FALSE;
  return *rest == '\0';
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

guint
ihop_node_last_line (const IhopNode *node)
{
  IhopRange range = node->range.source ? node->range : node->place;
  guint line = ihop_range_line (range), column;

  if (range.source && range.end > range.begin)
    ihop_source_locate (range.source, range.end - 1, &line, &column);
  return line;
}

GArray *
ihop_generated_lines (const IhopGenerated *generated, const IhopProduct *product)
{
  g_autofree IhopKernelView *views = g_new0 (IhopKernelView, generated->plan->kernels->len + 1);
  g_autoptr (GPtrArray) kernels = g_ptr_array_new ();

  for (guint i = 0; i < generated->plan->kernels->len; i++)
    {
      const IhopKernel *kernel = generated->plan->kernels->pdata[i];
      views[i].name = (char *) kernel->name;
      views[i].line = kernel->line;
      views[i].last_line = ihop_node_last_line (kernel->statements->pdata[kernel->statements->len - 1]);
      g_ptr_array_add (kernels, &views[i]);
    }
  return ihop_lines_link (generated->file->original, product->text, kernels);
}
