#include "web/wire.h"
#include "web/names.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

#define HEAD_LENGTH (IHOP_WEB_NAME_LENGTH + 40)

struct _IhopWireReader
{
  IhopWireLimits limits;
  IhopWireTaker taker;
  gpointer data;
  GString *kept;     /* what has come of the frame so far */
  gsize head;        /* length of its first line with the end of line; 0: not yet whole */
  gsize size;        /* bytes behind the head */
  char kind[8], name[IHOP_WEB_NAME_LENGTH + 1];
  gsize bytes;
  guint files;
  gboolean is_whole;
  const char *fault;
};

static gboolean
write_all (int fd, const char *bytes, gsize size)
{
  while (size)
    {
      ssize_t n = write (fd, bytes, size);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      bytes += n;
      size -= (gsize) n;
    }
  return TRUE;
}

gboolean
ihop_wire_write (int fd, const char *kind, const char *name, const void *bytes, gsize size)
{
  g_autofree char *head = g_strdup_printf ("%s %s %" G_GSIZE_FORMAT "\n", kind, name, size);

  return write_all (fd, head, strlen (head)) && write_all (fd, bytes, size);
}

IhopWireReader *
ihop_wire_reader_new (const IhopWireLimits *limits, IhopWireTaker taker, gpointer data)
{
  IhopWireReader *reader = g_new0 (IhopWireReader, 1);

  reader->limits = *limits;
  reader->taker = taker;
  reader->data = data;
  reader->kept = g_string_new (NULL);
  return reader;
}

void
ihop_wire_reader_free (IhopWireReader *reader)
{
  if (reader == NULL)
    return;
  g_string_free (reader->kept, TRUE);
  g_free (reader);
}

static gboolean
fail (IhopWireReader *reader, const char *fault)
{
  if (reader->fault == NULL)
    reader->fault = fault;
  return FALSE;
}

static gboolean
check_limits (IhopWireReader *reader)
{
  reader->bytes += reader->size;
  if (reader->size > reader->limits.file_bytes || reader->bytes > reader->limits.bytes)
    return fail (reader, "there are more bytes than a job may have");
  if (++reader->files > reader->limits.files)
    return fail (reader, "there are more files than a job may have");
  return TRUE;
}

/* "file a/b.c 123"; the name may have spaces. */
static gboolean
read_head (IhopWireReader *reader)
{
  g_autofree char *line = g_strndup (reader->kept->str, reader->head - 1);
  char *name = strchr (line, ' '), *number = strrchr (line, ' ');
  guint64 size;

  if (name == NULL || name == number)
    return fail (reader, "a frame is broken");
  *name++ = *number++ = 0;
  if (strlen (line) >= sizeof reader->kind || strlen (name) > IHOP_WEB_NAME_LENGTH
      || ihop_web_path_fault (name) != NULL || !g_ascii_string_to_unsigned (number, 10, 0, G_MAXUINT32, &size, NULL))
    return fail (reader, "a frame is broken");
  g_strlcpy (reader->kind, line, sizeof reader->kind);
  g_strlcpy (reader->name, name, sizeof reader->name);
  reader->size = size;
  return check_limits (reader);
}

static gboolean
find_head (IhopWireReader *reader)
{
  const char *end = memchr (reader->kept->str, '\n', reader->kept->len);

  if (end == NULL)
    return reader->kept->len > HEAD_LENGTH ? fail (reader, "a frame is broken") : TRUE;
  reader->head = (gsize) (end - reader->kept->str) + 1;
  return read_head (reader);
}

static gboolean
take_frame (IhopWireReader *reader)
{
  gsize length = reader->head + reader->size;
  char *bytes = reader->kept->str + reader->head, behind = bytes[reader->size];
  gboolean good;

  bytes[reader->size] = 0;
  if (g_str_equal (reader->kind, "end"))
    good = reader->is_whole = TRUE;
  else
    good = reader->taker (reader->kind, reader->name, bytes, reader->size, reader->data)
           || fail (reader, "what came was not wanted");
  bytes[reader->size] = behind;
  g_string_erase (reader->kept, 0, (gssize) length);
  reader->head = 0;
  return good;
}

gboolean
ihop_wire_reader_feed (IhopWireReader *reader, const char *bytes, gsize size)
{
  if (reader->fault)
    return FALSE;
  g_string_append_len (reader->kept, bytes, (gssize) size);
  while (reader->kept->len)
    {
      if (reader->is_whole)
        {
          reader->is_whole = FALSE;
          return fail (reader, "there is something behind the end");
        }
      if (reader->head == 0 && !find_head (reader))
        return FALSE;
      if (reader->head == 0 || reader->kept->len < reader->head + reader->size)
        return TRUE;
      if (!take_frame (reader))
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_wire_reader_is_whole (const IhopWireReader *reader)
{
  return reader->is_whole && reader->kept->len == 0;
}

const char *
ihop_wire_reader_fault (const IhopWireReader *reader)
{
  return reader->fault;
}
