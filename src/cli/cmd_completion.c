/* Completion for shells, from the commands' tables. Each shell is one row: what it writes for the whole, for a
 * command, for an option. */
#include "cli/describe.h"
#include <string.h>

static void
add_names (GString *out, const char *between)
{
  for (const IhopCommand *command = ihop_cli_commands; command->name; command++)
    g_string_append_printf (out, "%s%s", command == ihop_cli_commands ? "" : between, command->name);
}

static char *
choices_of (const char *word, const char *between)
{
  g_auto (GStrv) choices = ihop_cli_choices (word);

  return choices ? g_strjoinv (between, choices) : NULL;
}

/* The words that a command itself expects: its parts, or the choices of its synopsis. Caller frees; NULL: files. */
static char *
words_of (const IhopCommand *command, const char *between)
{
  g_auto (GStrv) parts = command->parts ? g_strsplit (command->parts, " ", -1) : NULL;

  if (g_str_equal (command->name, "help"))
    {
      GString *names = g_string_new (NULL);
      add_names (names, between);
      return g_string_free (names, FALSE);
    }
  return parts ? g_strjoinv (between, parts) : choices_of (command->synopsis, between);
}

/* Options of all parts, each once, of IhopCliOption *; pages keeps them alive. */
static GPtrArray *
options_of (const GPtrArray *pages)
{
  GPtrArray *options = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < pages->len; i++)
    for (guint j = 0; j < ((const IhopCliPage *) pages->pdata[i])->options->len; j++)
      {
        IhopCliOption *option = ((const IhopCliPage *) pages->pdata[i])->options->pdata[j];
        if (g_hash_table_add (seen, option->name))
          g_ptr_array_add (options, option);
      }
  return options;
}

/* 'text' for a shell: its own quotes and what "also" lists get a backslash or go. */
static void
add_quoted (GString *out, const char *text, const char *also)
{
  for (const char *at = text; *at; at++)
    if (*at == '\'')
      g_string_append (out, "’");
    else if (strchr (also, *at))
      g_string_append_printf (out, "\\%c", *at);
    else
      g_string_append_c (out, *at == '\n' ? ' ' : *at);
}

/* ---- bash --------------------------------------------------------------------------------------------- */

static void
bash_command (GString *out, const IhopCommand *command, const GPtrArray *options)
{
  g_autofree char *words = command ? words_of (command, " ") : NULL;
  const char *name = command ? command->name : "";

  g_string_append_printf (out, "    '%s')\n        options='", name);
  for (guint i = 0; i < options->len; i++)
    {
      const IhopCliOption *option = options->pdata[i];
      g_string_append_printf (out, "%s--%s%s", i ? " " : "", option->name, option->word ? "=" : "");
    }
  g_string_append_printf (out, "'\n        words='%s'\n        case $before in\n", words ? words : "");
  for (guint i = 0; i < options->len; i++)
    {
      const IhopCliOption *option = options->pdata[i];
      g_autofree char *choices = choices_of (option->word, " ");
      if (choices)
        g_string_append_printf (out, "        --%s) values='%s' ;;\n", option->name, choices);
      else if (g_strcmp0 (option->word, "DIR") == 0)
        g_string_append_printf (out, "        --%s) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n", option->name);
    }
  g_string_append (out, "        esac ;;\n");
}

static void
bash_begin (GString *out)
{
  g_string_append (out, "# bash completion for ihop: made from its tables, do not edit.\n"
                        "_ihop() {\n"
                        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
                        "    local command='' options='' words='' values=''\n"
                        "    if [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
                        "    if [ \"$COMP_CWORD\" -gt 1 ]; then\n"
                        "        case ${COMP_WORDS[1]} in\n        ");
  add_names (out, " | ");
  g_string_append (out, ") command=${COMP_WORDS[1]} ;;\n        esac\n    fi\n    case $command in\n");
}

static void
bash_end (GString *out)
{
  g_string_append (out, "    esac\n"
                        "    if [ \"$COMP_CWORD\" -eq 1 ]; then words='");
  add_names (out, " ");
  g_string_append (out, "'; fi\n"
                        "    if [ -n \"$values\" ]; then COMPREPLY=($(compgen -W \"$values\" -- \"$word\")); return; fi\n"
                        "    case $word in\n"
                        "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                        "        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2> /dev/null ;;\n"
                        "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                        "        [ \"${#COMPREPLY[@]}\" -gt 0 ] || compopt -o default 2> /dev/null ;;\n"
                        "    esac\n"
                        "}\n"
                        "complete -F _ihop ihop\n");
}

/* ---- zsh ---------------------------------------------------------------------------------------------- */

static void
zsh_option (GString *out, const IhopCliOption *option)
{
  g_autofree char *choices = choices_of (option->word, " ");

  g_string_append_printf (out, " \\\n            '--%s%s[", option->name, option->word ? "=" : "");
  add_quoted (out, option->what, "[]\\");
  g_string_append (out, "]");
  if (option->word)
    {
      g_string_append_c (out, ':');
      add_quoted (out, choices ? option->name : option->word, ":\\[]");
      if (choices)
        g_string_append_printf (out, ":(%s)", choices);
      else
        g_string_append (out, !option->is_path ? ":" : g_str_equal (option->word, "DIR") ? ":_files -/" : ":_files");
    }
  g_string_append_c (out, '\'');
}

static void
zsh_command (GString *out, const IhopCommand *command, const GPtrArray *options)
{
  g_autofree char *words = command ? words_of (command, " ") : NULL;

  g_string_append_printf (out, "    %s)\n        _arguments", command ? command->name : "*");
  for (guint i = 0; i < options->len; i++)
    zsh_option (out, options->pdata[i]);
  if (words)
    g_string_append_printf (out, " \\\n            '*:word:(%s)' ;;\n", words);
  else
    g_string_append (out, " \\\n            '*:file:_files' ;;\n");
}

static void
zsh_begin (GString *out)
{
  g_string_append (out, "#compdef ihop\n# zsh completion for ihop: made from its tables, do not edit.\n_ihop() {\n"
                        "    local -a commands\n    commands=(\n");
  for (const IhopCommand *command = ihop_cli_commands; command->name; command++)
    {
      g_string_append_printf (out, "        '%s:", command->name);
      add_quoted (out, command->summary, ":\\");
      g_string_append (out, "'\n");
    }
  g_string_append (out, "    )\n"
                        "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
                        "        _describe command commands\n        _files\n        return\n    fi\n"
                        "    local command=$words[2]\n"
                        "    case $command in\n");
}

static void
zsh_end (GString *out)
{
  g_string_append (out, "    esac\n}\n_ihop \"$@\"\n");
}

/* ---- fish --------------------------------------------------------------------------------------------- */

static void
fish_option (GString *out, const char *when, const IhopCliOption *option)
{
  g_autofree char *choices = choices_of (option->word, " ");

  g_string_append_printf (out, "complete -c ihop -n '%s' -l %s", when, option->name);
  if (option->letter)
    g_string_append_printf (out, " -s %c", option->letter);
  if (option->word)
    g_string_append (out, choices || !option->is_path ? " -x" : " -r");
  if (choices)
    g_string_append_printf (out, " -a '%s'", choices);
  g_string_append (out, " -d '");
  add_quoted (out, option->what, "\\");
  g_string_append (out, "'\n");
}

static void
fish_command (GString *out, const IhopCommand *command, const GPtrArray *options)
{
  g_autofree char *words = command ? words_of (command, " ") : NULL;
  g_autofree char *when = command ? g_strdup_printf ("__fish_seen_subcommand_from %s", command->name)
                                  : g_strdup ("__ihop_no_command");

  if (command)
    {
      g_string_append_printf (out, "complete -c ihop -n __ihop_no_command -a %s -d '", command->name);
      add_quoted (out, command->summary, "\\");
      g_string_append (out, "'\n");
    }
  if (words)
    g_string_append_printf (out, "complete -c ihop -n '%s' -f -a '%s'\n", when, words);
  for (guint i = 0; i < options->len; i++)
    fish_option (out, when, options->pdata[i]);
}

static void
fish_begin (GString *out)
{
  g_string_append (out, "# fish completion for ihop: made from its tables, do not edit.\n"
                        "function __ihop_no_command\n    not __fish_seen_subcommand_from ");
  add_names (out, " ");
  g_string_append (out, "\nend\n");
}

static void
fish_end (GString *out)
{
}

static const struct
{
  const char *name;
  void (*begin) (GString *out);
  void (*command) (GString *out, const IhopCommand *command, const GPtrArray *options);
  void (*end) (GString *out);
} shells[] = { { "bash", bash_begin, bash_command, bash_end },
               { "zsh", zsh_begin, zsh_command, zsh_end },
               { "fish", fish_begin, fish_command, fish_end } };

static void
add_command (GString *out, guint shell, const IhopCommand *command)
{
  g_autoptr (GPtrArray) pages = ihop_cli_pages (command);
  g_autoptr (GPtrArray) options = options_of (pages);

  shells[shell].command (out, command, options);
}

/* The main job stands last: where a shell asks one after the other, it is what is left. */
static void
show (guint shell)
{
  g_autoptr (GString) out = g_string_new (NULL);

  shells[shell].begin (out);
  for (const IhopCommand *command = ihop_cli_commands; command->name; command++)
    add_command (out, shell, command);
  add_command (out, shell, NULL);
  shells[shell].end (out);
  ihop_cli_print ("%s", out->str);
}

int
ihop_command_completion (int argc, char **argv)
{
  g_auto (IhopCli) cli = { .reads_no_c = TRUE };
  int code = ihop_cli_parse (&cli, argc, argv, "bash|zsh|fish",
                             "Prints what lets a shell complete ihop's commands, options and their values, such as\n"
                             "  source <(ihop completion bash)", NULL, "text");

  if (code >= 0)
    return code;
  for (guint i = 0; g_strv_length (cli.files) == 1 && i < G_N_ELEMENTS (shells); i++)
    if (g_str_equal (cli.files[0], shells[i].name))
      {
        show (i);
        return IHOP_EXIT_DONE;
      }
  return ihop_cli_misuse ("expected one of bash, zsh, fish");
}
