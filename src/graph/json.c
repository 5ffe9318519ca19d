/* Diagrams as JSON: data/schema/graph.schema.json. */
#include "graph/diagram.h"
#include "base/json.h"

/* Tenths of a point are enough. */
static void
put_length (JsonBuilder *b, const char *name, double value)
{
  ihop_json_put_double (b, name, (double) (gint64) (value * 10 + (value < 0 ? -0.5 : 0.5)) / 10);
}

static void
put_verdict (JsonBuilder *b, int verdict)
{
  ihop_json_put_text (b, "verdict", verdict < 0 ? NULL : ihop_verdict_name ((IhopVerdict) verdict));
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

  ihop_json_begin_object (b, NULL);
  ihop_json_put_int (b, "id", i);
  ihop_json_put_text (b, "kind", ihop_drawn_kind_name (node->kind));
  ihop_json_put_text (b, "name", node->name);
  ihop_json_put_text (b, "label", node->label);
  ihop_json_put_message (b, "detail", node->detail);
  ihop_json_put_text (b, "file", node->file);
  ihop_json_put_int (b, "first_line", node->first_line);
  ihop_json_put_int (b, "last_line", node->last_line);
  if (node->group >= 0)
    ihop_json_put_int (b, "group", node->group);
  if (node->depth)
    {
      ihop_json_begin_array (b, "iteration");
      for (guint k = 0; k < node->depth; k++)
        json_builder_add_int_value (b, node->at[k]);
      json_builder_end_array (b);
      ihop_json_put_int (b, "order", node->order);
      ihop_json_put_int (b, "front", node->front);
      ihop_json_put_int (b, "round", node->round);
    }
  if (diagram->is_laid_out)
    put_box (b, node->x, node->y, node->width, node->height);
  json_builder_end_object (b);
}

static void
put_edge (JsonBuilder *b, const IhopEdge *edge)
{
  ihop_json_begin_object (b, NULL);
  ihop_json_put_int (b, "from", edge->from);
  ihop_json_put_int (b, "to", edge->to);
  ihop_json_put_text (b, "kind", ihop_edge_kind_name (edge->kind));
  ihop_json_put_text (b, "label", edge->label);
  ihop_json_put_message (b, "detail", edge->detail);
  if (edge->variable)
    {
      ihop_json_put_text (b, "variable", edge->variable);
      ihop_json_put_text (b, "vector", edge->vector);
      ihop_json_put_text (b, "carrier", edge->carrier);
      ihop_json_put_int (b, "level", edge->level);
      ihop_json_put_bool (b, "exact", edge->is_exact);
      ihop_json_put_text (b, "standing", ihop_standing_name (edge->standing));
      ihop_json_put_int (b, "from_line", edge->from_line);
      ihop_json_put_int (b, "to_line", edge->to_line);
    }
  ihop_json_put_int (b, "count", edge->count);
  if (edge->path->len)
    {
      ihop_json_begin_array (b, "path");
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

  ihop_json_begin_object (b, NULL);
  ihop_json_put_int (b, "id", i);
  ihop_json_put_text (b, "label", group->label);
  ihop_json_put_text (b, "loop", group->address);
  put_verdict (b, group->verdict);
  ihop_json_put_int (b, "first_line", group->first_line);
  ihop_json_put_int (b, "last_line", group->last_line);
  if (group->parent >= 0)
    ihop_json_put_int (b, "parent", group->parent);
  if (diagram->is_laid_out)
    put_box (b, group->x, group->y, group->width, group->height);
  json_builder_end_object (b);
}

static void
put_axes (JsonBuilder *b, const IhopDiagram *diagram)
{
  ihop_json_begin_array (b, "axes");
  for (guint k = 0; k < diagram->n_axes; k++)
    {
      const IhopDrawnAxis *axis = &diagram->axes[k];
      ihop_json_begin_object (b, NULL);
      ihop_json_put_text (b, "iterator", axis->iterator);
      ihop_json_put_int (b, "low", axis->low);
      ihop_json_put_int (b, "high", axis->high);
      ihop_json_put_int (b, "step", axis->step);
      ihop_json_put_bool (b, "cut", axis->is_cut);
      put_verdict (b, axis->verdict);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
  ihop_json_put_int (b, "fronts", diagram->n_fronts);
  ihop_json_put_int (b, "rounds", diagram->n_rounds);
}

char *
ihop_diagram_to_json (const IhopDiagram *diagram)
{
  JsonBuilder *b = json_builder_new ();

  ihop_json_begin_object (b, NULL);
  ihop_json_put_int (b, "version", 1);
  ihop_json_put_text (b, "kind", ihop_diagram_kind_name (diagram->kind));
  ihop_json_put_text (b, "title", diagram->title);
  ihop_json_put_messages (b, "notes", diagram->notes);
  if (diagram->n_axes)
    put_axes (b, diagram);
  ihop_json_begin_array (b, "nodes");
  for (guint i = 0; i < diagram->nodes->len; i++)
    put_node (b, diagram, i);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "edges");
  for (guint i = 0; i < diagram->edges->len; i++)
    put_edge (b, diagram->edges->pdata[i]);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "groups");
  for (guint i = 0; i < diagram->groups->len; i++)
    put_group (b, diagram, i);
  json_builder_end_array (b);
  if (diagram->is_laid_out)
    {
      put_length (b, "width", diagram->width);
      put_length (b, "height", diagram->height);
    }
  json_builder_end_object (b);
  return ihop_json_finish (b);
}
