#include "observe/names.h"
#include <stdlib.h>
#include <string.h>

static void
name_free (gpointer data)
{
  IhopName *name = data;

  g_free (name->path);
  g_free (name->name);
  g_free (name->layout);
  g_free (name->function);
  g_free (name);
}

IhopNames *
ihop_names_new (void)
{
  IhopNames *names = g_new0 (IhopNames, 1);

  names->names = g_hash_table_new_full (NULL, NULL, NULL, name_free);
  names->loops = g_ptr_array_new ();
  names->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return names;
}

void
ihop_names_free (IhopNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->names);
  g_ptr_array_unref (names->loops);
  g_hash_table_unref (names->unknown);
  g_free (names);
}

static guint
number (const char *text)
{
  return (guint) g_ascii_strtoull (text, NULL, 10);
}

char *
ihop_names_real_path (const char *path)
{
  char *real = realpath (path, NULL), *copy = g_strdup (real ? real : path);

  free (real);
  return copy;
}

/* "S 14 0 13 12 A 220,8": number, file, line, column, and what its kind has. */
static void
read_line (IhopNames *names, GHashTable *files, char **words, guint n)
{
  if (n >= 3 && words[0][0] == 'F')
    g_hash_table_insert (files, GUINT_TO_POINTER (number (words[1])), ihop_names_real_path (words[2]));
  else if (n >= 2 && words[0][0] == 'U')
    g_hash_table_add (names->unknown, g_strdup (words[1]));
  else if (n >= 6)
    {
      IhopName *name = g_new0 (IhopName, 1);
      gboolean is_loop = words[0][0] == 'L';
      name->kind = words[0][0];
      name->path = g_strdup (g_hash_table_lookup (files, GUINT_TO_POINTER (number (words[2]))));
      name->line = number (words[3]);
      name->column = number (words[4]);
      name->name = g_strdup (is_loop && n > 6 ? words[6] : words[5]);
      name->layout = g_strdup (!is_loop && n > 6 ? words[6] : "");
      name->function = n > 7 && *words[7] ? g_strdup (words[7]) : NULL;
      g_hash_table_replace (names->names, GUINT_TO_POINTER (number (words[1])), name);
      if (is_loop)
        g_ptr_array_add (names->loops, GUINT_TO_POINTER (number (words[1])));
    }
}

gboolean
ihop_names_read (IhopNames *names, const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GHashTable) files = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], "\t", -1);
      read_line (names, files, words, g_strv_length (words));
    }
  return TRUE;
}

const IhopName *
ihop_names_find (const IhopNames *names, guint which)
{
  return g_hash_table_lookup (names->names, GUINT_TO_POINTER (which));
}

char *
ihop_names_element (const char *name, const char *layout, guint64 offset)
{
  gboolean is_whole = *layout == '=';
  g_auto (GStrv) words = g_strsplit (layout + is_whole, ",", -1);
  guint n = g_strv_length (words);
  GString *text = g_string_new (name);
  guint64 size = n ? g_ascii_strtoull (words[n - 1], NULL, 10) : 1;
  guint64 inner = MAX (size, 1), sizes[16];

  if (n == 0 || n > G_N_ELEMENTS (sizes))
    return g_string_free (text, FALSE);
  /* sizes[i]: bytes of one step of subscript i; the first subscript of a pointer has no extent. */
  for (guint i = n - 1; i > 0; i--)
    {
      sizes[i] = inner;
      inner *= MAX (g_ascii_strtoull (words[i - 1], NULL, 10), 1);
    }
  sizes[0] = inner;
  for (guint i = is_whole ? 1 : 0; i < n; i++)
    {
      g_string_append_printf (text, "[%" G_GUINT64_FORMAT "]", offset / sizes[i]);
      offset %= sizes[i];
    }
  return g_string_free (text, FALSE);
}
