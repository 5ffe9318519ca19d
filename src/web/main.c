/* ihop-web: the service. "work", "work-at" and "inside" are words for its own children (worker.h, inside.h). */
#include "web/dispatch.h"
#include "web/events.h"
#include "web/inside.h"
#include "web/layout.h"
#include "web/log.h"
#include "web/names.h"
#include "web/pace.h"
#include "web/server.h"
#include "web/worker.h"
#include <gio/gio.h>
#include <glib-unix.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  IhopWeb web;
  IhopWebDispatch *dispatch;
  GMainLoop *loop;
} Service;

/* work-at ID SLOT [OPTIONS] */
static int
run_far_worker (int argc, char **argv)
{
  IhopWebConfig config;
  const char *id = argc > 3 ? argv[2] : NULL;
  guint slot = argc > 3 ? (guint) g_ascii_strtoull (argv[3], NULL, 10) : 0;
  int code;

  if (!ihop_web_is_secret (id))
    return 2;
  argc -= 3;
  argv += 3;
  code = ihop_web_config_parse (&config, &argc, &argv);
  if (code < 0)
    code = ihop_web_worker_run_far (&config, id, slot);
  ihop_web_config_clear (&config);
  return code;
}

/* work ID ATTEMPT SLOT [OPTIONS] */
static int
run_worker (int argc, char **argv)
{
  IhopWebConfig config;
  const char *id = argc > 4 ? argv[2] : NULL;
  guint attempt = argc > 4 ? (guint) g_ascii_strtoull (argv[3], NULL, 10) : 0;
  guint slot = argc > 4 ? (guint) g_ascii_strtoull (argv[4], NULL, 10) : 0;
  int code;

  if (id == NULL)
    return 2;
  argc -= 4;
  argv += 4;
  code = ihop_web_config_parse (&config, &argc, &argv);
  if (code < 0)
    code = ihop_web_worker_run (&config, id, attempt, slot);
  ihop_web_config_clear (&config);
  return code;
}

static void
init_web (IhopWeb *web)
{
  web->connections = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  web->listeners = g_ptr_array_new ();
  g_mutex_init (&web->connections_lock);
  g_mutex_init (&web->listeners_lock);
  g_cond_init (&web->stream_ended);
  ihop_web_metrics_init (&web->metrics);
}

static int
complain (const char *what, const char *why)
{
  ihop_web_log ("error", "start", "message", what, "why", why, NULL);
  return 5;
}

static int
check_sandbox (const IhopWebConfig *config)
{
  const IhopSandbox sandbox = ihop_web_worker_sandbox (config, 0);
  g_autofree char *fault = ihop_sandbox_check (&sandbox);

  if (config->unsafe_no_sandbox)
    ihop_web_log ("warning", "no_sandbox", "message",
                  "--unsafe-no-sandbox: what is uploaded runs through the compiler as this user", NULL);
  if (fault)
    return complain ("the sandbox does not work here, so nothing is served: install bubblewrap and allow "
                     "user namespaces; --unsafe-no-sandbox serves without one", fault);
  return -1;
}

/* What the program ihop knows, asked once. */
static char *
ask_ihop (const IhopWeb *web, const char *what)
{
  const char *argv[] = { web->config.ihop, "list", what, "--format", "json", NULL };
  const char *version[] = { web->config.ihop, "--version", NULL };
  char *text = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) (what ? argv : version), NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                     &text, NULL, &status, NULL)
      || !g_spawn_check_wait_status (status, NULL))
    g_clear_pointer (&text, g_free);
  return text;
}

static int
open_state (IhopWeb *web)
{
  g_autofree char *path = ihop_web_queue_path (web->config.state);
  g_autofree char *salt = ihop_web_secret_new ();
  g_autoptr (GError) error = NULL;

  if (!ihop_web_layout_make (web->config.state, &error) || ihop_web_layout_lock (web->config.state, &error) < 0
      || (web->jobs = ihop_jobs_open (path, &error)) == NULL
      || (web->salt = ihop_jobs_secret (web->jobs, "salt", salt, &error)) == NULL)
    return complain ("the state folder cannot be used", error->message);
  web->transforms = ask_ihop (web, "transforms");
  web->gpus = ask_ihop (web, "gpus");
  web->version = ask_ihop (web, NULL);
  if (web->transforms == NULL || web->gpus == NULL || web->version == NULL)
    return complain ("the program ihop does not answer", web->config.ihop);
  g_strchomp (web->version);
  return -1;
}

static void
end (gpointer data)
{
  g_main_loop_quit (((Service *) data)->loop);
}

/* The first signal drains, the second ends at once. */
static gboolean
stop (gpointer data)
{
  Service *service = data;

  if (g_atomic_int_add (&service->web.is_draining, 1) > 0)
    {
      end (service);
      return G_SOURCE_CONTINUE;
    }
  ihop_web_log ("info", "draining", NULL);
  ihop_web_dispatch_drain (service->dispatch, end, service);
  return G_SOURCE_CONTINUE;
}

static void
close_doors (IhopWeb *web)
{
  ihop_web_server_quiesce (web);
  ihop_web_pace_end (web->pace);
  ihop_web_events_end (web);
  ihop_web_server_stop (web);
}

static int
serve (Service *service)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *port = NULL;

  service->web.pace = ihop_web_pace_new ((guint) service->web.config.address_requests);
  if (!ihop_web_server_start (&service->web, &error))
    return complain ("it cannot listen", error->message);
  service->loop = g_main_loop_new (NULL, FALSE);
  service->dispatch = ihop_web_dispatch_new (&service->web, &error);
  if (service->dispatch == NULL)
    {
      close_doors (&service->web);
      return complain ("jobs cannot be given out", error->message);
    }
  g_unix_signal_add (SIGTERM, stop, service);
  g_unix_signal_add (SIGINT, stop, service);
  port = g_strdup_printf ("%u", ihop_web_server_port (&service->web));
  ihop_web_log ("info", "listening", "address", service->web.config.address, "port", port, "version",
                service->web.version, NULL);
  g_main_loop_run (service->loop);
  close_doors (&service->web);
  ihop_web_dispatch_free (service->dispatch);
  g_main_loop_unref (service->loop);
  ihop_web_log ("info", "stopped", NULL);
  return 0;
}

static void
clear_web (IhopWeb *web)
{
  ihop_jobs_close (web->jobs);
  ihop_web_pace_free (web->pace);
  g_hash_table_unref (web->connections);
  g_ptr_array_unref (web->listeners);
  g_free (web->salt);
  g_free (web->transforms);
  g_free (web->gpus);
  g_free (web->version);
  ihop_web_config_clear (&web->config);
}

int
main (int argc, char **argv)
{
  Service service = { 0 };
  int code;

  setlocale (LC_ALL, "C.UTF-8");
  if (argc > 1 && g_str_equal (argv[1], "inside"))
    return ihop_web_inside (argc - 1, argv + 1);
  if (argc > 1 && g_str_equal (argv[1], "work"))
    return run_worker (argc, argv);
  if (argc > 1 && g_str_equal (argv[1], "work-at"))
    return run_far_worker (argc, argv);
  signal (SIGPIPE, SIG_IGN);
  umask (077); /* whatever is kept is for nobody else on this machine */
  if (argc == 2 && g_str_equal (argv[1], "--version"))
    {
      printf ("ihop-web %s\n", IHOP_VERSION);
      return 0;
    }
  init_web (&service.web);
  code = ihop_web_config_parse (&service.web.config, &argc, &argv);
  if (code < 0)
    code = check_sandbox (&service.web.config);
  if (code < 0)
    code = open_state (&service.web);
  if (code < 0)
    code = serve (&service);
  clear_web (&service.web);
  return code;
}
