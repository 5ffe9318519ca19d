#include "project/read.h"
#include <glib/gstdio.h>
#include <string.h>

/* More than anybody wrote by hand; a file this long is a mistake, and would take our memory. */
#define LONGEST_FILE (64 << 20)

/* About the file as a whole. Takes what. */
static IhopDiag *
say (IhopDiags *diags, IhopSeverity severity, const char *id, const char *path, IhopMessage *what)
{
  g_autoptr (IhopMessage) own = what;

  return ihop_diags_add_at (diags, severity, id, path, 0, 0, "%s", own);
}

static gboolean
is_regular (const char *path, IhopDiags *diags)
{
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    {
      int error = errno;
      say (diags, IHOP_ERROR, "IHOP-P001", path,
           error == ENOENT ? ihop_message ("there is no such file") : ihop_message_word (g_strerror (error)));
      return FALSE;
    }
  if (S_ISDIR (info.st_mode))
    {
      ihop_diag_remedy (say (diags, IHOP_ERROR, "IHOP-P002", path, ihop_message ("this is a folder; ihop works on C files")),
                        "name its files: %s%s*.c", path, g_str_has_suffix (path, "/") ? "" : "/");
      return FALSE;
    }
  if (!S_ISREG (info.st_mode))
    {
      say (diags, IHOP_ERROR, "IHOP-P003", path, ihop_message ("this is no ordinary file"));
      return FALSE;
    }
  if (info.st_size > LONGEST_FILE)
    {
      say (diags, IHOP_ERROR, "IHOP-P003", path, ihop_message ("the file is longer than 64 MiB"));
      return FALSE;
    }
  return TRUE;
}

/* Where the first byte stands that no UTF-8 text has; 0: nowhere. */
static guint
line_of_bad_utf8 (const char *text, gsize length)
{
  const char *end;
  guint line = 1;

  if (g_utf8_validate (text, (gssize) length, &end))
    return 0;
  for (const char *at = text; at < end; at++)
    line += *at == '\n';
  return line;
}

/* A NUL ends a C string but not a C file: compilers only warn. We refuse, because what looks like
 * C behind it is as a rule an object file or an archive. */
static IhopOpenResult
judge_text (const char *path, const char *text, gsize length, IhopDiags *diags)
{
  if (memchr (text, '\0', length))
    {
      say (diags, IHOP_ERROR, "IHOP-P004", path, ihop_message ("this is a binary file, not C text"));
      return IHOP_OPEN_NOT_C;
    }
  guint line = line_of_bad_utf8 (text, length);
  if (line)
    ihop_diags_add_at (diags, IHOP_WARNING, "IHOP-P005", path, line, 1,
                       "the text is not UTF-8 from here on; its bytes are kept as they are");
  if (length == 0)
    say (diags, IHOP_WARNING, "IHOP-P006", path, ihop_message ("the file is empty"));
  return IHOP_OPEN_OK;
}

IhopOpenResult
ihop_project_read (const char *path, char **text, gsize *length, IhopDiags *diags)
{
  g_autoptr (GError) error = NULL;

  if (!is_regular (path, diags))
    return IHOP_OPEN_NO_FILE;
  if (!g_file_get_contents (path, text, length, &error))
    {
      say (diags, IHOP_ERROR, "IHOP-P003", path, ihop_message_word (error->message));
      return IHOP_OPEN_NO_FILE;
    }
  return judge_text (path, *text, *length, diags);
}
