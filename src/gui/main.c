/* ihop-gui: the window. */
#include "gui/application.h"
#include "gui/background.h"
#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

/* Where translations are: as we are told, in the build folder that we are started from, beside the folder of the program
 * (wherever that was put), or where they were to be installed. */
static char *
locale_folder (void)
{
  static const char *const places[] = { "../../po", "../share/locale" };
  const char *told = g_getenv ("IHOP_LOCALE");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program ? g_path_get_dirname (program) : g_strdup (".");

  for (guint i = 0; told == NULL && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *place = g_build_filename (folder, places[i], NULL);
      g_autofree char *catalogue = g_build_filename (place, "ru", "LC_MESSAGES", "ihop.mo", NULL);
      if (g_file_test (catalogue, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&place);
    }
  return g_strdup (told ? told : IHOP_LOCALE);
}

/* What is asked for without a display. */
static gboolean
answer (int argc, char **argv)
{
  static const char *const help[] = { "--help", "-h", NULL }, *const version[] = { "--version", "-V", NULL };

  if (argc < 2 || !(g_strv_contains (help, argv[1]) || g_strv_contains (version, argv[1])))
    return FALSE;
  if (g_strv_contains (version, argv[1]))
    printf ("ihop " IHOP_VERSION "\n");
  else
    printf ("%s\n\n%s\n", _ ("Usage: ihop-gui [FILE… | FILE.cu | FOLDER | PROJECT.ihop | compile_commands.json] [-- COMPILER FLAGS]"),
            _ ("Opens the window of ihop: which loops can run in parallel, and CUDA for them."));
  return TRUE;
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
  if (answer (argc, argv))
    return 0;
  g_autoptr (GtkApplication) application = ihop_application_new ();
  int status = g_application_run (G_APPLICATION (application), argc, argv);
  if (ihop_background_is_busy ())
    {
      fflush (NULL);
      _exit (status);
    }
  return status;
}
