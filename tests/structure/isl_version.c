/* Debian's libLLVM exports another isl under the same names: whoever comes first on the link line
 * wins, silently (HACKING.md). This is linked as ihop is. */
#include "project/project.h"
#include <isl/version.h>
#include <stdio.h>
#include <string.h>

int
main (void)
{
  const char *version = isl_version ();
  IhopProjectOptions options = { 0 };
  g_autoptr (IhopProject) project = ihop_project_new (&options);

  puts (version);
  return project && strstr (version, "GMP") && !strstr (version, "IMath") ? 0 : 1;
}
