/* What lies behind the buttons of a graph. */
#include "gui/graph_canvas.h"
#include "gui/text.h"
#include <math.h>
#include <string.h>

static void
set_color (cairo_t *cr, const char *color, double alpha)
{
  GdkRGBA rgba = { 0.5, 0.5, 0.5, 1 };

  gdk_rgba_parse (&rgba, color);
  cairo_set_source_rgba (cr, rgba.red, rgba.green, rgba.blue, alpha);
}

static const char *
edge_color (const IhopGraphDrawing *drawing, const IhopEdge *edge)
{
  static const char *const dark[] = { "#78aeed", "#ffa348", "#dc8add", "#c0bfbc", "#c0bfbc", "#57e389",
                                      "#ff7b72" };

  return drawing->is_dark ? (edge->is_witness ? "#ff5c57" : dark[edge->kind]) : ihop_edge_color (edge);
}

static gboolean
touches (const IhopGraphDrawing *d, double left, double top, double right, double bottom)
{
  return right >= d->left && left <= d->right && bottom >= d->top && top <= d->bottom;
}

static void
rounded (cairo_t *cr, double x, double y, double width, double height, double r)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI / 2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI / 2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

static void
put_text (cairo_t *cr, double x, double y, const char *text, double anchor)
{
  cairo_text_extents_t extents;

  cairo_text_extents (cr, text, &extents);
  cairo_move_to (cr, x - extents.x_advance * anchor, y);
  cairo_show_text (cr, text);
}

static const char *
verdict_color (const IhopGraphDrawing *drawing, int verdict)
{
  return verdict < 0 ? "#9a9996" : ihop_text_verdict_color ((IhopVerdict) verdict, drawing->is_dark);
}

static void
draw_group (const IhopGraphDrawing *drawing, cairo_t *cr, const IhopDrawnGroup *group)
{
  double x = group->x - group->width / 2, y = group->y - group->height / 2;
  const char *color = verdict_color (drawing, group->verdict);

  if (group->width <= 0 || !touches (drawing, x, y, x + group->width, y + group->height))
    return;
  rounded (cr, x, y, group->width, group->height, 8);
  set_color (cr, color, 0.07);
  cairo_fill_preserve (cr);
  set_color (cr, color, 0.6);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  set_color (cr, color, 1);
  cairo_set_font_size (cr, 11);
  put_text (cr, x + 10, y + 17, group->label, 0);
}

/* ---- edges ---- */

static const IhopSpot *
spot_of (const IhopEdge *edge, guint i)
{
  return &g_array_index (edge->path, IhopSpot, i);
}

static gboolean
edge_touches (const IhopGraphDrawing *drawing, const IhopEdge *edge)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < edge->path->len; i++)
    {
      const IhopSpot *spot = spot_of (edge, i);
      left = MIN (left, spot->x);
      right = MAX (right, spot->x);
      top = MIN (top, spot->y);
      bottom = MAX (bottom, spot->y);
    }
  return touches (drawing, left - 8, top - 8, right + 8, bottom + 8);
}

static gboolean
is_shown (const IhopGraphDrawing *drawing, const IhopEdge *edge)
{
  return edge->path->len >= 4 && (drawing->shows == NULL || drawing->shows (edge, drawing->data));
}

static void
trace (cairo_t *cr, const IhopEdge *edge)
{
  cairo_move_to (cr, spot_of (edge, 0)->x, spot_of (edge, 0)->y);
  for (guint i = 1; i + 2 < edge->path->len; i += 3)
    cairo_curve_to (cr, spot_of (edge, i)->x, spot_of (edge, i)->y, spot_of (edge, i + 1)->x,
                    spot_of (edge, i + 1)->y, spot_of (edge, i + 2)->x, spot_of (edge, i + 2)->y);
}

static void
draw_head (cairo_t *cr, const IhopEdge *edge, double size)
{
  const IhopSpot *end = spot_of (edge, edge->path->len - 1), *from = end;

  for (guint i = edge->path->len - 1; i-- > 0 && hypot (end->x - from->x, end->y - from->y) <= 1;)
    from = spot_of (edge, i);
  double length = MAX (hypot (end->x - from->x, end->y - from->y), 0.1);
  double ux = (end->x - from->x) / length * size, uy = (end->y - from->y) / length * size;
  cairo_move_to (cr, end->x, end->y);
  cairo_line_to (cr, end->x - ux - 0.45 * uy, end->y - uy + 0.45 * ux);
  cairo_line_to (cr, end->x - ux + 0.45 * uy, end->y - uy - 0.45 * ux);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static gboolean
edge_is_bright (const IhopGraphDrawing *drawing, const IhopEdge *edge)
{
  const IhopDiagram *diagram = drawing->diagram;

  return ihop_graph_is_bright (drawing, diagram->nodes->pdata[edge->from])
         || ihop_graph_is_bright (drawing, diagram->nodes->pdata[edge->to]);
}

static void
draw_edge (const IhopGraphDrawing *drawing, cairo_t *cr, const IhopEdge *edge, gboolean is_chosen)
{
  static const double dotted[] = { 1.5, 3 }, dashed[] = { 6, 4 };

  if (!is_shown (drawing, edge) || !edge_touches (drawing, edge))
    return;
  set_color (cr, edge_color (drawing, edge), edge_is_bright (drawing, edge) ? 1 : 0.15);
  cairo_set_line_width (cr, is_chosen || edge->is_witness ? 3 : 1.4);
  if (edge->standing != IHOP_LEVEL_STANDS)
    cairo_set_dash (cr, dotted, 2, 0);
  else if (!edge->is_exact)
    cairo_set_dash (cr, dashed, 2, 0);
  trace (cr, edge);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  draw_head (cr, edge, is_chosen || edge->is_witness ? 11 : 8);
}

/* Whether a line of the curve, cut into short ones, comes near. */
static gboolean
runs_near (const IhopEdge *edge, double x, double y, double reach)
{
  for (guint i = 0; i + 3 < edge->path->len; i += 3)
    for (guint k = 0; k <= 12; k++)
      {
        double t = k / 12.0, u = 1 - t;
        double px = u * u * u * spot_of (edge, i)->x + 3 * u * u * t * spot_of (edge, i + 1)->x
                    + 3 * u * t * t * spot_of (edge, i + 2)->x + t * t * t * spot_of (edge, i + 3)->x;
        double py = u * u * u * spot_of (edge, i)->y + 3 * u * u * t * spot_of (edge, i + 1)->y
                    + 3 * u * t * t * spot_of (edge, i + 2)->y + t * t * t * spot_of (edge, i + 3)->y;
        if (hypot (px - x, py - y) <= reach)
          return TRUE;
      }
  return FALSE;
}

int
ihop_graph_edge_at (const IhopGraphDrawing *drawing, double x, double y, double reach)
{
  for (guint i = drawing->diagram->edges->len; i-- > 0;)
    {
      const IhopEdge *edge = drawing->diagram->edges->pdata[i];
      if (is_shown (drawing, edge) && runs_near (edge, x, y, reach))
        return (int) i;
    }
  return -1;
}

/* ---- iteration spaces ---- */

gboolean
ihop_graph_is_bright (const IhopGraphDrawing *drawing, const IhopDrawn *node)
{
  guint own = drawing->color_by == IHOP_COLOR_BY_ROUND ? node->round : node->front;

  return drawing->step < 0 || node->depth == 0 || own == (guint) drawing->step;
}

static void
draw_point (const IhopGraphDrawing *drawing, cairo_t *cr, const IhopDrawn *node)
{
  gboolean by_round = drawing->color_by == IHOP_COLOR_BY_ROUND;
  g_autofree char *color = ihop_front_color (by_round ? node->round : node->front,
                                             by_round ? drawing->diagram->n_rounds : drawing->diagram->n_fronts);
  double r = node->width / 2;

  if (node->kind == IHOP_DRAWN_POINT)
    cairo_arc (cr, node->x, node->y, r, 0, 2 * G_PI);
  else
    rounded (cr, node->x - r, node->y - r, 2 * r, 2 * r, 4);
  set_color (cr, color, ihop_graph_is_bright (drawing, node) ? 1 : 0.18);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, drawing->text.red, drawing->text.green, drawing->text.blue,
                         ihop_graph_is_bright (drawing, node) ? 0.9 : 0.2);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_order (const IhopGraphDrawing *drawing, cairo_t *cr)
{
  const GPtrArray *nodes = drawing->diagram->nodes;

  for (guint i = 0; i < nodes->len; i++)
    {
      const IhopDrawn *node = nodes->pdata[i];
      if (i)
        cairo_line_to (cr, node->x, node->y);
      else
        cairo_move_to (cr, node->x, node->y);
    }
  set_color (cr, "#9a9996", 0.5);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_axis (const IhopGraphDrawing *drawing, cairo_t *cr, guint k)
{
  const IhopDiagram *diagram = drawing->diagram;
  const IhopDrawnAxis *axis = &diagram->axes[k];
  guint n = diagram->n_axes;
  gboolean across = k + 1 == n, back = n == 3 && k == 0;
  double left = n == 3 ? 124 : 68, at[IHOP_INSTANCE_DIMS] = { 0 }, x = 0, y = 0;
  gint64 step = ABS (axis->step);

  if (across && n == 3)
    at[1] = (double) (diagram->axes[1].high - diagram->axes[1].low) / (double) ABS (diagram->axes[1].step);
  cairo_set_font_size (cr, 11);
  for (gint64 value = axis->low; value <= axis->high; value += step)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
      at[k] = (double) ((value - axis->low) / step);
      ihop_diagram_spot (diagram, at, &x, &y);
      cairo_set_source_rgba (cr, drawing->text.red, drawing->text.green, drawing->text.blue, 0.8);
      if (across)
        put_text (cr, x, n == 3 ? y + 30 : y - 26, text, 0.5);
      else if (!back)
        put_text (cr, x - left, y + 4, text, 0.5);
      else if (value > axis->low)
        put_text (cr, x - 22, y - 6, text, 0.5);
    }
  at[k] = back ? at[k] : 0;
  ihop_diagram_spot (diagram, at, &x, &y);
  g_autofree char *name = g_strdup_printf ("%s %s %s", axis->iterator, ihop_text_verdict_symbol (axis->verdict),
                                           ihop_text_verdict ((IhopVerdict) axis->verdict));
  set_color (cr, verdict_color (drawing, axis->verdict), 1);
  if (across)
    put_text (cr, x - 6, n == 3 ? y + 50 : y - 46, name, 0);
  else if (back)
    put_text (cr, x - 70, y - 26, name, 0);
  else
    {
      cairo_save (cr);
      cairo_translate (cr, x - left - 22, y + 4);
      cairo_rotate (cr, G_PI / 2);
      put_text (cr, 0, 0, name, 0);
      cairo_restore (cr);
    }
}

static void
draw_space (const IhopGraphDrawing *drawing, cairo_t *cr)
{
  if (drawing->diagram->n_axes < 3)
    draw_order (drawing, cr);
  for (guint k = 0; k < drawing->diagram->n_axes; k++)
    draw_axis (drawing, cr, k);
}

void
ihop_graph_draw (const IhopGraphDrawing *drawing, cairo_t *cr)
{
  const IhopDiagram *diagram = drawing->diagram;

  cairo_select_font_face (cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  for (guint i = 0; i < diagram->groups->len; i++)
    draw_group (drawing, cr, diagram->groups->pdata[i]);
  if (diagram->n_axes && diagram->nodes->len)
    draw_space (drawing, cr);
  for (guint i = 0; i < diagram->edges->len; i++)
    draw_edge (drawing, cr, diagram->edges->pdata[i], FALSE);
  if (drawing->chosen_edge >= 0)
    draw_edge (drawing, cr, diagram->edges->pdata[drawing->chosen_edge], TRUE);
  for (guint i = 0; i < diagram->nodes->len; i++)
    {
      const IhopDrawn *node = diagram->nodes->pdata[i];
      if (node->depth && touches (drawing, node->x - 14, node->y - 14, node->x + 14, node->y + 14))
        draw_point (drawing, cr, node);
    }
}
