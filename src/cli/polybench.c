/* --polybench DIR: the files of a PolyBench/C tree (3.2 or 4.x), as its makefiles would compile them:
 * the utilities are on the include path, and a kernel may be given by its name alone. */
#include "cli/cli.h"
#include <string.h>

/* The line of the tree's own list of kernels that ends in NAME/NAME.c; NULL: none. Caller frees. */
static char *
find_kernel (const char *tree, const char *name)
{
  g_autofree char *list = g_build_filename (tree, "utilities", "benchmark_list", NULL);
  g_autofree char *tail = g_strconcat ("/", name, ".c", NULL);
  g_autofree char *text = NULL;

  if (strchr (name, '/') || !g_file_get_contents (list, &text, NULL, NULL))
    return NULL;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_str_has_suffix (g_strstrip (lines[i]), tail))
      return g_canonicalize_filename (lines[i], tree);
  return NULL;
}

static void
find_file (const char *tree, char **file)
{
  g_autofree char *inside = g_build_filename (tree, *file, NULL);
  char *found = NULL;

  if (g_file_test (*file, G_FILE_TEST_EXISTS))
    return;
  if (g_file_test (inside, G_FILE_TEST_IS_REGULAR))
    found = g_steal_pointer (&inside);
  else
    found = find_kernel (tree, *file);
  if (found)
    {
      g_free (*file);
      *file = found;
    }
}

int
ihop_cli_find_polybench (IhopCli *cli)
{
  g_autofree char *tree = g_canonicalize_filename (cli->polybench, NULL);
  g_autofree char *utilities = g_build_filename (tree, "utilities", NULL);
  g_autofree char *header = g_build_filename (utilities, "polybench.h", NULL);
  guint n = g_strv_length (cli->flags);

  if (!g_file_test (header, G_FILE_TEST_EXISTS))
    return ihop_cli_misuse ("--polybench %s: there is no utilities/polybench.h in it; expected the root "
                            "of a PolyBench/C tree", cli->polybench);
  cli->flags = g_renew (char *, cli->flags, n + 2);
  cli->flags[n] = g_strconcat ("-I", utilities, NULL);
  cli->flags[n + 1] = NULL;
  for (guint i = 0; cli->files[i]; i++)
    find_file (tree, &cli->files[i]);
  return -1;
}

void
ihop_cli_link_polybench (IhopCli *cli)
{
  guint n = g_strv_length (cli->files), n_flags = g_strv_length (cli->flags);

  cli->files = g_renew (char *, cli->files, n + 2);
  cli->files[n] = g_build_filename (cli->polybench, "utilities", "polybench.c", NULL);
  cli->files[n + 1] = NULL;
  cli->flags = g_renew (char *, cli->flags, n_flags + 2);
  cli->flags[n_flags] = g_strdup ("-DPOLYBENCH_DUMP_ARRAYS");
  cli->flags[n_flags + 1] = NULL;
}
