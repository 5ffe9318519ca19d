/* Text for people: results on standard output, messages on standard error. */
#include "cli/cli.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const codes[] = { "", "\033[32m", "\033[31m", "\033[33m", "\033[1m", "\033[2m" };
static gboolean color_out, color_err;

/* Called by ihop_cli_project and ihop_cli_show_diags: whoever has options sets the colours. */
static void
choose_colors (const IhopCli *cli)
{
  const char *when = cli->color ? cli->color : "auto";
  gboolean automatic = g_str_equal (when, "auto") && g_getenv ("NO_COLOR") == NULL;

  color_out = g_str_equal (when, "always") || (automatic && isatty (STDOUT_FILENO));
  color_err = g_str_equal (when, "always") || (automatic && isatty (STDERR_FILENO));
}

void
ihop_cli_print (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
}

void
ihop_cli_print_color (IhopColor color, const char *format, ...)
{
  va_list arguments;

  if (color_out)
    fputs (codes[color], stdout);
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  if (color_out && color != IHOP_COLOR_PLAIN)
    fputs ("\033[0m", stdout);
}

gboolean
ihop_cli_flush (void)
{
  return fflush (stdout) == 0 && !ferror (stdout);
}

/* The line itself, as it stands in the text that was read (which may have been made of the owner's), and a mark under the place, as
 * compilers do. */
static void
show_source_line (const IhopDiag *diag)
{
  const IhopSource *source = diag->range.source;

  if (source == NULL || diag->line == 0)
    return;
  const char *line = source->text + ihop_source_line_start (source, ihop_range_text_line (diag->range));
  int length = (int) MIN (strcspn (line, "\r\n"), 160);
  fprintf (stderr, "%6u | %.*s\n       | ", diag->line, length, line);
  for (guint i = 1; i < diag->column && i <= (guint) length; i++)
    fputc (line[i - 1] == '\t' ? '\t' : ' ', stderr);
  fputs ("^\n", stderr);
}

static void
show_diag (const IhopDiag *diag)
{
  static const IhopColor colors[] = { IHOP_COLOR_DIM, IHOP_COLOR_DOUBT, IHOP_COLOR_BAD,
                                      IHOP_COLOR_BAD };

  if (diag->path)
    fprintf (stderr, "%s:", diag->path);
  if (diag->line)
    fprintf (stderr, "%u:%u:", diag->line, diag->column);
  if (diag->path)
    fputc (' ', stderr);
  fprintf (stderr, "%s%s%s: %s [%s]\n", color_err ? codes[colors[diag->severity]] : "",
           ihop_severity_name (diag->severity), color_err ? "\033[0m" : "",
           ihop_message_text (diag->message), diag->id);
  show_source_line (diag);
  for (guint i = 0; i < diag->remedies->len; i++)
    fprintf (stderr, "    remedy: %s\n", ihop_message_text (diag->remedies->pdata[i]));
}

/* The same said of the same place before: several products can run into one trouble. */
static gboolean
is_repeated (const IhopDiags *diags, guint index)
{
  const IhopDiag *diag = diags->pdata[index];

  for (guint i = 0; i < index; i++)
    {
      const IhopDiag *old = diags->pdata[i];
      if (old->line == diag->line && old->column == diag->column && g_str_equal (old->id, diag->id)
          && g_strcmp0 (old->path, diag->path) == 0 && ihop_message_equal (old->message, diag->message))
        return TRUE;
    }
  return FALSE;
}

void
ihop_cli_show_diags (const IhopCli *cli, const IhopDiags *diags)
{
  IhopSeverity least = cli->quiet ? IHOP_REFUSED : cli->verbose ? IHOP_NOTE : IHOP_WARNING;

  ihop_cli_progress (cli, NULL);
  choose_colors (cli);
  for (guint i = 0; i < diags->len; i++)
    if (((const IhopDiag *) diags->pdata[i])->severity >= least && !is_repeated (diags, i))
      show_diag (diags->pdata[i]);
}

int
ihop_cli_exit_code (int so_far, const IhopDiags *diags)
{
  if (so_far == IHOP_EXIT_DONE && ihop_diags_has (diags, IHOP_REFUSED))
    return IHOP_EXIT_REFUSED;
  return so_far;
}
