#include "analysis/dependence/dependence.h"

const char *
ihop_dependence_kind_name (IhopDependenceKind kind)
{
  static const char *const names[] = { "flow", "anti", "output" };

  return names[kind];
}

char *
ihop_dependence_element (const IhopDependence *dependence)
{
  GString *text = g_string_new (dependence->variable);

  for (guint i = 0; dependence->element && i < dependence->element->len; i++)
    g_string_append_printf (text, "[%" G_GINT64_FORMAT "]",
                            g_array_index (dependence->element, gint64, i));
  return g_string_free (text, FALSE);
}

void
ihop_dependence_free (gpointer data)
{
  IhopDependence *dependence = data;

  if (dependence == NULL)
    return;
  g_free (dependence->variable);
  g_free (dependence->depends_on);
  g_ptr_array_unref (dependence->source_names);
  g_ptr_array_unref (dependence->sink_names);
  g_array_unref (dependence->source_iteration);
  g_array_unref (dependence->sink_iteration);
  g_array_unref (dependence->element);
  g_ptr_array_unref (dependence->parameters);
  g_ptr_array_unref (dependence->distance);
  g_ptr_array_unref (dependence->direction);
  g_free (dependence);
}
