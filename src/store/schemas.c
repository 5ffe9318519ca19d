/* The versions of a schema: data/store/NAME.sql holds them one below the other, each behind a line
 * "-- version N". What a version says is never changed once it was published: a change is a new
 * version, so that every file ever written can be brought up to date. */
#include "store/schemas.h"
#include "store_data.h"
#include <stdlib.h>
#include <string.h>

/* All schemas, by name. A new one: its file in data/store (and in the gresource there), a row here. */
static const char *const names[] = {
  "bench", /* measurements of ihop bench */
  "jobs",  /* the queue of the web service */
  "project", /* the window: files, steps, measurements */
  NULL
};

const char *const *
ihop_store_schemas (void)
{
  return names;
}

static const char mark[] = "\n-- version "; /* at the beginning of a line */

/* The scripts of versions 1, 2 …, NULL-terminated. */
static char **
versions_of (const char *name)
{
  g_autofree char *path = g_strdup_printf ("/ihop/store/%s.sql", name);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_store_data_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_assert (bytes); /* a row without its file */
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_auto (GStrv) pieces = g_strsplit (text, mark, -1);
  guint n = g_strv_length (pieces);
  char **versions = g_new0 (char *, n);

  for (guint i = 1; i < n; i++)
    {
      g_assert (atoi (pieces[i]) == (int) i);
      versions[i - 1] = g_strdup (pieces[i] + strcspn (pieces[i], "\n"));
    }
  return versions;
}

/* -1: it could not be read, which must never be taken for "not there yet". */
static int
read_version (IhopStore *store, const char *schema, GError **error)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (store, "SELECT version FROM ihop_schema WHERE name = ?");
  g_autoptr (GError) failure = NULL;

  ihop_query_put_text (query, schema);
  if (ihop_query_next (query, &failure))
    return (int) ihop_query_int (query, 0);
  if (failure == NULL)
    return 0;
  g_propagate_error (error, g_steal_pointer (&failure));
  return -1;
}

int
ihop_store_version (IhopStore *store, const char *schema)
{
  return MAX (read_version (store, schema, NULL), 0);
}

static gboolean
note_version (IhopStore *store, const char *name, int version, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "INSERT INTO ihop_schema (name, version) VALUES (?, ?) "
           "ON CONFLICT (name) DO UPDATE SET version = excluded.version");

  ihop_query_put_text (query, name);
  ihop_query_put_int (query, version);
  return ihop_query_run (query, error);
}

static gboolean
apply (IhopStore *store, const char *name, gboolean read_only, GError **error)
{
  g_auto (GStrv) versions = versions_of (name);
  int newest = (int) g_strv_length (versions), have = read_version (store, name, error);

  if (have < 0)
    return FALSE;
  if (have > newest)
    {
      g_set_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_NEWER,
                   "%s: its tables for \"%s\" are of version %d, this ihop knows them up to version "
                   "%d: a newer ihop wrote it", ihop_store_path (store), name, have, newest);
      return FALSE;
    }
  if (read_only && have < newest)
    {
      g_set_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_ABSENT,
                   have ? "%s: its tables for \"%s\" are older than this ihop; open it for writing once"
                        : "%s holds nothing of \"%s\"", ihop_store_path (store), name);
      return FALSE;
    }
  for (int i = have; i < newest; i++)
    if (!ihop_store_run (store, versions[i], error))
      return FALSE;
  return have == newest || note_version (store, name, newest, error);
}

static gboolean
apply_all (IhopStore *store, const char *const *wanted, gboolean read_only, GError **error)
{
  if (!read_only && !ihop_store_run (store, "CREATE TABLE IF NOT EXISTS ihop_schema "
                                            "(name TEXT PRIMARY KEY, version INTEGER NOT NULL)", error))
    return FALSE;
  for (guint i = 0; wanted && wanted[i]; i++)
    {
      g_assert (g_strv_contains (names, wanted[i]));
      if (!apply (store, wanted[i], read_only, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_schemas_apply (IhopStore *store, const char *const *wanted, gboolean read_only, GError **error)
{
  if (read_only)
    return apply_all (store, wanted, TRUE, error);
  if (!ihop_store_begin (store, error))
    return FALSE;
  if (apply_all (store, wanted, FALSE, error))
    return ihop_store_commit (store, error);
  ihop_store_rollback (store);
  return FALSE;
}
