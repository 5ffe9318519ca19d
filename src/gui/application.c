#include "gui/application.h"
#include "gui/document.h"
#include "gui/heartbeat.h"
#include "gui/opening.h"
#include "gui/text.h"
#include "gui/window.h"

/* ---- style ---- */

static void
load_dark_style (GtkSettings *settings, GParamSpec *property, GtkCssProvider *provider)
{
  if (ihop_text_is_dark ())
    gtk_css_provider_load_from_resource (provider, "/org/ihop/gui/style-dark.css");
  else
    gtk_css_provider_load_from_data (provider, "", -1);
}

static void
load_style (void)
{
  g_autoptr (GtkCssProvider) light = gtk_css_provider_new (), dark = gtk_css_provider_new ();
  GdkDisplay *display = gdk_display_get_default ();

  gtk_css_provider_load_from_resource (light, "/org/ihop/gui/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (light),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (dark),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  load_dark_style (NULL, NULL, dark);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme",
                           G_CALLBACK (load_dark_style), dark, 0);
}

/* ---- command line ---- */

/* ihop-gui [FILE…] [-- COMPILER FLAGS]; -I, -D, -U, -std=, -include may stand anywhere. */
static void
split_words (char **words, GPtrArray *files, GPtrArray *flags)
{
  static const char *const apart[] = { "-I", "-D", "-U", "-include", NULL };
  gboolean rest = FALSE;

  for (guint i = 1; words[i]; i++)
    {
      if (!rest && g_str_equal (words[i], "--"))
        rest = TRUE;
      else if (rest || words[i][0] == '-')
        {
          g_ptr_array_add (flags, g_strdup (words[i]));
          if (!rest && g_strv_contains (apart, words[i]) && words[i + 1])
            g_ptr_array_add (flags, g_strdup (words[++i]));
        }
      else
        g_ptr_array_add (files, g_strdup (words[i]));
    }
  g_ptr_array_add (files, NULL);
  g_ptr_array_add (flags, NULL);
}

static int
command_line (GApplication *application, GApplicationCommandLine *line)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_application_command_line_get_arguments (line, NULL);
  IhopWindow *window = ihop_window_new (GTK_APPLICATION (application));
  IhopSettings settings = { 0 };

  split_words (words, files, flags);
  settings.flags = (char **) flags->pdata;
  gtk_window_present (GTK_WINDOW (window));
  ihop_heartbeat_start (ihop_window_document (window));
  if (files->len > 1)
    ihop_opening_paths (window, (const char *const *) files->pdata, flags->len > 1 ? &settings : NULL);
  return 0;
}

static void
startup (GApplication *application)
{
  load_style ();
}

GtkApplication *
ihop_application_new (void)
{
  GtkApplication *application
    = gtk_application_new ("org.ihop.Ihop", G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_COMMAND_LINE);

  g_signal_connect_after (application, "startup", G_CALLBACK (startup), NULL);
  g_signal_connect (application, "command-line", G_CALLBACK (command_line), NULL);
  return application;
}
