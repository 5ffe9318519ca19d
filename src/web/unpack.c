#include "web/unpack.h"
#include "web/names.h"
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char *const endings[] = { ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.zst", ".tar.bz2" };

gboolean
ihop_unpack_is_archive (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return TRUE;
  return FALSE;
}

/* As much as the limits leave; what an entry says of its size is not believed. */
static char *
copy_out (struct archive *archive, int fd, const char *name, IhopUnpackLimits *limits)
{
  char bytes[65536];
  la_ssize_t n;

  while ((n = archive_read_data (archive, bytes, sizeof bytes)) > 0)
    {
      if ((guint64) n > limits->bytes)
        return g_strdup ("the archive unpacks to more than a job may have");
      limits->bytes -= (guint64) n;
      if (write (fd, bytes, (size_t) n) != n)
        return g_strdup_printf ("%s could not be unpacked: no room", name);
    }
  return n < 0 ? g_strdup_printf ("%s in the archive is broken", name) : NULL;
}

static char *
write_entry (struct archive *archive, const char *folder, const char *name, IhopUnpackLimits *limits)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  char *fault;

  if (limits->files == 0)
    return g_strdup ("the archive holds more files than a job may have");
  limits->files--;
  if (g_mkdir_with_parents (parent, 0700) != 0)
    return g_strdup_printf ("%s cannot stand in that folder", name);
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return errno == EEXIST ? g_strdup_printf ("%s is there twice", name)
                           : g_strdup_printf ("%s could not be unpacked: %s", name, g_strerror (errno));
  fault = copy_out (archive, fd, name, limits);
  close (fd);
  return fault;
}

/* What an archive has beside what it is for, by why it is left out; only the first of a kind is named. */
typedef struct
{
  guint hidden, links;
  char *first_hidden, *first_link;
} Skipped;

static void
skip (guint *count, char **first, const char *name)
{
  if ((*count)++ == 0)
    *first = g_strdup (name);
}

static void
add_note (GPtrArray *notes, guint count, char *first, const char *what)
{
  if (count == 1)
    g_ptr_array_add (notes, g_strdup_printf ("%s was left out: it is %s", first, what));
  else if (count)
    g_ptr_array_add (notes, g_strdup_printf ("%s and %u more were left out: each is %s", first, count - 1, what));
  g_free (first);
}

/* ".git/config", "._a.c", "__MACOSX/a.c". A part ".." is no hidden one. */
static gboolean
is_hidden (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  for (guint i = 0; parts[i]; i++)
    if ((*parts[i] == '.' && parts[i][1] && !g_str_equal (parts[i], "..")) || g_str_equal (parts[i], "__MACOSX"))
      return TRUE;
  return FALSE;
}

/* As UTF-8, with each accent in its letter: some systems write the two apart. Caller frees; NULL: no name. */
static char *
name_of (struct archive_entry *entry)
{
  const char *raw = archive_entry_pathname (entry), *given = archive_entry_pathname_utf8 (entry);
  const char *name = given ? given : raw;
  g_autofree char *good = NULL;

  if (name == NULL)
    return NULL;
  if (g_str_has_prefix (name, "./"))
    name += 2;
  good = g_utf8_validate (name, -1, NULL) ? g_strdup (name) : g_convert (name, -1, "UTF-8", "CP437", NULL, NULL, NULL);
  return good ? g_utf8_normalize (good, -1, G_NORMALIZE_NFC) : NULL;
}

static char *
take_entry (struct archive *archive, struct archive_entry *entry, const char *folder, IhopUnpackLimits *limits,
            Skipped *skipped)
{
  g_autofree char *name = name_of (entry);
  const char *fault;

  if (archive_entry_filetype (entry) == AE_IFDIR)
    return NULL;
  if (name && is_hidden (name) && strstr (name, "../") == NULL)
    {
      skip (&skipped->hidden, &skipped->first_hidden, name);
      return NULL;
    }
  fault = ihop_web_name_fault (name);
  if (fault)
    return g_strdup_printf ("the archive is refused: %s", fault);
  if (archive_entry_filetype (entry) == AE_IFREG && !archive_entry_hardlink (entry) && !archive_entry_symlink (entry))
    return write_entry (archive, folder, name, limits);
  skip (&skipped->links, &skipped->first_link, name);
  return NULL;
}

char *
ihop_unpack (const char *path, const char *folder, IhopUnpackLimits *limits, GPtrArray *notes)
{
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;
  Skipped skipped = { 0 };
  char *fault = NULL;
  int code;

  archive_read_support_format_zip (archive);
  archive_read_support_format_tar (archive);
  archive_read_support_filter_gzip (archive);
  archive_read_support_filter_xz (archive);
  archive_read_support_filter_bzip2 (archive);
  archive_read_support_filter_zstd (archive);
  code = archive_read_open_filename (archive, path, 65536);
  /* Every entry counts, so that a million empty folders end too. */
  for (guint i = 0; code == ARCHIVE_OK && fault == NULL; i++)
    {
      code = archive_read_next_header (archive, &entry);
      if (code == ARCHIVE_WARN)
        code = ARCHIVE_OK;
      if (code == ARCHIVE_OK)
        fault = i > 100000 ? g_strdup ("the archive holds too many entries")
                           : take_entry (archive, entry, folder, limits, &skipped);
    }
  if (fault == NULL && code != ARCHIVE_EOF)
    fault = g_strdup ("this is no .zip or .tar.gz that could be read");
  archive_read_free (archive);
  add_note (notes, skipped.hidden, skipped.first_hidden, "hidden");
  add_note (notes, skipped.links, skipped.first_link, "a link or a device");
  return fault;
}

static gboolean
add_file (struct archive *archive, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gsize size;
  struct archive_entry *entry;
  gboolean good;

  if (!g_file_get_contents (path, &text, &size, NULL))
    return FALSE;
  entry = archive_entry_new ();
  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) size);
  good = archive_write_header (archive, entry) == ARCHIVE_OK
         && archive_write_data (archive, text, size) == (la_ssize_t) size;
  archive_entry_free (entry);
  return good;
}

char *
ihop_pack (const char *path, const char *folder, char **names)
{
  struct archive *archive = archive_write_new ();
  gboolean good = archive_write_set_format_zip (archive) == ARCHIVE_OK
                  && archive_write_open_filename (archive, path) == ARCHIVE_OK;

  for (guint i = 0; good && names[i]; i++)
    good = add_file (archive, folder, names[i]);
  good = archive_write_close (archive) == ARCHIVE_OK && good;
  archive_write_free (archive);
  return good ? NULL : g_strdup ("the archive of the results could not be written");
}
