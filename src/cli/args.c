/* The command line: compiler flags apart from ours, then GOption. */
#include "cli/describe.h"
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
split_flags (const IhopCli *cli, int argc, char **argv, GPtrArray *flags)
{
  GPtrArray *rest = g_ptr_array_new ();

  for (int i = 0; i < argc; i++)
    {
      int words = i > 0 && !cli->reads_no_c ? compiler_flag_words (argv[i]) : 0;
      if (!cli->reads_no_c && g_str_equal (argv[i], "--"))
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

/* The engine, and every process that this one starts, reads the files that IHOP_EFFECTS lists. */
static int
believe_effects (const IhopCli *cli)
{
  for (char **path = cli->effects; path && *path; path++)
    {
      g_autoptr (GKeyFile) file = g_key_file_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *absolute = g_canonicalize_filename (*path, NULL);
      const char *before = g_getenv ("IHOP_EFFECTS");

      if (!g_key_file_load_from_file (file, absolute, G_KEY_FILE_NONE, &error))
        return ihop_cli_misuse ("--effects %s: %s", *path, error->message);
      g_autofree char *all = before ? g_strjoin (G_SEARCHPATH_SEPARATOR_S, before, absolute, NULL)
                                    : g_strdup (absolute);
      g_setenv ("IHOP_EFFECTS", all, TRUE);
    }
  return -1;
}

/* What every command has, then what those have that read C; NULL-terminated. Caller frees. */
static GOptionEntry *
common_entries (IhopCli *cli)
{
  const GOptionEntry all[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &cli->format, "how results are printed (default: text)", cli->formats },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &cli->quiet, "say only what went wrong", NULL },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &cli->verbose, "say more", NULL },
    { "color", 0, 0, G_OPTION_ARG_STRING, &cli->color, "(default: auto, which means on a terminal)", "auto|always|never" },
    { "version", 'V', 0, G_OPTION_ARG_NONE, &cli->version, "show the version", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &cli->files, NULL, NULL },
  };
  const GOptionEntry of_c[] = {
    { "database", 'p', 0, G_OPTION_ARG_FILENAME, &cli->database,
      "folder of compile_commands.json (default: none, flags come from the command line)", "DIR" },
    { "polybench", 0, 0, G_OPTION_ARG_FILENAME, &cli->polybench,
      "root of a PolyBench/C tree: FILE is one of its kernels, by path or name (default: FILE is a file)", "DIR" },
    { "profile", 0, 0, G_OPTION_ARG_FILENAME, &cli->profile,
      "trips of a run, for predictions; of 'ihop observe', which writes it, where to (default: predictions guess)", "FILE" },
    { "alias", 0, 0, G_OPTION_ARG_STRING, &cli->alias,
      "pointers that may overlap: tested at run time, trusted, refused (default: check)", "check|trust|refuse" },
    { "assume", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->assume,
      "what you vouch for (repeatable): 'n > 0' at every function's entry, 'permutation p', 'size p = n' (elements), 'no NaN'; with 'f: ' in "
      "front for the function f alone", "WORDS" },
    { "effects", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &cli->effects,
      "what functions without a body do (repeatable): a file in the form of data/effects/libc.ini", "FILE" },
  };
  GOptionEntry *entries = g_new0 (GOptionEntry, G_N_ELEMENTS (all) + G_N_ELEMENTS (of_c) + 1);

  memcpy (entries, all, sizeof all);
  if (!cli->reads_no_c)
    memcpy (entries + G_N_ELEMENTS (all), of_c, sizeof of_c);
  return entries;
}

static const char of_flags[] = "Compiler flags come behind '--'; -I, -D, -U, -std= and -include may stand anywhere.\n";
static const char of_codes[] = "Exit codes: 0 done, 1 something was refused, 2 wrong use, 3 no valid C,\n"
                               "4 a difference was found, 5 an outside program is missing or failed, 70 our fault.";

/* What the main job's help has in front of its options. */
static char *
with_commands (const char *summary)
{
  GString *text = g_string_new (summary);

  g_string_append (text, "\n\nCommands ('ihop help COMMAND' tells more):\n");
  for (const IhopCommand *command = ihop_cli_commands; command->name; command++)
    {
      g_autofree char *use = g_strdup_printf ("%s %s", command->name, command->synopsis);
      int pad = MAX (40 - (int) g_utf8_strlen (use, -1), 1); /* "…" is one column, three bytes */
      g_string_append_printf (text, "  %s%*s%s\n", use, pad, "", command->summary);
    }
  return g_string_free (text, FALSE);
}

/* Words are taken out of argv by GOption, so it gets an array of its own. */
static gboolean
run_goption (const IhopCli *cli, GPtrArray *words, const char *synopsis, const char *summary,
             const GOptionEntry *const entries[2], GError **error)
{
  GOptionContext *context = g_option_context_new (synopsis);
  g_autofree char *description = g_strconcat (cli->reads_no_c ? "" : of_flags, of_codes, NULL);
  g_autofree char *whole = cli->is_main ? with_commands (summary) : g_strdup (summary);
  int argc = (int) words->len - 1;
  char **argv = (char **) words->pdata;

  g_option_context_set_summary (context, whole);
  g_option_context_set_description (context, description);
  for (guint i = 0; i < 2; i++)
    if (entries[i])
      g_option_context_add_main_entries (context, entries[i], NULL);
  gboolean good = g_option_context_parse (context, &argc, &argv, error);
  g_option_context_free (context);
  return good;
}

/* Gives IHOP_EXIT_USAGE. */
static int
say_what_is_wrong (const GError *error, const GOptionEntry *const entries[2])
{
  const char *dashes = strstr (error->message, " --");

  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) || dashes == NULL)
    return ihop_cli_misuse ("%s", error->message);
  g_autofree char *word = g_strndup (dashes + strlen (" --"), strcspn (dashes + strlen (" --"), "="));
  const char *nearest = ihop_cli_nearest_option (word, entries);
  return nearest ? ihop_cli_misuse ("there is no option '--%s' here; did you mean '--%s'?", word, nearest)
                 : ihop_cli_misuse ("there is no option '--%s' here", word);
}

int
ihop_cli_parse (IhopCli *cli, int argc, char **argv, const char *synopsis, const char *summary,
                const GOptionEntry *own, const char *formats)
{
  GPtrArray *flags = g_ptr_array_new ();
  g_autoptr (GPtrArray) words = split_flags (cli, argc, argv, flags);
  g_autoptr (GError) error = NULL;

  cli->formats = g_strdelimit (g_strdup (formats), " ", '|');
  g_autofree GOptionEntry *common = common_entries (cli);
  const GOptionEntry *const entries[2] = { own, common };
  if (ihop_cli_describe (cli, synopsis, summary, entries))
    {
      g_strfreev ((char **) g_ptr_array_free (flags, FALSE));
      return IHOP_EXIT_DONE;
    }
  gboolean good = run_goption (cli, words, synopsis, summary, entries, &error);
  cli->flags = (char **) g_ptr_array_free (flags, FALSE);
  if (cli->files == NULL)
    cli->files = g_new0 (char *, 1);
  if (!good)
    return say_what_is_wrong (error, entries);
  if (cli->version)
    return ihop_cli_show_version ();
  int code = check_values (cli, formats);
  code = code < 0 ? believe_effects (cli) : code;
  return code < 0 && cli->polybench ? ihop_cli_find_polybench (cli) : code;
}

void
ihop_cli_clear (IhopCli *cli)
{
  g_free (cli->format);
  g_free (cli->color);
  g_free (cli->database);
  g_free (cli->polybench);
  g_free (cli->profile);
  g_free (cli->alias);
  g_free (cli->formats);
  g_strfreev (cli->assume);
  g_strfreev (cli->effects);
  g_strfreev (cli->flags);
  g_strfreev (cli->files);
}
