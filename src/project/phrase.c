#include "project/phrase.h"
#include <glib/gi18n.h>
#include <string.h>

/* For each pattern a regular expression, with a group a gap; NULL where nothing is translated. */
static GPtrArray *
make_expressions (void)
{
  GPtrArray *expressions = g_ptr_array_new ();

  for (guint i = 0; ihop_phrases[i]; i++)
    {
      g_autofree char *escaped = g_regex_escape_string (ihop_phrases[i], -1);
      GString *text = g_string_new (escaped);
      if (g_str_equal (_ (ihop_phrases[i]), ihop_phrases[i]))
        {
          g_ptr_array_add (expressions, NULL);
          g_string_free (text, TRUE);
          continue;
        }
      g_string_replace (text, "%s", "(.+?)", 0);
      g_string_replace (text, "%u", "([0-9]+)", 0);
      g_string_replace (text, "%d", "(-?[0-9]+)", 0);
      g_string_prepend (text, "^");
      g_string_append (text, "$");
      g_ptr_array_add (expressions, g_regex_new (text->str, G_REGEX_OPTIMIZE | G_REGEX_DOTALL, 0, NULL));
      g_string_free (text, TRUE);
    }
  return expressions;
}

/* The translation with the groups of the match in its gaps, which are themselves things to be said. */
static char *
fill (const char *translated, const GMatchInfo *match)
{
  GString *text = g_string_new (NULL);
  int group = 0;

  for (const char *at = translated; *at; at++)
    {
      if (*at != '%' || at[1] == '\0')
        {
          g_string_append_c (text, *at);
          continue;
        }
      at++;
      g_autofree char *found = g_match_info_fetch (match, ++group);
      g_autofree char *said = ihop_phrase (found);
      g_string_append (text, said ? said : "");
    }
  return g_string_free (text, FALSE);
}

char *
ihop_phrase (const char *english)
{
  static gsize once;
  static GPtrArray *expressions;

  if (g_once_init_enter (&once))
    {
      expressions = make_expressions ();
      g_once_init_leave (&once, 1);
    }
  for (guint i = 0; english && i < expressions->len; i++)
    {
      g_autoptr (GMatchInfo) match = NULL;
      if (expressions->pdata[i] && g_regex_match (expressions->pdata[i], english, 0, &match))
        return fill (_ (ihop_phrases[i]), match);
    }
  return g_strdup (english);
}
