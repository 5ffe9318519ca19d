#include "web/reply.h"
#include "web/html.h"
#include "web/json.h"
#include "web/squeeze.h"
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nothing from elsewhere, no script or style in the page itself, no frame around it, no address of a
 * job told to anybody. */
static const char *const security[][2] = {
  { "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'" },
  { "X-Content-Type-Options", "nosniff" },
  { "X-Frame-Options", "DENY" },
  { "Referrer-Policy", "same-origin" },
  { "Cross-Origin-Opener-Policy", "same-origin" },
  { "Cross-Origin-Resource-Policy", "same-origin" },
  { "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
  { "X-Robots-Tag", "noindex" },
};

/* Results never change, but they are deleted, and nobody else's business. */
#define ASK_AGAIN "private, no-cache"

/* A drawing opened by itself has styles inside; it may do nothing else. */
#define DRAWING_POLICY "default-src 'none'; style-src 'unsafe-inline'; sandbox"

static void
add_security (const IhopWebRequest *request, struct MHD_Response *response, gboolean is_drawing)
{
  const IhopWebConfig *config = &request->web->config;

  for (guint i = 0; i < G_N_ELEMENTS (security); i++)
    MHD_add_response_header (response, security[i][0],
                             is_drawing && i == 0 ? DRAWING_POLICY : security[i][1]);
  if (config->tls_key || (config->origin && g_str_has_prefix (config->origin, "https:")))
    MHD_add_response_header (response, MHD_HTTP_HEADER_STRICT_TRANSPORT_SECURITY, "max-age=31536000");
}

/* Takes the response. */
static void
queue (IhopWebRequest *request, guint status, const char *type, const char *cache,
      struct MHD_Response *response)
{
  add_security (request, response, g_strcmp0 (type, "image/svg+xml") == 0);
  if (type)
    MHD_add_response_header (response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
  MHD_add_response_header (response, MHD_HTTP_HEADER_CACHE_CONTROL, cache);
  if (status == MHD_HTTP_TOO_MANY_REQUESTS || status == MHD_HTTP_SERVICE_UNAVAILABLE)
    MHD_add_response_header (response, MHD_HTTP_HEADER_RETRY_AFTER, "10");
  if (request->allow)
    MHD_add_response_header (response, MHD_HTTP_HEADER_ALLOW, request->allow);
  if (request->is_closing)
    MHD_add_response_header (response, MHD_HTTP_HEADER_CONNECTION, "close");
  request->status = status;
  request->is_replied = TRUE;
  request->result = MHD_queue_response (request->connection, status, response);
  MHD_destroy_response (response);
}

/* Takes text. */
static struct MHD_Response *
response_of (char *text)
{
  return MHD_create_response_from_buffer_with_free_callback (strlen (text), text, g_free);
}

void
ihop_web_reply_text (IhopWebRequest *request, guint status, const char *type, char *text)
{
  queue (request, status, type, "no-store", response_of (text));
}

void
ihop_web_reply_created (IhopWebRequest *request, const char *place, char *text)
{
  struct MHD_Response *response = response_of (text);

  MHD_add_response_header (response, MHD_HTTP_HEADER_LOCATION, place);
  queue (request, MHD_HTTP_CREATED, "application/json", "no-store", response);
}

static gboolean
is_known (const IhopWebRequest *request, const char *tag)
{
  const char *known = ihop_web_header (request, MHD_HTTP_HEADER_IF_NONE_MATCH);
  g_auto (GStrv) tags = g_strsplit (known ? known : "", ",", -1);

  for (guint i = 0; tags[i]; i++)
    {
      const char *one = g_strstrip (tags[i]);
      if (g_str_equal (g_str_has_prefix (one, "W/") ? one + 2 : one, tag))
        return TRUE;
    }
  return FALSE;
}

static struct MHD_Response *
response_of_bytes (GBytes *bytes)
{
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);

  return MHD_create_response_from_buffer_with_free_callback_cls (size, (void *) data, (MHD_ContentReaderFreeCallback) g_bytes_unref,
                                                                 g_bytes_ref (bytes));
}

/* What may be kept by the browser under a tag that changes with the bytes, and goes out as gzip where that is
 * taken. Each of the two has a tag of its own. */
static void
reply_kept (IhopWebRequest *request, const char *type, const char *cache, const char *download, GBytes *bytes)
{
  g_autofree char *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  gboolean is_small = ihop_squeeze_helps (type, g_bytes_get_size (bytes))
                      && ihop_squeeze_is_taken (ihop_web_header (request, MHD_HTTP_HEADER_ACCEPT_ENCODING));
  g_autofree char *tag = g_strdup_printf ("\"%.24s%s\"", digest, is_small ? "-gzip" : "");
  gboolean known = is_known (request, tag);
  g_autoptr (GBytes) none = g_bytes_new (NULL, 0), small = is_small && !known ? ihop_squeeze (tag, bytes) : NULL;
  struct MHD_Response *response = response_of_bytes (known ? none : small ? small : bytes);

  MHD_add_response_header (response, MHD_HTTP_HEADER_ETAG, tag);
  MHD_add_response_header (response, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
  if (small)
    MHD_add_response_header (response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
  if (download)
    {
      /* The name is one that ihop_web_name_fault likes: no quotes, no line ends. */
      g_autofree char *plain = g_str_to_ascii (download, "C"), *escaped = g_uri_escape_string (download, NULL, FALSE);
      g_autofree char *value = g_str_is_ascii (download)
                                 ? g_strdup_printf ("attachment; filename=\"%s\"", download)
                                 : g_strdup_printf ("attachment; filename=\"%s\"; filename*=UTF-8''%s", plain, escaped);
      MHD_add_response_header (response, MHD_HTTP_HEADER_CONTENT_DISPOSITION, value);
    }
  queue (request, known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, type, cache, response);
}

void
ihop_web_reply_asset (IhopWebRequest *request, const char *type, GBytes *bytes)
{
  reply_kept (request, type, "max-age=600", NULL, bytes);
}

void
ihop_web_reply_page (IhopWebRequest *request, char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  reply_kept (request, "text/html; charset=utf-8", ASK_AGAIN, NULL, bytes);
}

void
ihop_web_reply_file (IhopWebRequest *request, const char *path, const char *type, const char *download)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat info;
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    file = g_mapped_file_new_from_fd (fd, FALSE, NULL);
  if (fd >= 0)
    close (fd);
  if (file == NULL)
    {
      ihop_web_reply_error (request, MHD_HTTP_NOT_FOUND, "There is no such file.");
      return;
    }
  bytes = g_mapped_file_get_bytes (file);
  reply_kept (request, type, ASK_AGAIN, download, bytes);
}

void
ihop_web_reply_see_other (IhopWebRequest *request, const char *place)
{
  struct MHD_Response *response = response_of (g_strdup (""));

  MHD_add_response_header (response, MHD_HTTP_HEADER_LOCATION, place);
  queue (request, MHD_HTTP_SEE_OTHER, NULL, "no-store", response);
}

static char *
error_json (guint status, const char *message)
{
  JsonBuilder *json = json_builder_new ();

  json_builder_begin_object (json);
  json_builder_set_member_name (json, "status");
  json_builder_add_int_value (json, status);
  ihop_json_put_text (json, "message", message);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}

static char *
error_page (guint status, const char *message)
{
  GString *body = g_string_new ("<h1>That did not work</h1>\n<p class=\"fault\" role=\"alert\">");

  ihop_html_text (body, message);
  g_string_append_printf (body, "</p>\n<p>(HTTP %u) <a href=\"/\">Back to the start</a></p>\n", status);
  return ihop_html_page ("That did not work", NULL, g_string_free (body, FALSE));
}

void
ihop_web_reply_error (IhopWebRequest *request, guint status, const char *format, ...)
{
  va_list arguments;
  g_autofree char *raw = NULL, *message = NULL;

  va_start (arguments, format);
  raw = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  message = g_utf8_make_valid (raw, -1);
  if (request->is_api)
    ihop_web_reply_text (request, status, "application/json", error_json (status, message));
  else
    ihop_web_reply_text (request, status, "text/html; charset=utf-8", error_page (status, message));
}

void
ihop_web_reply_stream (IhopWebRequest *request, const char *type, MHD_ContentReaderCallback reader,
                       gpointer data, MHD_ContentReaderFreeCallback end)
{
  struct MHD_Response *response
    = MHD_create_response_from_callback (MHD_SIZE_UNKNOWN, 1024, reader, data, end);

  /* A proxy that gathers the answer would keep it from its reader. */
  MHD_add_response_header (response, "X-Accel-Buffering", "no");
  queue (request, MHD_HTTP_OK, type, "no-store", response);
}

char *
ihop_web_time_text (gint64 seconds)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);

  return g_date_time_format (time, "%Y-%m-%d %H:%M UTC");
}
