#include "project/output.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static gboolean
fail (GError **error, const char *path, int code)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s cannot be written: %s",
               path, g_strerror (code));
  return FALSE;
}

static gboolean
write_all (int fd, const char *text, gsize length)
{
  while (length > 0)
    {
      gssize n = write (fd, text, length);
      if (n < 0 && errno != EINTR)
        return FALSE;
      text += MAX (n, 0);
      length -= (gsize) MAX (n, 0);
    }
  return TRUE;
}

/* Writes a file with a name of its own beside "path"; the name, or NULL. A umask applies, as for
 * every file a program makes. */
static char *
write_beside (const char *path, const char *text, gsize length, GError **error)
{
  g_autofree char *beside = g_strconcat (path, ".XXXXXX", NULL);
  int fd = g_mkstemp_full (beside, O_WRONLY | O_CLOEXEC, 0666);

  if (fd < 0)
    {
      fail (error, path, errno);
      return NULL;
    }
  gboolean written = write_all (fd, text, length);
  int code = errno;
  if (close (fd) != 0 && written)
    {
      written = FALSE;
      code = errno;
    }
  if (!written)
    {
      g_unlink (beside);
      fail (error, path, code);
      return NULL;
    }
  return g_steal_pointer (&beside);
}

static gboolean
rename_all (const GPtrArray *from, const GPtrArray *to, GError **error)
{
  for (guint i = 0; i < from->len; i++)
    if (g_rename (from->pdata[i], to->pdata[i]) != 0)
      {
        fail (error, to->pdata[i], errno);
        for (; i < from->len; i++)
          g_unlink (from->pdata[i]);
        return FALSE;
      }
  return TRUE;
}

/* A rename fails for a folder of that name; found before anything is written. */
static gboolean
can_take_place (const char *path, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return fail (error, path, EISDIR);
  return TRUE;
}

gboolean
ihop_output_write (const char *folder, const GPtrArray *products, GError **error)
{
  g_autoptr (GPtrArray) from = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) to = g_ptr_array_new_with_free_func (g_free);

  if (g_mkdir_with_parents (folder, 0777) != 0)
    return fail (error, folder, errno);
  for (guint i = 0; i < products->len; i++)
    {
      const IhopProduct *product = products->pdata[i];
      char *path = g_build_filename (folder, product->name, NULL);
      g_ptr_array_add (to, path);
      char *beside
        = can_take_place (path, error)
            ? write_beside (path, product->text, strlen (product->text), error) : NULL;
      if (beside == NULL)
        {
          for (guint j = 0; j < from->len; j++)
            g_unlink (from->pdata[j]);
          return FALSE;
        }
      g_ptr_array_add (from, beside);
    }
  return rename_all (from, to, error);
}

/* A device or a pipe is written to; a file of its name must not take its place. */
static gboolean
is_no_file (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR)
         && !g_file_test (path, G_FILE_TEST_IS_DIR);
}

static gboolean
write_into (const char *path, const char *data, gsize length, GError **error)
{
  int fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);
  gboolean written = fd >= 0 && write_all (fd, data, length);
  int code = errno;

  if (fd >= 0 && close (fd) != 0 && written)
    {
      written = FALSE;
      code = errno;
    }
  return written || fail (error, path, code);
}

static gboolean
write_one (const char *path, const char *data, gsize length, GError **error)
{
  if (is_no_file (path))
    return write_into (path, data, length, error);

  g_autofree char *beside
    = can_take_place (path, error) ? write_beside (path, data, length, error) : NULL;

  if (beside == NULL)
    return FALSE;
  if (g_rename (beside, path) == 0)
    return TRUE;
  int code = errno;
  g_unlink (beside);
  return fail (error, path, code);
}

gboolean
ihop_output_write_text (const char *path, const char *text, GError **error)
{
  return write_one (path, text, strlen (text), error);
}

gboolean
ihop_output_write_bytes (const char *path, GBytes *bytes, GError **error)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return write_one (path, data, length, error);
}
