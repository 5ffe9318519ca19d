/* ihop-gui: the window. */
#include "gui/application.h"
#include "gui/background.h"
#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C"); /* numbers read the same everywhere */
  const char *locale = g_getenv ("IHOP_LOCALE"); /* of a build that is not installed */
  bindtextdomain ("ihop", locale ? locale : IHOP_LOCALE);
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
