#include "cli/checking.h"
#include "checks/checks.h"
#include "cli/cli.h"

enum { MOST_SCHEDULES = 1000 };

static const char *const forms[] = { "text", "json", "sarif", NULL }, *const parts[] = { "memory", "races", NULL };

static const char *
one_of (const char *const *words, const char *word)
{
  for (guint i = 0; words[i]; i++)
    if (g_str_equal (words[i], word))
      return words[i];
  return NULL;
}

int
ihop_checking_parse (IhopChecking *checking)
{
  checking->form = forms[0];
  if (checking->words == NULL && (checking->budget || checking->output || checking->schedules))
    return ihop_cli_misuse ("%s goes with --check", checking->budget ? "--budget" : checking->output ? "--check-output" : "--schedules");
  if (checking->schedules < 0 || checking->schedules > MOST_SCHEDULES)
    return ihop_cli_misuse ("--schedules %d: from 1 to %d", checking->schedules, MOST_SCHEDULES);
  if (checking->words == NULL)
    return -1;
  g_auto (GStrv) words = g_strsplit (checking->words, ",", -1);
  gboolean memory = FALSE, races = FALSE;
  for (guint i = 0; words[i]; i++)
    {
      const char *form = one_of (forms, words[i]), *part = one_of (parts, words[i]);
      if (form == NULL && part == NULL)
        return ihop_cli_misuse ("--check=%s: text, json or sarif; memory or races for one of them alone", words[i]);
      checking->form = form ? form : checking->form;
      memory |= part == parts[0];
      races |= part == parts[1];
    }
  checking->part = memory == races ? NULL : memory ? parts[0] : parts[1];
  return -1;
}

void
ihop_checking_clear (IhopChecking *checking)
{
  g_free (checking->words);
  g_free (checking->output);
}

char **
ihop_checking_prepare (const IhopChecking *checking, char **list, const char *folder)
{
  g_autofree char *budget = g_strdup_printf ("%d", checking->budget), *schedules = g_strdup_printf ("%d", checking->schedules);

  list = ihop_checks_prepare (list, folder);
  if (checking->schedules)
    list = g_environ_setenv (list, "IHOP_SIMT_SCHEDULES", schedules, TRUE);
  if (checking->part)
    list = g_environ_setenv (list, "IHOP_SIMT_CHECK_ONLY", checking->part, TRUE);
  return checking->budget > 0 ? g_environ_setenv (list, "IHOP_SIMT_BUDGET", budget, TRUE) : list;
}

/* Something was found: that is what counts; notes are shown, and change nothing. */
int
ihop_checking_report (const IhopChecking *checking, const char *folder, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopChecks) checks = ihop_checks_read (folder);
  g_autofree char *text = g_str_equal (checking->form, "json")    ? ihop_checks_to_json (checks)
                          : g_str_equal (checking->form, "sarif") ? ihop_checks_to_sarif (checks)
                                                                  : ihop_checks_to_text (checks);

  if (checking->output == NULL)
    g_printerr ("%s", text);
  else if (!g_file_set_contents (checking->output, text, -1, &error))
    {
      g_printerr ("ihop run: %s\n", error->message);
      return IHOP_EXIT_USAGE;
    }
  return ihop_checks_has_errors (checks) ? IHOP_EXIT_DIFFERENT : code;
}
