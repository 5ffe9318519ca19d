/* Where everything stands, by Graphviz' "dot": layers after Gansner, Koutsofios, North and Vo, "A
 * technique for drawing directed graphs", 1993. It runs as a process of its own: it may take long, or
 * die, and the window goes on. */
#include "graph/layout.h"
#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/resource.h>

/* Its memory; a graph of 500 nodes takes a tenth of it. */
static const rlim_t MOST_BYTES = (rlim_t) 2 << 30;

typedef struct
{
  rlim_t seconds;
} Limits;

/* In the child, before it becomes dot. */
static void
set_limits (gpointer data)
{
  const Limits *limits = data;
  struct rlimit cpu = { limits->seconds, limits->seconds + 1 };
  struct rlimit memory = { MOST_BYTES, MOST_BYTES };

  setrlimit (RLIMIT_CPU, &cpu);
  setrlimit (RLIMIT_AS, &memory);
}

static gboolean
was_killed (GSubprocess *process)
{
  return g_subprocess_get_if_signaled (process);
}

/* dot's answer; NULL with *too_long when it ran out of its time. Caller frees. */
static char *
run_dot (const char *text, double seconds, GCancellable *cancellable, gboolean *too_long,
         GError **error)
{
  Limits limits = { .seconds = (rlim_t) MAX (seconds, 1) };
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
    | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *answer = NULL;

  g_subprocess_launcher_set_child_setup (launcher, set_limits, &limits, NULL);
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C.UTF-8", TRUE);
  g_autoptr (GSubprocess) process
    = g_subprocess_launcher_spawn (launcher, error, "dot", "-Tjson0", NULL);
  if (process == NULL)
    return NULL;
  if (!g_subprocess_communicate_utf8 (process, text, cancellable, &answer, NULL, error))
    {
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
      return NULL;
    }
  if (g_subprocess_get_successful (process) && answer && *answer)
    return g_steal_pointer (&answer);
  *too_long = was_killed (process);
  g_set_error (error, G_IO_ERROR, *too_long ? G_IO_ERROR_TIMED_OUT : G_IO_ERROR_FAILED,
               *too_long ? N_ ("the layout took too long") : N_ ("Graphviz' dot failed"));
  return NULL;
}

/* ---- reading the answer ---- */

static guint
read_numbers (const char *text, double *numbers, guint most)
{
  guint n = 0;

  while (text && *text && n < most)
    {
      char *end;
      numbers[n] = g_ascii_strtod (text, &end);
      if (end == text)
        break;
      n++;
      text = *end == ',' || *end == ' ' || *end == '!' ? end + 1 : end;
    }
  return n;
}

static const char *
member (JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default (object, name, NULL);
}

static void
read_node (IhopDiagram *diagram, JsonObject *object, const char *id)
{
  guint64 index = g_ascii_strtoull (id + 1, NULL, 10);
  double spot[2];

  if (index >= diagram->nodes->len || read_numbers (member (object, "pos"), spot, 2) != 2)
    return;
  IhopDrawn *node = diagram->nodes->pdata[index];
  node->x = spot[0];
  node->y = diagram->height - spot[1];
}

static void
read_group (IhopDiagram *diagram, JsonObject *object, const char *name)
{
  guint64 index = g_ascii_strtoull (name + strlen ("cluster_"), NULL, 10);
  double box[4];

  if (index >= diagram->groups->len || read_numbers (member (object, "bb"), box, 4) != 4)
    return;
  IhopDrawnGroup *group = diagram->groups->pdata[index];
  group->x = (box[0] + box[2]) / 2;
  group->y = diagram->height - (box[1] + box[3]) / 2;
  group->width = box[2] - box[0];
  group->height = box[3] - box[1];
}

/* "e,ex,ey x,y x,y x,y x,y …": where the arrow's head ends, then the curve up to it. */
static void
read_path (IhopDiagram *diagram, IhopEdge *edge, const char *pos)
{
  double numbers[512], end[2];
  gboolean has_end = pos && g_str_has_prefix (pos, "e,");
  guint n;

  if (pos == NULL)
    return;
  if (has_end)
    {
      read_numbers (pos + 2, end, 2);
      pos = strchr (pos, ' ');
    }
  n = read_numbers (pos ? pos + 1 : NULL, numbers, G_N_ELEMENTS (numbers)) & ~1u;
  if (has_end && n >= 2)
    {
      numbers[n - 2] = end[0];
      numbers[n - 1] = end[1];
    }
  g_array_set_size (edge->path, 0);
  for (guint i = 0; i + 1 < n; i += 2)
    {
      IhopSpot spot = { numbers[i], diagram->height - numbers[i + 1] };
      g_array_append_val (edge->path, spot);
    }
}

static void
read_edge (IhopDiagram *diagram, JsonObject *object)
{
  const char *id = member (object, "id");
  guint64 index = id && *id == 'e' ? g_ascii_strtoull (id + 1, NULL, 10) : G_MAXUINT64;
  double spot[2];

  if (index >= diagram->edges->len)
    return;
  IhopEdge *edge = diagram->edges->pdata[index];
  read_path (diagram, edge, member (object, "pos"));
  if (read_numbers (member (object, "lp"), spot, 2) == 2)
    {
      edge->label_x = spot[0];
      edge->label_y = diagram->height - spot[1];
    }
}

/* One under the other at the node's right side, each beside its label. */
static void
place_loops (IhopDiagram *diagram, guint first)
{
  const IhopEdge *edge = diagram->edges->pdata[first];
  const IhopDrawn *node = diagram->nodes->pdata[edge->from];
  double side = node->x + node->width / 2, half = node->height / 2 - 5, x = edge->label_x;
  double middle = edge->label_y;
  guint n = 0, k = 0;

  for (guint i = first; i < diagram->edges->len; i++)
    n += ((const IhopEdge *) diagram->edges->pdata[i])->from == edge->from
         && ((const IhopEdge *) diagram->edges->pdata[i])->to == edge->to;
  for (guint i = first; i < diagram->edges->len; i++)
    {
      IhopEdge *loop = diagram->edges->pdata[i];
      if (loop->from != edge->from || loop->to != edge->to)
        continue;
      double y = middle + ((double) k++ - (n - 1) / 2.0) * 13;
      double at = CLAMP (y, node->y - half, node->y + half);
      const IhopSpot spots[] = { { side, at - 2 }, { side + 26, y - 9 }, { side + 26, y + 9 },
                                 { side, at + 2 } };
      g_array_set_size (loop->path, 0);
      g_array_append_vals (loop->path, spots, 4);
      loop->label_y = y;
      loop->label_x = loop->label ? MAX (x, side + 24 + (double) strlen (loop->label) * 3) : x;
    }
}

static gboolean
read_layout (IhopDiagram *diagram, const char *answer, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  double box[4] = { 0 };

  if (!json_parser_load_from_data (parser, answer, -1, error))
    return FALSE;
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  read_numbers (member (root, "bb"), box, 4);
  diagram->width = box[2];
  diagram->height = box[3];
  JsonArray *objects = json_object_has_member (root, "objects")
                         ? json_object_get_array_member (root, "objects") : NULL;
  for (guint i = 0; objects && i < json_array_get_length (objects); i++)
    {
      JsonObject *object = json_array_get_object_element (objects, i);
      const char *name = member (object, "name");
      if (name && g_str_has_prefix (name, "cluster_"))
        read_group (diagram, object, name);
      else if (name && *name == 'n')
        read_node (diagram, object, name);
    }
  JsonArray *edges
    = json_object_has_member (root, "edges") ? json_object_get_array_member (root, "edges") : NULL;
  for (guint i = 0; edges && i < json_array_get_length (edges); i++)
    read_edge (diagram, json_array_get_object_element (edges, i));
  for (guint i = 0; i < diagram->edges->len; i++)
    {
      const IhopEdge *edge = diagram->edges->pdata[i];
      if (edge->from == edge->to && ihop_dot_is_first_loop (diagram, i))
        place_loops (diagram, i);
    }
  diagram->is_laid_out = TRUE;
  return TRUE;
}

gboolean
ihop_diagram_layout (IhopDiagram *diagram, double seconds, GCancellable *cancellable,
                     GError **error)
{
  guint most = IHOP_DIAGRAM_MOST;

  if (diagram->is_laid_out)
    return TRUE;
  for (;; most /= 4)
    {
      gboolean too_long = FALSE;
      g_autoptr (GError) own = NULL;
      ihop_diagram_fold (diagram, most);
      g_autofree char *text = ihop_dot_text (diagram, TRUE);
      g_autofree char *answer
        = run_dot (text, seconds > 0 ? seconds : 10, cancellable, &too_long, &own);
      if (answer)
        return read_layout (diagram, answer, error);
      if (!too_long || most < 16)
        {
          g_propagate_error (error, g_steal_pointer (&own));
          return FALSE;
        }
    }
}
