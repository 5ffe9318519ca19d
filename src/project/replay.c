#include "project/replay.h"
#include "project/loop_view.h"

typedef struct
{
  guint id, parent, file;
  char *step;
  IhopSnapshot *snapshot; /* found, or there before */
  IhopMessage *trouble;
} Again;

struct _IhopReplay
{
  guint age;
  IhopSnapshot *root;
  GPtrArray *states;  /* of Again *, parents first */
  GHashTable *by_id;  /* id → Again * */
  gboolean is_stopped, is_unreadable;
};

static void
again_free (gpointer data)
{
  Again *again = data;

  ihop_snapshot_unref (again->snapshot);
  g_free (again->step);
  ihop_message_unref (again->trouble);
  g_free (again);
}

static void
replay_add (IhopReplay *replay, const IhopState *state)
{
  Again *again = g_new0 (Again, 1);

  again->id = state->id;
  again->parent = state->parent->id;
  again->file = state->file;
  again->step = g_strdup (state->step);
  again->snapshot = state->snapshot ? ihop_snapshot_ref (state->snapshot) : NULL;
  again->trouble = ihop_message_ref (state->trouble);
  g_ptr_array_add (replay->states, again);
  g_hash_table_insert (replay->by_id, GUINT_TO_POINTER (again->id), again);
}

IhopReplay *
ihop_session_replay_new (const IhopSession *session)
{
  g_autoptr (GPtrArray) states = ihop_session_states (session);
  gboolean is_outdated = FALSE;

  for (guint i = 1; i < states->len; i++)
    {
      const IhopState *state = states->pdata[i];
      is_outdated |= state->snapshot == NULL && state->trouble == NULL;
    }
  if (!is_outdated)
    return NULL;
  IhopReplay *replay = g_new0 (IhopReplay, 1);
  replay->age = ihop_session_age (session);
  replay->root = ihop_snapshot_ref (ihop_session_root (session)->snapshot);
  replay->states = g_ptr_array_new_with_free_func (again_free);
  replay->by_id = g_hash_table_new (NULL, NULL);
  for (guint i = 1; i < states->len; i++)
    replay_add (replay, states->pdata[i]);
  return replay;
}

static void
replay_one (IhopReplay *replay, Again *again)
{
  const Again *parent = g_hash_table_lookup (replay->by_id, GUINT_TO_POINTER (again->parent));
  IhopSnapshot *before = parent ? parent->snapshot : replay->root;
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  if (before == NULL)
    {
      again->trouble = ihop_message ("the step before it does not apply");
      return;
    }
  again->snapshot = ihop_snapshot_step (before, again->file, again->step, diags);
  if (again->snapshot == NULL)
    again->trouble = diags->len ? ihop_message_ref (((const IhopDiag *) diags->pdata[0])->message)
                                : ihop_message ("the file cannot be read as C");
}

gboolean
ihop_replay_is_unreadable (const IhopReplay *replay)
{
  return replay->is_unreadable;
}

void
ihop_replay_run (IhopReplay *replay, gboolean (*stop) (gpointer data), gpointer data)
{
  for (guint i = 0; i < replay->states->len; i++)
    replay->is_unreadable |= !ihop_snapshot_is_readable (replay->root, ((const Again *) replay->states->pdata[i])->file);
  for (guint i = 0; i < replay->states->len && !replay->is_stopped && !replay->is_unreadable; i++)
    {
      Again *again = replay->states->pdata[i];
      if (again->snapshot == NULL && again->trouble == NULL)
        replay_one (replay, again);
      replay->is_stopped = stop && stop (data);
    }
}

gboolean
ihop_session_replay_finish (IhopSession *session, const IhopReplay *replay)
{
  if (replay->is_stopped || replay->is_unreadable || replay->age != ihop_session_age (session))
    return FALSE;
  for (guint i = 0; i < replay->states->len; i++)
    {
      const Again *again = replay->states->pdata[i];
      ihop_session_put (session, again->id, again->snapshot, again->trouble);
    }
  ihop_session_go_to_wanted (session);
  return TRUE;
}

void
ihop_replay_free (IhopReplay *replay)
{
  if (replay == NULL)
    return;
  ihop_snapshot_unref (replay->root);
  g_ptr_array_unref (replay->states);
  g_hash_table_unref (replay->by_id);
  g_free (replay);
}
