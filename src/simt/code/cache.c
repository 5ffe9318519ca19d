#include "simt/code/cache.h"
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of all files together, and seconds after which a file that is read is marked as used. */
enum { CHECKSUM = 32, MOST_BYTES = 512 << 20, FRESH = 3600 };

/* Caller frees; NULL: nothing is kept. A program with more rights than its user believes no variables and no
 * files of the user's. */
static char *
folder (void)
{
  const char *told = g_getenv ("IHOP_SIMT_CACHE");

  if (getauxval (AT_SECURE) || (told && g_str_equal (told, "off")))
    return NULL;
  return told && *told ? g_strdup (told) : g_build_filename (g_get_user_cache_dir (), "ihop", "kernels", NULL);
}

/* Of the name, too, so that no file can stand for another one. */
static void
checksum_of (const char *name, const guint8 *data, gsize size, guint8 sum[CHECKSUM])
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize length = CHECKSUM;

  g_checksum_update (checksum, (const guint8 *) name, strlen (name) + 1);
  g_checksum_update (checksum, data, size);
  g_checksum_get_digest (checksum, sum, &length);
}

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean
is_ours (int file, struct stat *about)
{
  return fstat (file, about) == 0 && S_ISREG (about->st_mode) && about->st_uid == geteuid ()
         && (about->st_mode & (S_IWGRP | S_IWOTH)) == 0 && about->st_size < MOST_BYTES;
}

static GBytes *
read_all (int file, gsize size)
{
  g_autofree guint8 *data = g_malloc (size);
  gsize at = 0;

  for (gssize n; at < size && (n = read (file, data + at, size - at)) > 0;)
    at += n;
  return g_bytes_new_take (g_steal_pointer (&data), at);
}

/* NULL: it is not what was written. */
static GBytes *
checked (const char *name, GBytes *whole)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (whole, &size);
  guint8 sum[CHECKSUM];

  if (size < CHECKSUM)
    return NULL;
  checksum_of (name, data + CHECKSUM, size - CHECKSUM, sum);
  return memcmp (sum, data, CHECKSUM) == 0 ? g_bytes_new_from_bytes (whole, CHECKSUM, size - CHECKSUM) : NULL;
}

GBytes *
ihop_cache_read (const char *name)
{
  g_autofree char *home = folder (), *path = home ? g_build_filename (home, name, NULL) : NULL;
  int file = path ? open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
  struct stat about;
  GBytes *contents = NULL;

  if (file < 0)
    return NULL;
  if (is_ours (file, &about))
    {
      g_autoptr (GBytes) whole = read_all (file, about.st_size);
      contents = checked (name, whole);
      if (contents == NULL)
        g_unlink (path);
      else if (about.st_mtime + FRESH < time (NULL))
        futimens (file, NULL);
    }
  close (file);
  return contents;
}

/* --- writing ---------------------------------------------------------------------------------- */

typedef struct
{
  char *path;
  gint64 size, used;
} Kept;

static void
kept_clear (gpointer data)
{
  g_free (((Kept *) data)->path);
}

static int
by_use (gconstpointer a, gconstpointer b)
{
  const Kept *x = a, *y = b;

  return x->used < y->used ? -1 : x->used > y->used;
}

/* All files of the folder; their sizes are added up in *sum. */
static GArray *
list (const char *home, gint64 *sum)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Kept));
  GDir *dir = g_dir_open (home, 0, NULL);

  g_array_set_clear_func (all, kept_clear);
  *sum = 0;
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    {
      Kept kept = { .path = g_build_filename (home, name, NULL) };
      GStatBuf about;
      if (g_lstat (kept.path, &about) == 0 && S_ISREG (about.st_mode))
        {
          kept.size = about.st_size;
          kept.used = about.st_mtime;
          *sum += kept.size;
          g_array_append_val (all, kept);
        }
      else
        g_free (kept.path);
    }
  g_clear_pointer (&dir, g_dir_close);
  return all;
}

/* What was not used for longest is removed until a quarter is free. */
static void
make_room (const char *home)
{
  gint64 sum;
  g_autoptr (GArray) all = list (home, &sum);

  if (sum <= MOST_BYTES)
    return;
  g_array_sort (all, by_use);
  for (guint i = 0; i < all->len && sum > MOST_BYTES / 4 * 3; i++)
    {
      const Kept *kept = &g_array_index (all, Kept, i);
      if (g_unlink (kept->path) == 0)
        sum -= kept->size;
    }
}

void
ihop_cache_write (const char *name, GBytes *contents)
{
  g_autofree char *home = folder (), *path = home ? g_build_filename (home, name, NULL) : NULL;
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  guint8 sum[CHECKSUM];
  gsize size;
  const guint8 *data = g_bytes_get_data (contents, &size);

  if (home == NULL || g_mkdir_with_parents (home, 0700) != 0)
    return;
  checksum_of (name, data, size, sum);
  g_byte_array_append (whole, sum, CHECKSUM);
  g_byte_array_append (whole, data, size);
  /* Written beside it and put in its place when all of it is there. */
  if (g_file_set_contents_full (path, (const char *) whole->data, whole->len, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL))
    make_room (home);
}
