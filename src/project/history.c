#include "project/history.h"
#include "project/diff.h"
#include <string.h>

struct _IhopHistory
{
  GPtrArray *changes; /* of IhopChange * */
  guint at;           /* so many are done; those behind have been taken back */
};

static void
change_free (gpointer data)
{
  IhopChange *change = data;

  g_free (change->removed);
  g_free (change->added);
  ihop_settings_free (change->before);
  ihop_settings_free (change->after);
  g_free (change);
}

IhopHistory *
ihop_history_new (void)
{
  IhopHistory *history = g_new0 (IhopHistory, 1);

  history->changes = g_ptr_array_new_with_free_func (change_free);
  return history;
}

void
ihop_history_free (IhopHistory *history)
{
  if (history == NULL)
    return;
  g_ptr_array_unref (history->changes);
  g_free (history);
}

static IhopChange *
change_new (IhopChangeKind kind, guint from, guint to)
{
  IhopChange *change = g_new0 (IhopChange, 1);

  change->kind = kind;
  change->from = from;
  change->to = to;
  return change;
}

/* Takes the change. */
static void
add (IhopHistory *history, IhopChange *change)
{
  g_ptr_array_set_size (history->changes, (int) history->at);
  g_ptr_array_add (history->changes, change);
  history->at++;
}

void
ihop_history_add_state (IhopHistory *history, guint from, guint to)
{
  if (from != to)
    add (history, change_new (IHOP_CHANGE_STATE, from, to));
}

void
ihop_history_add_text (IhopHistory *history, guint state, guint file, const char *before, const char *after)
{
  IhopChange *change = change_new (IHOP_CHANGE_TEXT, state, state);
  IhopDiffPlace place = ihop_diff_place (before, after);

  change->file = file;
  change->at = place.begin;
  change->removed = g_strndup (before + place.begin, place.left_end - place.begin);
  change->added = g_strndup (after + place.begin, place.right_end - place.begin);
  add (history, change);
}

void
ihop_history_add_settings (IhopHistory *history, guint state, const IhopSettings *before, const IhopSettings *after)
{
  IhopChange *change = change_new (IHOP_CHANGE_SETTINGS, state, state);

  change->before = ihop_settings_copy (before);
  change->after = ihop_settings_copy (after);
  add (history, change);
}

const IhopChange *
ihop_history_back (IhopHistory *history)
{
  return history->at ? history->changes->pdata[--history->at] : NULL;
}

const IhopChange *
ihop_history_forward (IhopHistory *history)
{
  return history->at < history->changes->len ? history->changes->pdata[history->at++] : NULL;
}

void
ihop_history_add_undone (IhopHistory *history, guint from, guint to)
{
  g_ptr_array_insert (history->changes, (int) history->at, change_new (IHOP_CHANGE_STATE, from, to));
}

gboolean
ihop_history_can_go_back (const IhopHistory *history)
{
  return history->at > 0;
}

gboolean
ihop_history_can_go_forward (const IhopHistory *history)
{
  return history->at < history->changes->len;
}

char *
ihop_change_text (const IhopChange *change, const char *text, gboolean is_back)
{
  const char *old = is_back ? change->added : change->removed, *new = is_back ? change->removed : change->added;
  GString *result = g_string_new_len (text, (gssize) change->at);

  g_string_append (result, new);
  g_string_append (result, text + change->at + strlen (old));
  return g_string_free (result, FALSE);
}
