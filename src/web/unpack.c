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

/* What an archive holds beside files: what some systems leave behind is skipped. */
static gboolean
is_litter (const char *name)
{
  g_autofree char *base = g_path_get_basename (name);

  return g_str_has_prefix (name, "__MACOSX/") || g_str_equal (base, ".DS_Store")
         || g_str_has_prefix (name, ".git/") || strstr (name, "/.git/");
}

static char *
take_entry (struct archive *archive, struct archive_entry *entry, const char *folder,
            IhopUnpackLimits *limits)
{
  const char *name = archive_entry_pathname (entry), *fault;

  if (archive_entry_filetype (entry) == AE_IFDIR || (name && is_litter (name)))
    return NULL;
  if (name && g_str_has_prefix (name, "./"))
    name += 2;
  if (archive_entry_filetype (entry) != AE_IFREG || archive_entry_hardlink (entry)
      || archive_entry_symlink (entry))
    return g_strdup ("the archive holds a link or a device: only files are taken");
  fault = ihop_web_name_fault (name);
  if (fault)
    return g_strdup_printf ("the archive is refused: %s", fault);
  return write_entry (archive, folder, name, limits);
}

char *
ihop_unpack (const char *path, const char *folder, IhopUnpackLimits *limits)
{
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;
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
                           : take_entry (archive, entry, folder, limits);
    }
  if (fault == NULL && code != ARCHIVE_EOF)
    fault = g_strdup ("this is no .zip or .tar.gz that could be read");
  archive_read_free (archive);
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
