#include "cli/describe.h"
#include <string.h>

static IhopCliPage *reading; /* the one that is being taken down; NULL: commands run */

static void
option_free (gpointer data)
{
  IhopCliOption *option = data;

  g_free (option->name);
  g_free (option->what);
  g_free (option->word);
  g_free (option);
}

static void
add_option (const GOptionEntry *entry)
{
  IhopCliOption *option = g_new0 (IhopCliOption, 1);

  option->name = g_strdup (entry->long_name);
  option->letter = entry->short_name;
  option->what = g_strdup (entry->description);
  option->word = g_strdup (entry->arg_description);
  option->is_path = entry->arg == G_OPTION_ARG_FILENAME || entry->arg == G_OPTION_ARG_FILENAME_ARRAY;
  g_ptr_array_add (reading->options, option);
}

gboolean
ihop_cli_describe (const IhopCli *cli, const char *synopsis, const char *summary,
                   const GOptionEntry *const entries[2])
{
  if (reading == NULL)
    return FALSE;
  g_free (reading->synopsis);
  g_free (reading->summary);
  reading->synopsis = g_strdup (synopsis);
  reading->summary = g_strdup (summary);
  reading->reads_c = !cli->reads_no_c;
  for (guint i = 0; i < 2; i++)
    for (const GOptionEntry *entry = entries[i]; entry && entry->long_name; entry++)
      if (*entry->long_name) /* what is left of the line has no name */
        add_option (entry);
  return TRUE;
}

IhopCliPage *
ihop_cli_page_new (const IhopCommand *command, const char *part)
{
  char *argv[] = { (char *) (command ? command->name : "ihop"), (char *) part, NULL };
  IhopCliPage *page = g_new0 (IhopCliPage, 1);

  page->name = command == NULL ? g_strdup ("ihop")
               : part          ? g_strdup_printf ("ihop %s %s", command->name, part)
                               : g_strdup_printf ("ihop %s", command->name);
  page->synopsis = g_strdup (command ? command->synopsis : NULL);
  page->summary = g_strdup (command ? command->summary : NULL);
  page->options = g_ptr_array_new_with_free_func (option_free);
  if (command && command->program)
    return page; /* its options are that program's own */
  reading = page;
  (command ? command->run : ihop_command_generate) (part ? 2 : 1, argv);
  reading = NULL;
  return page;
}

void
ihop_cli_page_free (IhopCliPage *page)
{
  if (page == NULL)
    return;
  g_free (page->name);
  g_free (page->synopsis);
  g_free (page->summary);
  g_ptr_array_unref (page->options);
  g_free (page);
}

GPtrArray *
ihop_cli_pages (const IhopCommand *command)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_cli_page_free);
  g_auto (GStrv) parts = command && command->parts ? g_strsplit (command->parts, " ", -1) : NULL;

  for (guint i = 0; parts && parts[i]; i++)
    g_ptr_array_add (pages, ihop_cli_page_new (command, parts[i]));
  if (parts == NULL)
    g_ptr_array_add (pages, ihop_cli_page_new (command, NULL));
  return pages;
}

char **
ihop_cli_choices (const char *word)
{
  if (word == NULL || strchr (word, '|') == NULL
      || strspn (word, "abcdefghijklmnopqrstuvwxyz0123456789-|") != strlen (word))
    return NULL;
  return g_strsplit (word, "|", -1);
}
