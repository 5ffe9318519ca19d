/* What is kept from one run to the next: SQLite, behind words of our own. No other room calls it.
 *
 * A store is one file that holds the tables of one or more *schemas*: "bench" (measurements),
 * others beside it. A schema is a file data/store/NAME.sql, cut into versions by lines
 * "-- version N", and a row in schemas.c; opening a store brings each schema that is asked for to its
 * newest version, in one transaction. What a user of the store asks (its own SQL) stands in a file
 * of its own beside this one, or where it is used; this header is all that it needs.
 *
 * A store belongs to one thread at a time. Several processes may open the same file: writers wait for
 * each other, readers wait for nobody (write-ahead log). Not on a network file system: SQLite's locks
 * do not hold there, so what several machines make is merged by one of them.
 *
 *     g_autoptr (IhopQuery) query = ihop_query_new (store, "SELECT id, name FROM run WHERE state = ?");
 *     ihop_query_put_text (query, "done");
 *     while (ihop_query_next (query, &error))
 *       use (ihop_query_int (query, 0), ihop_query_text (query, 1)); */
#pragma once
#include "base/diag.h"
#include "store/schemas.h"

/* What a crash of the whole machine may cost. A crash of the program costs nothing in any of them. */
typedef enum
{
  IHOP_STORE_USUAL,  /* the last few transactions; the file stays whole */
  IHOP_STORE_SAFE,   /* nothing that was committed: each commit waits for the disk */
  IHOP_STORE_SCRATCH /* everything: for what can be made again */
} IhopStoreSync;

typedef struct
{
  const char *const *schemas; /* names, NULL-terminated; see ihop_store_schemas */
  IhopStoreSync sync;
  guint busy_ms;              /* how long to wait for another writer; 0: 10 000 */
  gboolean read_only;         /* the file must be there, with schemas that are up to date */
  gboolean is_private;        /* nobody but its owner may read it, nor the files that SQLite puts beside it */
} IhopStoreOptions;

/* Opens or makes the file (and its folder); ":memory:" is nobody's file. NULL with an error whose
 * message is a whole sentence that names the file. */
IhopStore *ihop_store_open (const char *path, const IhopStoreOptions *options, GError **error);
/* An error of this room as a diagnostic with what can be done about it. */
IhopDiag *ihop_store_tell (IhopDiags *diags, const IhopStore *store, const GError *error);
