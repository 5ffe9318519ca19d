/* A person's work on some C files: the owner's texts and the tree of steps that were taken.
 *
 * Every step leads from one state to the next; what was undone stays as a branch ("variant") that can be named and gone
 * back to. Nothing here is slow: the slow part, taking a step, is done by a worker on a snapshot (snapshot.h) and its
 * result handed in.
 * A session belongs to one thread. */
#pragma once
#include "project/snapshot.h"

typedef struct _IhopSession IhopSession;

typedef struct _IhopState IhopState;
struct _IhopState
{
  guint id;                /* unique in the session, also after saving; 1: the root */
  IhopState *parent;       /* NULL: the root, the owner's text */
  GPtrArray *children;     /* of IhopState *, in the order in which they were made */
  IhopState *latest;       /* the child that redo goes to; NULL: none */
  guint file;              /* that the step works on */
  char *step;              /* a script's line; NULL: the root */
  char *name;              /* of a variant, or NULL */
  IhopSnapshot *snapshot;  /* NULL: to be worked out (replayed), or the step does not apply */
  IhopMessage *trouble;    /* why the step does not apply to the texts as they are; NULL: it does */
};

IhopSession *ihop_session_new (const IhopSettings *settings);
void ihop_session_free (IhopSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSession, ihop_session_free)

/* ---- the owner's side: settings and texts. A change makes all steps outdated. ---- */

const IhopSettings *ihop_session_settings (const IhopSession *session);
void ihop_session_set_settings (IhopSession *session, const IhopSettings *settings);
/* Gives the file's number. */
guint ihop_session_add (IhopSession *session, const char *path, const char *text);
guint ihop_session_n_files (const IhopSession *session);
const char *ihop_session_path (const IhopSession *session, guint file);
const char *ihop_session_text (const IhopSession *session, guint file);
void ihop_session_set_text (IhopSession *session, guint file, const char *text);
/* Whether the text is another than the file's on the disk, as far as the session knows … */
gboolean ihop_session_is_edited (const IhopSession *session, guint file);
/* … which it is told here: after the text was written to the file, or when the file has changed. */
void ihop_session_set_disk_text (IhopSession *session, guint file, const char *text);
/* SHA-256 of the owner's text, in hexadecimal. Caller frees. */
char *ihop_session_hash (const IhopSession *session, guint file);

/* ---- states ---- */

const IhopState *ihop_session_root (const IhopSession *session);
/* Always has a snapshot. */
const IhopState *ihop_session_current (const IhopSession *session);
const IhopState *ihop_session_state (const IhopSession *session, guint id); /* NULL: none */
/* After a step was taken on the snapshot of "from" (a state's id): becomes the current state. A step
 * that was taken there before is not made twice. Keeps "after". NULL: "from" is not there any more. */
const IhopState *ihop_session_take (IhopSession *session, guint from, guint file, const char *step,
                                    IhopSnapshot *after);
/* One history for all that is done: steps, texts and settings (history.h). A text that is changed makes steps outdated as
 * ever: the state that belongs to it is the current one when they are replayed. FALSE: there is nowhere to go. */
gboolean ihop_session_undo (IhopSession *session);
gboolean ihop_session_redo (IhopSession *session);
gboolean ihop_session_can_undo (const IhopSession *session);
gboolean ihop_session_can_redo (const IhopSession *session);
gboolean ihop_session_go (IhopSession *session, guint id);
/* NULL or "" takes the name away. FALSE: no such state, or another one has this name. */
gboolean ihop_session_name (IhopSession *session, guint id, const char *name);
/* All states, parents before their children, of const IhopState *. Caller unrefs. */
GPtrArray *ihop_session_states (const IhopSession *session);
/* The steps that lead to a state, one a line, for `ihop --script`: those of one file. Caller frees. */
char *ihop_session_script (const IhopSession *session, guint id, guint file);
/* For whoever reads a session from where it was kept: a state of which only step and place are known.
 * Parents first; id 1 is there. FALSE: the parent is not, or the id is taken. */
gboolean ihop_session_restore (IhopSession *session, guint id, guint parent, guint file,
                               const char *step, const char *name);
/* The current state, or the one that will be current when the states are replayed. */
guint ihop_session_wanted (const IhopSession *session);
/* The current state that was kept; takes effect when the states are replayed. */
void ihop_session_restore_current (IhopSession *session, guint id);

/* ---- what was worked out anew (replay.h) ---- */

/* Another number whenever the steps have become outdated. */
guint ihop_session_age (const IhopSession *session);
/* What the state with this id has come to; keeps both, either of which may be NULL. One that is known already stays as it is. */
void ihop_session_put (IhopSession *session, guint id, IhopSnapshot *snapshot, IhopMessage *trouble);
/* The state that was current before becomes it again, or the last good one on the way to it. */
void ihop_session_go_to_wanted (IhopSession *session);
