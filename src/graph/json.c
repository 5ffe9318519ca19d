/* Diagrams as JSON: data/schema/graph.schema.json. */
#include "graph/diagram.h"
#include <json-glib/json-glib.h>

static void
put_text (JsonBuilder *b, const char *name, const char *text)
{
  g_autofree char *valid = text ? g_utf8_make_valid (text, -1) : NULL;

  json_builder_set_member_name (b, name);
  if (valid)
    json_builder_add_string_value (b, valid);
  else
    json_builder_add_null_value (b);
}

static void
put_int (JsonBuilder *b, const char *name, gint64 value)
{
  json_builder_set_member_name (b, name);
  json_builder_add_int_value (b, value);
}

static void
put_bool (JsonBuilder *b, const char *name, gboolean value)
{
  json_builder_set_member_name (b, name);
  json_builder_add_boolean_value (b, value);
}

/* Tenths of a point are enough. */
static void
put_length (JsonBuilder *b, const char *name, double value)
{
  json_builder_set_member_name (b, name);
  json_builder_add_double_value (b, (double) (gint64) (value * 10 + (value < 0 ? -0.5 : 0.5)) / 10);
}

static void
put_verdict (JsonBuilder *b, int verdict)
{
  put_text (b, "verdict", verdict < 0 ? NULL : ihop_verdict_name ((IhopVerdict) verdict));
}

static void
put_box (JsonBuilder *b, double x, double y, double width, double height)
{
  put_length (b, "x", x);
  put_length (b, "y", y);
  put_length (b, "width", width);
  put_length (b, "height", height);
}

static void
put_node (JsonBuilder *b, const IhopDiagram *diagram, guint i)
{
  const IhopDrawn *node = diagram->nodes->pdata[i];

  json_builder_begin_object (b);
  put_int (b, "id", i);
  put_text (b, "kind", ihop_drawn_kind_name (node->kind));
  put_text (b, "name", node->name);
  put_text (b, "label", node->label);
  put_text (b, "detail", node->detail);
  put_text (b, "file", node->file);
  put_int (b, "first_line", node->first_line);
  put_int (b, "last_line", node->last_line);
  if (node->group >= 0)
    put_int (b, "group", node->group);
  if (node->depth)
    {
      json_builder_set_member_name (b, "iteration");
      json_builder_begin_array (b);
      for (guint k = 0; k < node->depth; k++)
        json_builder_add_int_value (b, node->at[k]);
      json_builder_end_array (b);
      put_int (b, "order", node->order);
      put_int (b, "front", node->front);
      put_int (b, "round", node->round);
    }
  if (diagram->is_laid_out)
    put_box (b, node->x, node->y, node->width, node->height);
  json_builder_end_object (b);
}

static void
put_edge (JsonBuilder *b, const IhopEdge *edge)
{
  json_builder_begin_object (b);
  put_int (b, "from", edge->from);
  put_int (b, "to", edge->to);
  put_text (b, "kind", ihop_edge_kind_name (edge->kind));
  put_text (b, "label", edge->label);
  put_text (b, "detail", edge->detail);
  if (edge->variable)
    {
      put_text (b, "variable", edge->variable);
      put_text (b, "vector", edge->vector);
      put_text (b, "carrier", edge->carrier);
      put_int (b, "level", edge->level);
      put_bool (b, "exact", edge->is_exact);
      put_text (b, "standing", ihop_standing_name (edge->standing));
      put_int (b, "from_line", edge->from_line);
      put_int (b, "to_line", edge->to_line);
    }
  put_int (b, "count", edge->count);
  if (edge->path->len)
    {
      json_builder_set_member_name (b, "path");
      json_builder_begin_array (b);
      for (guint i = 0; i < edge->path->len; i++)
        {
          const IhopSpot *spot = &g_array_index (edge->path, IhopSpot, i);
          json_builder_add_double_value (b, (double) (gint64) (spot->x * 10) / 10);
          json_builder_add_double_value (b, (double) (gint64) (spot->y * 10) / 10);
        }
      json_builder_end_array (b);
    }
  json_builder_end_object (b);
}

static void
put_group (JsonBuilder *b, const IhopDiagram *diagram, guint i)
{
  const IhopDrawnGroup *group = diagram->groups->pdata[i];

  json_builder_begin_object (b);
  put_int (b, "id", i);
  put_text (b, "label", group->label);
  put_text (b, "loop", group->address);
  put_verdict (b, group->verdict);
  put_int (b, "first_line", group->first_line);
  put_int (b, "last_line", group->last_line);
  if (group->parent >= 0)
    put_int (b, "parent", group->parent);
  if (diagram->is_laid_out)
    put_box (b, group->x, group->y, group->width, group->height);
  json_builder_end_object (b);
}

static void
put_axes (JsonBuilder *b, const IhopDiagram *diagram)
{
  json_builder_set_member_name (b, "axes");
  json_builder_begin_array (b);
  for (guint k = 0; k < diagram->n_axes; k++)
    {
      const IhopDrawnAxis *axis = &diagram->axes[k];
      json_builder_begin_object (b);
      put_text (b, "iterator", axis->iterator);
      put_int (b, "low", axis->low);
      put_int (b, "high", axis->high);
      put_int (b, "step", axis->step);
      put_bool (b, "cut", axis->is_cut);
      put_verdict (b, axis->verdict);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
  put_int (b, "fronts", diagram->n_fronts);
  put_int (b, "rounds", diagram->n_rounds);
}

static void
begin_list (JsonBuilder *b, const char *name)
{
  json_builder_set_member_name (b, name);
  json_builder_begin_array (b);
}

char *
ihop_diagram_to_json (const IhopDiagram *diagram)
{
  g_autoptr (JsonBuilder) b = json_builder_new ();

  json_builder_begin_object (b);
  put_int (b, "version", 1);
  put_text (b, "kind", ihop_diagram_kind_name (diagram->kind));
  put_text (b, "title", diagram->title);
  begin_list (b, "notes");
  for (guint i = 0; i < diagram->notes->len; i++)
    json_builder_add_string_value (b, diagram->notes->pdata[i]);
  json_builder_end_array (b);
  if (diagram->n_axes)
    put_axes (b, diagram);
  begin_list (b, "nodes");
  for (guint i = 0; i < diagram->nodes->len; i++)
    put_node (b, diagram, i);
  json_builder_end_array (b);
  begin_list (b, "edges");
  for (guint i = 0; i < diagram->edges->len; i++)
    put_edge (b, diagram->edges->pdata[i]);
  json_builder_end_array (b);
  begin_list (b, "groups");
  for (guint i = 0; i < diagram->groups->len; i++)
    put_group (b, diagram, i);
  json_builder_end_array (b);
  if (diagram->is_laid_out)
    {
      put_length (b, "width", diagram->width);
      put_length (b, "height", diagram->height);
    }
  json_builder_end_object (b);
  g_autoptr (JsonNode) root = json_builder_get_root (b);
  g_autofree char *text = json_to_string (root, TRUE);
  return g_strconcat (text, "\n", NULL);
}
