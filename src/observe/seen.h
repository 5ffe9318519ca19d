/* What a run has shown of each loop, as plain data: read from the document of `ihop observe --format json`, for faces
 * that show it beside what is proved. */
#pragma once
#include "base/message.h"

typedef struct _IhopSeenLoop
{
  guint line;          /* where the loop stood in the observed text */
  double share;        /* of the run's time, with the loops inside; negative: not known */
  guint64 runs, trips; /* how often it was come to; iterations of all runs */
  gboolean is_refuted; /* it was called parallel, and iterations met: our fault */
  gboolean is_confirmed; /* it was called parallel, and they met in nothing but what the verdict names */
  gboolean is_aside;   /* they met, but an assumption of the verdict did not hold */
  gboolean is_judged;  /* it ran twice in a row, with its accesses recorded */
  char *element;       /* what iterations met in; NULL: nothing that counts */
  guint64 source, sink, source_line, sink_line; /* the iterations, from 0, and their lines */
  IhopMessage *assertion; /* what would settle it; or NULL */
} IhopSeenLoop;

typedef struct _IhopSeen IhopSeen;

/* NULL with an error: it is no such document. */
IhopSeen *ihop_seen_read (const char *json, GError **error);
void ihop_seen_free (IhopSeen *seen); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSeen, ihop_seen_free)
/* Files are known by the last part of their names. NULL: nothing is known of this loop, or it stood in another line: then
 * the text was another. */
const IhopSeenLoop *ihop_seen_loop (const IhopSeen *seen, const char *path, const char *address, guint line);
/* How many loops ran, and how many verdicts were refuted. */
guint ihop_seen_count (const IhopSeen *seen, guint *refuted);
