#include "cli/man.h"
#include <string.h>

static const char codes[] = ".SH EXIT STATUS\n"
                            ".TP\n0\nDone.\n"
                            ".TP\n1\nDone, but something asked for was refused; the reasons are on standard error.\n"
                            ".TP\n2\nWrong use.\n"
                            ".TP\n3\nThe input is no valid C under these flags.\n"
                            ".TP\n4\nVerification found a difference.\n"
                            ".TP\n5\nAn outside program is missing or failed.\n"
                            ".TP\n70\nOur own fault: please report it.\n";

/* Text in which nothing is an order to troff. */
static void
add_text (GString *out, const char *text)
{
  gboolean is_first = TRUE;

  for (const char *at = text ? text : ""; *at; at++)
    {
      if (is_first && (*at == '.' || *at == '\''))
        g_string_append (out, "\\&");
      if (*at == '-')
        g_string_append (out, "\\-");
      else if (*at == '\\')
        g_string_append (out, "\\e");
      else
        g_string_append_c (out, *at);
      is_first = *at == '\n';
    }
}

static void
add_option (GString *out, const IhopCliOption *option)
{
  g_string_append (out, ".TP\n");
  if (option->letter)
    g_string_append_printf (out, "\\fB\\-%c\\fR, ", option->letter);
  g_string_append (out, "\\fB\\-\\-");
  add_text (out, option->name);
  g_string_append (out, "\\fR");
  if (option->word)
    {
      g_string_append (out, "=\\fI");
      add_text (out, option->word);
      g_string_append (out, "\\fR");
    }
  g_string_append_c (out, '\n');
  add_text (out, option->what);
  g_string_append_c (out, '\n');
}

static void
add_synopsis (GString *out, const IhopCliPage *page)
{
  g_string_append (out, ".B ");
  add_text (out, page->name);
  g_string_append (out, page->options->len ? "\n[\\fIOPTION\\fR…]\n" : "\n");
  add_text (out, page->synopsis);
  g_string_append (out, page->synopsis && *page->synopsis ? "\n.br\n" : ".br\n");
}

static void
add_options (GString *out, const IhopCliPage *page)
{
  for (guint i = 0; i < page->options->len; i++)
    add_option (out, page->options->pdata[i]);
  if (page->reads_c)
    g_string_append (out, ".PP\nCompiler flags come behind \\fB\\-\\-\\fR; \\fB\\-I\\fR, \\fB\\-D\\fR, \\fB\\-U\\fR, "
                          "\\fB\\-std=\\fR and \\fB\\-include\\fR may stand anywhere.\n");
}

/* One page, or one a part of the command. */
static void
add_pages (GString *out, const GPtrArray *pages, const IhopCommand *command)
{
  g_string_append (out, ".SH SYNOPSIS\n");
  for (guint i = 0; i < pages->len; i++)
    add_synopsis (out, pages->pdata[i]);
  g_string_append (out, ".SH DESCRIPTION\n");
  for (guint i = 0; i < pages->len; i++)
    {
      const IhopCliPage *page = pages->pdata[i];
      if (pages->len > 1)
        g_string_append_printf (out, ".SS %s\n", page->name);
      add_text (out, page->summary);
      g_string_append_c (out, '\n');
      if (pages->len == 1 && page->options->len)
        g_string_append (out, ".SH OPTIONS\n");
      add_options (out, page);
    }
  if (command && command->program)
    g_string_append_printf (out, ".PP\nIt is the program \\fB%s\\fR: '%s \\-\\-help' names its options.\n",
                            command->program, command->program);
}

static void
add_commands (GString *out)
{
  g_string_append (out, ".SH COMMANDS\n");
  for (const IhopCommand *command = ihop_cli_commands; command->name; command++)
    {
      g_string_append_printf (out, ".TP\n\\fB%s\\fR ", command->name);
      add_text (out, command->synopsis);
      g_string_append_c (out, '\n');
      add_text (out, command->summary);
      g_string_append_printf (out, "; see \\fBihop\\-%s\\fR(1)\n", command->name);
    }
}

char *
ihop_man_page (const IhopCommand *command)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GPtrArray) pages = ihop_cli_pages (command);
  g_autofree char *title = command ? g_strdup_printf ("ihop-%s", command->name) : g_strdup ("ihop");
  g_autofree char *upper = g_ascii_strup (title, -1);

  g_string_append_printf (out, ".TH %s 1 \"\" \"ihop %s\" \"ihop\"\n.SH NAME\n", upper, IHOP_VERSION);
  add_text (out, title);
  g_string_append (out, " \\- ");
  add_text (out, command ? command->summary : "C to CUDA, with proofs");
  g_string_append_c (out, '\n');
  add_pages (out, pages, command);
  if (command == NULL)
    add_commands (out);
  g_string_append (out, codes);
  if (command)
    g_string_append (out, ".SH SEE ALSO\n\\fBihop\\fR(1)\n");
  return g_string_free (out, FALSE);
}
