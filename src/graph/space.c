/* The iteration space of a nest as a picture: rows are the outer loop's iterations, columns the inner
 * one's, so that it is read like the text of a page; a third loop, the outermost then, goes to the
 * back. */
#include "graph/build.h"
#include "ir/print.h"
#include <math.h>
#include <string.h>

static const double CELL = 56, CELL_DEEP = 112, MARGIN = 76, RADIUS = 12;
/* One step to the back, in cells, and all of them together: no plane hides another. */
static const double BACK_X = 0.25, BACK_Y = -0.2, BACK_MOST = 0.78;

static double
steps_of (const IhopDrawnAxis *axis, gint64 value)
{
  return (double) (value - axis->low) / (double) ABS (axis->step);
}

static double
length_of (const IhopDrawnAxis *axis)
{
  return steps_of (axis, axis->high);
}

void
ihop_diagram_spot (const IhopDiagram *diagram, const double *at, double *x, double *y)
{
  guint n = diagram->n_axes;
  double cell = n == 3 ? CELL_DEEP : CELL;
  double column = at[n - 1], row = n > 1 ? at[n - 2] : 0, back = n > 2 ? at[0] : 0;
  double deepest = n > 2 ? length_of (&diagram->axes[0]) : 0;
  double scale = MIN (1, BACK_MOST / (BACK_X * MAX (deepest, 1)));

  *x = MARGIN + cell * (1 + column + scale * BACK_X * back);
  *y = MARGIN + cell * (row + scale * BACK_Y * (back - deepest));
}

/* What stands before or behind an inner loop is drawn beside its first or last iteration. */
static void
place (IhopDiagram *diagram, IhopDrawn *drawn)
{
  double at[IHOP_INSTANCE_DIMS] = { 0 };

  for (guint k = 0; k < diagram->n_axes; k++)
    at[k] = k < drawn->depth ? steps_of (&diagram->axes[k], drawn->at[k])
            : drawn->is_after ? length_of (&diagram->axes[k]) + 0.9 : -0.9;
  /* Beside the row, not beside its corner. */
  for (guint k = drawn->depth; k + 1 < diagram->n_axes; k++)
    at[k] = 0;
  ihop_diagram_spot (diagram, at, &drawn->x, &drawn->y);
  drawn->width = drawn->height = 2 * RADIUS;
}

static char *
point_name (const IhopDiagram *diagram, const IhopDrawn *drawn)
{
  GString *name = g_string_new ("(");

  for (guint k = 0; k < drawn->depth; k++)
    g_string_append_printf (name, "%s%" G_GINT64_FORMAT, k ? ", " : "", drawn->at[k]);
  g_string_append_c (name, ')');
  if (drawn->kind == IHOP_DRAWN_BETWEEN)
    g_string_append_printf (name, " %s %s", drawn->is_after ? "after" : "before",
                            diagram->axes[drawn->depth].iterator);
  return g_string_free (name, FALSE);
}

static void
add_point (IhopDiagram *diagram, const IhopInstance *instance, guint order)
{
  gboolean between = instance->depth < diagram->n_axes;
  IhopDrawn *drawn
    = ihop_diagram_add_node (diagram, between ? IHOP_DRAWN_BETWEEN : IHOP_DRAWN_POINT);

  memcpy (drawn->at, instance->at, sizeof drawn->at);
  drawn->depth = instance->depth;
  drawn->is_after = instance->is_after;
  drawn->order = order;
  drawn->front = instance->front;
  drawn->round = instance->round;
  drawn->label = g_strdup_printf ("%u", order + 1);
  drawn->name = point_name (diagram, drawn);
  drawn->detail = ihop_message ("%s: number %u in the program's order; as the code stands it runs "
                                "in round %u, by its dependences it could in round %u",
                                drawn->name, order + 1, drawn->round + 1, drawn->front + 1);
  if (instance->node)
    ihop_build_place (drawn, instance->node);
  place (diagram, drawn);
}

/* The arrow bends where it would run over other points. */
static gboolean
passes_points (const IhopDiagram *diagram, const IhopDrawn *from, const IhopDrawn *to)
{
  gint64 common = 0;

  for (guint k = 0; k < diagram->n_axes; k++)
    {
      gint64 a = ABS (to->at[k] - from->at[k]) / ABS (diagram->axes[k].step);
      if (k >= MIN (from->depth, to->depth))
        return TRUE;
      for (gint64 b = common; b; b = common)
        {
          common = a % b;
          a = b;
        }
      common = a;
    }
  return common > 1;
}

static void
add_path (IhopDiagram *diagram, IhopEdge *edge)
{
  const IhopDrawn *from = diagram->nodes->pdata[edge->from], *to = diagram->nodes->pdata[edge->to];
  double dx = to->x - from->x, dy = to->y - from->y, length = MAX (hypot (dx, dy), 1);
  double ux = dx / length, uy = dy / length;
  double bend = passes_points (diagram, from, to) ? MIN (0.22 * length, 40) : 0;
  IhopSpot spots[4];

  spots[0] = (IhopSpot) { from->x + ux * RADIUS - uy * bend * 0.2,
                          from->y + uy * RADIUS + ux * bend * 0.2 };
  spots[3] = (IhopSpot) { to->x - ux * RADIUS - uy * bend * 0.2,
                          to->y - uy * RADIUS + ux * bend * 0.2 };
  for (guint i = 1; i < 3; i++)
    {
      double part = i / 3.0;
      spots[i].x = spots[0].x + part * (spots[3].x - spots[0].x) - uy * bend;
      spots[i].y = spots[0].y + part * (spots[3].y - spots[0].y) + ux * bend;
    }
  g_array_set_size (edge->path, 0);
  g_array_append_vals (edge->path, spots, 4);
  edge->label_x = (spots[1].x + spots[2].x) / 2;
  edge->label_y = (spots[1].y + spots[2].y) / 2;
}

static char *
distance_of (const IhopDiagram *diagram, const IhopDrawn *from, const IhopDrawn *to)
{
  GString *text = g_string_new ("(");

  for (guint k = 0; k < MIN (from->depth, to->depth); k++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, k ? ", " : "", to->at[k] - from->at[k]);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
add_arrow (IhopDiagram *diagram, const IhopArrow *arrow)
{
  static const char *const sentences[]
    = { N_ ("flow of %s from %s to %s, distance %s"), N_ ("anti of %s from %s to %s, distance %s"),
        N_ ("output of %s from %s to %s, distance %s") };
  const IhopDrawn *from = diagram->nodes->pdata[arrow->from], *to = diagram->nodes->pdata[arrow->to];
  IhopEdge *edge
    = ihop_diagram_add_edge (diagram, arrow->from, arrow->to, (IhopEdgeKind) arrow->kind);

  edge->variable = g_strdup (arrow->variable);
  edge->vector = distance_of (diagram, from, to);
  edge->level = arrow->level;
  edge->carrier = arrow->level ? g_strdup (diagram->axes[arrow->level - 1].iterator) : NULL;
  edge->is_exact = arrow->is_exact;
  edge->standing = arrow->standing;
  edge->is_witness = arrow->is_witness;
  edge->from_line = arrow->source ? ihop_range_line (arrow->source->place) : 0;
  edge->to_line = arrow->sink ? ihop_range_line (arrow->sink->place) : 0;
  edge->detail = ihop_message (sentences[arrow->kind], arrow->variable, from->name, to->name, edge->vector);
  add_path (diagram, edge);
}

static void
set_axes (IhopDiagram *diagram, const IhopInstances *instances)
{
  diagram->n_axes = instances->n_dims;
  for (guint k = 0; k < diagram->n_axes; k++)
    diagram->axes[k] = (IhopDrawnAxis) {
      .iterator = g_strdup (instances->iterator[k]), .address = g_strdup (instances->address[k]), .low = instances->low[k],
      .high = instances->high[k], .step = instances->step[k] ? instances->step[k] : 1,
      .verdict = (int) instances->verdict[k], .is_cut = instances->is_cut[k]
    };
}

static void
add_notes (IhopDiagram *diagram, const IhopInstances *instances)
{
  g_autoptr (GString) sizes = g_string_new (NULL);

  for (guint i = 0; i < instances->sizes->len; i++)
    g_string_append_printf (sizes, "%s%s", i ? ", " : "", (char *) instances->sizes->pdata[i]);
  if (sizes->len)
    ihop_diagram_note (diagram, "Sizes chosen: %s.", sizes->str);
  g_autoptr (GString) cut = g_string_new (NULL);
  for (guint k = 0; k < diagram->n_axes; k++)
    if (diagram->axes[k].is_cut)
      g_string_append_printf (cut, "%s%s", cut->len ? ", " : "", diagram->axes[k].iterator);
  if (cut->len)
    ihop_diagram_note (diagram, "Of %s only the first iterations are shown.", cut->str);
  if (diagram->nodes->len)
    ihop_diagram_note (diagram,
                       "%u points, numbered in the program's order. Points of one colour could run "
                       "at once: %u fronts by the dependences; as the code stands, %u rounds.",
                       diagram->nodes->len, instances->n_fronts, instances->n_rounds);
  for (guint i = 0; i < instances->assumptions->len; i++)
    ihop_diagram_note (diagram, "Taken for granted: %s.", (IhopMessage *) instances->assumptions->pdata[i]);
  if (!instances->is_complete)
    ihop_diagram_note (diagram, "Not everything is shown: %s.", instances->why);
}

static void
measure (IhopDiagram *diagram)
{
  double corner[IHOP_INSTANCE_DIMS], x, y;

  diagram->width = diagram->height = 2 * MARGIN;
  for (guint i = 0; i < diagram->nodes->len; i++)
    {
      const IhopDrawn *drawn = diagram->nodes->pdata[i];
      diagram->width = MAX (diagram->width, drawn->x + MARGIN);
      diagram->height = MAX (diagram->height, drawn->y + MARGIN / 2);
    }
  for (guint k = 0; k < diagram->n_axes; k++)
    corner[k] = diagram->n_axes == 3 && k == 0 ? 0 : length_of (&diagram->axes[k]);
  if (diagram->n_axes == 0)
    return;
  ihop_diagram_spot (diagram, corner, &x, &y);
  diagram->width = MAX (diagram->width, x + MARGIN);
  diagram->height = MAX (diagram->height, y + (diagram->n_axes == 3 ? MARGIN : MARGIN / 2));
}

void
ihop_diagram_axis_title (const IhopDiagram *diagram, guint k, double *x, double *y)
{
  guint n = diagram->n_axes;
  gboolean across = k + 1 == n, back = n == 3 && k == 0;
  double at[IHOP_INSTANCE_DIMS] = { 0 };

  if (back)
    at[0] = length_of (&diagram->axes[0]);
  if (across && n == 3) /* below the front */
    at[1] = length_of (&diagram->axes[1]);
  ihop_diagram_spot (diagram, at, x, y);
  *x -= across ? 6 : back ? 70 : n == 3 ? 146 : 90;
  *y += across ? (n == 3 ? 50 : -46) : back ? -26 : 4;
}

void
ihop_diagram_place_points (IhopDiagram *diagram)
{
  for (guint i = 0; i < diagram->nodes->len; i++)
    place (diagram, diagram->nodes->pdata[i]);
  for (guint i = 0; i < diagram->edges->len; i++)
    add_path (diagram, diagram->edges->pdata[i]);
  measure (diagram);
}

void
ihop_diagram_add_points (IhopDiagram *diagram, const IhopInstances *instances, const IhopTree *tree)
{
  if (instances->n_dims)
    set_axes (diagram, instances);
  for (guint i = 0; i < instances->points->len; i++)
    add_point (diagram, &g_array_index (instances->points, IhopInstance, i), i);
  /* What is drawn last lies on top. */
  for (int kind = IHOP_DEPENDENCE_OUTPUT; kind >= IHOP_DEPENDENCE_FLOW; kind--)
    for (guint i = 0; i < instances->arrows->len; i++)
      if (((const IhopArrow *) instances->arrows->pdata[i])->kind == (IhopDependenceKind) kind)
        add_arrow (diagram, instances->arrows->pdata[i]);
  diagram->n_fronts = instances->n_fronts;
  diagram->n_rounds = instances->n_rounds;
  add_notes (diagram, instances);
  measure (diagram);
  diagram->is_laid_out = TRUE;
}
