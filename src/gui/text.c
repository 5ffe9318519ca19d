#include "gui/text.h"

const char *
ihop_text_verdict_symbol (IhopVerdict verdict)
{
  static const char *const symbols[] = { "✓", "✗", "?" };

  return symbols[verdict];
}

const char *
ihop_text_verdict (IhopVerdict verdict)
{
  static const char *const words[] = { N_ ("parallel"), N_ ("sequential"), N_ ("unknown") };

  return _ (words[verdict]);
}

const char *
ihop_text_verdict_class (IhopVerdict verdict)
{
  static const char *const classes[] = { "verdict-parallel", "verdict-sequential",
                                         "verdict-unknown" };

  return classes[verdict];
}

const char *
ihop_text_verdict_color (IhopVerdict verdict, gboolean is_dark)
{
  static const char *const colors[][2] = { { "#187a48", "#57e389" },
                                           { "#b5161f", "#ff7b72" },
                                           { "#8a5a00", "#f8c555" } };

  return colors[verdict][is_dark ? 1 : 0];
}

gboolean
ihop_text_is_dark (void)
{
  gboolean is_dark = FALSE;

  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &is_dark, NULL);
  return is_dark;
}

void
ihop_text_name (GtkWidget *widget, const char *name, const char *description)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (description)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    description, -1);
}
