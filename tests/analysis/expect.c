#include "expect.h"
#include <stdio.h>
#include <string.h>

char *
expect_loop_text (const IhopLoop *loop)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s", loop->name->address, ihop_verdict_name (loop->verdict));
  for (guint i = 0; i < loop->privates->len; i++)
    {
      IhopPrivate *private = loop->privates->pdata[i];
      g_string_append_printf (text, " private %s%s", private->symbol->name,
                              private->needs_last ? "(last)" : "");
    }
  for (guint i = 0; i < loop->reductions->len; i++)
    {
      IhopReduction *reduction = loop->reductions->pdata[i];
      g_string_append_printf (text, " reduction %s%s%s %s", reduction->is_element ? "[]" : "",
                              reduction->is_element && !reduction->is_invariant ? "~" : "",
                              ihop_reduce_text (reduction->operator), reduction->symbol->name);
    }
  for (guint i = 0; i < loop->inductions->len; i++)
    g_string_append_printf (text, " induction %s",
                            ((IhopInduction *) loop->inductions->pdata[i])->symbol->name);
  for (guint i = 0; i < loop->assumptions->len; i++)
    {
      IhopAssumption *assumption = loop->assumptions->pdata[i];
      g_string_append_printf (text, " assume \"%s\"",
                              assumption->kind == IHOP_ASSUME_CONDITION ? assumption->condition
                                                                        : ihop_message_text (assumption->message));
    }
  for (guint i = 0; i < loop->reasons->len; i++)
    g_string_append_printf (text, " %s", ((IhopReason *) loop->reasons->pdata[i])->id);
  for (guint i = 0; i < loop->dependences->len; i++)
    {
      IhopDependence *dependence = loop->dependences->pdata[i];
      g_string_append_printf (text, " %s%s %s", dependence->is_exact ? "" : "may-",
                              ihop_dependence_kind_name (dependence->kind), dependence->variable);
      if (dependence->element->len == 0)
        g_string_append (text, " at nowhere");
      for (guint k = 0; k < dependence->element->len; k++)
        g_string_append_printf (text, "%s[%" G_GINT64_FORMAT "]", k ? "" : " at ",
                                g_array_index (dependence->element, gint64, k));
    }
  return g_string_free (text, FALSE);
}

/* One word more than the verdict. FALSE: it is not there. */
static gboolean
holds (const char *text, const char *phrase)
{
  gsize length = strlen (phrase);

  for (const char *at = text; (at = strstr (at, phrase)); at++)
    if (at > text && at[-1] == ' ' && (at[length] == '\0' || at[length] == ' '))
      return TRUE;
  return FALSE;
}

/* The words of one phrase, from words[*i] on, which is moved to its last word. NULL: no phrase. */
static char *
next_phrase (char **words, guint *i)
{
  const char *word = words[*i], *next = words[*i + 1];

  if (g_str_has_prefix (word, "IHOP-") || strcmp (word, "strict") == 0)
    return g_strdup (word);
  if (next == NULL)
    return NULL;
  *i += 1;
  if (strcmp (word, "assume") == 0)
    return g_strdup_printf ("assume \"%s\"", next);
  if (strcmp (word, "reduction") == 0 && words[*i + 1])
    return g_strdup_printf ("reduction %s %s", next, words[*i += 1]);
  return g_strdup_printf ("%s %s", word, next);
}

static guint
count_assumed (const char *text)
{
  guint n = 0;

  for (const char *at = strstr (text, "assume "); at; at = strstr (at + 1, "assume "))
    n++;
  return n;
}

/* How many privates, reductions and inductions the text names. */
static guint
count_listed (const char *text)
{
  static const char *const lists[] = { " private ", " reduction ", " induction " };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (const char *at = text; (at = strstr (at, lists[i])); at++)
      n++;
  return n;
}

static gboolean
check_phrases (const char *rest, const char *text, const char *verdict)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *wanted = g_strconcat (" ", rest, NULL);
  gboolean fine = TRUE;

  if (rest[strspn (rest, " ")] && !g_shell_parse_argv (rest, NULL, &words, NULL))
    return FALSE;
  for (guint i = 0; words && words[i]; i++)
    {
      g_autofree char *phrase = next_phrase (words, &i);
      if (phrase && strcmp (phrase, "strict") == 0)
        fine &= count_assumed (text) == count_assumed (wanted);
      else
        fine &= phrase && holds (text, phrase);
    }
  return fine
         && (strcmp (verdict, "parallel") != 0 || count_listed (wanted) == count_listed (text));
}

gboolean
expect_check_line (const GPtrArray *loops, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, ": ", 2);
  g_autofree char *text = NULL, *verdict = NULL;

  for (guint i = 0; i < loops->len && text == NULL; i++)
    if (strcmp (((IhopLoop *) loops->pdata[i])->name->address, g_strstrip (parts[0])) == 0)
      text = expect_loop_text (loops->pdata[i]);
  if (text == NULL || parts[1] == NULL)
    {
      printf ("# no such loop: %s\n", line);
      return FALSE;
    }
  verdict = g_strndup (parts[1], strcspn (parts[1], " "));

  g_autofree char *start = g_strdup_printf ("%s: %s", parts[0], verdict);
  gboolean fine = g_str_has_prefix (text, start)
                  && check_phrases (parts[1] + strlen (verdict), text + strlen (parts[0]),
                                    verdict);

  if (!fine)
    printf ("# expected %s\n#    found %s\n", line, text);
  return fine;
}

void
expect_read_options (const char *source, IhopFactsOptions *options, char **assume, char **noalias)
{
  for (const char *at = source; (at = strstr (at, "// options ")); at++)
    {
      g_autofree char *line = g_strndup (at + 11, strcspn (at + 11, "\n"));
      g_auto (GStrv) words = NULL;
      if (!g_shell_parse_argv (line, NULL, &words, NULL) || !words[1])
        continue;
      if (strcmp (words[0], "--alias") == 0)
        options->alias = strcmp (words[1], "trust") == 0 ? IHOP_ALIAS_TRUST : IHOP_ALIAS_REFUSE;
      else if (strcmp (words[0], "--assume") == 0)
        assume[0] = g_strdup (words[1]);
      else
        noalias[0] = g_strdup (words[1]);
    }
  options->assume = assume[0] ? (const char *const *) assume : NULL;
  options->noalias = noalias[0] ? (const char *const *) noalias : NULL;
}
