/* Taking the steps of a session anew, after a text or a setting has changed that they were taken on (session.h). The session's
 * thread makes a replay, a worker runs it, the session's thread puts what was found into the session. */
#pragma once
#include "project/session.h"

/* What a worker needs to know, and what it found out. */
typedef struct _IhopReplay IhopReplay;
/* NULL: nothing is outdated. */
IhopReplay *ihop_session_replay_new (const IhopSession *session);
/* Slow, for a worker: takes all steps anew. Stops early when "stop" (may be NULL) becomes TRUE. */
void ihop_replay_run (IhopReplay *replay, gboolean (*stop) (gpointer data), gpointer data);
/* A file that the steps are about is no C as it stands: nothing can be said about them. */
gboolean ihop_replay_is_unreadable (const IhopReplay *replay);
/* Puts what was found into the session, unless it has changed since: then FALSE. Steps that do not
 * apply any more stay in the tree, with their trouble; the session goes to the last good state before. */
gboolean ihop_session_replay_finish (IhopSession *session, const IhopReplay *replay);
void ihop_replay_free (IhopReplay *replay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopReplay, ihop_replay_free)
