/* The web service is a program of its own: it need not carry a compiler around. */
#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* Beside this program, as in the build folder, or on PATH. Caller frees. */
static char *
find_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self ? self : ".");
  g_autofree char *beside = g_build_filename (folder, "ihop-web", NULL);
  g_autofree char *built = g_build_filename (folder, "../web/ihop-web", NULL);

  if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  if (g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&built);
  return g_find_program_in_path ("ihop-web");
}

int
ihop_command_serve (int argc, char **argv)
{
  g_autofree char *program = find_program ();

  if (program)
    {
      argv[0] = program;
      execv (program, argv);
    }
  fprintf (stderr, "ihop: ihop-web could not be started: %s\n",
           program ? g_strerror (errno) : "it is neither beside ihop nor on PATH");
  return IHOP_EXIT_OUTSIDE;
}
