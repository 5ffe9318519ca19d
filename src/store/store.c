#include "store/store.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define APPLICATION_ID 0x49484F50 /* "IHOP": file (1) and others know our databases by it */
#define BUSY_MS 10000

IhopDiag *
ihop_store_tell (IhopDiags *diags, const IhopStore *store, const GError *error)
{
  static const char *const remedies[] = {
    [IHOP_STORE_ERROR_ABSENT] = "name a file in a folder that you may write to",
    [IHOP_STORE_ERROR_FOREIGN] = "name another file: this one is left as it is",
    [IHOP_STORE_ERROR_NEWER] = "use the ihop that wrote it, or another file",
    [IHOP_STORE_ERROR_DAMAGED] = "put back a copy, or begin a new file",
    [IHOP_STORE_ERROR_BUSY] = "wait until the other process is done, or end it",
    [IHOP_STORE_ERROR_FULL] = "make room on the disk, or see who owns the file",
    [IHOP_STORE_ERROR_REFUSED] = NULL,
  };
  IhopDiag *diag = ihop_diags_add_at (diags, IHOP_ERROR, "IHOP-B001", store ? ihop_store_path (store) : NULL, 0, 0,
                                      "%s", error->message);

  if (error->domain == IHOP_STORE_ERROR && (guint) error->code < G_N_ELEMENTS (remedies)
      && remedies[error->code])
    ihop_diag_remedy (diag, "%s", remedies[error->code]);
  return diag;
}

static guint
patience_of (const IhopStoreOptions *options)
{
  return options->busy_ms ? options->busy_ms : BUSY_MS;
}

static gint64
number (IhopStore *store, const char *sql)
{
  g_autoptr (IhopQuery) query = ihop_query_new (store, sql);

  return ihop_query_next (query, NULL) ? ihop_query_int (query, 0) : -1;
}

/* An empty file may become ours; a filled one must be ours already. */
static gboolean
check_owner (IhopStore *store, gboolean read_only, GError **error)
{
  g_autofree char *claim = g_strdup_printf ("PRAGMA application_id = %d", APPLICATION_ID);
  g_autoptr (IhopQuery) probe = ihop_query_new (store, "SELECT count(*) FROM sqlite_master");

  if (!ihop_query_next (probe, error))
    return FALSE;
  gint64 tables = ihop_query_int (probe, 0);
  if (number (store, "PRAGMA application_id") == APPLICATION_ID)
    return TRUE;
  if (tables > 0 || read_only)
    {
      g_set_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_FOREIGN,
                   "%s is another program's database", ihop_store_path (store));
      return FALSE;
    }
  return ihop_store_run (store, claim, error);
}

/* The log mode stays with the file; the others are of this connection. A file system that cannot
 * have the log (no shared memory) keeps its old mode, which is correct, only slower. */
static gboolean
set_up (IhopStore *store, const IhopStoreOptions *options, GError **error)
{
  static const char *const sync[] = {
    [IHOP_STORE_USUAL] = "PRAGMA synchronous = NORMAL",
    [IHOP_STORE_SAFE] = "PRAGMA synchronous = FULL",
    [IHOP_STORE_SCRATCH] = "PRAGMA synchronous = OFF",
  };

  return check_owner (store, options->read_only, error)
         && (options->read_only || ihop_store_run (store, "PRAGMA journal_mode = WAL", error))
         && ihop_store_run (store, sync[options->sync], error)
         && ihop_store_run (store, "PRAGMA foreign_keys = ON", error)
         && ihop_schemas_apply (store, options->schemas, options->read_only, error);
}

/* Turning the log on asks for the file alone and does not wait for it (waiting could be a deadlock):
 * so those who make a file at the same moment try again. */
static gboolean
set_up_patiently (IhopStore *store, const IhopStoreOptions *options, GError **error)
{
  gint64 patience = (gint64) patience_of (options) * 1000;
  gint64 deadline = g_get_monotonic_time () + patience;

  for (;;)
    {
      g_autoptr (GError) failure = NULL;
      if (set_up (store, options, &failure))
        return TRUE;
      if (!g_error_matches (failure, IHOP_STORE_ERROR, IHOP_STORE_ERROR_BUSY)
          || g_get_monotonic_time () > deadline)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      g_usleep (2000);
    }
}

/* SQLite alone would say no more than that it was unable to. */
static gboolean
check_path (const char *path, gboolean read_only, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const char *why = NULL;

  if (g_str_equal (path, ":memory:"))
    return TRUE;
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    why = "it is a folder";
  else if (read_only && !g_file_test (path, G_FILE_TEST_EXISTS))
    why = "there is no such file";
  else if (!read_only && g_mkdir_with_parents (folder, 0700) != 0)
    why = "its folder cannot be made";
  if (why)
    g_set_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_ABSENT, "%s cannot be opened: %s", path,
                 why);
  return why == NULL;
}

/* SQLite gives the files beside (-wal, -shm) the rights of the file itself. It is made here before SQLite
 * could make it for everybody, but never opened twice: closing it would let go of SQLite's locks. */
static gboolean
make_private (const char *path, GError **error)
{
  static const char *const beside[] = { "", "-wal", "-shm" };

  if (g_str_equal (path, ":memory:"))
    return TRUE;
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  if (fd >= 0)
    return close (fd) == 0;
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *name = g_strconcat (path, beside[i], NULL);
      if (g_chmod (name, 0600) != 0 && (i == 0 || errno != ENOENT))
        {
          g_set_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_FULL, "%s cannot be hidden from others: %s", name,
                       g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}

IhopStore *
ihop_store_open (const char *path, const IhopStoreOptions *options, GError **error)
{
  if (!check_path (path, options->read_only, error) || (options->is_private && !make_private (path, error)))
    return NULL;
  g_autoptr (IhopStore) store = ihop_store_open_file (path, options->read_only, patience_of (options), error);
  return store && set_up_patiently (store, options, error) ? g_steal_pointer (&store) : NULL;
}
