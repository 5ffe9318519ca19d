#include "project/keep.h"
#include "project/read.h"
#include "store/store.h"
#include <string.h>

struct _IhopKeep
{
  IhopStore *store;
  char *path, *folder;     /* absolute */
};

IhopKeep *
ihop_keep_open (const char *path, GError **error)
{
  static const char *const schemas[] = { "project", NULL };
  const IhopStoreOptions options = { .schemas = schemas, .sync = IHOP_STORE_USUAL, .busy_ms = 2000 };
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  IhopStore *store = ihop_store_open (absolute, &options, error);

  if (store == NULL)
    return NULL;
  IhopKeep *keep = g_new0 (IhopKeep, 1);
  keep->store = store;
  keep->folder = g_path_get_dirname (absolute);
  keep->path = g_steal_pointer (&absolute);
  return keep;
}

void
ihop_keep_close (IhopKeep *keep)
{
  if (keep == NULL)
    return;
  ihop_store_close (keep->store);
  g_free (keep->path);
  g_free (keep->folder);
  g_free (keep);
}

const char *
ihop_keep_path (const IhopKeep *keep)
{
  return keep->path;
}

/* ---- writing ---- */

static gboolean
put_setting (IhopKeep *keep, const char *name, const char *value, GError **error)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (keep->store, "INSERT INTO project_setting (name, value) VALUES (?, ?)");

  ihop_query_put_text (query, name);
  ihop_query_put_text (query, value);
  return ihop_query_run (query, error);
}

static gboolean
put_words (IhopKeep *keep, const char *kind, char **words, GError **error)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (keep->store, "INSERT INTO project_word (kind, number, word) VALUES (?, ?, ?)");

  for (guint i = 0; words && words[i]; i++)
    {
      ihop_query_put_text (query, kind);
      ihop_query_put_int (query, i);
      ihop_query_put_text (query, words[i]);
      if (!ihop_query_run (query, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_settings (IhopKeep *keep, const IhopSession *session, GError **error)
{
  const IhopSettings *settings = ihop_session_settings (session);
  g_autofree char *alias = g_strdup_printf ("%d", settings->alias);
  g_autofree char *current = g_strdup_printf ("%u", ihop_session_wanted (session));

  return put_setting (keep, "alias", alias, error)
         && put_setting (keep, "database", settings->database, error)
         && put_setting (keep, "gpu", settings->gpu, error)
         && put_setting (keep, "current", current, error)
         && put_words (keep, "flag", settings->flags, error)
         && put_words (keep, "assume", settings->assume, error);
}

/* Below the project's folder: relative to it. Caller frees. */
static char *
path_to_keep (const IhopKeep *keep, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  gsize length = strlen (keep->folder);

  if (g_str_has_prefix (absolute, keep->folder) && absolute[length] == '/')
    return g_strdup (absolute + length + 1);
  return g_steal_pointer (&absolute);
}

static gboolean
put_sources (IhopKeep *keep, const IhopSession *session, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    keep->store, "INSERT INTO project_source (number, path, hash, text) VALUES (?, ?, ?, ?)");

  for (guint i = 0; i < ihop_session_n_files (session); i++)
    {
      g_autofree char *path = path_to_keep (keep, ihop_session_path (session, i));
      g_autofree char *hash = ihop_session_hash (session, i);
      ihop_query_put_int (query, i);
      ihop_query_put_text (query, path);
      ihop_query_put_text (query, hash);
      ihop_query_put_text (query, ihop_session_is_edited (session, i) ? ihop_session_text (session, i)
                                                                      : NULL);
      if (!ihop_query_run (query, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_states (IhopKeep *keep, const IhopSession *session, GError **error)
{
  g_autoptr (GPtrArray) states = ihop_session_states (session);
  g_autoptr (IhopQuery) query = ihop_query_new (
    keep->store, "INSERT INTO project_state (id, parent, source, step, name) VALUES (?, ?, ?, ?, ?)");

  for (guint i = 1; i < states->len; i++)
    {
      const IhopState *state = states->pdata[i];
      ihop_query_put_int (query, state->id);
      ihop_query_put_int (query, state->parent->id);
      ihop_query_put_int (query, state->file);
      ihop_query_put_text (query, state->step);
      ihop_query_put_text (query, state->name);
      if (!ihop_query_run (query, error))
        return FALSE;
    }
  const IhopState *root = states->pdata[0];
  return root->name == NULL || put_setting (keep, "root name", root->name, error);
}

gboolean
ihop_keep_write (IhopKeep *keep, const IhopSession *session, GError **error)
{
  if (!ihop_store_begin (keep->store, error))
    return FALSE;
  if (ihop_store_run (keep->store,
                      "DELETE FROM project_setting; DELETE FROM project_word; "
                      "DELETE FROM project_source; DELETE FROM project_state",
                      error)
      && put_settings (keep, session, error) && put_sources (keep, session, error)
      && put_states (keep, session, error)
      && ihop_store_run (keep->store,
                         "DELETE FROM project_measurement WHERE state <> 1 "
                         "AND state NOT IN (SELECT id FROM project_state)",
                         error))
    return ihop_store_commit (keep->store, error);
  ihop_store_rollback (keep->store);
  return FALSE;
}

/* ---- reading ---- */

static char *
get_setting (IhopKeep *keep, const char *name)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (keep->store, "SELECT value FROM project_setting WHERE name = ?");

  ihop_query_put_text (query, name);
  return ihop_query_next (query, NULL) ? g_strdup (ihop_query_text (query, 0)) : NULL;
}

static char **
get_words (IhopKeep *keep, const char *kind)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (IhopQuery) query
    = ihop_query_new (keep->store, "SELECT word FROM project_word WHERE kind = ? ORDER BY number");

  ihop_query_put_text (query, kind);
  while (ihop_query_next (query, NULL))
    g_ptr_array_add (words, g_strdup (ihop_query_text (query, 0)));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_steal (words, NULL);
}

static guint
get_number (IhopKeep *keep, const char *name)
{
  g_autofree char *text = get_setting (keep, name);

  return text ? (guint) g_ascii_strtoull (text, NULL, 10) : 0;
}

static IhopSettings *
get_settings (IhopKeep *keep)
{
  IhopSettings *settings = g_new0 (IhopSettings, 1);
  guint alias = get_number (keep, "alias");

  settings->flags = get_words (keep, "flag");
  settings->assume = get_words (keep, "assume");
  settings->database = get_setting (keep, "database");
  settings->gpu = get_setting (keep, "gpu");
  settings->alias = alias <= IHOP_ALIAS_REFUSE ? (IhopAliasMode) alias : IHOP_ALIAS_CHECK;
  return settings;
}

/* The text on the disk; NULL: it cannot be read. */
static char *
read_source (const char *path)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  char *text = NULL;
  gsize length = 0;

  if (ihop_project_read (path, &text, &length, diags) != IHOP_OPEN_OK
      || !g_utf8_validate (text, (gssize) length, NULL))
    g_clear_pointer (&text, g_free);
  return text;
}

/* numbers[kept number] becomes the session's number + 1; 0: the file is not there. */
static void
get_sources (IhopKeep *keep, IhopSession *session, GArray *numbers, IhopKeepNews *news)
{
  g_autoptr (IhopQuery) query
    = ihop_query_new (keep->store, "SELECT path, hash, text FROM project_source ORDER BY number");

  while (ihop_query_next (query, NULL))
    {
      g_autofree char *path = g_canonicalize_filename (ihop_query_text (query, 0), keep->folder);
      g_autofree char *text = read_source (path);
      const char *typed = ihop_query_text (query, 2);
      guint number = 0;
      if (text == NULL && typed == NULL)
        {
          news->n_absent++;
          if (news->absent == NULL)
            news->absent = g_strdup (path);
        }
      else
        {
          guint file = ihop_session_add (session, path, text ? text : "");
          number = file + 1;
          if (typed)
            ihop_session_set_text (session, file, typed);
          g_autofree char *hash = ihop_session_hash (session, file);
          news->n_changed += g_strcmp0 (hash, ihop_query_text (query, 1)) != 0;
        }
      g_array_append_val (numbers, number);
    }
}

/* Parents have smaller ids than their children: states are numbered as they are made. */
static void
get_states (IhopKeep *keep, IhopSession *session, const GArray *numbers)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    keep->store, "SELECT id, parent, source, step, name FROM project_state ORDER BY id");

  while (ihop_query_next (query, NULL))
    {
      guint64 source = (guint64) ihop_query_int (query, 2);
      guint number = source < numbers->len ? g_array_index (numbers, guint, source) : 0;
      const char *step = ihop_query_text (query, 3);
      if (number && step)
        ihop_session_restore (session, (guint) ihop_query_int (query, 0),
                              (guint) ihop_query_int (query, 1), number - 1, step,
                              ihop_query_text (query, 4));
    }
  g_autofree char *name = get_setting (keep, "root name");
  ihop_session_name (session, 1, name);
  ihop_session_restore_current (session, get_number (keep, "current"));
}

void
ihop_keep_news_clear (IhopKeepNews *news)
{
  g_clear_pointer (&news->absent, g_free);
}

IhopSession *
ihop_keep_read (IhopKeep *keep, IhopKeepNews *news, GError **error)
{
  g_autoptr (IhopSettings) settings = get_settings (keep);
  g_autoptr (IhopSession) session = ihop_session_new (settings);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));

  get_sources (keep, session, numbers, news);
  if (ihop_session_n_files (session) == 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                   news->absent ? "%s: none of its files is there any more (%s)"
                                : "%s holds no project",
                   keep->path, news->absent);
      return NULL;
    }
  get_states (keep, session, numbers);
  return g_steal_pointer (&session);
}

/* What the owner says at the start of the program says more. */
static void
restore_settings (IhopKeep *keep, IhopSession *session)
{
  g_autoptr (IhopSettings) settings = get_settings (keep);

  if (ihop_settings_are_usual (ihop_session_settings (session)) && !ihop_settings_are_usual (settings))
    ihop_session_set_settings (session, settings);
}

gboolean
ihop_keep_restore (IhopKeep *keep, IhopSession *session)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (IhopQuery) query
    = ihop_query_new (keep->store, "SELECT path, text FROM project_source ORDER BY number");
  guint n = 0;

  while (ihop_query_next (query, NULL))
    {
      g_autofree char *path = g_canonicalize_filename (ihop_query_text (query, 0), keep->folder);
      guint number = ++n;
      if (number > ihop_session_n_files (session)
          || !g_str_equal (path, ihop_session_path (session, number - 1)))
        return FALSE;
      if (ihop_query_text (query, 1))
        ihop_session_set_text (session, number - 1, ihop_query_text (query, 1));
      g_array_append_val (numbers, number);
    }
  if (n == 0 || n != ihop_session_n_files (session))
    return FALSE;
  restore_settings (keep, session);
  get_states (keep, session, numbers);
  return TRUE;
}

/* ---- measurements ---- */

void
ihop_measurement_free (gpointer data)
{
  IhopMeasurement *measurement = data;

  g_free (measurement->product);
  g_free (measurement->device);
  g_free (measurement->made);
  g_free (measurement);
}

gboolean
ihop_keep_add_measurement (IhopKeep *keep, const IhopMeasurement *measurement, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    keep->store, "INSERT INTO project_measurement (state, product, device, predicted, seconds, made) "
                 "VALUES (?, ?, ?, ?, ?, ?)");

  ihop_query_put_int (query, measurement->state);
  ihop_query_put_text (query, measurement->product);
  ihop_query_put_text (query, measurement->device);
  ihop_query_put_double (query, measurement->predicted);
  ihop_query_put_double (query, measurement->seconds);
  ihop_query_put_text (query, measurement->made);
  return ihop_query_run (query, error);
}

GPtrArray *
ihop_keep_measurements (IhopKeep *keep)
{
  GPtrArray *measurements = g_ptr_array_new_with_free_func (ihop_measurement_free);
  g_autoptr (IhopQuery) query = ihop_query_new (
    keep->store, "SELECT state, product, device, predicted, seconds, made FROM project_measurement "
                 "ORDER BY id");

  while (ihop_query_next (query, NULL))
    {
      IhopMeasurement *measurement = g_new0 (IhopMeasurement, 1);
      measurement->state = (guint) ihop_query_int (query, 0);
      measurement->product = g_strdup (ihop_query_text (query, 1));
      measurement->device = g_strdup (ihop_query_text (query, 2));
      measurement->predicted = ihop_query_double (query, 3);
      measurement->seconds = ihop_query_double (query, 4);
      measurement->made = g_strdup (ihop_query_text (query, 5));
      g_ptr_array_add (measurements, measurement);
    }
  return measurements;
}

/* ---- what was observed ---- */

gboolean
ihop_keep_set_observation (IhopKeep *keep, const char *hash, const char *document, GError **error)
{
  g_autoptr (IhopQuery) query = ihop_query_new (
    keep->store, "INSERT OR REPLACE INTO project_observation (hash, document) VALUES (?, ?)");

  ihop_query_put_text (query, hash);
  ihop_query_put_text (query, document);
  return ihop_query_run (query, error);
}

char *
ihop_keep_observation (IhopKeep *keep, const char *hash)
{
  g_autoptr (IhopQuery) query = ihop_query_new (keep->store, "SELECT document FROM project_observation WHERE hash = ?");

  ihop_query_put_text (query, hash);
  return ihop_query_next (query, NULL) ? g_strdup (ihop_query_text (query, 0)) : NULL;
}
