#include "web/origin.h"
#include "web/reply.h"
#include <gio/gio.h>
#include <string.h>

/* The name that this request asks for, without its port. Caller frees. */
static char *
name_of (const char *host)
{
  const char *end = *host == '[' ? strchr (host, ']') : strchr (host, ':');

  if (*host == '[')
    return end ? g_strndup (host + 1, (gsize) (end - host - 1)) : g_strdup ("");
  return end ? g_strndup (host, (gsize) (end - host)) : g_strdup (host);
}

/* A page of somebody else whose name suddenly leads to this machine (DNS rebinding) asks for that name. Ours are
 * the one of --origin, addresses, and what this machine calls itself. */
static gboolean
is_own_host (const IhopWebRequest *request, const char *host)
{
  const char *origin = request->web->config.origin;
  g_autofree char *name = name_of (host);

  return (origin && g_ascii_strcasecmp (strstr (origin, "://") + 3, host) == 0)
         || g_hostname_is_ip_address (name) || g_ascii_strcasecmp (name, "localhost") == 0
         || g_ascii_strcasecmp (name, g_get_host_name ()) == 0;
}

typedef struct
{
  const char *value;
  guint count;
} Hosts;

static enum MHD_Result
take_host (void *data, enum MHD_ValueKind kind, const char *name, const char *value)
{
  Hosts *hosts = data;

  if (g_ascii_strcasecmp (name, MHD_HTTP_HEADER_HOST) == 0)
    {
      hosts->value = value ? value : "";
      hosts->count++;
    }
  return MHD_YES;
}

/* What another program on the way could understand in another way than we do ends the connection: nobody knows
 * where the next request begins. */
gboolean
ihop_web_origin_check (IhopWebRequest *request)
{
  Hosts hosts = { NULL, 0 };

  MHD_get_connection_values (request->connection, MHD_HEADER_KIND, take_host, &hosts);
  request->is_closing = hosts.count > 1
                        || (ihop_web_header (request, MHD_HTTP_HEADER_TRANSFER_ENCODING)
                            && ihop_web_header (request, MHD_HTTP_HEADER_CONTENT_LENGTH));
  if (request->is_closing)
    ihop_web_reply_error (request, MHD_HTTP_BAD_REQUEST, hosts.count > 1
                                                           ? "The request has more than one Host."
                                                           : "The request says its length in two ways.");
  else if (hosts.value && !is_own_host (request, hosts.value))
    ihop_web_reply_error (request, MHD_HTTP_MISDIRECTED_REQUEST,
                          "This service does not go by that name. If it should, start it with --origin http://%.200s",
                          hosts.value);
  return !request->is_replied;
}

/* "http://HOST" as the browser that shows our page says it. */
static gboolean
is_own_origin (const IhopWebRequest *request, const char *origin)
{
  const char *host = ihop_web_header (request, MHD_HTTP_HEADER_HOST);
  const char *own = strstr (origin, "://");

  if (request->web->config.origin)
    return g_str_equal (origin, request->web->config.origin);
  return own && host && g_ascii_strcasecmp (own + 3, host) == 0;
}

gboolean
ihop_web_is_cross_site (const IhopWebRequest *request)
{
  const char *site = ihop_web_header (request, "Sec-Fetch-Site");
  const char *origin = ihop_web_header (request, MHD_HTTP_HEADER_ORIGIN);

  if (site && !g_str_equal (site, "same-origin") && !g_str_equal (site, "none"))
    return TRUE;
  return origin && !is_own_origin (request, origin);
}
