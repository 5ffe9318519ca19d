/* libFuzzer: bytes as one request to the server's own handler, through libmicrohttpd, without a
 * network: a pair of sockets. What it finds is a crash, a leak, a hang, or a file outside of the state
 * folder. The first byte says how the rest is dressed: a body of multipart, of JSON, of a plain form, or
 * a request as it is. */
#include "base/folder.h"
#include "web/files.h"
#include "web/layout.h"
#include "web/server.h"
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size);

static IhopWeb web;

static void
set_up (void)
{
  static char program[] = "ihop-web";
  static char address[] = "127.0.0.1";

  g_autofree char *state = g_dir_make_tmp ("ihop-web-fuzz-XXXXXX", NULL);
  g_autofree char *queue = ihop_web_queue_path (state);
  web.config = (IhopWebConfig) { .address = address, .state = g_strdup (state), .ihop = program, .upload_kb = 64,
                                 .files = 10, .queue = 1000000, .keep_minutes = 1 };
  web.config.metrics = g_strdup ("local");
  ihop_web_layout_make (state, NULL);
  web.jobs = ihop_jobs_open (queue, NULL);
  web.salt = g_strdup ("salt");
  web.transforms = g_strdup ("{\"transforms\": []}");
  web.gpus = g_strdup ("{\"gpus\": []}");
  web.version = g_strdup ("fuzz");
  web.connections = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  web.listeners = g_ptr_array_new ();
  ihop_web_metrics_init (&web.metrics);
  web.daemon = MHD_start_daemon (MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, ihop_web_server_answer, &web,
                                 MHD_OPTION_NOTIFY_COMPLETED, ihop_web_server_completed, &web,
                                 MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t) 32768,
                                 MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
  g_assert (web.jobs && web.daemon);
}

static GString *
dress (const uint8_t *bytes, size_t size)
{
  static const char *const types[] = { "multipart/form-data; boundary=B", "application/json",
                                       "application/x-www-form-urlencoded" };
  GString *request = g_string_new (NULL);
  guint how = bytes[0] % 4;

  if (how < 3)
    g_string_append_printf (request, "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                     "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n", types[how], size - 1);
  g_string_append_len (request, (const char *) bytes + 1, (gssize) size - 1);
  return request;
}

/* Until the server has nothing more to say: it works only when it is asked to. */
static void
converse (int fd, const GString *request)
{
  char answer[65536];
  gsize sent = 0;
  gboolean is_open = TRUE;

  for (guint turn = 0; turn < 200 && is_open; turn++)
    {
      gssize n = sent < request->len ? send (fd, request->str + sent, request->len - sent, MSG_NOSIGNAL) : 0;
      if (n > 0)
        sent += (gsize) n;
      if (sent == request->len)
        shutdown (fd, SHUT_WR);
      MHD_run_wait (web.daemon, 0);
      n = recv (fd, answer, sizeof answer, MSG_DONTWAIT);
      is_open = n != 0;
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
  static guint count;
  int pair[2];
  struct sockaddr_in address = { .sin_family = AF_INET };

  if (size < 2)
    return 0;
  if (web.daemon == NULL)
    set_up ();
  g_assert (socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) == 0);
  GString *request = dress (bytes, size);
  if (MHD_add_connection (web.daemon, pair[1], (struct sockaddr *) &address, sizeof address) == MHD_YES)
    converse (pair[0], request);
  close (pair[0]);
  for (guint i = 0; i < 5; i++)
    MHD_run_wait (web.daemon, 0);
  g_string_free (request, TRUE);
  /* Jobs that came through are of no use, and would fill the disk. */
  if (++count % 200 == 0)
    {
      g_autofree char *jobs = g_build_filename (web.config.state, "jobs", NULL);
      ihop_folder_remove (jobs);
      ihop_web_layout_make (web.config.state, NULL);
    }
  return 0;
}
