#include "check/leavings.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 256 << 20 }; /* bytes of one file that are compared */

static char *
beside (const char *path_file, const char *ending)
{
  g_autofree char *stem = g_strndup (path_file, strlen (path_file) - strlen (".path"));

  return g_strconcat (stem, ending, NULL);
}

static gboolean
is_there (const char *path)
{
  GStatBuf status;

  return g_lstat (path, &status) == 0;
}

static void
copy (const char *from, const char *to)
{
  GStatBuf status;
  g_autofree char *text = NULL;
  gsize length;

  if (g_stat (from, &status) == 0 && S_ISREG (status.st_mode) && status.st_size <= MOST
      && g_file_get_contents (from, &text, &length, NULL))
    g_file_set_contents_full (to, text, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600, NULL);
}

/* In place: its owner, its rights and its links stay. */
static void
put_back (const char *from, const char *to)
{
  g_autofree char *text = NULL;
  gsize length;
  FILE *file = g_file_get_contents (from, &text, &length, NULL) ? g_fopen (to, "wb") : NULL;

  if (file)
    {
      fwrite (text, 1, length, file);
      fclose (file);
    }
}

static void
fetch_one (const char *path, const char *path_file)
{
  g_autofree char *before = beside (path_file, ".before"), *fresh = beside (path_file, ".new");
  g_autofree char *after = beside (path_file, ".after"), *link = beside (path_file, ".link");
  g_autofree char *folder = beside (path_file, ".folder"), *gone = beside (path_file, ".gone");
  g_autofree char *target = g_file_read_link (path, NULL);

  if (target)
    g_file_set_contents (link, target, -1, NULL);
  else if (!is_there (path))
    g_file_set_contents (gone, "", 0, NULL);
  else if (g_file_test (path, G_FILE_TEST_IS_DIR))
    g_file_set_contents (folder, "", 0, NULL);
  else
    copy (path, after);
  if (g_file_test (before, G_FILE_TEST_EXISTS))
    put_back (before, path);
  else if (g_file_test (fresh, G_FILE_TEST_EXISTS))
    g_remove (path);
  g_unlink (before);
  g_unlink (fresh);
}

static gint
longer_first (gconstpointer a, gconstpointer b)
{
  const char *const *x = a, *const *y = b;
  gsize n = strlen (*x), m = strlen (*y);

  return n == m ? strcmp (*x, *y) : n > m ? -1 : 1;
}

/* What stands in a new folder goes before the folder. */
void
ihop_leavings_fetch (const char *notes)
{
  g_autoptr (GDir) folder = g_dir_open (notes, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)))
    {
      char *file = g_build_filename (notes, name, NULL), *path = NULL;
      if (g_str_has_suffix (name, ".path") && g_file_get_contents (file, &path, NULL, NULL))
        {
          g_ptr_array_add (paths, path);
          g_hash_table_insert (files, path, file);
        }
      else
        g_free (file);
    }
  g_ptr_array_sort (paths, longer_first);
  for (guint i = 0; i < paths->len; i++)
    fetch_one (paths->pdata[i], g_hash_table_lookup (files, paths->pdata[i]));
}

typedef struct
{
  IhopLeavingsDiffer differs;
  gpointer data;
  gboolean goes_on;
} Compare;

/* A path, which may be another one around the folder of each program. */
static gboolean
is_note (const char *path)
{
  return strstr (path, "/outside/") && g_str_has_suffix (path, ".path");
}

/* What a file in the notes is about: the path beside it. */
static char *
name_for_reader (const char *path, const char *relative)
{
  const char *dot = strrchr (path, '.');
  g_autofree char *stem = dot ? g_strndup (path, (gsize) (dot - path)) : NULL;
  g_autofree char *noted = stem ? g_strconcat (stem, ".path", NULL) : NULL;
  char *name = NULL;

  if (noted && is_note (noted) && g_file_get_contents (noted, &name, NULL, NULL))
    return name;
  return g_strdup (relative);
}

static void
tell (Compare *compare, const char *path, const char *relative, const char *sentence, gboolean is_content)
{
  g_autofree char *name = name_for_reader (path, relative);
  g_autofree char *whole = g_strdup_printf (sentence, name);
  IhopLeavingsDifference difference = { name, relative, whole, is_content };

  compare->goes_on = compare->differs (&difference, compare->data);
}

static const char *
kind_of (const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return "a link";
  return g_file_test (path, G_FILE_TEST_IS_DIR) ? "a folder"
         : g_file_test (path, G_FILE_TEST_IS_REGULAR) ? "a file" : "something else";
}

static gboolean
is_same_file (const char *a, const char *b)
{
  GStatBuf status_a, status_b;
  g_autofree char *text_a = NULL, *text_b = NULL;
  gsize length_a, length_b;

  if (g_stat (a, &status_a) != 0 || g_stat (b, &status_b) != 0 || status_a.st_size > MOST)
    return TRUE;
  if (status_a.st_size != status_b.st_size || !g_file_get_contents (a, &text_a, &length_a, NULL)
      || !g_file_get_contents (b, &text_b, &length_b, NULL))
    return FALSE;
  return length_a == length_b && memcmp (text_a, text_b, length_a) == 0;
}

static void compare_folders (Compare *compare, const char *a, const char *b, const char *below);

static void
compare_entry (Compare *compare, const char *a, const char *b, const char *relative)
{
  g_autofree char *link_a = g_file_read_link (a, NULL), *link_b = g_file_read_link (b, NULL);
  const char *kind = kind_of (a);

  if (!is_there (b))
    tell (compare, a, relative, "the file %s was not written", FALSE);
  else if (!g_str_equal (kind, kind_of (b)))
    tell (compare, a, relative, "%s, which it left behind, is of another kind", FALSE);
  else if (link_a && g_strcmp0 (link_a, link_b) != 0)
    tell (compare, a, relative, "the link %s leads elsewhere", FALSE);
  else if (g_str_equal (kind, "a folder"))
    compare_folders (compare, a, b, relative);
  else if (g_str_equal (kind, "a file") && !is_note (a) && !is_same_file (a, b))
    tell (compare, a, relative, "the file %s that it wrote differs", TRUE);
}

static gint
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
names_in (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, by_name);
  return names;
}

static void
compare_folders (Compare *compare, const char *a, const char *b, const char *below)
{
  g_autoptr (GPtrArray) names_a = names_in (a), names_b = names_in (b);

  for (guint i = 0; i < names_a->len + names_b->len && compare->goes_on; i++)
    {
      const char *name = i < names_a->len ? names_a->pdata[i] : names_b->pdata[i - names_a->len];
      g_autofree char *path_a = g_build_filename (a, name, NULL), *path_b = g_build_filename (b, name, NULL);
      g_autofree char *relative = *below ? g_build_filename (below, name, NULL) : g_strdup (name);
      if (i < names_a->len)
        compare_entry (compare, path_a, path_b, relative);
      else if (!is_there (path_a))
        tell (compare, path_b, relative, "it left %s behind, the original did not", FALSE);
    }
}

void
ihop_leavings_compare (const char *folder_a, const char *folder_b, IhopLeavingsDiffer differs, gpointer data)
{
  Compare compare = { differs, data, TRUE };

  compare_folders (&compare, folder_a, folder_b, "");
}
