/* The store: values go in and come out, transactions hold, schemas grow, and every bad file is a
 * sentence. */
#include "store/store.h"
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const bench[] = { "bench", NULL };
static const IhopStoreOptions usual = { .schemas = bench };
static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static IhopStore *
open_new (const char *name)
{
  g_autofree char *path = path_of (name);
  g_autoptr (GError) error = NULL;
  IhopStore *store = ihop_store_open (path, &usual, &error);

  g_assert_no_error (error);
  g_assert_true (ihop_store_run (store, "CREATE TABLE IF NOT EXISTS t (a, b, c, d)", &error));
  return store;
}

static gint64
count (IhopStore *store)
{
  g_autoptr (IhopQuery) query = ihop_query_new (store, "SELECT count(*) FROM t");

  g_assert_true (ihop_query_next (query, NULL));
  return ihop_query_int (query, 0);
}

static void
insert (IhopStore *store, gint64 value)
{
  g_autoptr (IhopQuery) query = ihop_query_new (store, "INSERT INTO t (a) VALUES (?)");

  ihop_query_put_int (query, value);
  g_assert_true (ihop_query_run (query, NULL));
}

/* A file of another program. */
static void
run_sqlite (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* ---- Values --------------------------------------------------------------------------------------- */

static void
test_values (void)
{
  g_autoptr (IhopStore) store = open_new ("values.db");
  g_autoptr (GBytes) bytes = g_bytes_new ("a\0b", 3), none = g_bytes_new (NULL, 0);
  g_autoptr (IhopQuery) in = ihop_query_new (store, "INSERT INTO t VALUES (?, ?, ?, ?)");

  ihop_query_put_int (in, G_MININT64);
  ihop_query_put_double (in, 0.1);
  ihop_query_put_text (in, "Grüße ' \" ;");
  ihop_query_put_bytes (in, bytes);
  g_assert_true (ihop_query_run (in, NULL));
  g_assert_cmpint (ihop_store_last_id (store), ==, 1);
  ihop_query_put_null (in);
  ihop_query_put_double (in, NAN);
  ihop_query_put_text (in, NULL);
  ihop_query_put_bytes (in, none);
  g_assert_true (ihop_query_run (in, NULL));

  g_autoptr (IhopQuery) out = ihop_query_new (store, "SELECT a, b, c, d FROM t ORDER BY rowid");
  g_assert_true (ihop_query_next (out, NULL));
  g_autoptr (GBytes) back = ihop_query_bytes (out, 3);
  g_assert_cmpint (ihop_query_int (out, 0), ==, G_MININT64);
  g_assert_true (ihop_query_double (out, 1) == 0.1);
  g_assert_cmpstr (ihop_query_text (out, 2), ==, "Grüße ' \" ;");
  g_assert_true (g_bytes_equal (back, bytes));
  g_assert_true (ihop_query_next (out, NULL));
  g_autoptr (GBytes) empty = ihop_query_bytes (out, 3);
  g_assert_true (ihop_query_is_null (out, 0));
  g_assert_cmpint (ihop_query_int (out, 0), ==, 0);
  g_assert_true (isnan (ihop_query_double (out, 1)));
  g_assert_null (ihop_query_text (out, 2));
  g_assert_cmpuint (g_bytes_get_size (empty), ==, 0);
  g_assert_false (ihop_query_next (out, NULL));
}

/* The same text twice at once, and the next use starts from the beginning. */
static void
test_same_text (void)
{
  g_autoptr (IhopStore) store = open_new ("same.db");

  insert (store, 1);
  insert (store, 2);
  for (guint pass = 0; pass < 2; pass++)
    {
      g_autoptr (IhopQuery) outer = ihop_query_new (store, "SELECT a FROM t ORDER BY a");
      g_assert_true (ihop_query_next (outer, NULL));
      g_autoptr (IhopQuery) inner = ihop_query_new (store, "SELECT a FROM t ORDER BY a");
      g_assert_true (ihop_query_next (inner, NULL));
      g_assert_cmpint (ihop_query_int (outer, 0), ==, 1);
      g_assert_cmpint (ihop_query_int (inner, 0), ==, 1);
    }
}

static void
test_wrong_text (void)
{
  g_autoptr (IhopStore) store = open_new ("wrong.db");
  g_autoptr (GError) error = NULL, rule = NULL;
  g_autoptr (IhopQuery) query = ihop_query_new (store, "SELEC a FROM t WHERE a = ?");
  g_autoptr (IhopQuery) orphan = ihop_query_new (
    store, "INSERT INTO bench_case (run, kernel, size, rival, state) VALUES (7, 'k', 's', 'r', 'equal')");

  ihop_query_put_int (query, 1);
  g_assert_false (ihop_query_next (query, &error));
  g_assert_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, "SELEC"));
  g_assert_false (ihop_query_run (orphan, &rule));
  g_assert_error (rule, IHOP_STORE_ERROR, IHOP_STORE_ERROR_REFUSED);
}

/* ---- Transactions ----------------------------------------------------------------------------------- */

static void
test_transactions (void)
{
  g_autoptr (IhopStore) store = open_new ("transactions.db");

  g_assert_true (ihop_store_begin (store, NULL));
  insert (store, 1);
  ihop_store_rollback (store);
  g_assert_cmpint (count (store), ==, 0);
  g_assert_true (ihop_store_begin (store, NULL));
  insert (store, 1);
  g_assert_true (ihop_store_begin (store, NULL));
  insert (store, 2);
  ihop_store_rollback (store);
  g_assert_true (ihop_store_begin (store, NULL));
  insert (store, 3);
  g_assert_true (ihop_store_commit (store, NULL));
  g_assert_true (ihop_store_commit (store, NULL));
  g_assert_cmpint (count (store), ==, 2);
}

/* A writer that is killed in mid-transaction leaves nothing of it, and the file whole. */
static void
test_killed (void)
{
  int pipes[2];
  char byte;

  g_clear_pointer (&(IhopStore *){ open_new ("killed.db") }, ihop_store_close);
  g_assert_cmpint (pipe (pipes), ==, 0);
  pid_t child = fork ();
  if (child == 0)
    {
      IhopStore *store = open_new ("killed.db");
      insert (store, 1);
      ihop_store_begin (store, NULL);
      for (int i = 0; i < 1000; i++)
        insert (store, i);
      if (write (pipes[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (pipes[0], &byte, 1), ==, 1);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  g_autoptr (IhopStore) store = open_new ("killed.db");
  g_autoptr (IhopQuery) check = ihop_query_new (store, "PRAGMA integrity_check");
  g_assert_cmpint (count (store), ==, 1);
  g_assert_true (ihop_query_next (check, NULL));
  g_assert_cmpstr (ihop_query_text (check, 0), ==, "ok");
}

/* Several processes open the same new file and write at once: all of it is there in the end. */
static void
test_many_writers (void)
{
  pid_t children[4];

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    if ((children[i] = fork ()) == 0)
      {
        IhopStore *store = open_new ("many.db");
        for (int j = 0; j < 50; j++)
          insert (store, j);
        ihop_store_close (store);
        _exit (0);
      }
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      int status;
      g_assert_cmpint (waitpid (children[i], &status, 0), ==, children[i]);
      g_assert_cmpint (status, ==, 0);
    }
  g_autoptr (IhopStore) store = open_new ("many.db");
  g_assert_cmpint (count (store), ==, 200);
}

static void
test_busy (void)
{
  g_autofree char *path = path_of ("busy.db");
  const IhopStoreOptions impatient = { .schemas = bench, .busy_ms = 50 };
  g_autoptr (IhopStore) first = open_new ("busy.db");
  g_autoptr (IhopStore) second = ihop_store_open (path, &impatient, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (ihop_store_begin (first, NULL));
  g_assert_false (ihop_store_begin (second, &error));
  g_assert_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_BUSY);
  g_assert_cmpint (count (second), ==, 0); /* reading waits for nobody */
  ihop_store_rollback (first);
  g_assert_true (ihop_store_begin (second, NULL));
}

/* ---- Schemas ------------------------------------------------------------------------------------------ */

static void
test_schemas (void)
{
  g_autofree char *path = path_of ("schemas.db");
  const IhopStoreOptions nothing = { .schemas = NULL }, reading = { .schemas = bench, .read_only = TRUE };
  g_autoptr (IhopStore) store = ihop_store_open (path, &nothing, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (ihop_store_version (store, "bench"), ==, 0);
  g_assert_null (ihop_store_open (path, &reading, &error));
  g_assert_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_ABSENT);
  g_autoptr (IhopStore) again = ihop_store_open (path, &usual, NULL);
  int version = ihop_store_version (again, "bench");
  g_assert_cmpint (version, >=, 1);
  g_autoptr (IhopStore) third = ihop_store_open (path, &reading, NULL);
  g_assert_cmpint (ihop_store_version (third, "bench"), ==, version);
  g_assert_false (ihop_store_run (third, "DELETE FROM bench_run", NULL));
}

/* Every schema that there is can be made, alone and with all the others. */
static void
test_all_schemas (void)
{
  const IhopStoreOptions all = { .schemas = ihop_store_schemas () };
  g_autoptr (IhopStore) store = ihop_store_open (":memory:", &all, NULL);

  g_assert_nonnull (store);
  for (const char *const *name = all.schemas; *name; name++)
    {
      const char *const one[] = { *name, NULL };
      const IhopStoreOptions options = { .schemas = one };
      g_autoptr (GError) error = NULL;
      g_autoptr (IhopStore) alone = ihop_store_open (":memory:", &options, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ihop_store_version (store, *name), ==, ihop_store_version (alone, *name));
    }
}

static void
test_newer (void)
{
  g_autofree char *path = path_of ("newer.db");
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&(IhopStore *){ open_new ("newer.db") }, ihop_store_close);
  run_sqlite (path, "UPDATE ihop_schema SET version = 999");
  g_assert_null (ihop_store_open (path, &usual, &error));
  g_assert_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_NEWER);
}

/* ---- Bad files ------------------------------------------------------------------------------------------ */

static void
check_bad (const char *name, const IhopStoreOptions *options, IhopStoreError code)
{
  g_autofree char *path = path_of (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopStore) store = ihop_store_open (path, options, &error);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  g_assert_null (store);
  g_assert_error (error, IHOP_STORE_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, name)); /* it says which file */
  g_assert_cmpuint (ihop_store_tell (diags, NULL, error)->remedies->len, ==, 1);
}

static void
test_bad_files (void)
{
  const IhopStoreOptions reading = { .schemas = bench, .read_only = TRUE };
  g_autofree char *text = path_of ("text.db"), *other = path_of ("other.db"), *dir = path_of ("dir.db");
  g_autofree char *long_text = g_strnfill (5000, 'x'), *left = NULL;

  g_file_set_contents (text, long_text, -1, NULL);
  run_sqlite (other, "CREATE TABLE photos (a)");
  g_mkdir (dir, 0700);
  check_bad ("text.db", &usual, IHOP_STORE_ERROR_FOREIGN);
  check_bad ("other.db", &usual, IHOP_STORE_ERROR_FOREIGN);
  check_bad ("dir.db", &usual, IHOP_STORE_ERROR_ABSENT);
  check_bad ("none.db", &reading, IHOP_STORE_ERROR_ABSENT);
  check_bad ("text.db/below.db", &usual, IHOP_STORE_ERROR_ABSENT);
  g_assert_true (g_file_get_contents (text, &left, NULL, NULL));
  g_assert_cmpstr (left, ==, long_text); /* not touched */
}

static void
test_damaged (void)
{
  g_autofree char *path = path_of ("damaged.db"), *text = NULL;
  gsize length;

  IhopStore *store = open_new ("damaged.db");
  for (int i = 0; i < 2000; i++)
    insert (store, i);
  ihop_store_run (store, "PRAGMA wal_checkpoint(TRUNCATE)", NULL);
  ihop_store_close (store);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  memset (text + 4096, 0xa5, length - 4096);
  g_file_set_contents (path, text, (gssize) length, NULL);
  check_bad ("damaged.db", &usual, IHOP_STORE_ERROR_DAMAGED);
}

static void
remove_all (void)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", folder);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("ihop-store-XXXXXX", NULL);
  g_test_add_func ("/store/values", test_values);
  g_test_add_func ("/store/same-text", test_same_text);
  g_test_add_func ("/store/wrong-text", test_wrong_text);
  g_test_add_func ("/store/transactions", test_transactions);
  g_test_add_func ("/store/killed", test_killed);
  g_test_add_func ("/store/many-writers", test_many_writers);
  g_test_add_func ("/store/busy", test_busy);
  g_test_add_func ("/store/schemas", test_schemas);
  g_test_add_func ("/store/all-schemas", test_all_schemas);
  g_test_add_func ("/store/newer", test_newer);
  g_test_add_func ("/store/bad-files", test_bad_files);
  g_test_add_func ("/store/damaged", test_damaged);
  int failed = g_test_run ();
  remove_all ();
  return failed;
}
