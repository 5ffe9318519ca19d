#include "project/phrase.h"
#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  const char *pattern;
  GRegex *expression;      /* of the whole sentence, with a group a gap */
  gsize weight;            /* how much of a sentence the pattern itself says */
} Known;

/* What says more comes first: "%s is called" would take what ", which allocates memory, is called" knows better. */
static int
by_weight (gconstpointer a, gconstpointer b)
{
  const Known *left = a, *right = b;

  return left->weight < right->weight ? 1 : left->weight > right->weight ? -1 : 0;
}

static gsize
weigh (const char *pattern)
{
  gsize weight = strlen (pattern);

  for (const char *at = pattern; (at = strchr (at, '%')) != NULL; at += 2)
    weight -= 2;
  return weight;
}

static GRegex *
make_expression (const char *pattern)
{
  g_autofree char *escaped = g_regex_escape_string (pattern, -1);
  g_autoptr (GString) text = g_string_new (escaped);

  g_string_replace (text, "%s", "(.+?)", 0);
  g_string_replace (text, "%u", "([0-9]+)", 0);
  g_string_replace (text, "%d", "(-?[0-9]+)", 0);
  g_string_replace (text, "%c", "(.)", 0);
  g_string_prepend (text, "^");
  g_string_append (text, "$");
  return g_regex_new (text->str, G_REGEX_OPTIMIZE | G_REGEX_DOTALL, 0, NULL);
}

/* Of Known; only what is translated. */
static GArray *
make_known (void)
{
  GArray *known = g_array_new (FALSE, FALSE, sizeof (Known));

  for (guint i = 0; ihop_phrases[i]; i++)
    if (!g_str_equal (_ (ihop_phrases[i]), ihop_phrases[i]))
      {
        Known one = { ihop_phrases[i], make_expression (ihop_phrases[i]), weigh (ihop_phrases[i]) };
        g_array_append_val (known, one);
      }
  g_array_sort (known, by_weight);
  return known;
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
  static GArray *known;

  if (g_once_init_enter (&once))
    {
      known = make_known ();
      g_once_init_leave (&once, 1);
    }
  for (guint i = 0; english && i < known->len; i++)
    {
      const Known *one = &g_array_index (known, Known, i);
      g_autoptr (GMatchInfo) match = NULL;
      if (g_regex_match (one->expression, english, 0, &match))
        return fill (_ (one->pattern), match);
    }
  return g_strdup (english);
}
