/* The figure: a row a kernel, a mark a rival, the speed-up over the original on a logarithmic axis. */
#include "bench/page.h"
#include <math.h>
#include <string.h>

#define LEFT 148
#define RIGHT 24
#define WIDTH 940
#define ROW 19
#define LEGEND_ROW 20
#define LEGEND_COLUMNS 3

/* Colours after Okabe and Ito (2008), told apart by everybody; ihop's marks are filled, and shapes differ
 * as well. */
static const struct
{
  const char *rival, *color;
  char shape;            /* o circle, d diamond, t triangle, s square, x cross, p plus, v triangle down */
  gboolean is_filled;
} looks[] = {
  { "ihop-scop", "#0072b2", 'o', TRUE },      { "ihop-target", "#56b4e9", 'd', TRUE },
  { "ihop-script", "#009e73", 't', TRUE },    { "ihop-scop-cuda", "#0072b2", 's', TRUE },
  { "ihop-target-cuda", "#56b4e9", 's', TRUE }, { "ihop-script-cuda", "#009e73", 's', TRUE },
  { "gcc-O3", "#888888", 'p', FALSE },        { "gcc-openmp", "#7b5fb3", 'x', FALSE },
  { "gcc-autopar", "#a67c00", 'v', FALSE },   { "clang-O3", "#e69f00", 'p', FALSE },
  { "polly", "#d55e00", 's', FALSE },         { "polly-parallel", "#d55e00", 'd', FALSE },
  { "pluto", "#cc79a7", 't', FALSE },         { "ppcg-openmp", "#cc79a7", 'd', FALSE },
  { "ppcg-cuda", "#cc79a7", 's', FALSE },
};

typedef struct
{
  GString *page;
  const IhopRun *run;
  const char *size;
  GPtrArray *kernels;    /* of char * */
  GPtrArray *rivals;     /* of const IhopRunRival *: those with a mark */
  double low, high;      /* decimal logarithms of the axis' ends */
  int top, height;
} Figure;

static double
x_of (const Figure *figure, double ratio)
{
  return LEFT + (WIDTH - LEFT - RIGHT) * (log10 (ratio) - figure->low) / (figure->high - figure->low);
}

static guint
look_of (const char *rival)
{
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    if (g_str_equal (looks[i].rival, rival))
      return i;
  return G_N_ELEMENTS (looks) - 1;
}

static void
put_shape (GString *page, char shape, double x, double y, double r)
{
  switch (shape)
    {
    case 'o': ihop_page_printf (page, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", x, y, r); break;
    case 's':
      ihop_page_printf (page, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", x - r, y - r,
                        2 * r, 2 * r);
      break;
    case 'd':
      ihop_page_printf (page, "<path d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\"/>", x, y - 1.3 * r,
                        1.3 * r, 1.3 * r, -1.3 * r, 1.3 * r, -1.3 * r, -1.3 * r);
      break;
    case 't':
      ihop_page_printf (page, "<path d=\"M%.1f %.1fl%.1f %.1fh%.1fz\"/>", x, y - 1.2 * r, 1.2 * r, 2.1 * r,
                        -2.4 * r);
      break;
    case 'v':
      ihop_page_printf (page, "<path d=\"M%.1f %.1fl%.1f %.1fh%.1fz\"/>", x, y + 1.2 * r, 1.2 * r, -2.1 * r,
                        -2.4 * r);
      break;
    case 'p':
      ihop_page_printf (page, "<path d=\"M%.1f %.1fv%.1fM%.1f %.1fh%.1f\"/>", x, y - r, 2 * r, x - r, y, 2 * r);
      break;
    default:
      ihop_page_printf (page, "<path d=\"M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1f\"/>", x - r, y - r, 2 * r,
                        2 * r, -2 * r, -2 * r, 2 * r);
      break;
    }
}

static void
put_mark (const Figure *figure, const IhopRunRival *rival, const char *where, double ratio, double y)
{
  guint look = look_of (rival->name);
  g_autofree char *text = ihop_show_ratio (ratio);

  ihop_page_printf (figure->page, "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"1.6\"><title>",
                    looks[look].is_filled ? looks[look].color : "none", looks[look].color);
  ihop_page_put (figure->page, where);
  ihop_page_put (figure->page, ": ");
  ihop_page_put (figure->page, rival->title);
  ihop_page_printf (figure->page, " is %s times as fast as the original</title>", text);
  put_shape (figure->page, looks[look].shape, x_of (figure, ratio), y, looks[look].is_filled ? 4.2 : 3.6);
  g_string_append (figure->page, "</g>\n");
}

/* Marks of ihop last: they lie on top. */
static void
put_marks (const Figure *figure, const char *kernel, double y)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < figure->rivals->len; i++)
      {
        const IhopRunRival *rival = figure->rivals->pdata[i];
        double ratio = kernel ? ihop_run_speedup (figure->run, kernel, figure->size, rival->name,
                                                  ihop_rivals[0].name)
                              : ihop_run_mean_speedup (figure->run, figure->size, rival->name,
                                                       ihop_rivals[0].name, NULL);
        if ((rival->group == IHOP_GROUP_IHOP) == (pass == 1) && isfinite (ratio) && ratio > 0)
          put_mark (figure, rival, kernel ? kernel : "geometric mean", ratio, y);
      }
}

static void
put_rows (const Figure *figure)
{
  int y = figure->top;

  for (guint i = 0; i <= figure->kernels->len; i++, y += ROW)
    {
      gboolean is_mean = i == figure->kernels->len;
      const char *kernel = is_mean ? NULL : figure->kernels->pdata[i];
      int line = y + ROW / 2 + (is_mean ? 8 : 0);
      ihop_page_printf (figure->page, "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"end\">",
                        is_mean ? "strong" : "name", LEFT - 10, line + 4);
      ihop_page_put (figure->page, is_mean ? "geometric mean" : kernel);
      g_string_append (figure->page, "</text>\n");
      ihop_page_printf (figure->page, "<path class=\"row\" d=\"M%d %d.5H%d\"/>\n", LEFT, line, WIDTH - RIGHT);
      put_marks (figure, kernel, line + 0.5);
    }
}

/* Lines at 1, 2, 5 of each decade; that at 1 stands out. */
static void
put_axis (const Figure *figure)
{
  static const double steps[] = { 1, 2, 5 };
  gboolean is_wide = figure->high - figure->low > 2.4; /* no room for words at 2 and 5 */
  int bottom = figure->height - 26;

  for (int decade = (int) floor (figure->low); decade <= (int) ceil (figure->high); decade++)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      {
        double value = steps[i] * pow (10, decade), x = x_of (figure, value);
        if (log10 (value) < figure->low - 1e-9 || log10 (value) > figure->high + 1e-9)
          continue;
        ihop_page_printf (figure->page, "<path class=\"%s\" d=\"M%.1f %dV%d\"/>\n",
                          fabs (value - 1) < 1e-9 ? "one" : "grid", x, figure->top - 4, bottom);
        if (i == 0 || !is_wide)
          ihop_page_printf (figure->page, "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">"
                            "%g×</text>\n", x, bottom + 16, value);
      }
}

static void
put_legend (const Figure *figure)
{
  int column = (WIDTH - LEFT - RIGHT) / LEGEND_COLUMNS;

  for (guint i = 0; i < figure->rivals->len; i++)
    {
      const IhopRunRival *rival = figure->rivals->pdata[i];
      guint look = look_of (rival->name);
      int x = LEFT + (int) (i % LEGEND_COLUMNS) * column + 6, y = 30 + (int) (i / LEGEND_COLUMNS) * LEGEND_ROW;
      ihop_page_printf (figure->page, "<g fill=\"%s\" stroke=\"%s\" stroke-width=\"1.6\">",
                        looks[look].is_filled ? looks[look].color : "none", looks[look].color);
      put_shape (figure->page, looks[look].shape, x, y, looks[look].is_filled ? 4.2 : 3.6);
      ihop_page_printf (figure->page, "</g><text class=\"legend\" x=\"%d\" y=\"%d\">", x + 11, y + 4);
      ihop_page_put (figure->page, rival->title);
      g_string_append (figure->page, "</text>\n");
    }
}

/* To the next 1, 2 or 5 outside. */
static double
round_out (double log, gboolean up)
{
  static const double ends[] = { 0, 0.30103, 0.69897, 1 };
  double whole = floor (log), part = log - whole;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (up && part <= ends[i] + 1e-9)
      return whole + ends[i];
  for (guint i = G_N_ELEMENTS (ends); i-- > 0;)
    if (!up && part >= ends[i] - 1e-9)
      return whole + ends[i];
  return log;
}

static void
find_range (Figure *figure)
{
  figure->low = -0.3;
  figure->high = 0.3;
  for (guint i = 0; i < figure->kernels->len; i++)
    for (guint j = 0; j < figure->rivals->len; j++)
      {
        const IhopRunRival *rival = figure->rivals->pdata[j];
        double ratio = ihop_run_speedup (figure->run, figure->kernels->pdata[i], figure->size, rival->name,
                                         ihop_rivals[0].name);
        if (isfinite (ratio) && ratio > 0)
          {
            figure->low = MIN (figure->low, log10 (ratio));
            figure->high = MAX (figure->high, log10 (ratio));
          }
      }
  figure->low = round_out (figure->low - 0.02, FALSE);
  figure->high = round_out (figure->high + 0.02, TRUE);
}

static const char style[] =
  "<style>.fig text{font:12px system-ui,sans-serif;fill:#222}.fig .strong{font-weight:bold}"
  ".fig .tick{fill:#666}.fig .grid{stroke:#ddd;fill:none}.fig .row{stroke:#eee;fill:none}"
  ".fig .one{stroke:#444;stroke-width:1.4;fill:none}</style>\n";
/* Only on the page: a picture that stands alone brings its white ground along. */
static const char dark_style[] =
  "<style>@media (prefers-color-scheme:dark){.fig text{fill:#ddd}.fig .tick{fill:#aaa}"
  ".fig .grid{stroke:#3a3d42}.fig .row{stroke:#2c2e33}.fig .one{stroke:#bbb}}</style>\n";

/* Without the original: it is the line at 1. */
static GPtrArray *
marked_rivals (const IhopRun *run, const char *size)
{
  GPtrArray *rivals = ihop_run_timed (run, size);

  for (guint i = 0; i < rivals->len; i++)
    if (g_str_equal (((const IhopRunRival *) rivals->pdata[i])->name, ihop_rivals[0].name))
      g_ptr_array_remove_index (rivals, i--);
  return rivals;
}

void
ihop_page_figure (GString *page, const IhopRun *run, const char *size, gboolean stands_alone)
{
  g_autoptr (GPtrArray) kernels = ihop_run_kernels (run), rivals = marked_rivals (run, size);
  Figure figure = { page, run, size, kernels, rivals };
  int legend = ((int) rivals->len + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS * LEGEND_ROW;

  figure.top = 40 + legend;
  figure.height = figure.top + ((int) kernels->len + 1) * ROW + 8 + 34;
  find_range (&figure);
  ihop_page_printf (page, "<svg class=\"fig\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                    "role=\"img\" aria-label=\"", WIDTH, figure.height);
  ihop_page_put (page, "Speed-up over the original for each kernel, logarithmic; the table below says the same");
  g_string_append (page, "\">\n");
  g_string_append (page, style);
  if (!stands_alone)
    g_string_append (page, dark_style);
  else
    ihop_page_printf (page, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, figure.height);
  ihop_page_printf (page, "<text class=\"strong\" x=\"%d\" y=\"14\">How many times as fast as ", LEFT);
  ihop_page_put (page, ihop_rivals[0].title);
  g_string_append (page, ", ");
  ihop_page_put (page, size);
  g_string_append (page, "</text>\n");
  put_legend (&figure);
  put_axis (&figure);
  put_rows (&figure);
  g_string_append (page, "</svg>\n");
}

char *
ihop_show_svg (const IhopRun *run)
{
  g_autoptr (GPtrArray) sizes = ihop_run_sizes (run);
  GString *page = g_string_new (NULL);

  if (sizes->len)
    ihop_page_figure (page, run, sizes->pdata[sizes->len - 1], TRUE);
  return g_string_free (page, FALSE);
}
