/* A file of SQLite's: transactions, statements, queries, and how they fail. What a store is beyond that, store.h says. */
#pragma once
#include <glib.h>

typedef struct _IhopStore IhopStore;
typedef struct _IhopQuery IhopQuery;

#define IHOP_STORE_ERROR (ihop_store_error_quark ())
GQuark ihop_store_error_quark (void);
typedef enum
{
  IHOP_STORE_ERROR_FAILED,  /* anything else; the sentence says what */
  IHOP_STORE_ERROR_ABSENT,  /* no such file, or it cannot be made */
  IHOP_STORE_ERROR_FOREIGN, /* no database, or another program's */
  IHOP_STORE_ERROR_NEWER,   /* written by a newer ihop */
  IHOP_STORE_ERROR_DAMAGED, /* the file is broken */
  IHOP_STORE_ERROR_BUSY,    /* another writer did not end in time */
  IHOP_STORE_ERROR_FULL,    /* no room, or not writable */
  IHOP_STORE_ERROR_REFUSED  /* a rule of the schema (unique, foreign key, check) */
} IhopStoreError;

/* The file alone, as SQLite opens it; busy_ms: how long to wait for another writer. NULL with an error. */
IhopStore *ihop_store_open_file (const char *path, gboolean read_only, guint busy_ms, GError **error);
void ihop_store_close (IhopStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopStore, ihop_store_close)
const char *ihop_store_path (const IhopStore *store);

/* Changes between begin and commit happen together or not at all. They nest: the inner ones can be
 * taken back by themselves. begin waits for other writers, so that commit does not fail for them.
 * A store that is closed in between takes everything back. */
gboolean ihop_store_begin (IhopStore *store, GError **error);
gboolean ihop_store_commit (IhopStore *store, GError **error);
void ihop_store_rollback (IhopStore *store);

/* One or more statements without values. */
gboolean ihop_store_run (IhopStore *store, const char *sql, GError **error);
/* Row id of the last INSERT, and rows that the last statement changed. */
gint64 ihop_store_last_id (const IhopStore *store);
guint64 ihop_store_changes (const IhopStore *store);

/* A statement, prepared once for each text and store. Values for its "?" are put from left to right.
 * Mistakes in the text are told by the first next or run. Free it before the store is closed. */
IhopQuery *ihop_query_new (IhopStore *store, const char *sql);
void ihop_query_free (IhopQuery *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopQuery, ihop_query_free)
void ihop_query_put_int (IhopQuery *query, gint64 value);
void ihop_query_put_double (IhopQuery *query, double value); /* NaN is kept as NULL */
void ihop_query_put_text (IhopQuery *query, const char *text); /* copied; NULL is NULL */
void ihop_query_put_bytes (IhopQuery *query, GBytes *bytes);   /* NULL is NULL */
void ihop_query_put_null (IhopQuery *query);

/* The next row; FALSE behind the last one, or when it failed: then error is set. */
gboolean ihop_query_next (IhopQuery *query, GError **error);
/* To the end, rows thrown away; the query can then be filled with other values. */
gboolean ihop_query_run (IhopQuery *query, GError **error);

/* Columns of the row, from 0. NULL reads as 0, NaN and NULL. The text lives until the next row. */
gint64 ihop_query_int (const IhopQuery *query, int column);
double ihop_query_double (const IhopQuery *query, int column);
const char *ihop_query_text (const IhopQuery *query, int column);
GBytes *ihop_query_bytes (const IhopQuery *query, int column); /* caller unrefs; NULL: it is NULL */
gboolean ihop_query_is_null (const IhopQuery *query, int column);
