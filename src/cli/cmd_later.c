/* Commands that CLI.md promises and this version does not have yet: say so, do nothing. */
#include "cli/cli.h"
#include <stdio.h>

int
ihop_command_later (int argc, char **argv)
{
  fprintf (stderr, "ihop: '%s' is not in this version yet; 'ihop --help' lists what is.\n",
           argv[0]);
  return IHOP_EXIT_USAGE;
}
