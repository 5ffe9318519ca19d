#include "web/server.h"
#include "web/guard.h"
#include "web/log.h"
#include "web/names.h"
#include "web/origin.h"
#include "web/pace.h"
#include "web/reply.h"
#include "web/upload.h"
#include <arpa/inet.h>
#include <gio/gio.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

const char *
ihop_web_header (const IhopWebRequest *request, const char *name)
{
  return MHD_lookup_connection_value (request->connection, MHD_HEADER_KIND, name);
}

const char *
ihop_web_parameter (const IhopWebRequest *request, const char *name)
{
  return MHD_lookup_connection_value (request->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* The peer, or whom our proxy says it speaks for: the last entry is the one that it has written itself.
 * Of an IPv6 address the first half counts: the rest is one household's to choose. */
static char *
address_of (const IhopWebRequest *request)
{
  const char *forwarded = request->web->config.behind_proxy
                            ? ihop_web_header (request, "X-Forwarded-For")
                            : NULL;
  const union MHD_ConnectionInfo *info
    = MHD_get_connection_info (request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  char text[INET6_ADDRSTRLEN] = "unknown";

  if (forwarded)
    {
      const char *comma = strrchr (forwarded, ',');
      return g_strstrip (g_strdup (comma ? comma + 1 : forwarded));
    }
  if (info && info->client_addr->sa_family == AF_INET)
    inet_ntop (AF_INET, &((const struct sockaddr_in *) info->client_addr)->sin_addr, text, sizeof text);
  else if (info && info->client_addr->sa_family == AF_INET6)
    {
      struct in6_addr address = ((const struct sockaddr_in6 *) info->client_addr)->sin6_addr;
      memset (address.s6_addr + 8, 0, 8);
      inet_ntop (AF_INET6, &address, text, sizeof text);
    }
  return g_strdup (text);
}

static IhopWebRequest *
request_new (IhopWeb *web, struct MHD_Connection *connection, const char *url, const char *method)
{
  IhopWebRequest *request = g_new0 (IhopWebRequest, 1);
  g_autofree char *address = NULL;

  request->web = web;
  request->connection = connection;
  request->method = method;
  request->path = g_strdup (url);
  request->start = g_get_monotonic_time ();
  request->is_api = g_str_has_prefix (url, "/api/");
  address = address_of (request);
  request->address = ihop_web_alias (address, web->salt);
  return request;
}

static void
request_free (IhopWebRequest *request)
{
  ihop_web_upload_free (request->upload);
  for (guint i = 0; i < IHOP_WEB_MOST_PARTS; i++)
    g_free (request->parts[i]);
  g_free (request->path);
  g_free (request->address);
  g_free (request->allow);
  g_free (request);
}

/* What the head asks for, once it is this request's turn. */
static void
take (IhopWebRequest *request)
{
  guint status;

  if (!ihop_web_origin_check (request))
    return;
  request->route = ihop_web_find_route (request->method, request->path, request->parts, &status);
  if (request->route == NULL)
    {
      if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        request->allow = ihop_web_methods_of (request->path);
      ihop_web_reply_error (request, status, "%s", request->allow ? "This cannot be done here."
                                                                  : "There is no such page, or it was deleted.");
    }
  else if (!g_str_equal (request->route->method, "GET") && ihop_web_is_cross_site (request))
    ihop_web_reply_error (request, MHD_HTTP_FORBIDDEN, "This request comes from a page of another site.");
  else if (request->route->body == IHOP_WEB_TAKES_BODY)
    request->upload = ihop_web_upload_new (request);
}

/* The head has come, or its turn has. */
static enum MHD_Result
begin (IhopWebRequest *request)
{
  request->waits = !request->waits && ihop_web_pace_wait (request->web->pace, request);
  if (!request->waits)
    take (request);
  if (!request->is_replied)
    return MHD_YES;
  ihop_web_guard_request (request->web, request->connection, TRUE);
  return request->result;
}

static enum MHD_Result
finish (IhopWebRequest *request)
{
  if (request->upload == NULL || ihop_web_upload_end (request->upload, request))
    request->route->handler (request);
  g_assert (request->is_replied);
  ihop_web_guard_request (request->web, request->connection, TRUE);
  return request->result;
}

/* Its body comes, piece by piece, and then its end. */
static enum MHD_Result
go_on (IhopWebRequest *request, const char *bytes, size_t *size)
{
  if (*size == 0)
    return finish (request);
  /* Who sends a body that nobody asked for, or one that is too large, is not listened to. */
  if (request->upload == NULL || !ihop_web_upload_take (request->upload, bytes, *size))
    return MHD_NO;
  *size = 0;
  return MHD_YES;
}

enum MHD_Result
ihop_web_server_answer (void *data, struct MHD_Connection *connection, const char *url,
                        const char *method, const char *version, const char *bytes, size_t *size,
                        void **state)
{
  IhopWebRequest *request = *state;

  if (request == NULL)
    request = *state = request_new (data, connection, url, method);
  else if (!request->waits)
    return go_on (request, bytes, size);
  return begin (request);
}

/* Secrets in a path are not for a log. */
static char *
path_for_log (const IhopWebRequest *request)
{
  GString *path = g_string_new (NULL);
  g_auto (GStrv) parts = g_strsplit (request->path, "/", -1);

  for (guint i = 0; parts[i]; i++)
    {
      g_autofree char *alias = ihop_web_is_secret (parts[i]) ? ihop_web_alias (parts[i], NULL) : NULL;
      g_string_append_printf (path, "%s%s", i ? "/" : "", alias ? alias : parts[i]);
    }
  if (path->len > 200)
    g_string_truncate (path, 200);
  return g_string_free (path, FALSE);
}

void
ihop_web_server_completed (void *data, struct MHD_Connection *connection, void **state,
                           enum MHD_RequestTerminationCode code)
{
  IhopWebRequest *request = *state;
  g_autofree char *path = NULL, *status = NULL, *micros = NULL;

  if (request == NULL)
    return;
  gint64 spent = g_get_monotonic_time () - request->start;
  gboolean is_stream = request->route && g_str_has_suffix (request->route->pattern, "/events");
  path = path_for_log (request);
  status = g_strdup_printf ("%u", request->status);
  micros = g_strdup_printf ("%" G_GINT64_FORMAT, spent);
  if (!is_stream)
    ihop_web_metrics_request (&request->web->metrics, request->status, spent);
  ihop_web_log ("info", "request", "method", request->method, "path", path, "status", status,
                "micros", micros, "client", request->address,
                "ended", code == MHD_REQUEST_TERMINATED_COMPLETED_OK ? NULL : "early", NULL);
  ihop_web_guard_request (request->web, connection, FALSE);
  request_free (request);
  *state = NULL;
}

static void G_GNUC_PRINTF (2, 0)
log_daemon (void *data, const char *format, va_list arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);

  ihop_web_log ("warning", "http", "message", g_strchomp (text), NULL);
}

static gboolean
read_tls (const IhopWebConfig *config, char **certificate, char **key, GError **error)
{
  *certificate = *key = NULL;
  return config->tls_key == NULL
         || (g_file_get_contents (config->tls_certificate, certificate, NULL, error)
             && g_file_get_contents (config->tls_key, key, NULL, error));
}

static struct addrinfo *
resolve (const IhopWebConfig *config, GError **error)
{
  g_autofree char *port = g_strdup_printf ("%d", config->port);
  const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM };
  struct addrinfo *found = NULL;
  int code = getaddrinfo (config->address, port, &hints, &found);

  if (code != 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s is no address to listen on: %s",
                 config->address, gai_strerror (code));
  return code == 0 ? found : NULL;
}

/* A zero byte would end the path for whoever reads it as text: a path that holds one stays as it came, and
 * there is no such page. */
static size_t
unescape (void *data, struct MHD_Connection *connection, char *text)
{
  return strstr (text, "%00") ? strlen (text) : MHD_http_unescape (text);
}

static struct MHD_Daemon *
start (IhopWeb *web, const struct addrinfo *where, const char *certificate, const char *key)
{
  const IhopWebConfig *config = &web->config;
  guint flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG
                | (where->ai_family == AF_INET6 ? MHD_USE_IPv6 : 0) | (key ? MHD_USE_TLS : 0);
  struct MHD_OptionItem tls[] = {
    { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *) certificate },
    { MHD_OPTION_HTTPS_MEM_KEY, 0, (void *) key },
    { MHD_OPTION_HTTPS_PRIORITIES, 0, (void *) "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2" },
    { MHD_OPTION_END, 0, NULL }
  };

  return MHD_start_daemon (
    flags, 0, NULL, NULL, ihop_web_server_answer, web,
    MHD_OPTION_EXTERNAL_LOGGER, log_daemon, NULL, /* first: it hears of the others */
    MHD_OPTION_SOCK_ADDR, where->ai_addr, MHD_OPTION_THREAD_POOL_SIZE, 2u,
    MHD_OPTION_CONNECTION_LIMIT, (unsigned) config->connections,
    MHD_OPTION_PER_IP_CONNECTION_LIMIT,
    config->behind_proxy ? 0u : (unsigned) config->address_connections,
    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned) config->idle_seconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) 32768, MHD_OPTION_STRICT_FOR_CLIENT, 1,
    MHD_OPTION_LISTEN_BACKLOG_SIZE, 128u, MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
    MHD_OPTION_NOTIFY_COMPLETED, ihop_web_server_completed, web,
    MHD_OPTION_NOTIFY_CONNECTION, ihop_web_guard_notify, web,
    MHD_OPTION_ARRAY, key ? tls : tls + 3, MHD_OPTION_END);
}

gboolean
ihop_web_server_start (IhopWeb *web, GError **error)
{
  g_autofree char *certificate = NULL, *key = NULL;
  struct addrinfo *where;

  if (!read_tls (&web->config, &certificate, &key, error))
    return FALSE;
  where = resolve (&web->config, error);
  if (where == NULL)
    return FALSE;
  web->daemon = start (web, where, certificate, key);
  freeaddrinfo (where);
  if (web->daemon == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 "%s port %d cannot be listened on; is something else there already?",
                 web->config.address, web->config.port);
  return web->daemon != NULL;
}

guint
ihop_web_server_port (const IhopWeb *web)
{
  const union MHD_DaemonInfo *info = MHD_get_daemon_info (web->daemon, MHD_DAEMON_INFO_BIND_PORT);

  return info ? info->port : 0;
}

void
ihop_web_server_quiesce (IhopWeb *web)
{
  MHD_socket socket = MHD_quiesce_daemon (web->daemon);

  if (socket != MHD_INVALID_SOCKET)
    close (socket);
}

void
ihop_web_server_stop (IhopWeb *web)
{
  MHD_stop_daemon (web->daemon);
  web->daemon = NULL;
}
