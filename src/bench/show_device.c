/* What is known of the device, mostly without one: counted, told by nvcc, predicted. */
#include "bench/page.h"
#include <math.h>

static double
sum_of (const IhopCase *one, const char *name, gboolean largest)
{
  double sum = NAN;

  for (guint i = 0; one && i < one->figures->len; i++)
    {
      const IhopFigure *figure = one->figures->pdata[i];
      if (!g_str_equal (figure->name, name) || *figure->part == '\0')
        continue;
      sum = !isfinite (sum) ? figure->value : largest ? MAX (sum, figure->value) : sum + figure->value;
    }
  return sum;
}

static double
figure_of (const IhopCase *one, const char *name)
{
  return one ? ihop_case_figure (one, "", name) : NAN;
}

/* A column of the table: which case tells it, and how. */
typedef struct
{
  const char *title, *tip, *figure;
  char kind;             /* 's' seconds, 'b' bytes, 'n' a number */
  char over;             /* ' ' the whole program, '+' the sum over its kernels, '>' the largest of them */
  double factor;
  gboolean is_from_nvcc; /* told by the CUDA case, not by the emulated one */
} Column;

static const Column columns[] = {
  { "generate", "seconds from the C file to all products", "generate", 's', ' ', 1 },
  { "kernels", "GPU kernels", "kernels", 'n', ' ', 1 },
  { "lines", "lines of kernel code", "kernel lines", 'n', ' ', 1 },
  { "launches", "counted by the emulated device", "launches", 'n', ' ', 1 },
  { "copies", "between host and device, counted", "copies made", 'n', ' ', 1 },
  { "to device", "bytes copied to the device, counted", "bytes to device", 'b', ' ', 1 },
  { "to host", "bytes copied back, counted", "bytes to host", 'b', ' ', 1 },
  { "least", "the fewest bytes that any placement of the copies could have moved, both ways", "least bytes",
    'b', ' ', 1 },
  { "device memory", "largest total of allocations, counted", "device memory", 'b', ' ', 1 },
  { "sectors", "bytes of the 32-byte memory sectors that warps touch, counted by the emulated device",
    "sectors", 'b', '+', 32 },
  { "predicted", "seconds on the device with its copies, by the static model", "predicted seconds", 's', ' ',
    1 },
  { "registers", "of a thread of the kernel that needs most, by ptxas", "registers", 'n', '>', 1, TRUE },
  { "spills", "bytes stored by the kernel that spills most, by ptxas", "spill stores", 'n', '>', 1, TRUE },
  { "shared", "bytes of shared memory of a block, by ptxas", "shared memory", 'b', '>', 1, TRUE },
  { "in kernels", "measured on the card by events", "seconds in kernels", 's', ' ', 1, TRUE },
  { "in copies", "measured on the card", "seconds in copies", 's', ' ', 1, TRUE },
};

static double
column_value (const IhopRun *run, const char *kernel, const char *size, const Column *column)
{
  const IhopCase *one
    = ihop_run_case (run, kernel, size, column->is_from_nvcc ? "ihop-scop-cuda" : "ihop-scop-emu");

  return column->factor * (column->over == ' ' ? figure_of (one, column->figure)
                                               : sum_of (one, column->figure, column->over == '>'));
}

/* A column that nothing is known of (there is no card, no nvcc) is left out. */
static gboolean
column_is_empty (const IhopRun *run, const GPtrArray *kernels, const char *size, const Column *column)
{
  for (guint i = 0; i < kernels->len; i++)
    if (isfinite (column_value (run, kernels->pdata[i], size, column)))
      return FALSE;
  return TRUE;
}

static void
put_device_row (GString *page, const IhopRun *run, const GPtrArray *shown, const char *kernel,
                const char *size)
{
  g_string_append (page, "<tr>");
  ihop_page_kernel_link (page, kernel);
  for (guint i = 0; i < shown->len; i++)
    {
      const Column *column = shown->pdata[i];
      double value = column_value (run, kernel, size, column);
      if (column->kind == 's')
        ihop_page_seconds (page, value);
      else if (column->kind == 'b')
        ihop_page_bytes (page, value);
      else
        ihop_page_count (page, value);
    }
  g_string_append (page, "</tr>\n");
}

void
ihop_page_device (GString *page, const IhopRun *run, const char *size)
{
  g_autoptr (GPtrArray) kernels = ihop_run_kernels (run), shown = g_ptr_array_new ();

  g_string_append (page, "<h3>On the device (steps found by ihop)</h3>\n<p class=\"dim\">Counted by the "
                   "emulated device, told by nvcc, predicted by the model; what a card alone could tell is "
                   "shown where there was one.</p>\n<div class=\"wide\"><table class=\"sort\"><thead><tr>");
  ihop_page_head (page, "kernel", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (!column_is_empty (run, kernels, size, &columns[i]))
      {
        g_ptr_array_add (shown, (gpointer) &columns[i]);
        ihop_page_head (page, columns[i].title, columns[i].tip);
      }
  g_string_append (page, "</tr></thead><tbody>\n");
  for (guint i = 0; i < kernels->len; i++)
    if (ihop_run_case (run, kernels->pdata[i], size, "ihop-scop-emu"))
      put_device_row (page, run, shown, kernels->pdata[i], size);
  g_string_append (page, "</tbody></table></div>\n");
}

gboolean
ihop_page_has_device (const IhopRun *run, const char *size)
{
  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      if (g_str_equal (one->size, size) && g_str_equal (one->rival, "ihop-scop-emu"))
        return TRUE;
    }
  return FALSE;
}
