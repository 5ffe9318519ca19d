#include "web/upload.h"
#include "base/folder.h"
#include "web/files.h"
#include "web/layout.h"
#include "web/names.h"
#include "web/reply.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define LONGEST_FIELD 65536  /* all fields but the pasted text */
#define MOST_FIELDS 40

struct _IhopWebUpload
{
  const IhopWebConfig *config;
  char *folder;                       /* NULL until a file comes */
  struct MHD_PostProcessor *post;     /* NULL: JSON */
  GString *text;                      /* the JSON so far */
  JsonNode *json;
  GHashTable *fields;                 /* char * → GString * */
  int file;                           /* being written; -1: none */
  gboolean is_skipping;               /* the value that comes now is not wanted */
  guint files;
  guint64 bytes;                      /* of the body so far */
  guint status;                       /* of the refusal; 0: all is well */
  char *message;
};

static guint64
most_bytes (const IhopWebUpload *upload)
{
  return (guint64) upload->config->upload_kb * 1024;
}

static void G_GNUC_PRINTF (3, 4)
refuse (IhopWebUpload *upload, guint status, const char *format, ...)
{
  va_list arguments;

  if (upload->status)
    return;
  upload->status = status;
  va_start (arguments, format);
  upload->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

static void
free_field (gpointer field)
{
  g_string_free (field, TRUE);
}

static gboolean
make_folder (IhopWebUpload *upload)
{
  g_autofree char *secret = NULL, *below = NULL;

  if (upload->folder)
    return TRUE;
  secret = ihop_web_secret_new ();
  upload->folder = ihop_web_incoming_path (upload->config->state, secret);
  below = g_build_filename (upload->folder, "upload", NULL);
  if (g_mkdir_with_parents (below, 0700) == 0)
    return TRUE;
  refuse (upload, MHD_HTTP_INSUFFICIENT_STORAGE, "There is no room for the upload.");
  return FALSE;
}

/* -1: refused. */
static int
open_file (IhopWebUpload *upload, const char *name)
{
  const char *fault = ihop_web_name_fault (name);
  g_autofree char *path = NULL, *parent = NULL;
  int fd;

  if (fault)
    {
      refuse (upload, MHD_HTTP_BAD_REQUEST, "The upload is refused: %s.", fault);
      return -1;
    }
  if (upload->files >= (guint) upload->config->files)
    {
      refuse (upload, MHD_HTTP_CONTENT_TOO_LARGE, "There are more than %d files.", upload->config->files);
      return -1;
    }
  if (!make_folder (upload))
    return -1;
  path = g_build_filename (upload->folder, "upload", name, NULL);
  parent = g_path_get_dirname (path);
  fd = g_mkdir_with_parents (parent, 0700) == 0
         ? open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)
         : -1;
  if (fd < 0 && (errno == EEXIST || errno == ENOTDIR || errno == EISDIR))
    refuse (upload, MHD_HTTP_BAD_REQUEST, "The file %s is there twice.", name);
  else if (fd < 0)
    refuse (upload, MHD_HTTP_INSUFFICIENT_STORAGE, "There is no room for the upload.");
  upload->files += fd >= 0;
  return fd;
}

static void
write_file (IhopWebUpload *upload, int fd, const char *bytes, gsize size)
{
  while (size)
    {
      ssize_t n = write (fd, bytes, size);
      if (n <= 0)
        {
          refuse (upload, MHD_HTTP_INSUFFICIENT_STORAGE, "There is no room for the upload.");
          return;
        }
      bytes += n;
      size -= (gsize) n;
    }
}

static void
close_file (IhopWebUpload *upload)
{
  if (upload->file >= 0)
    close (upload->file);
  upload->file = -1;
}

/* A new field or file begins. */
static void
begin_value (IhopWebUpload *upload, const char *key, const char *filename)
{
  close_file (upload);
  upload->is_skipping = FALSE;
  if (filename && *filename)
    {
      upload->file = open_file (upload, filename);
      upload->is_skipping = upload->file < 0;
    }
  else if (filename && g_str_equal (key, "file"))
    upload->is_skipping = TRUE; /* a browser's word for "no file was chosen" */
  else if (g_hash_table_size (upload->fields) >= MOST_FIELDS)
    refuse (upload, MHD_HTTP_BAD_REQUEST, "The form has too many fields.");
  else
    g_hash_table_replace (upload->fields, g_strdup (key), g_string_new (NULL));
}

static void
continue_value (IhopWebUpload *upload, const char *key, const char *bytes, gsize size)
{
  GString *field = g_hash_table_lookup (upload->fields, key);

  if (upload->status || upload->is_skipping)
    return;
  if (upload->file >= 0)
    write_file (upload, upload->file, bytes, size);
  else if (field == NULL)
    return;
  else if (!g_str_equal (key, "text") && field->len + size > LONGEST_FIELD)
    refuse (upload, MHD_HTTP_CONTENT_TOO_LARGE, "The field %.20s is too long.", key);
  else
    g_string_append_len (field, bytes, (gssize) size);
}

static enum MHD_Result
take_value (void *data, enum MHD_ValueKind kind, const char *key, const char *filename,
            const char *content_type, const char *transfer_encoding, const char *bytes, uint64_t offset,
            size_t size)
{
  IhopWebUpload *upload = data;

  if (key == NULL)
    refuse (upload, MHD_HTTP_BAD_REQUEST, "A part of the form has no name.");
  else
    {
      if (offset == 0)
        begin_value (upload, key, filename);
      continue_value (upload, key, bytes, size);
    }
  return MHD_YES; /* the rest is read and thrown away, so that the client hears the answer */
}

static gboolean
is_form (const char *type)
{
  return g_ascii_strncasecmp (type, "multipart/form-data", 19) == 0
         || g_ascii_strncasecmp (type, "application/x-www-form-urlencoded", 33) == 0;
}

IhopWebUpload *
ihop_web_upload_new (IhopWebRequest *request)
{
  const char *type = ihop_web_header (request, MHD_HTTP_HEADER_CONTENT_TYPE);
  const char *length = ihop_web_header (request, MHD_HTTP_HEADER_CONTENT_LENGTH);
  IhopWebUpload *upload = g_new0 (IhopWebUpload, 1);

  upload->config = &request->web->config;
  upload->file = -1;
  upload->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_field);
  /* What is not much too large is read to its end: a browser that is cut off shows no answer. */
  if (length && g_ascii_strtoull (length, NULL, 10) > most_bytes (upload) * 4)
    ihop_web_reply_error (request, MHD_HTTP_CONTENT_TOO_LARGE,
                          "The upload is larger than %d KB.", upload->config->upload_kb);
  else if (type && is_form (type))
    upload->post = MHD_create_post_processor (request->connection, 65536, take_value, upload);
  else if (type && g_ascii_strncasecmp (type, "application/json", 16) == 0)
    upload->text = g_string_new (NULL);
  if (upload->post || upload->text)
    return upload;
  if (!request->is_replied)
    ihop_web_reply_error (request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                          "Send a form (multipart/form-data, application/x-www-form-urlencoded) or "
                          "application/json.");
  ihop_web_upload_free (upload);
  return NULL;
}

gboolean
ihop_web_upload_take (IhopWebUpload *upload, const char *bytes, gsize size)
{
  upload->bytes += size;
  if (upload->bytes > most_bytes (upload))
    refuse (upload, MHD_HTTP_CONTENT_TOO_LARGE, "The upload is larger than %d KB.",
            upload->config->upload_kb);
  if (upload->bytes > most_bytes (upload) * 4)
    return FALSE;
  if (upload->status)
    return TRUE;
  if (upload->text)
    g_string_append_len (upload->text, bytes, (gssize) size);
  else if (MHD_post_process (upload->post, bytes, size) != MHD_YES)
    refuse (upload, MHD_HTTP_BAD_REQUEST, "The form is malformed.");
  return TRUE;
}

static void
read_json (IhopWebUpload *upload)
{
  const char *fault;

  upload->json = ihop_web_json_read (upload->text->str, upload->text->len, &fault);
  if (upload->json == NULL)
    refuse (upload, MHD_HTTP_BAD_REQUEST, "The body is refused: %s.", fault);
}

static gboolean
tell (const IhopWebUpload *upload, IhopWebRequest *request)
{
  if (upload->status)
    ihop_web_reply_error (request, upload->status, "%s", upload->message);
  return upload->status == 0;
}

gboolean
ihop_web_upload_end (IhopWebUpload *upload, IhopWebRequest *request)
{
  /* What is cut off in the middle of a part shows here. */
  if (upload->post && MHD_destroy_post_processor (upload->post) != MHD_YES)
    refuse (upload, MHD_HTTP_BAD_REQUEST, "The form is malformed or cut off.");
  upload->post = NULL;
  close_file (upload);
  if (upload->text && upload->status == 0)
    read_json (upload);
  return tell (upload, request);
}

void
ihop_web_upload_free (IhopWebUpload *upload)
{
  if (upload == NULL)
    return;
  if (upload->post)
    MHD_destroy_post_processor (upload->post);
  close_file (upload);
  if (upload->folder)
    ihop_folder_remove (upload->folder);
  if (upload->text)
    g_string_free (upload->text, TRUE);
  g_clear_pointer (&upload->json, json_node_unref);
  g_hash_table_unref (upload->fields);
  g_free (upload->folder);
  g_free (upload->message);
  g_free (upload);
}

JsonObject *
ihop_web_upload_json (const IhopWebUpload *upload)
{
  return upload->json ? json_node_get_object (upload->json) : NULL;
}

const char *
ihop_web_upload_field (const IhopWebUpload *upload, const char *name)
{
  GString *field = g_hash_table_lookup (upload->fields, name);

  if (upload->json)
    return ihop_json_get_text (ihop_web_upload_json (upload), name);
  return field ? field->str : NULL;
}

guint
ihop_web_upload_files (const IhopWebUpload *upload)
{
  return upload->files;
}

const char *
ihop_web_upload_folder (const IhopWebUpload *upload)
{
  return upload->folder;
}

gboolean
ihop_web_upload_make_folder (IhopWebUpload *upload, IhopWebRequest *request)
{
  make_folder (upload);
  return tell (upload, request);
}

gboolean
ihop_web_upload_add (IhopWebUpload *upload, IhopWebRequest *request, const char *name, const char *text,
                     gsize size)
{
  int fd = open_file (upload, name);

  if (fd >= 0)
    {
      write_file (upload, fd, text, size);
      close (fd);
    }
  return tell (upload, request);
}

char *
ihop_web_upload_options (const IhopWebUpload *upload, IhopWebOptions *options)
{
  GHashTableIter iter;
  gpointer name, value;

  if (upload->json)
    {
      char *fault = ihop_web_options_read (options, ihop_web_upload_json (upload),
                                           (const char *const[]) { "files", "from", "keep", NULL });
      return fault ? fault : ihop_web_options_fault (options);
    }
  g_hash_table_iter_init (&iter, upload->fields);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const GString *text = value;
      if (strlen (text->str) != text->len)
        return g_strdup ("a field of the form has a zero byte in it");
      ihop_web_options_set (options, name, text->str);
    }
  return ihop_web_options_fault (options);
}
