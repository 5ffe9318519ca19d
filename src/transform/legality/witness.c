/* Two references that meet, as a sentence. */
#include "transform/legality/witness.h"
#include "analysis/dependence/dependences.h"
#include "ir/print.h"
#include "transform/build/refusal.h"
#include <string.h>

void
ihop_witness_append_vector (GString *text, const IhopDependence *dependence)
{
  if (dependence->distance->len == 0)
    return;
  g_string_append (text, ", distance (");
  for (guint i = 0; i < dependence->distance->len; i++)
    {
      const char *distance = dependence->distance->pdata[i];
      g_string_append_printf (
        text, "%s%s", i ? ", " : "",
        strcmp (distance, "*") == 0 ? (const char *) dependence->direction->pdata[i] : distance);
    }
  g_string_append_c (text, ')');
}

static void
append_iteration (GString *text, const GPtrArray *names, const GArray *values)
{
  if (values->len == 0)
    g_string_append (text, "once");
  for (guint i = 0; i < values->len; i++)
    g_string_append_printf (text, "%s%s = %" G_GINT64_FORMAT, i ? ", " : "",
                            (const char *) names->pdata[i], g_array_index (values, gint64, i));
}

void
ihop_witness_append_iterations (GString *text, const IhopDependence *dependence, const char *what)
{
  if (!dependence->is_exact)
    return;
  g_autofree char *element = ihop_dependence_element (dependence);
  g_string_append_printf (text, ": %s in (", element);
  append_iteration (text, dependence->source_names, dependence->source_iteration);
  g_string_append_printf (text, ") %s (", what);
  append_iteration (text, dependence->sink_names, dependence->sink_iteration);
  g_string_append_c (text, ')');
  for (guint i = 0; i < dependence->parameters->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : " when ",
                            (const char *) dependence->parameters->pdata[i]);
}

char *
ihop_witness_reference (const IhopNode *node)
{
  char *text = ihop_print_node (node, NULL);

  if (strchr (text, '\n'))
    *strchr (text, '\n') = '\0';
  return text;
}

static void
append_ends (GString *text, const char *article, const IhopDependence *dependence)
{
  g_autofree char *source = ihop_witness_reference (dependence->source);
  g_autofree char *sink = ihop_witness_reference (dependence->sink);

  g_string_append_printf (text, "%s %s dependence from %s (line %u) to %s (line %u)", article,
                          ihop_dependence_kind_name (dependence->kind), source,
                          ihop_range_line (dependence->source->place), sink,
                          ihop_range_line (dependence->sink->place));
}

void
ihop_witness_append_pair (GString *text, const IhopDependence *dependence)
{
  append_ends (text, "the", dependence);
}

void
ihop_witness_append_found (GString *text, const IhopDependence *dependence)
{
  append_ends (text, dependence->is_exact ? "the" : "a possible", dependence);
}

static void
copy_names (GPtrArray *to, const GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, g_strdup (from->pdata[i]));
}

void
ihop_witness_keep (IhopDiag *diag, const IhopDependence *dependence)
{
  IhopCollision *collision;

  if (!dependence->is_exact || diag->collision)
    return;
  collision = diag->collision = ihop_collision_new ((int) dependence->kind, dependence->variable);
  collision->source_line = ihop_range_line (dependence->source->place);
  collision->sink_line = ihop_range_line (dependence->sink->place);
  copy_names (collision->source_names, dependence->source_names);
  copy_names (collision->sink_names, dependence->sink_names);
  copy_names (collision->sizes, dependence->parameters);
  g_array_append_vals (collision->source_values, dependence->source_iteration->data,
                       dependence->source_iteration->len);
  g_array_append_vals (collision->sink_values, dependence->sink_iteration->data,
                       dependence->sink_iteration->len);
}

IhopDiag *
ihop_witness_refuse (IhopTransformStep *step, const char *id, const IhopNode *node, GString *sentence,
                     IhopDependence *dependence)
{
  if (dependence)
    {
      ihop_witness_append_vector (sentence, dependence);
      ihop_witness_append_iterations (sentence, dependence, "and in");
    }
  IhopDiag *diag = ihop_refuse (step, id, node, "%s", sentence->str);
  if (dependence)
    ihop_witness_keep (diag, dependence);
  g_clear_pointer (&dependence, ihop_dependence_free);
  return diag;
}
