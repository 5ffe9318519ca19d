/* Two references that mean the same memory, in the sentence of a refusal. */
#include "transform/legality/witness.h"
#include "analysis/dependence/dependences.h"
#include "ir/print.h"
#include "transform/build/refusal.h"
#include <string.h>

/* "1, 0" */
static char *
vector_text (const IhopDependence *dependence)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dependence->distance->len; i++)
    {
      const char *distance = dependence->distance->pdata[i];
      g_string_append_printf (
        text, "%s%s", i ? ", " : "",
        strcmp (distance, "*") == 0 ? (const char *) dependence->direction->pdata[i] : distance);
    }
  return g_string_free (text, FALSE);
}

/* "i = 1, j = 2"; NULL outside of loops. */
static char *
iteration_text (const GPtrArray *names, const GArray *values)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < values->len; i++)
    g_string_append_printf (text, "%s%s = %" G_GINT64_FORMAT, i ? ", " : "",
                            (const char *) names->pdata[i], g_array_index (values, gint64, i));
  return g_string_free (text, values->len == 0);
}

static char *
sizes_text (const IhopDependence *dependence)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dependence->parameters->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", (const char *) dependence->parameters->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Takes claim. */
static IhopMessage *
with_iterations (IhopMessage *claim, const IhopDependence *dependence, IhopWitnessOrder order)
{
  static const char *const formats[] = { N_ ("%s: %s in (%s) and (%s)"), N_ ("%s: %s in (%s) and in (%s)"),
                                         N_ ("%s: %s in (%s) is touched before (%s)"),
                                         N_ ("%s: %s in (%s) is now touched after (%s)") };
  g_autoptr (IhopMessage) own = claim;
  g_autofree char *element = ihop_dependence_element (dependence);
  g_autofree char *source = iteration_text (dependence->source_names, dependence->source_iteration);
  g_autofree char *sink = iteration_text (dependence->sink_names, dependence->sink_iteration);
  g_autofree char *sizes = sizes_text (dependence);
  g_autoptr (IhopMessage) told
    = ihop_message (formats[order], own, element, ihop_argument_word_or (source, N_ ("once")),
                    ihop_argument_word_or (sink, N_ ("once")));

  return sizes[0] ? ihop_message ("%s when %s", told, sizes) : ihop_message_ref (told);
}

IhopMessage *
ihop_witness_told (IhopMessage *claim, const IhopDependence *dependence, IhopWitnessOrder order)
{
  if (dependence->distance->len)
    {
      g_autoptr (IhopMessage) bare = claim;
      g_autofree char *vector = vector_text (dependence);
      claim = ihop_message ("%s, distance (%s)", bare, vector);
    }
  return dependence->is_exact ? with_iterations (claim, dependence, order) : claim;
}

char *
ihop_witness_reference (const IhopNode *node)
{
  char *text = ihop_print_node (node, NULL);

  if (strchr (text, '\n'))
    *strchr (text, '\n') = '\0';
  return text;
}

static IhopMessage *
ends_message (const char *format, const IhopDependence *dependence)
{
  g_autofree char *source = ihop_witness_reference (dependence->source);
  g_autofree char *sink = ihop_witness_reference (dependence->sink);

  return ihop_message (format, ihop_argument_phrase (ihop_dependence_kind_name (dependence->kind)), source,
                       ihop_range_line (dependence->source->place), sink,
                       ihop_range_line (dependence->sink->place));
}

IhopMessage *
ihop_witness_ends (const IhopDependence *dependence)
{
  return ends_message (N_ ("the %s dependence from %s (line %u) to %s (line %u)"), dependence);
}

IhopMessage *
ihop_witness_found (const IhopDependence *dependence)
{
  return dependence->is_exact ? ihop_witness_ends (dependence)
                              : ends_message (N_ ("a possible %s dependence from %s (line %u) to %s (line %u)"), dependence);
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
ihop_witness_refuse (IhopTransformStep *step, const char *id, const IhopNode *node, IhopMessage *sentence,
                     IhopDependence *dependence)
{
  if (dependence == NULL)
    return ihop_refuse_message (step, id, node, sentence);
  IhopDiag *diag
    = ihop_refuse_message (step, id, node, ihop_witness_told (sentence, dependence, IHOP_WITNESS_AND_IN));
  ihop_witness_keep (diag, dependence);
  ihop_dependence_free (dependence);
  return diag;
}
