/* Keeping a session: one SQLite file (".ihop") with the hashes of the owner's files, the tree of steps,
 * variants, settings and measurements. What is written is there after a crash of the program the next
 * moment; each write is one transaction.
 *
 * Paths of files below the project's own folder are kept relative to it, so that both can move. */
#pragma once
#include "project/session.h"
#include <gio/gio.h>

typedef struct _IhopKeep IhopKeep;

/* Opens or makes the file. NULL with an error that is a sentence. */
IhopKeep *ihop_keep_open (const char *path, GError **error);
void ihop_keep_close (IhopKeep *keep);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopKeep, ihop_keep_close)
const char *ihop_keep_path (const IhopKeep *keep);

/* The whole session in the place of what was kept; measurements of states that are gone go, too. */
gboolean ihop_keep_write (IhopKeep *keep, const IhopSession *session, GError **error);

/* What reading a project had to say. */
typedef struct
{
  guint n_changed;         /* files that are not as they were when the steps were taken */
  guint n_absent;          /* files that could not be read: they are left out, with their steps */
  char *absent;            /* the first of them, or NULL */
} IhopKeepNews;

void ihop_keep_news_clear (IhopKeepNews *news);
/* Reads the files, too. Its steps are outdated: replay them. NULL with an error: nothing is kept there,
 * or none of its files is there any more. */
IhopSession *ihop_keep_read (IhopKeep *keep, IhopKeepNews *news, GError **error);
/* Only texts, steps and the tree, over a session that has its files (for recovery); and the settings, if the session has
 * the usual ones. FALSE: there is nothing to restore, or it is about other files. */
gboolean ihop_keep_restore (IhopKeep *keep, IhopSession *session);

/* What a run of the texts with this hash (ihop_snapshot_hash) has shown: the document of `ihop observe`. The last one stays. */
gboolean ihop_keep_set_observation (IhopKeep *keep, const char *hash, const char *document, GError **error);
/* NULL: nothing is kept of these texts. Caller frees. */
char *ihop_keep_observation (IhopKeep *keep, const char *hash);

typedef struct
{
  guint state;
  char *product, *device;  /* "cuda", "cpu", "original", "emulated"; device may be NULL */
  double predicted, seconds; /* negative: not known */
  char *made;              /* ISO 8601 */
} IhopMeasurement;

void ihop_measurement_free (gpointer measurement);
gboolean ihop_keep_add_measurement (IhopKeep *keep, const IhopMeasurement *measurement, GError **error);
/* Of IhopMeasurement *, in the order in which they were made. Caller unrefs. */
GPtrArray *ihop_keep_measurements (IhopKeep *keep);
