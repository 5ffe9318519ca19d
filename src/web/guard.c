#include "web/guard.h"
#include "web/log.h"
#include <sys/socket.h>

typedef struct
{
  int fd;
  gint64 since;         /* monotonic: when it began to say what it wants */
  gboolean is_answered; /* we speak: it may read as slowly as idle-seconds allow */
} Guarded;

void
ihop_web_guard_notify (void *data, struct MHD_Connection *connection, void **socket_context,
                       enum MHD_ConnectionNotificationCode code)
{
  IhopWeb *web = data;

  g_mutex_lock (&web->connections_lock);
  if (code == MHD_CONNECTION_NOTIFY_STARTED)
    {
      const union MHD_ConnectionInfo *info
        = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD);
      Guarded *guarded = g_new0 (Guarded, 1);
      guarded->fd = info ? info->connect_fd : -1;
      guarded->since = g_get_monotonic_time ();
      g_hash_table_insert (web->connections, connection, guarded);
    }
  else
    g_hash_table_remove (web->connections, connection);
  g_mutex_unlock (&web->connections_lock);
}

void
ihop_web_guard_request (IhopWeb *web, struct MHD_Connection *connection, gboolean is_answered)
{
  Guarded *guarded;

  g_mutex_lock (&web->connections_lock);
  guarded = g_hash_table_lookup (web->connections, connection);
  if (guarded)
    {
      guarded->is_answered = is_answered;
      guarded->since = g_get_monotonic_time ();
    }
  g_mutex_unlock (&web->connections_lock);
}

void
ihop_web_guard_sweep (IhopWeb *web)
{
  gint64 late = g_get_monotonic_time () - web->config.request_seconds * G_USEC_PER_SEC;
  GHashTableIter iter;
  gpointer value;
  guint cut = 0;

  g_mutex_lock (&web->connections_lock);
  g_hash_table_iter_init (&iter, web->connections);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Guarded *guarded = value;
      if (guarded->is_answered || guarded->since > late || guarded->fd < 0)
        continue;
      shutdown (guarded->fd, SHUT_RDWR); /* the daemon notices and closes it */
      guarded->fd = -1;
      cut++;
    }
  g_mutex_unlock (&web->connections_lock);
  for (guint i = 0; i < cut; i++)
    g_atomic_int_inc (&web->metrics.slow_clients);
  if (cut)
    ihop_web_log ("warning", "slow_clients_cut", NULL);
}

guint
ihop_web_guard_count (IhopWeb *web)
{
  guint count;

  g_mutex_lock (&web->connections_lock);
  count = g_hash_table_size (web->connections);
  g_mutex_unlock (&web->connections_lock);
  return count;
}
