/* ihop-gui: the window. */
#include "gui/application.h"
#include "gui/background.h"
#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

/* Where translations are: as we are told, in the build folder that we are started from, or where they were installed. */
static char *
locale_folder (void)
{
  const char *told = g_getenv ("IHOP_LOCALE");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program ? g_path_get_dirname (program) : g_strdup (".");
  g_autofree char *built = g_build_filename (folder, "..", "..", "po", NULL);
  g_autofree char *catalogue = g_build_filename (built, "ru", "LC_MESSAGES", "ihop.mo", NULL);

  if (told)
    return g_strdup (told);
  return g_file_test (catalogue, G_FILE_TEST_EXISTS) ? g_steal_pointer (&built) : g_strdup (IHOP_LOCALE);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* numbers read the same everywhere */
  g_autofree char *locale = locale_folder ();
  bindtextdomain ("ihop", locale);
  bind_textdomain_codeset ("ihop", "UTF-8");
  textdomain ("ihop");
  g_autoptr (GtkApplication) application = ihop_application_new ();
  int status = g_application_run (G_APPLICATION (application), argc, argv);
  if (ihop_background_is_busy ())
    {
      fflush (NULL);
      _exit (status);
    }
  return status;
}
