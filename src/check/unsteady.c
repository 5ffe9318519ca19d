#include "check/unsteady.h"
#include "check/leavings.h"
#include <string.h>

static const char *const streams[] = { "standard output", "standard error" };

IhopUnsteady *
ihop_unsteady_new (void)
{
  IhopUnsteady *unsteady = g_new0 (IhopUnsteady, 1);

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    unsteady->lines[i] = g_hash_table_new (NULL, NULL);
  unsteady->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  unsteady->is_known = TRUE;
  return unsteady;
}

void
ihop_unsteady_free (IhopUnsteady *unsteady)
{
  if (unsteady == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    g_hash_table_unref (unsteady->lines[i]);
  g_hash_table_unref (unsteady->files);
  g_free (unsteady);
}

static char **
lines_of (const char *path)
{
  g_autofree char *text = NULL;

  return g_strsplit (g_file_get_contents (path, &text, NULL, NULL) ? text : "", "\n", -1);
}

static void
add_stream (IhopUnsteady *unsteady, guint stream, const char *path_a, const char *path_b)
{
  g_auto (GStrv) a = lines_of (path_a);
  g_auto (GStrv) b = lines_of (path_b);

  if (g_strv_length (a) != g_strv_length (b))
    unsteady->is_known = FALSE;
  for (guint i = 0; unsteady->is_known && a[i]; i++)
    if (strcmp (a[i], b[i]) != 0)
      g_hash_table_add (unsteady->lines[stream], GUINT_TO_POINTER (i + 1));
}

/* A digit stands for all: "out.4711" is another name each time. */
static char *
without_digits (const char *name)
{
  return g_strcanon (g_strdup (name), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/._-+", '#');
}

static gboolean
add_file (const IhopLeavingsDifference *difference, gpointer data)
{
  IhopUnsteady *unsteady = data;

  g_hash_table_add (unsteady->files, without_digits (difference->name));
  return TRUE;
}

gboolean
ihop_unsteady_has_file (const IhopUnsteady *unsteady, const char *name)
{
  g_autofree char *plain = without_digits (name);

  return unsteady && g_hash_table_contains (unsteady->files, plain);
}

void
ihop_unsteady_add (IhopUnsteady *unsteady, const IhopProgram *a, const IhopProgram *b)
{
  add_stream (unsteady, 0, a->run.out, b->run.out);
  add_stream (unsteady, 1, a->run.err, b->run.err);
  ihop_leavings_compare (a->run_folder, b->run_folder, add_file, unsteady);
  ihop_leavings_compare (a->outside, b->outside, add_file, unsteady);
}

char *
ihop_unsteady_mask (const IhopUnsteady *unsteady, guint stream, char *text)
{
  if (unsteady == NULL || g_hash_table_size (unsteady->lines[stream]) == 0)
    return text;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (g_hash_table_contains (unsteady->lines[stream], GUINT_TO_POINTER (i + 1)))
      *lines[i] = '\0';
  g_free (text);
  return g_strjoinv ("\n", lines);
}

static gint
by_number (gconstpointer a, gconstpointer b)
{
  guint x = GPOINTER_TO_UINT (a), y = GPOINTER_TO_UINT (b);

  return x < y ? -1 : x > y;
}

static void
append_stream (GString *text, GHashTable *lines, const char *name)
{
  g_autoptr (GList) numbers = g_list_sort (g_hash_table_get_keys (lines), by_number);
  guint n = 0;

  if (numbers == NULL)
    return;
  g_string_append_printf (text, "%sline%s", text->len ? " and " : "", numbers->next ? "s" : "");
  for (const GList *at = numbers; at && n < 8; at = at->next, n++)
    g_string_append_printf (text, "%s %u", n ? "," : "", GPOINTER_TO_UINT (at->data));
  g_string_append_printf (text, "%s of %s", g_hash_table_size (lines) > n ? " …" : "", name);
}

char *
ihop_unsteady_text (const IhopUnsteady *unsteady)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    append_stream (text, unsteady->lines[i], streams[i]);
  if (g_hash_table_size (unsteady->files) > 0)
    {
      g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (unsteady->files), (GCompareFunc) strcmp);
      g_string_append_printf (text, "%sthe file %s%s", text->len ? " and " : "", (const char *) names->data,
                              names->next ? " and others" : "");
    }
  return g_string_free (text, text->len == 0);
}
