#include "project/session.h"
#include "project/history.h"

typedef struct
{
  char *path, *text;
  char *on_disk;
} Source;

struct _IhopSession
{
  IhopSettings *settings;
  GPtrArray *sources; /* of Source * */
  GHashTable *states; /* id → IhopState *, owned */
  IhopState *root, *current;
  guint last_id;
  guint wanted;       /* current state to be, once it is replayed; 0: none */
  guint age;          /* changes whenever the steps become outdated */
  IhopHistory *history;
};

static void
source_free (gpointer data)
{
  Source *source = data;

  g_free (source->path);
  g_free (source->text);
  g_free (source->on_disk);
  g_free (source);
}

static void
state_free (gpointer data)
{
  IhopState *state = data;

  g_ptr_array_unref (state->children);
  ihop_snapshot_unref (state->snapshot);
  g_free (state->step);
  g_free (state->name);
  ihop_message_unref (state->trouble);
  g_free (state);
}

static IhopState *
state_new (IhopSession *session, guint id, IhopState *parent, guint file, const char *step)
{
  IhopState *state = g_new0 (IhopState, 1);

  state->id = id;
  state->parent = parent;
  state->children = g_ptr_array_new ();
  state->file = file;
  state->step = g_strdup (step);
  if (parent)
    g_ptr_array_add (parent->children, state);
  session->last_id = MAX (session->last_id, id);
  g_hash_table_insert (session->states, GUINT_TO_POINTER (id), state);
  return state;
}

static IhopState *
find (const IhopSession *session, guint id)
{
  return g_hash_table_lookup (session->states, GUINT_TO_POINTER (id));
}

/* ---- sources ---- */

/* The root is what the owner wrote; everything after it has to be worked out anew. */
static void
make_outdated (IhopSession *session)
{
  GHashTableIter iter;
  gpointer value;

  if (session->wanted == 0 && session->current)
    session->wanted = session->current->id;
  g_hash_table_iter_init (&iter, session->states);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      IhopState *state = value;
      g_clear_pointer (&state->snapshot, ihop_snapshot_unref);
      g_clear_pointer (&state->trouble, ihop_message_unref);
    }
  session->root->snapshot = ihop_snapshot_new (session->settings);
  for (guint i = 0; i < session->sources->len; i++)
    {
      const Source *source = session->sources->pdata[i];
      ihop_snapshot_add (session->root->snapshot, source->path, source->text);
    }
  session->current = session->root;
  session->age++;
}

IhopSession *
ihop_session_new (const IhopSettings *settings)
{
  IhopSession *session = g_new0 (IhopSession, 1);

  session->settings = ihop_settings_copy (settings);
  session->sources = g_ptr_array_new_with_free_func (source_free);
  session->states = g_hash_table_new_full (NULL, NULL, NULL, state_free);
  session->history = ihop_history_new ();
  session->root = state_new (session, 1, NULL, 0, NULL);
  make_outdated (session);
  return session;
}

void
ihop_session_free (IhopSession *session)
{
  if (session == NULL)
    return;
  ihop_history_free (session->history);
  g_hash_table_unref (session->states);
  g_ptr_array_unref (session->sources);
  ihop_settings_free (session->settings);
  g_free (session);
}

const IhopSettings *
ihop_session_settings (const IhopSession *session)
{
  return session->settings;
}

static void
put_settings (IhopSession *session, const IhopSettings *settings)
{
  IhopSettings *copy = ihop_settings_copy (settings);

  ihop_settings_free (session->settings);
  session->settings = copy;
  make_outdated (session);
}

void
ihop_session_set_settings (IhopSession *session, const IhopSettings *settings)
{
  ihop_history_add_settings (session->history, ihop_session_wanted (session), session->settings, settings);
  put_settings (session, settings);
}

guint
ihop_session_add (IhopSession *session, const char *path, const char *text)
{
  Source *source = g_new0 (Source, 1);

  source->path = g_strdup (path);
  source->text = g_strdup (text);
  source->on_disk = g_strdup (text);
  g_ptr_array_add (session->sources, source);
  make_outdated (session);
  return session->sources->len - 1;
}

guint
ihop_session_n_files (const IhopSession *session)
{
  return session->sources->len;
}

const char *
ihop_session_path (const IhopSession *session, guint file)
{
  return ((const Source *) session->sources->pdata[file])->path;
}

const char *
ihop_session_text (const IhopSession *session, guint file)
{
  return ((const Source *) session->sources->pdata[file])->text;
}

static void
put_text (IhopSession *session, guint file, const char *text)
{
  Source *source = session->sources->pdata[file];
  char *copy = g_strdup (text);

  g_free (source->text);
  source->text = copy;
  make_outdated (session);
}

void
ihop_session_set_text (IhopSession *session, guint file, const char *text)
{
  const Source *source = session->sources->pdata[file];

  if (g_str_equal (source->text, text))
    return;
  ihop_history_add_text (session->history, ihop_session_wanted (session), file, source->text, text);
  put_text (session, file, text);
}

gboolean
ihop_session_is_edited (const IhopSession *session, guint file)
{
  const Source *source = session->sources->pdata[file];

  return !g_str_equal (source->text, source->on_disk);
}

void
ihop_session_set_disk_text (IhopSession *session, guint file, const char *text)
{
  Source *source = session->sources->pdata[file];
  char *copy = g_strdup (text);

  g_free (source->on_disk);
  source->on_disk = copy;
}

char *
ihop_session_hash (const IhopSession *session, guint file)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, ihop_session_text (session, file), -1);
}

/* ---- states ---- */

const IhopState *
ihop_session_root (const IhopSession *session)
{
  return session->root;
}

const IhopState *
ihop_session_current (const IhopSession *session)
{
  return session->current;
}

const IhopState *
ihop_session_state (const IhopSession *session, guint id)
{
  return find (session, id);
}

/* Redo leads back along the way by which one came. */
static void
go_to (IhopSession *session, IhopState *state)
{
  session->current = state;
  session->wanted = 0;
  for (; state->parent; state = state->parent)
    state->parent->latest = state;
}

static IhopState *
child_with (const IhopState *parent, guint file, const char *step)
{
  for (guint i = 0; i < parent->children->len; i++)
    {
      IhopState *child = parent->children->pdata[i];
      if (child->file == file && g_str_equal (child->step, step))
        return child;
    }
  return NULL;
}

const IhopState *
ihop_session_take (IhopSession *session, guint from, guint file, const char *step,
                   IhopSnapshot *after)
{
  IhopState *parent = find (session, from), *state;

  if (parent == NULL)
    return NULL;
  state = child_with (parent, file, step);
  if (state == NULL)
    state = state_new (session, session->last_id + 1, parent, file, step);
  g_clear_pointer (&state->snapshot, ihop_snapshot_unref);
  g_clear_pointer (&state->trouble, ihop_message_unref);
  state->snapshot = ihop_snapshot_ref (after);
  ihop_history_add_state (session->history, from, state->id);
  go_to (session, state);
  return state;
}

/* A state that has still to be worked out is gone to when that is done. FALSE: it is not there, or its step does not
 * apply. */
static gboolean
go_or_want (IhopSession *session, guint id)
{
  IhopState *state = find (session, id);

  if (state == NULL || state->trouble)
    return FALSE;
  if (state->snapshot)
    go_to (session, state);
  else
    session->wanted = id;
  return TRUE;
}

static gboolean
change_again (IhopSession *session, const IhopChange *change, gboolean is_back)
{
  if (change->kind == IHOP_CHANGE_STATE)
    return go_or_want (session, is_back ? change->from : change->to);
  if (change->kind == IHOP_CHANGE_SETTINGS)
    put_settings (session, is_back ? change->before : change->after);
  else
    {
      g_autofree char *text = ihop_change_text (change, ihop_session_text (session, change->file), is_back);
      put_text (session, change->file, text);
    }
  return go_or_want (session, change->from);
}

/* Of a session that was kept the history is not known: the way back leads along the tree. */
static void
remember_parent (IhopSession *session)
{
  const IhopState *state = find (session, ihop_session_wanted (session));

  if (!ihop_history_can_go_back (session->history) && state->parent)
    {
      ihop_history_add_undone (session->history, state->parent->id, state->id);
      ihop_history_forward (session->history);
    }
}

gboolean
ihop_session_can_undo (const IhopSession *session)
{
  return ihop_history_can_go_back (session->history) || find (session, ihop_session_wanted (session))->parent;
}

gboolean
ihop_session_can_redo (const IhopSession *session)
{
  const IhopState *next = session->current->latest;

  return ihop_history_can_go_forward (session->history) || (next && next->snapshot);
}

gboolean
ihop_session_undo (IhopSession *session)
{
  remember_parent (session);
  const IhopChange *change = ihop_history_back (session->history);
  return change && change_again (session, change, TRUE);
}

gboolean
ihop_session_redo (IhopSession *session)
{
  const IhopState *next = session->current->latest;
  const IhopChange *change = ihop_history_forward (session->history);

  if (change)
    return change_again (session, change, FALSE);
  if (next == NULL || next->snapshot == NULL)
    return FALSE;
  ihop_history_add_state (session->history, session->current->id, next->id);
  go_to (session, (IhopState *) next);
  return TRUE;
}

gboolean
ihop_session_go (IhopSession *session, guint id)
{
  IhopState *state = find (session, id);

  if (state == NULL || state->snapshot == NULL)
    return FALSE;
  ihop_history_add_state (session->history, session->current->id, id);
  go_to (session, state);
  return TRUE;
}

gboolean
ihop_session_name (IhopSession *session, guint id, const char *name)
{
  IhopState *state = find (session, id);
  GHashTableIter iter;
  gpointer value;

  if (state == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, session->states);
  while (name && *name && g_hash_table_iter_next (&iter, NULL, &value))
    if (value != state && g_strcmp0 (((IhopState *) value)->name, name) == 0)
      return FALSE;
  g_free (state->name);
  state->name = name && *name ? g_strdup (name) : NULL;
  return TRUE;
}

static void
add_states (const IhopState *state, GPtrArray *states)
{
  g_ptr_array_add (states, (gpointer) state);
  for (guint i = 0; i < state->children->len; i++)
    add_states (state->children->pdata[i], states);
}

GPtrArray *
ihop_session_states (const IhopSession *session)
{
  GPtrArray *states = g_ptr_array_new ();

  add_states (session->root, states);
  return states;
}

char *
ihop_session_script (const IhopSession *session, guint id, guint file)
{
  GString *text = g_string_new (NULL);

  for (const IhopState *state = find (session, id); state && state->step; state = state->parent)
    if (state->file == file)
      {
        g_string_prepend_c (text, '\n');
        g_string_prepend (text, state->step);
      }
  return g_string_free (text, FALSE);
}

gboolean
ihop_session_restore (IhopSession *session, guint id, guint parent, guint file, const char *step,
                      const char *name)
{
  IhopState *above = find (session, parent);

  if (above == NULL || find (session, id) || file >= session->sources->len)
    return FALSE;
  IhopState *state = state_new (session, id, above, file, step);
  state->name = g_strdup (name);
  above->latest = state;
  session->age++;
  return TRUE;
}

guint
ihop_session_wanted (const IhopSession *session)
{
  return session->wanted ? session->wanted : session->current->id;
}

void
ihop_session_restore_current (IhopSession *session, guint id)
{
  session->wanted = find (session, id) ? id : 0;
}

/* ---- what was worked out anew ---- */

guint
ihop_session_age (const IhopSession *session)
{
  return session->age;
}

void
ihop_session_put (IhopSession *session, guint id, IhopSnapshot *snapshot, IhopMessage *trouble)
{
  IhopState *state = find (session, id);

  if (state->snapshot || state->trouble)
    return;
  state->snapshot = snapshot ? ihop_snapshot_ref (snapshot) : NULL;
  state->trouble = ihop_message_ref (trouble);
}

void
ihop_session_go_to_wanted (IhopSession *session)
{
  IhopState *state = session->wanted ? find (session, session->wanted) : NULL;

  while (state && state->snapshot == NULL)
    state = state->parent;
  if (state)
    go_to (session, state);
}
