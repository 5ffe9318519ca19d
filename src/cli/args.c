/* The command line: compiler flags apart from ours, then GOption. */
#include "cli/cli.h"
#include "project/catalog.h"
#include <stdio.h>
#include <string.h>

/* Flags with their value behind them or in the next word. */
static const char *const valued[] = { "-I", "-D", "-U", "-include", "-isystem", "-iquote", NULL };

/* How many words of the command line this compiler flag takes: 0, 1 or 2. */
static int
compiler_flag_words (const char *word)
{
  if (g_str_has_prefix (word, "-std="))
    return 1;
  for (guint i = 0; valued[i]; i++)
    if (g_str_equal (word, valued[i]))
      return 2;
    else if (strlen (valued[i]) == 2 && g_str_has_prefix (word, valued[i]))
      return 1;
  return 0;
}

/* Gives what is left for GOption; argv's strings are used, not copied. */
static GPtrArray *
split_flags (int argc, char **argv, GPtrArray *flags)
{
  GPtrArray *rest = g_ptr_array_new ();

  for (int i = 0; i < argc; i++)
    {
      int words = i > 0 ? compiler_flag_words (argv[i]) : 0;
      if (g_str_equal (argv[i], "--"))
        {
          while (++i < argc)
            g_ptr_array_add (flags, g_strdup (argv[i]));
          break;
        }
      for (int j = 0; j < words && i + j < argc; j++)
        g_ptr_array_add (flags, g_strdup (argv[i + j]));
      if (words == 0)
        g_ptr_array_add (rest, argv[i]);
      else
        i += words - 1;
    }
  g_ptr_array_add (rest, NULL);
  g_ptr_array_add (flags, NULL);
  return rest;
}

int
ihop_cli_misuse (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fprintf (stderr, "ihop: %s\nTry '%s --help'.\n", text, g_get_prgname ());
  return IHOP_EXIT_USAGE;
}

static gboolean
is_one_of (const char *word, const char *words)
{
  char **list = g_strsplit (words, " ", -1);
  gboolean found = g_strv_contains ((const char *const *) list, word);

  g_strfreev (list);
  return found;
}

static int
check_values (IhopCli *cli, const char *formats)
{
  if (cli->format && !is_one_of (cli->format, formats))
    return ihop_cli_misuse ("--format %s: expected one of: %s", cli->format, formats);
  if (cli->color && !is_one_of (cli->color, "auto always never"))
    return ihop_cli_misuse ("--color %s: expected auto, always or never", cli->color);
  if (cli->alias && !is_one_of (cli->alias, "check trust refuse"))
    return ihop_cli_misuse ("--alias %s: expected check, trust or refuse", cli->alias);
  cli->is_json = g_strcmp0 (cli->format, "json") == 0;
  return -1;
}

static int
show_version (void)
{
  printf ("ihop %s (Clang %s)\n", IHOP_VERSION, ihop_catalog_clang_version ());
  return IHOP_EXIT_DONE;
}

/* Words are taken out of argv by GOption, so it gets an array of its own. */
static gboolean
run_goption (IhopCli *cli, GPtrArray *words, const char *synopsis, const char *summary,
             const GOptionEntry *own, GError **error)
{
  const GOptionEntry common[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &cli->format, "text or json", "FORMAT" },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &cli->quiet, "say only what went wrong", NULL },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &cli->verbose, "say more", NULL },
    { "color", 0, 0, G_OPTION_ARG_STRING, &cli->color, "auto, always or never", "WHEN" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &cli->version, "show the version", NULL },
    { "database", 'p', 0, G_OPTION_ARG_FILENAME, &cli->database,
      "folder of compile_commands.json", "DIR" },
    { "polybench", 0, 0, G_OPTION_ARG_FILENAME, &cli->polybench,
      "root of a PolyBench/C tree: FILE is one of its kernels, by path or name", "DIR" },
    { "alias", 0, 0, G_OPTION_ARG_STRING, &cli->alias,
      "pointers that may overlap: check (test at run time), trust, refuse", "HOW" },
    { "assume", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->assume,
      "what you vouch for: 'n > 0' at every function's entry, 'permutation p', 'no NaN'; with 'f: ' in "
      "front for the function f alone", "WORDS" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &cli->files, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  GOptionContext *context = g_option_context_new (synopsis);
  int argc = (int) words->len - 1;
  char **argv = (char **) words->pdata;

  g_option_context_set_summary (context, summary);
  g_option_context_set_description (
    context, "Compiler flags come behind '--'; -I, -D, -U, -std= and -include may stand anywhere.\n"
             "Exit codes: 0 done, 1 something was refused, 2 wrong use, 3 no valid C,\n"
             "4 a difference was found, 5 an outside program is missing or failed, 70 our fault.");
  if (own)
    g_option_context_add_main_entries (context, own, NULL);
  g_option_context_add_main_entries (context, common, NULL);
  gboolean good = g_option_context_parse (context, &argc, &argv, error);
  g_option_context_free (context);
  return good;
}

int
ihop_cli_parse (IhopCli *cli, int argc, char **argv, const char *synopsis, const char *summary,
                const GOptionEntry *own, const char *formats)
{
  GPtrArray *flags = g_ptr_array_new ();
  g_autoptr (GPtrArray) words = split_flags (argc, argv, flags);
  g_autoptr (GError) error = NULL;
  gboolean good = run_goption (cli, words, synopsis, summary, own, &error);

  cli->flags = (char **) g_ptr_array_free (flags, FALSE);
  if (cli->files == NULL)
    cli->files = g_new0 (char *, 1);
  if (!good)
    return ihop_cli_misuse ("%s", error->message);
  if (cli->version)
    return show_version ();
  int code = check_values (cli, formats);
  return code < 0 && cli->polybench ? ihop_cli_find_polybench (cli) : code;
}

void
ihop_cli_clear (IhopCli *cli)
{
  g_free (cli->format);
  g_free (cli->color);
  g_free (cli->database);
  g_free (cli->polybench);
  g_free (cli->alias);
  g_strfreev (cli->assume);
  g_strfreev (cli->flags);
  g_strfreev (cli->files);
}
