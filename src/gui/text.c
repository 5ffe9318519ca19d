#include "gui/text.h"
#include <string.h>

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

/* A theme that is forced on us does not ask what we prefer; some are dark by themselves. */
gboolean
ihop_text_is_dark (void)
{
  const char *forced = g_getenv ("GTK_THEME");
  g_autofree char *theme = NULL;
  gboolean is_dark = FALSE;

  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &is_dark, "gtk-theme-name",
                &theme, NULL);
  if (forced)
    return strstr (forced, "dark") != NULL;
  return is_dark || (theme && (g_str_has_suffix (theme, "-dark") || g_str_has_suffix (theme, "Inverse")));
}

void
ihop_text_name (GtkWidget *widget, const char *name, const char *description)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (description)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    description, -1);
}
