/* What interchanging, skewing and tiling do to the points of an iteration space that is shown. It is for the eye: each
 * change is a step of the catalogue, and only its proof counts. */
#include "graph/build.h"
#include <string.h>

char *
ihop_space_change_step (const IhopDiagram *diagram, const IhopSpaceChange *change)
{
  const char *inner = change->outer + 1 < diagram->n_axes ? diagram->axes[change->outer + 1].address : NULL;

  if (inner == NULL)
    return NULL;
  switch (change->kind)
    {
    case IHOP_CHANGE_INTERCHANGE:
      return g_strdup_printf ("interchange %s", inner);
    case IHOP_CHANGE_SKEW:
      return change->by ? g_strdup_printf ("skew %s %" G_GINT64_FORMAT, inner, change->by) : NULL;
    case IHOP_CHANGE_TILE:
      return change->by < 2 ? NULL
                            : g_strdup_printf ("tile %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, inner, change->by, change->by);
    default:
      return NULL;
    }
}

/* ---- a copy, of what is drawn ---- */

static void
copy_node (IhopDiagram *copy, const IhopDrawn *node)
{
  IhopDrawn *own = ihop_diagram_add_node (copy, node->kind);

  *own = *node;
  own->name = g_strdup (node->name);
  own->label = g_strdup (node->label);
  own->words = NULL;
  own->detail = NULL;
  own->file = own->folds = own->inside = NULL;
}

static void
copy_edge (IhopDiagram *copy, const IhopEdge *edge)
{
  IhopEdge *own = ihop_diagram_add_edge (copy, edge->from, edge->to, edge->kind);

  own->is_exact = edge->is_exact;
  own->standing = edge->standing;
  own->level = edge->level;
}

static IhopDiagram *
copy_of (const IhopDiagram *diagram)
{
  IhopDiagram *copy = ihop_diagram_new (diagram->kind, diagram->title);

  for (guint i = 0; i < diagram->nodes->len; i++)
    copy_node (copy, diagram->nodes->pdata[i]);
  for (guint i = 0; i < diagram->edges->len; i++)
    copy_edge (copy, diagram->edges->pdata[i]);
  copy->n_axes = diagram->n_axes;
  for (guint k = 0; k < diagram->n_axes; k++)
    {
      copy->axes[k] = diagram->axes[k];
      copy->axes[k].iterator = g_strdup (diagram->axes[k].iterator);
      copy->axes[k].address = NULL;
    }
  copy->n_fronts = diagram->n_fronts;
  copy->n_rounds = diagram->n_rounds;
  copy->is_laid_out = TRUE;
  return copy;
}

/* ---- when each point runs then ---- */

enum { TIMES = IHOP_INSTANCE_DIMS + 2 };

/* Steps from the first iteration, in the direction of the loop. */
static gint64
steps_from_first (const IhopDrawnAxis *axis, gint64 value)
{
  return axis->step > 0 ? (value - axis->low) / axis->step : (value - axis->high) / axis->step;
}

static gint64
divided (gint64 value, gint64 by)
{
  return value >= 0 ? value / by : -((-value + by - 1) / by);
}

/* The point's place in the new order, most significant first. */
static void
time_of (const IhopDiagram *diagram, const IhopSpaceChange *change, const IhopDrawn *node, gint64 *time)
{
  guint n = 0, k = change->outer;
  gint64 at[IHOP_INSTANCE_DIMS] = { 0 };

  memset (time, 0, TIMES * sizeof *time);
  for (guint i = 0; i < diagram->n_axes; i++)
    at[i] = steps_from_first (&diagram->axes[i], node->at[i]);
  for (guint i = 0; i < k; i++)
    time[n++] = at[i];
  if (change->kind == IHOP_CHANGE_TILE)
    {
      time[n++] = divided (at[k], change->by);
      time[n++] = divided (at[k + 1], change->by);
    }
  time[n++] = change->kind == IHOP_CHANGE_INTERCHANGE ? at[k + 1] : at[k];
  time[n++] = change->kind == IHOP_CHANGE_INTERCHANGE ? at[k] : at[k + 1];
  for (guint i = k + 2; i < diagram->n_axes; i++)
    time[n++] = at[i];
}

static int
compare (const gint64 *a, const gint64 *b)
{
  for (guint i = 0; i < TIMES; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* What stands between the loops has no place of its own here: no step on these loops takes it along. */
static gboolean
is_inside (const IhopDiagram *diagram, guint node)
{
  return ((const IhopDrawn *) diagram->nodes->pdata[node])->depth == diagram->n_axes;
}

static guint
mark_backwards (const IhopDiagram *diagram, const IhopSpaceChange *change, IhopDiagram *copy)
{
  guint n = 0;

  for (guint i = 0; i < copy->edges->len; i++)
    {
      IhopEdge *edge = copy->edges->pdata[i];
      gint64 from[TIMES], to[TIMES];
      if (edge->standing != IHOP_LEVEL_STANDS || !is_inside (diagram, edge->from) || !is_inside (diagram, edge->to))
        continue;
      time_of (diagram, change, diagram->nodes->pdata[edge->from], from);
      time_of (diagram, change, diagram->nodes->pdata[edge->to], to);
      edge->is_backwards = compare (to, from) < 0;
      n += edge->is_backwards;
    }
  return n;
}

typedef struct
{
  const IhopDiagram *diagram;
  const IhopSpaceChange *change;
} Order;

static int
runs_before (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  gint64 first[TIMES], second[TIMES];

  time_of (order->diagram, order->change, order->diagram->nodes->pdata[*(const guint *) a], first);
  time_of (order->diagram, order->change, order->diagram->nodes->pdata[*(const guint *) b], second);
  return compare (first, second);
}

static void
number_anew (const IhopDiagram *diagram, const IhopSpaceChange *change, IhopDiagram *copy)
{
  g_autofree guint *points = g_new (guint, copy->nodes->len + 1);
  Order order = { diagram, change };
  guint n = 0;

  for (guint i = 0; i < copy->nodes->len; i++)
    if (is_inside (diagram, i))
      points[n++] = i;
  g_qsort_with_data (points, (int) n, sizeof *points, runs_before, &order);
  for (guint i = 0; i < n; i++)
    {
      IhopDrawn *node = copy->nodes->pdata[points[i]];
      g_free (node->label);
      node->label = g_strdup_printf ("%u", i + 1);
      node->order = i;
    }
}

/* ---- where it stands then ---- */

static void
interchange (IhopDiagram *copy, guint k)
{
  IhopDrawnAxis axis = copy->axes[k];

  copy->axes[k] = copy->axes[k + 1];
  copy->axes[k + 1] = axis;
  for (guint i = 0; i < copy->nodes->len; i++)
    {
      IhopDrawn *node = copy->nodes->pdata[i];
      gint64 at = node->at[k];
      if (node->depth < k + 2)
        continue;
      node->at[k] = node->at[k + 1];
      node->at[k + 1] = at;
    }
}

static void
skew (IhopDiagram *copy, guint k, gint64 by)
{
  IhopDrawnAxis *axis = &copy->axes[k + 1];
  gint64 low = G_MAXINT64, high = G_MININT64;

  for (guint i = 0; i < copy->nodes->len; i++)
    {
      IhopDrawn *node = copy->nodes->pdata[i];
      if (node->depth < k + 2)
        continue;
      node->at[k + 1] += by * (node->at[k] - copy->axes[k].low);
      low = MIN (low, node->at[k + 1]);
      high = MAX (high, node->at[k + 1]);
    }
  if (low <= high)
    {
      axis->low = low;
      axis->high = high;
    }
}

/* A frame around each tile. */
static void
frame_tiles (const IhopDiagram *diagram, const IhopSpaceChange *change, IhopDiagram *copy)
{
  g_autoptr (GHashTable) tiles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < copy->nodes->len && copy->n_axes == 2; i++)
    {
      const IhopDrawn *node = copy->nodes->pdata[i];
      gint64 time[TIMES];
      if (!is_inside (diagram, i))
        continue;
      time_of (diagram, change, diagram->nodes->pdata[i], time);
      char *key = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, time[0], time[1]);
      IhopDrawnGroup *group = g_hash_table_lookup (tiles, key);
      double left = node->x - 24, right = node->x + 24, top = node->y - 24, bottom = node->y + 24;
      if (group)
        {
          left = MIN (left, group->x - group->width / 2);
          right = MAX (right, group->x + group->width / 2);
          top = MIN (top, group->y - group->height / 2);
          bottom = MAX (bottom, group->y + group->height / 2);
          g_free (key);
        }
      else
        {
          group = ihop_diagram_add_group (copy, -1);
          group->label = g_strdup ("");
          g_hash_table_insert (tiles, key, group);
        }
      group->x = (left + right) / 2;
      group->y = (top + bottom) / 2;
      group->width = right - left;
      group->height = bottom - top;
    }
}

IhopDiagram *
ihop_space_change_show (const IhopDiagram *diagram, const IhopSpaceChange *change, guint *n_backwards)
{
  IhopDiagram *copy = copy_of (diagram);

  *n_backwards = mark_backwards (diagram, change, copy);
  number_anew (diagram, change, copy);
  if (change->kind == IHOP_CHANGE_INTERCHANGE)
    interchange (copy, change->outer);
  if (change->kind == IHOP_CHANGE_SKEW)
    skew (copy, change->outer, change->by);
  ihop_diagram_place_points (copy);
  if (change->kind == IHOP_CHANGE_TILE)
    frame_tiles (diagram, change, copy);
  return copy;
}
