/* The window is a program of its own, so that the command line needs no GTK. */
#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* Beside this program (installed), or where the build puts it; else wherever PATH says. */
static void
try_near (char **arguments)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : NULL;
  static const char *const places[] = { "ihop-gui", "../gui/ihop-gui" };

  for (guint i = 0; folder && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (folder, places[i], NULL);
      execv (path, arguments);
    }
}

int
ihop_command_gui (int argc, char **argv)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

  if (argc > 1 && g_str_equal (argv[1], "--help"))
    {
      ihop_cli_print ("Usage: ihop gui [FILE… | FILE.cu | FOLDER | PROJECT.ihop | compile_commands.json] [-- COMPILER FLAGS]\n\n"
                      "Opens the window (ihop-gui).\n");
      return IHOP_EXIT_DONE;
    }
  if (argc > 1 && g_str_equal (argv[1], "--version")) /* needs no display */
    {
      g_auto (IhopCli) cli = { 0 };
      return ihop_cli_parse (&cli, argc, argv, "", "", NULL, "text");
    }
  g_ptr_array_add (arguments, (char *) "ihop-gui");
  for (int i = 1; i < argc; i++)
    g_ptr_array_add (arguments, argv[i]);
  g_ptr_array_add (arguments, NULL);
  try_near ((char **) arguments->pdata);
  execvp ("ihop-gui", (char **) arguments->pdata);
  g_printerr ("ihop: the window (ihop-gui) cannot be started: %s; it is built where GTK 4 and GtkSourceView 5 "
              "are installed\n", g_strerror (errno));
  return IHOP_EXIT_OUTSIDE;
}
