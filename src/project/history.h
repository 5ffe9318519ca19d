/* What was done to a session, in order: texts, settings, and states. One list for all, so that undo takes back whatever
 * came last. Of a text only the place that changed is held. */
#pragma once
#include "project/settings.h"
#include <glib.h>

typedef enum
{
  IHOP_CHANGE_STATE, /* a step was taken, or another variant was gone to */
  IHOP_CHANGE_TEXT,  /* typed, or read again from the disk */
  IHOP_CHANGE_SETTINGS
} IhopChangeKind;

typedef struct
{
  IhopChangeKind kind;
  guint from, to;          /* ids of states; from: the one that was there, or wanted, before this; to: STATE only */
  guint file;              /* TEXT, as the rest */
  gsize at;                /* bytes from the text's beginning */
  char *removed, *added;
  IhopSettings *before, *after; /* SETTINGS */
} IhopChange;

typedef struct _IhopHistory IhopHistory;

IhopHistory *ihop_history_new (void);
void ihop_history_free (IhopHistory *history);
/* Each is the latest now; what had been undone cannot be done again any more. */
void ihop_history_add_state (IhopHistory *history, guint from, guint to);
void ihop_history_add_text (IhopHistory *history, guint state, guint file, const char *before, const char *after);
void ihop_history_add_settings (IhopHistory *history, guint state, const IhopSettings *before, const IhopSettings *after);
/* The change to be taken back, which is passed over; NULL: there is none. Good until the next change is added. */
const IhopChange *ihop_history_back (IhopHistory *history);
/* The change to be made again, likewise. */
const IhopChange *ihop_history_forward (IhopHistory *history);
/* A step of which the history knows nothing (it was taken before the last start) is taken back. */
void ihop_history_add_undone (IhopHistory *history, guint from, guint to);
gboolean ihop_history_can_go_back (const IhopHistory *history);
gboolean ihop_history_can_go_forward (const IhopHistory *history);
/* The text before (is_back) or after a change of the text after or before. Caller frees. */
char *ihop_change_text (const IhopChange *change, const char *text, gboolean is_back);
