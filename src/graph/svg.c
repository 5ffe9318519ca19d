/* Diagrams as SVG. Parts carry their source lines (data-line), kinds and numbers, so that a page can
 * link them to the text. */
#include "graph/svg_text.h"
#include <math.h>
#include <string.h>

static const double PAD = 24, TITLE = 34, NOTE = 17, LEGEND = 20;

static void
put_group (IhopSvg *svg, const IhopDrawnGroup *group)
{
  g_autofree char *style = NULL;

  if (group->width <= 0)
    return;
  g_string_append_printf (svg->text, "<g class=\"group\" data-line=\"%u\" data-last-line=\"%u\"><rect",
                          group->first_line, group->last_line);
  ihop_svg_attribute (svg, "x", group->x - group->width / 2);
  ihop_svg_attribute (svg, "y", group->y - group->height / 2);
  ihop_svg_attribute (svg, "width", group->width);
  ihop_svg_attribute (svg, "height", group->height);
  g_string_append_printf (svg->text, " rx=\"8\" fill=\"%s\" fill-opacity=\"0.06\" stroke=\"%s\" "
                          "stroke-opacity=\"0.6\"/>\n", ihop_svg_verdict_color (svg, group->verdict),
                          ihop_svg_verdict_color (svg, group->verdict));
  style = g_strdup_printf ("class=\"small\" style=\"fill:%s\"", ihop_svg_verdict_color (svg, group->verdict));
  g_autofree char *label = ihop_svg_with_verdict (svg, group->label, group->verdict);
  ihop_svg_words (svg, group->x - group->width / 2 + 10, group->y - group->height / 2 + 17, style, label);
  g_string_append (svg->text, "</g>\n");
}

static void
put_shape (IhopSvg *svg, const IhopDrawn *node)
{
  gboolean by_round = svg->look && svg->look->by_round;
  g_autofree char *front = node->depth == 0 ? NULL
                           : by_round       ? ihop_front_color (node->round, svg->diagram->n_rounds)
                                            : ihop_front_color (node->front, svg->diagram->n_fronts);
  double x = node->x, y = node->y, w = node->width / 2, h = node->height / 2;

  if (node->kind == IHOP_DRAWN_POINT)
    {
      g_string_append (svg->text, "<circle");
      ihop_svg_attribute (svg, "cx", x);
      ihop_svg_attribute (svg, "cy", y);
      ihop_svg_attribute (svg, "r", w);
    }
  else
    {
      double round = node->kind == IHOP_DRAWN_ENTRY || node->kind == IHOP_DRAWN_EXIT ? h
                     : node->kind == IHOP_DRAWN_CONDITION || node->kind == IHOP_DRAWN_COPY_IN
                           || node->kind == IHOP_DRAWN_COPY_OUT ? 12 : 4;
      g_string_append (svg->text, "<rect");
      ihop_svg_attribute (svg, "x", x - w);
      ihop_svg_attribute (svg, "y", y - h);
      ihop_svg_attribute (svg, "width", 2 * w);
      ihop_svg_attribute (svg, "height", 2 * h);
      ihop_svg_attribute (svg, "rx", round);
    }
  g_string_append_printf (svg->text, " fill=\"%s\" stroke=\"%s\"%s/>\n",
                          front ? front : ihop_svg_fill (svg, node), ihop_svg_ink (svg),
                          node->kind == IHOP_DRAWN_STRANGER ? " stroke-dasharray=\"4 3\"" : "");
}

static char *
with_words (const IhopSvg *svg, const IhopDrawn *node)
{
  g_auto (GStrv) lines = g_strsplit (node->label, "\n", -1);

  if (node->word_line < g_strv_length (lines))
    {
      g_free (lines[node->word_line]);
      lines[node->word_line] = svg->look->say (node->words);
    }
  return g_strjoinv ("\n", lines);
}

/* Words, and what is folded, in the user's language; the rest is code. Caller frees. */
static char *
label_of (const IhopSvg *svg, const IhopDrawn *node)
{
  if ((node->folds == NULL && node->words == NULL) || svg->look == NULL || svg->look->say == NULL)
    return g_strdup (node->label ? node->label : "");
  if (node->words)
    return with_words (svg, node);
  g_autofree char *head = g_strndup (node->label, strcspn (node->label, "\n"));
  g_autofree char *first = ihop_svg_with_verdict (svg, head, node->verdict), *second = svg->look->say (node->detail);
  return g_strdup_printf ("%s\n%s", first, second);
}

static void
put_label (IhopSvg *svg, const IhopDrawn *node)
{
  g_autofree char *label = label_of (svg, node);
  g_auto (GStrv) lines = g_strsplit (label, "\n", -1);
  guint n = g_strv_length (lines);
  gboolean centred = node->depth || n == 1;

  for (guint i = 0; i < n; i++)
    {
      double y = node->y + ((double) i - (n - 1) / 2.0) * 15 + 4;
      double x = centred ? node->x : node->x - node->width / 2 + 10;
      ihop_svg_words (svg, x, y, node->depth ? "class=\"order\""
                            : centred ? "class=\"code\" text-anchor=\"middle\"" : "class=\"code\"",
                 lines[i]);
    }
}

static void
put_title (IhopSvg *svg, const IhopMessage *title)
{
  if (title == NULL)
    return;
  g_string_append (svg->text, "<title>");
  ihop_svg_escaped (svg, ihop_message_text (title));
  g_string_append (svg->text, "</title>");
}

static void
put_node (IhopSvg *svg, guint i)
{
  const IhopDrawn *node = svg->diagram->nodes->pdata[i];

  g_string_append_printf (svg->text, "<g class=\"node\" id=\"n%u\" data-kind=\"%s\" data-line=\"%u\" "
                          "data-last-line=\"%u\"", i, ihop_drawn_kind_name (node->kind),
                          node->first_line, node->last_line);
  if (node->depth)
    g_string_append_printf (svg->text, " data-order=\"%u\" data-front=\"%u\" data-round=\"%u\"",
                            node->order, node->front, node->round);
  g_string_append_c (svg->text, '>');
  put_title (svg, node->detail);
  put_shape (svg, node);
  put_label (svg, node);
  g_string_append (svg->text, "</g>\n");
}

static void
put_path (IhopSvg *svg, const IhopEdge *edge)
{
  for (guint i = 0; i < edge->path->len; i++)
    {
      const IhopSpot *spot = &g_array_index (edge->path, IhopSpot, i);
      g_autofree char *x = ihop_svg_number (spot->x), *y = ihop_svg_number (spot->y);
      g_string_append_printf (svg->text, "%s%s %s", i == 0 ? "M" : i == 1 ? " C" : " ", x, y);
    }
}

/* The head, as a triangle of its own: markers take no colour from their line everywhere. */
static void
put_head (IhopSvg *svg, const IhopEdge *edge)
{
  const IhopSpot *end = &g_array_index (edge->path, IhopSpot, edge->path->len - 1);
  IhopSpot from = g_array_index (edge->path, IhopSpot, edge->path->len - 2);
  double length, ux, uy;

  for (guint i = edge->path->len - 1; i-- > 0;)
    {
      from = g_array_index (edge->path, IhopSpot, i);
      if (hypot (end->x - from.x, end->y - from.y) > 1)
        break;
    }
  length = MAX (hypot (end->x - from.x, end->y - from.y), 1);
  ux = (end->x - from.x) / length;
  uy = (end->y - from.y) / length;
  g_autofree char *ax = ihop_svg_number (end->x), *ay = ihop_svg_number (end->y);
  g_autofree char *bx = ihop_svg_number (end->x - 8 * ux - 3.5 * uy), *by = ihop_svg_number (end->y - 8 * uy + 3.5 * ux);
  g_autofree char *cx = ihop_svg_number (end->x - 8 * ux + 3.5 * uy), *cy = ihop_svg_number (end->y - 8 * uy - 3.5 * ux);
  g_string_append_printf (svg->text, "<path d=\"M%s %s L%s %s L%s %s Z\" fill=\"%s\" "
                          "stroke=\"none\"/>", ax, ay, bx, by, cx, cy, ihop_svg_edge_color (svg, edge));
}

static void
put_edge (IhopSvg *svg, guint i)
{
  const IhopEdge *edge = svg->diagram->edges->pdata[i];
  const char *dash = edge->standing != IHOP_LEVEL_STANDS ? " stroke-dasharray=\"1.5 3\""
                     : !edge->is_exact ? " stroke-dasharray=\"6 4\"" : "";

  if (edge->path->len < 2)
    return;
  g_string_append_printf (svg->text, "<g class=\"edge\" id=\"e%u\" data-kind=\"%s\" "
                          "data-level=\"%u\" data-from-line=\"%u\" data-to-line=\"%u\">", i,
                          ihop_edge_kind_name (edge->kind), edge->level, edge->from_line,
                          edge->to_line);
  put_title (svg, edge->detail);
  g_string_append (svg->text, "<path d=\"");
  put_path (svg, edge);
  g_string_append_printf (svg->text, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s/>",
                          ihop_svg_edge_color (svg, edge), edge->is_witness || edge->is_backwards ? "3" : "1.4", dash);
  put_head (svg, edge);
  if (edge->label)
    {
      g_autofree char *style = g_strdup_printf (
        "class=\"small halo\" text-anchor=\"middle\" style=\"fill:%s\"", ihop_svg_edge_color (svg, edge));
      gboolean is_said = edge->words && svg->look && svg->look->say;
      g_autofree char *words = is_said ? svg->look->say (edge->words) : g_strdup (edge->label);
      ihop_svg_words (svg, edge->label_x, edge->label_y + 4, style, words);
    }
  g_string_append (svg->text, "</g>\n");
}

/* ---- iteration spaces ---- */

static int
by_order (gconstpointer a, gconstpointer b)
{
  const IhopDrawn *first = *(const IhopDrawn *const *) a, *second = *(const IhopDrawn *const *) b;

  return first->order < second->order ? -1 : first->order > second->order;
}

/* The way of the program through its points, behind everything. */
static void
put_order (IhopSvg *svg)
{
  g_autoptr (GPtrArray) way = g_ptr_array_copy (svg->diagram->nodes, NULL, NULL);

  g_ptr_array_set_free_func (way, NULL);
  g_ptr_array_sort (way, by_order);
  g_string_append (svg->text, "<polyline class=\"walk\" points=\"");
  for (guint i = 0; i < way->len; i++)
    {
      const IhopDrawn *node = way->pdata[i];
      g_autofree char *x = ihop_svg_number (node->x), *y = ihop_svg_number (node->y);
      g_string_append_printf (svg->text, "%s%s,%s", i ? " " : "", x, y);
    }
  g_string_append (svg->text, "\"/>\n");
}

static void
put_axis (IhopSvg *svg, guint k)
{
  const IhopDrawnAxis *axis = &svg->diagram->axes[k];
  guint n = svg->diagram->n_axes;
  gboolean across = k + 1 == n, back = n == 3 && k == 0;
  double at[IHOP_INSTANCE_DIMS] = { 0 }, x, y;
  double left = n == 3 ? 124 : 68;
  gint64 step = ABS (axis->step);
  const char *verdict = ihop_verdict_name ((IhopVerdict) axis->verdict);
  g_autofree char *name
    = g_strdup_printf ("%s %s (%s)", axis->iterator, axis->step > 0 ? (across || !back ? "→" : "↗")
                       : across || !back ? "←" : "↙", svg->look && svg->look->word ? svg->look->word (verdict) : verdict);
  g_autofree char *style
    = g_strdup_printf ("class=\"axis\" style=\"fill:%s\"", ihop_svg_verdict_color (svg, axis->verdict));

  for (gint64 value = axis->low; value <= axis->high; value += step)
    {
      g_autofree char *words = g_strdup_printf ("%" G_GINT64_FORMAT, value);
      at[k] = (double) ((value - axis->low) / step);
      if (across && n == 3) /* below the front */
        at[1] = (double) (svg->diagram->axes[1].high - svg->diagram->axes[1].low)
                / (double) ABS (svg->diagram->axes[1].step);
      ihop_diagram_spot (svg->diagram, at, &x, &y);
      if (across)
        ihop_svg_words (svg, x, n == 3 ? y + 30 : y - 26, "class=\"small\" text-anchor=\"middle\"", words);
      else if (!back)
        ihop_svg_words (svg, x - left, y + 4, "class=\"small\" text-anchor=\"middle\"", words);
      else if (value > axis->low)
        ihop_svg_words (svg, x - 22, y - 6, "class=\"small\" text-anchor=\"middle\"", words);
    }
  ihop_diagram_axis_title (svg->diagram, k, &x, &y);
  if (across || back)
    ihop_svg_words (svg, x, y, style, name);
  else
    ihop_svg_upwards (svg, x, y, style, name);
}

/* ---- what is around ---- */

static void
put_legend_line (IhopSvg *svg, double x, double y, const char *color, const char *dash,
                 const char *words)
{
  g_string_append (svg->text, "<line");
  ihop_svg_attribute (svg, "x1", x);
  ihop_svg_attribute (svg, "y1", y - 4);
  ihop_svg_attribute (svg, "x2", x + 26);
  ihop_svg_attribute (svg, "y2", y - 4);
  g_string_append_printf (svg->text, " stroke=\"%s\" stroke-width=\"2\"%s/>\n", color, dash);
  ihop_svg_words (svg, x + 32, y, "class=\"small\"", words);
}

static gboolean
has_dependences (const IhopDiagram *diagram)
{
  return diagram->kind == IHOP_DIAGRAM_DEPS || diagram->kind == IHOP_DIAGRAM_ITERATIONS;
}

static void
put_legend (IhopSvg *svg, double y)
{
  static const char *const kinds[] = { "flow", "anti", "output" };
  double x = PAD;

  for (guint i = 0; i < 3; i++, x += 82)
    {
      const IhopEdge edge = { .kind = (IhopEdgeKind) i };
      put_legend_line (svg, x, y, ihop_edge_color (&edge), "", kinds[i]);
    }
  put_legend_line (svg, x + 8, y, "#5e5c64", " stroke-dasharray=\"1.5 3\"",
                   "no obstacle (private, reduction)");
  put_legend_line (svg, x + 262, y, "#5e5c64", " stroke-dasharray=\"6 4\"", "perhaps");
}

static double
widest (const IhopDiagram *diagram)
{
  double width = diagram->width + 2 * PAD;

  if (has_dependences (diagram))
    width = MAX (width, 640);
  for (guint i = 0; i < diagram->notes->len; i++)
    width = MAX (width, (double) g_utf8_strlen (ihop_message_text (diagram->notes->pdata[i]), -1) * 6.1 + 2 * PAD);
  if (diagram->title)
    width = MAX (width, (double) g_utf8_strlen (diagram->title, -1) * 9 + 2 * PAD);
  return width;
}

static void
put_head_of_file (IhopSvg *svg, double width, double height)
{
  g_autofree char *w = ihop_svg_number (width), *h = ihop_svg_number (height);
  const char *paper = ihop_svg_is_dark (svg) ? "#2d2d2d" : "#ffffff";

  g_string_append_printf (
    svg->text,
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %s %s\">\n"
    "<style>text { font-family: 'DejaVu Sans', sans-serif; font-size: 12px; fill: %s }\n"
    ".code { font-family: 'DejaVu Sans Mono', monospace; font-size: 11px }\n"
    ".small, .axis { font-size: 11px } .axis { font-weight: bold } .title { font-size: 15px; font-weight: bold }\n"
    ".order { font-size: 9.5px; text-anchor: middle%s }\n"
    ".halo { paint-order: stroke; stroke: %s; stroke-width: 3px }\n"
    ".walk { fill: none; stroke: #c0bfbc; stroke-width: 1 }</style>\n",
    w, h, w, h, ihop_svg_is_dark (svg) ? "#eeeeec" : "#241f31", ihop_svg_is_dark (svg) ? "; fill: #241f31" : "", paper);
  if (svg->look == NULL)
    g_string_append_printf (svg->text, "<rect width=\"%s\" height=\"%s\" fill=\"%s\"/>\n", w, h, paper);
}

static void
put_picture (IhopSvg *svg)
{
  const IhopDiagram *diagram = svg->diagram;
  g_autofree char *x = ihop_svg_number (svg->look ? 0 : PAD), *y = ihop_svg_number (svg->look ? 0 : PAD + TITLE);

  g_string_append_printf (svg->text, "<g transform=\"translate(%s %s)\">\n", x, y);
  for (guint i = 0; i < diagram->groups->len; i++)
    put_group (svg, diagram->groups->pdata[i]);
  if (diagram->kind == IHOP_DIAGRAM_ITERATIONS && diagram->nodes->len)
    {
      if (diagram->n_axes < 3)
        put_order (svg);
      for (guint k = 0; k < diagram->n_axes; k++)
        put_axis (svg, k);
    }
  for (guint i = 0; i < diagram->edges->len; i++)
    put_edge (svg, i);
  for (guint i = 0; i < diagram->nodes->len; i++)
    put_node (svg, i);
  g_string_append (svg->text, "</g>\n");
}

char *
ihop_diagram_to_svg (const IhopDiagram *diagram)
{
  IhopSvg svg = { .diagram = diagram, .text = g_string_new (NULL) };
  double legend = has_dependences (diagram) ? LEGEND + 8 : 0;
  double below = PAD + TITLE + diagram->height + PAD;
  double height = below + legend + NOTE * diagram->notes->len + PAD / 2;

  put_head_of_file (&svg, widest (diagram), height);
  if (diagram->title)
    ihop_svg_words (&svg, PAD, PAD + 8, "class=\"title\"", diagram->title);
  put_picture (&svg);
  if (legend > 0)
    put_legend (&svg, below + 10);
  for (guint i = 0; i < diagram->notes->len; i++)
    ihop_svg_words (&svg, PAD, below + legend + NOTE * i + 10, "class=\"small\"", ihop_message_text (diagram->notes->pdata[i]));
  g_string_append (svg.text, "</svg>\n");
  return g_string_free (svg.text, FALSE);
}

char *
ihop_diagram_to_svg_bare (const IhopDiagram *diagram, const IhopSvgLook *look)
{
  IhopSvg svg = { .diagram = diagram, .text = g_string_new (NULL), .look = look };

  put_head_of_file (&svg, MAX (diagram->width, 1), MAX (diagram->height, 1));
  put_picture (&svg);
  g_string_append (svg.text, "</svg>\n");
  return g_string_free (svg.text, FALSE);
}
