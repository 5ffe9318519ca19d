#include "bench/keep.h"
#include <math.h>
#include <string.h>

static const char *const schemas[] = { "bench", NULL };

char *
ihop_keep_default_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "ihop", "bench.db", NULL);
}

IhopStore *
ihop_keep_open (const char *path, gboolean read_only, GError **error)
{
  const IhopStoreOptions options = { .schemas = schemas, .read_only = read_only };
  g_autofree char *usual = ihop_keep_default_path ();

  return ihop_store_open (path ? path : usual, &options, error);
}

/* ---- Writing --------------------------------------------------------------------------------------- */

static char *
now_text (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  return g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
}

gint64
ihop_keep_begin (IhopStore *store, const char *name, const char *version, const char *machine,
                 const char *settings, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "INSERT INTO bench_run (name, began, ihop, machine, settings) VALUES (?, ?, ?, ?, ?)");
  g_autofree char *now = now_text ();
  g_autoptr (GError) failure = NULL;

  ihop_query_put_text (query, name);
  ihop_query_put_text (query, now);
  ihop_query_put_text (query, version);
  ihop_query_put_text (query, machine);
  ihop_query_put_text (query, settings);
  if (ihop_query_run (query, &failure))
    return ihop_store_last_id (store);
  if (g_error_matches (failure, IHOP_STORE_ERROR, IHOP_STORE_ERROR_REFUSED))
    g_set_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_REFUSED,
                 "there is a run \"%s\" already: choose another --name, or --resume it", name);
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  return 0;
}

gboolean
ihop_keep_rival (IhopStore *store, gint64 run, guint place, const IhopRunRival *rival, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "INSERT OR REPLACE INTO bench_rival (run, name, title, family, version, command, absent, place) "
           "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

  ihop_query_put_int (query, run);
  ihop_query_put_text (query, rival->name);
  ihop_query_put_text (query, rival->title);
  ihop_query_put_int (query, rival->group);
  ihop_query_put_text (query, rival->version);
  ihop_query_put_text (query, rival->command);
  ihop_query_put_text (query, rival->absent);
  ihop_query_put_int (query, place);
  return ihop_query_run (query, error);
}

static gboolean
forget_case (IhopStore *store, gint64 run, const IhopCase *old, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "DELETE FROM bench_case WHERE run = ? AND kernel = ? AND size = ? AND rival = ?");

  ihop_query_put_int (query, run);
  ihop_query_put_text (query, old->kernel);
  ihop_query_put_text (query, old->size);
  ihop_query_put_text (query, old->rival);
  return ihop_query_run (query, error);
}

static gboolean
keep_samples (IhopStore *store, gint64 owner, const IhopCase *kept, GError **error)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (store, "INSERT INTO bench_sample (owner, turn, seconds, whole) VALUES (?, ?, ?, ?)");

  for (guint i = 0; i < kept->samples->len; i++)
    {
      const IhopSample *sample = &g_array_index (kept->samples, IhopSample, i);
      ihop_query_put_int (query, owner);
      ihop_query_put_int (query, sample->turn);
      ihop_query_put_double (query, sample->seconds);
      ihop_query_put_double (query, sample->whole);
      if (!ihop_query_run (query, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
keep_figures (IhopStore *store, gint64 owner, const IhopCase *kept, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "INSERT OR REPLACE INTO bench_figure (owner, part, name, value) VALUES (?, ?, ?, ?)");

  for (guint i = 0; i < kept->figures->len; i++)
    {
      const IhopFigure *figure = kept->figures->pdata[i];
      if (!isfinite (figure->value))
        continue;
      ihop_query_put_int (query, owner);
      ihop_query_put_text (query, figure->part);
      ihop_query_put_text (query, figure->name);
      ihop_query_put_double (query, figure->value);
      if (!ihop_query_run (query, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
keep_texts (IhopStore *store, gint64 owner, const IhopCase *kept, GError **error)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (store, "INSERT OR REPLACE INTO bench_text (owner, name, text) VALUES (?, ?, ?)");

  for (guint i = 0; i < kept->texts->len; i++)
    {
      const IhopText *text = kept->texts->pdata[i];
      ihop_query_put_int (query, owner);
      ihop_query_put_text (query, text->name);
      ihop_query_put_text (query, text->text);
      if (!ihop_query_run (query, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
keep_case (IhopStore *store, gint64 run, const IhopCase *kept, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "INSERT INTO bench_case (run, kernel, size, rival, state, message, memory, build) "
           "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

  ihop_query_put_int (query, run);
  ihop_query_put_text (query, kept->kernel);
  ihop_query_put_text (query, kept->size);
  ihop_query_put_text (query, kept->rival);
  ihop_query_put_text (query, ihop_case_state_name (kept->state));
  ihop_query_put_text (query, kept->message);
  ihop_query_put_int (query, (gint64) kept->memory);
  ihop_query_put_double (query, kept->build);
  if (!forget_case (store, run, kept, error) || !ihop_query_run (query, error))
    return FALSE;
  gint64 owner = ihop_store_last_id (store);
  return keep_samples (store, owner, kept, error) && keep_figures (store, owner, kept, error)
         && keep_texts (store, owner, kept, error);
}

gboolean
ihop_keep_cases (IhopStore *store, gint64 run, const GPtrArray *cases, GError **error)
{
  if (!ihop_store_begin (store, error))
    return FALSE;
  for (guint i = 0; i < cases->len; i++)
    if (!keep_case (store, run, cases->pdata[i], error))
      {
        ihop_store_rollback (store);
        return FALSE;
      }
  return ihop_store_commit (store, error);
}

gboolean
ihop_keep_end (IhopStore *store, gint64 run, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (store, "UPDATE bench_run SET ended = ? WHERE id = ?");
  g_autofree char *now = now_text ();

  ihop_query_put_text (query, now);
  ihop_query_put_int (query, run);
  return ihop_query_run (query, error);
}

gboolean
ihop_keep_settings (IhopStore *store, gint64 run, const char *settings, GError **error)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (store, "UPDATE bench_run SET settings = ?, ended = NULL WHERE id = ?");

  ihop_query_put_text (query, settings);
  ihop_query_put_int (query, run);
  return ihop_query_run (query, error);
}

GHashTable *
ihop_keep_done (IhopStore *store, gint64 run)
{
  GHashTable *done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "SELECT kernel || ' ' || size || ' ' || rival FROM bench_case WHERE run = ? AND state <> 'lost'");

  ihop_query_put_int (query, run);
  while (ihop_query_next (query, NULL))
    g_hash_table_add (done, g_strdup (ihop_query_text (query, 0)));
  return done;
}

/* ---- Reading --------------------------------------------------------------------------------------- */

static void
run_rival_free (gpointer data)
{
  IhopRunRival *rival = data;

  g_free (rival->name);
  g_free (rival->title);
  g_free (rival->version);
  g_free (rival->command);
  g_free (rival->absent);
  g_free (rival);
}

void
ihop_run_free (IhopRun *run)
{
  if (run == NULL)
    return;
  g_free (run->name);
  g_free (run->began);
  g_free (run->ended);
  g_free (run->ihop);
  g_free (run->machine);
  g_free (run->settings);
  g_ptr_array_unref (run->rivals);
  g_ptr_array_unref (run->cases);
  g_free (run);
}

static const char head[] = "SELECT id, name, began, ended, ihop, machine, settings FROM bench_run ";

static IhopRun *
read_head (const IhopQuery *query)
{
  IhopRun *run = g_new0 (IhopRun, 1);

  run->id = ihop_query_int (query, 0);
  run->name = g_strdup (ihop_query_text (query, 1));
  run->began = g_strdup (ihop_query_text (query, 2));
  run->ended = g_strdup (ihop_query_text (query, 3));
  run->ihop = g_strdup (ihop_query_text (query, 4));
  run->machine = g_strdup (ihop_query_text (query, 5));
  run->settings = g_strdup (ihop_query_text (query, 6));
  run->rivals = g_ptr_array_new_with_free_func (run_rival_free);
  run->cases = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_case_free);
  return run;
}

GPtrArray *
ihop_keep_list (IhopStore *store, GError **error)
{
  g_autofree char *sql = g_strconcat (head, "ORDER BY id DESC", NULL);
  g_autoptr (IhopQuery) query = ihop_query_new (store, sql);
  g_autoptr (GError) failure = NULL;
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_run_free);

  while (ihop_query_next (query, &failure))
    g_ptr_array_add (runs, read_head (query));
  if (failure)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      g_clear_pointer (&runs, g_ptr_array_unref);
    }
  return runs;
}

static void
load_rivals (IhopStore *store, IhopRun *run)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "SELECT name, title, family, version, command, absent FROM bench_rival WHERE run = ? "
           "ORDER BY place");

  ihop_query_put_int (query, run->id);
  while (ihop_query_next (query, NULL))
    {
      IhopRunRival *rival = g_new0 (IhopRunRival, 1);
      rival->name = g_strdup (ihop_query_text (query, 0));
      rival->title = g_strdup (ihop_query_text (query, 1));
      rival->group = (IhopRivalGroup) ihop_query_int (query, 2);
      rival->version = g_strdup (ihop_query_text (query, 3));
      rival->command = g_strdup (ihop_query_text (query, 4));
      rival->absent = g_strdup (ihop_query_text (query, 5));
      g_ptr_array_add (run->rivals, rival);
    }
}

static void
load_lists (IhopStore *store, IhopCase *read, gint64 owner, gboolean with_texts)
{
  g_autoptr (IhopQuery) samples
    = ihop_query_new (store, "SELECT turn, seconds, whole FROM bench_sample WHERE owner = ? ORDER BY turn");
  g_autoptr (IhopQuery) figures
    = ihop_query_new (store, "SELECT part, name, value FROM bench_figure WHERE owner = ? ORDER BY part, name");
  g_autoptr (IhopQuery) texts
    = ihop_query_new (store, "SELECT name, text FROM bench_text WHERE owner = ? ORDER BY name");

  ihop_query_put_int (samples, owner);
  ihop_query_put_int (figures, owner);
  ihop_query_put_int (texts, owner);
  while (ihop_query_next (samples, NULL))
    ihop_case_add_sample (read, (guint) ihop_query_int (samples, 0), ihop_query_double (samples, 1),
                          ihop_query_double (samples, 2));
  while (ihop_query_next (figures, NULL))
    ihop_case_add_figure (read, ihop_query_text (figures, 0), ihop_query_text (figures, 1),
                          ihop_query_double (figures, 2));
  while (with_texts && ihop_query_next (texts, NULL))
    ihop_case_add_text (read, ihop_query_text (texts, 0), ihop_query_text (texts, 1));
}

static void
load_cases (IhopStore *store, IhopRun *run, gboolean with_texts)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    store, "SELECT id, kernel, size, rival, state, message, memory, build FROM bench_case WHERE run = ? "
           "ORDER BY kernel, size, id");

  ihop_query_put_int (query, run->id);
  while (ihop_query_next (query, NULL))
    {
      IhopCase *read = ihop_case_new (ihop_query_text (query, 1), ihop_query_text (query, 2),
                                      ihop_query_text (query, 3));
      ihop_case_set (read, ihop_case_state_from (ihop_query_text (query, 4)),
                     g_strdup (ihop_query_text (query, 5)));
      read->memory = (guint64) ihop_query_int (query, 6);
      read->build = ihop_query_is_null (query, 7) ? 0 : ihop_query_double (query, 7);
      load_lists (store, read, ihop_query_int (query, 0), with_texts);
      g_ptr_array_add (run->cases, read);
    }
}

IhopRun *
ihop_keep_load (IhopStore *store, const char *name, gboolean with_texts, GError **error)
{
  g_autofree char *sql = g_strconcat (head, name ? "WHERE name = ?" : "ORDER BY id DESC LIMIT 1", NULL);
  g_autoptr (IhopQuery) query = ihop_query_new (store, sql);
  g_autoptr (GError) failure = NULL;

  if (name)
    ihop_query_put_text (query, name);
  if (!ihop_query_next (query, &failure))
    {
      if (failure)
        g_propagate_error (error, g_steal_pointer (&failure));
      else
        g_set_error (error, IHOP_STORE_ERROR, IHOP_STORE_ERROR_ABSENT, name ? "%s holds no run \"%s\"; "
                     "'ihop bench list' shows those that there are" : "%s holds no run yet",
                     ihop_store_path (store), name);
      return NULL;
    }
  IhopRun *run = read_head (query);
  load_rivals (store, run);
  load_cases (store, run, with_texts);
  return run;
}

/* ---- Looking things up -------------------------------------------------------------------------------- */

const IhopCase *
ihop_run_case (const IhopRun *run, const char *kernel, const char *size, const char *rival)
{
  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *found = run->cases->pdata[i];
      if (g_str_equal (found->kernel, kernel) && g_str_equal (found->size, size)
          && g_str_equal (found->rival, rival))
        return found;
    }
  return NULL;
}

static GPtrArray *
distinct (const IhopRun *run, gboolean sizes)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < run->cases->len; i++)
    {
      const IhopCase *one = run->cases->pdata[i];
      char *name = sizes ? one->size : one->kernel;
      guint index;
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, &index))
        g_ptr_array_add (names, name);
    }
  return names;
}

GPtrArray *
ihop_run_kernels (const IhopRun *run)
{
  return distinct (run, FALSE);
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const char *const *names = ihop_bench_sizes;
  int at[2] = { 99, 99 };

  for (int i = 0; names[i]; i++)
    {
      if (g_str_equal (names[i], *(const char *const *) a))
        at[0] = i;
      if (g_str_equal (names[i], *(const char *const *) b))
        at[1] = i;
    }
  return at[0] - at[1];
}

GPtrArray *
ihop_run_sizes (const IhopRun *run)
{
  GPtrArray *sizes = distinct (run, TRUE);

  g_ptr_array_sort (sizes, compare_sizes);
  return sizes;
}

GPtrArray *
ihop_run_timed (const IhopRun *run, const char *size)
{
  GPtrArray *timed = g_ptr_array_new ();

  for (guint i = 0; i < run->rivals->len; i++)
    {
      IhopRunRival *rival = run->rivals->pdata[i];
      gboolean counts = FALSE;
      for (guint j = 0; j < run->cases->len && !counts; j++)
        {
          const IhopCase *one = run->cases->pdata[j];
          counts = g_str_equal (one->rival, rival->name) && g_str_equal (one->size, size)
                   && ihop_case_counts (one);
        }
      if (counts)
        g_ptr_array_add (timed, rival);
    }
  return timed;
}

double
ihop_run_speedup (const IhopRun *run, const char *kernel, const char *size, const char *rival,
                  const char *base)
{
  const IhopCase *a = ihop_run_case (run, kernel, size, base);
  const IhopCase *b = ihop_run_case (run, kernel, size, rival);

  if (a == NULL || b == NULL || !ihop_case_counts (a) || !ihop_case_counts (b))
    return NAN;
  return ihop_case_median (a) / ihop_case_median (b);
}

double
ihop_run_mean_speedup (const IhopRun *run, const char *size, const char *rival, const char *base,
                       guint *count)
{
  g_autoptr (GPtrArray) kernels = ihop_run_kernels (run);
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < kernels->len; i++)
    {
      double speedup = ihop_run_speedup (run, kernels->pdata[i], size, rival, base);
      if (isfinite (speedup) && speedup > 0)
        {
          sum += log (speedup);
          n++;
        }
    }
  if (count)
    *count = n;
  return n ? exp (sum / n) : NAN;
}
