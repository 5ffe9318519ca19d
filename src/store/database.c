#include "store/database.h"
#include <math.h>
#include <sqlite3.h>
#include <string.h>

struct _IhopStore
{
  sqlite3 *db;
  char *path;
  guint depth;            /* of nested begins */
  GHashTable *statements; /* of sqlite3_stmt *, by text: those that no query uses now */
};

struct _IhopQuery
{
  IhopStore *store;
  char *sql;
  sqlite3_stmt *statement; /* NULL: it could not be prepared */
  int next;                /* the "?" that the next put fills */
  int failure;             /* SQLite's code of what failed before the first step */
};

G_DEFINE_QUARK (ihop-store-error-quark, ihop_store_error)

/* ---- Errors ------------------------------------------------------------------------------------- */

static IhopStoreError
kind_of (int code)
{
  switch (code & 0xff)
    {
    case SQLITE_CANTOPEN: return IHOP_STORE_ERROR_ABSENT;
    case SQLITE_NOTADB: return IHOP_STORE_ERROR_FOREIGN;
    case SQLITE_CORRUPT: return IHOP_STORE_ERROR_DAMAGED;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return IHOP_STORE_ERROR_BUSY;
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM: return IHOP_STORE_ERROR_FULL;
    case SQLITE_CONSTRAINT: return IHOP_STORE_ERROR_REFUSED;
    default: return IHOP_STORE_ERROR_FAILED;
    }
}

static const char *
what_of (IhopStoreError kind)
{
  switch (kind)
    {
    case IHOP_STORE_ERROR_ABSENT: return "cannot be opened";
    case IHOP_STORE_ERROR_FOREIGN: return "is no database";
    case IHOP_STORE_ERROR_DAMAGED: return "is damaged";
    case IHOP_STORE_ERROR_BUSY: return "is being written by another process, which does not end";
    case IHOP_STORE_ERROR_FULL: return "cannot be written";
    case IHOP_STORE_ERROR_REFUSED: return "does not take this";
    default: return "failed";
    }
}

/* Always FALSE. */
static gboolean
fail (const IhopStore *store, int code, const char *what, GError **error)
{
  IhopStoreError kind = kind_of (code);

  g_set_error (error, IHOP_STORE_ERROR, kind, "%s %s: %s", store->path, what_of (kind), what);
  return FALSE;
}

static gboolean
fail_db (const IhopStore *store, int code, GError **error)
{
  return fail (store, code, sqlite3_errmsg (store->db), error);
}

/* ---- Opening ------------------------------------------------------------------------------------ */

static void
finalize (gpointer statement)
{
  sqlite3_finalize (statement);
}

IhopStore *
ihop_store_open_file (const char *path, gboolean read_only, guint busy_ms, GError **error)
{
  int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  g_autoptr (IhopStore) store = g_new0 (IhopStore, 1);

  store->path = g_strdup (path);
  store->statements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, finalize);
  int code = sqlite3_open_v2 (path, &store->db, flags | SQLITE_OPEN_FULLMUTEX, NULL);
  if (code != SQLITE_OK)
    {
      fail_db (store, code, error);
      return NULL;
    }
  sqlite3_extended_result_codes (store->db, 1);
  sqlite3_busy_timeout (store->db, (int) busy_ms);
  return g_steal_pointer (&store);
}

void
ihop_store_close (IhopStore *store)
{
  if (store == NULL)
    return;
  g_hash_table_unref (store->statements);
  sqlite3_close_v2 (store->db);
  g_free (store->path);
  g_free (store);
}

const char *
ihop_store_path (const IhopStore *store)
{
  return store->path;
}

/* ---- Statements without values ------------------------------------------------------------------- */

gboolean
ihop_store_run (IhopStore *store, const char *sql, GError **error)
{
  int code = sqlite3_exec (store->db, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || fail_db (store, code, error);
}

gboolean
ihop_store_begin (IhopStore *store, GError **error)
{
  g_autofree char *inner = g_strdup_printf ("SAVEPOINT inner%u", store->depth);

  if (!ihop_store_run (store, store->depth ? inner : "BEGIN IMMEDIATE", error))
    return FALSE;
  store->depth++;
  return TRUE;
}

gboolean
ihop_store_commit (IhopStore *store, GError **error)
{
  g_assert (store->depth > 0);
  g_autofree char *inner = g_strdup_printf ("RELEASE inner%u", store->depth - 1);

  if (!ihop_store_run (store, store->depth > 1 ? inner : "COMMIT", error))
    {
      ihop_store_rollback (store);
      return FALSE;
    }
  store->depth--;
  return TRUE;
}

/* Some failures (a full disk) have taken everything back already: then there is nothing to do. */
void
ihop_store_rollback (IhopStore *store)
{
  g_assert (store->depth > 0);
  store->depth--;
  g_autofree char *inner
    = g_strdup_printf ("ROLLBACK TO inner%u; RELEASE inner%u", store->depth, store->depth);

  if (!sqlite3_get_autocommit (store->db))
    ihop_store_run (store, store->depth ? inner : "ROLLBACK", NULL);
}

gint64
ihop_store_last_id (const IhopStore *store)
{
  return sqlite3_last_insert_rowid (store->db);
}

guint64
ihop_store_changes (const IhopStore *store)
{
  return (guint64) sqlite3_changes64 (store->db);
}

/* ---- Queries ------------------------------------------------------------------------------------- */

/* Taken out of the store while it is in use, so that a query may run inside another of its text. */
static sqlite3_stmt *
take_statement (IhopStore *store, const char *sql, int *failure)
{
  gpointer key = NULL, statement = NULL;

  if (g_hash_table_steal_extended (store->statements, sql, &key, &statement))
    g_free (key);
  else
    *failure = sqlite3_prepare_v3 (store->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                   (sqlite3_stmt **) &statement, NULL);
  return statement;
}

IhopQuery *
ihop_query_new (IhopStore *store, const char *sql)
{
  IhopQuery *query = g_new0 (IhopQuery, 1);

  query->store = store;
  query->sql = g_strdup (sql);
  query->statement = take_statement (store, sql, &query->failure);
  query->next = 1;
  return query;
}

void
ihop_query_free (IhopQuery *query)
{
  if (query == NULL)
    return;
  if (query->statement)
    {
      sqlite3_reset (query->statement);
      sqlite3_clear_bindings (query->statement);
      g_hash_table_replace (query->store->statements, g_steal_pointer (&query->sql), query->statement);
    }
  g_free (query->sql);
  g_free (query);
}

static void
put (IhopQuery *query, int code)
{
  query->next++;
  if (query->failure == SQLITE_OK)
    query->failure = code;
}

void
ihop_query_put_int (IhopQuery *query, gint64 value)
{
  put (query, sqlite3_bind_int64 (query->statement, query->next, value));
}

void
ihop_query_put_double (IhopQuery *query, double value)
{
  put (query, sqlite3_bind_double (query->statement, query->next, value));
}

void
ihop_query_put_text (IhopQuery *query, const char *text)
{
  put (query, sqlite3_bind_text (query->statement, query->next, text, -1, SQLITE_TRANSIENT));
}

void
ihop_query_put_bytes (IhopQuery *query, GBytes *bytes)
{
  gsize length = 0;
  const void *data = bytes ? g_bytes_get_data (bytes, &length) : NULL;

  if (bytes && length == 0)
    put (query, sqlite3_bind_zeroblob (query->statement, query->next, 0));
  else
    put (query, sqlite3_bind_blob64 (query->statement, query->next, data, length, SQLITE_TRANSIENT));
}

void
ihop_query_put_null (IhopQuery *query)
{
  put (query, sqlite3_bind_null (query->statement, query->next));
}

/* Too few values are a mistake of ours, as a mistake in the text is. */
static gboolean
may_step (IhopQuery *query, GError **error)
{
  if (query->failure != SQLITE_OK || query->statement == NULL)
    {
      g_autofree char *what = g_strdup_printf ("%s, in: %s", sqlite3_errmsg (query->store->db),
                                               query->sql);
      return fail (query->store, query->failure, what, error);
    }
  g_assert (query->next == sqlite3_bind_parameter_count (query->statement) + 1);
  return TRUE;
}

gboolean
ihop_query_next (IhopQuery *query, GError **error)
{
  if (!may_step (query, error))
    return FALSE;
  int code = sqlite3_step (query->statement);
  if (code == SQLITE_ROW)
    return TRUE;
  if (code != SQLITE_DONE)
    fail_db (query->store, code, error);
  sqlite3_reset (query->statement);
  query->next = 1;
  return FALSE;
}

gboolean
ihop_query_run (IhopQuery *query, GError **error)
{
  g_autoptr (GError) failure = NULL;

  while (ihop_query_next (query, &failure))
    ;
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

gboolean
ihop_query_is_null (const IhopQuery *query, int column)
{
  return sqlite3_column_type (query->statement, column) == SQLITE_NULL;
}

gint64
ihop_query_int (const IhopQuery *query, int column)
{
  return sqlite3_column_int64 (query->statement, column);
}

double
ihop_query_double (const IhopQuery *query, int column)
{
  return ihop_query_is_null (query, column) ? NAN : sqlite3_column_double (query->statement, column);
}

const char *
ihop_query_text (const IhopQuery *query, int column)
{
  return (const char *) sqlite3_column_text (query->statement, column);
}

GBytes *
ihop_query_bytes (const IhopQuery *query, int column)
{
  if (ihop_query_is_null (query, column))
    return NULL;
  const void *data = sqlite3_column_blob (query->statement, column);
  return g_bytes_new (data, (gsize) sqlite3_column_bytes (query->statement, column));
}
