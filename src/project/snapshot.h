/* A program at one moment: some files, each after some steps. It never changes, so that windows can
 * hand it to worker threads; what it knows is worked out when first asked for, by one thread at a
 * time.
 *
 * The text of a file is what a script of its steps makes of what the owner wrote: a snapshot takes
 * each step from the tree that the step before has left, as ihop_project_transform does. */
#pragma once
#include "project/origin.h"
#include "project/project.h"
#include "project/settings.h"

typedef struct _IhopSnapshot IhopSnapshot;

typedef struct
{
  const char *path;
  const char *original;    /* as the owner wrote it */
  const char *text;        /* after the steps */
  const GPtrArray *steps;  /* of char * */
  const GArray *origins;   /* of IhopLoopOrigin, of the loops after the steps; NULL: there are no steps */
  gboolean is_stepped;     /* there are steps */
} IhopSnapshotFile;

/* Nothing is parsed yet, this is quick. Copies everything; no files yet. */
IhopSnapshot *ihop_snapshot_new (const IhopSettings *settings);
/* Before it is used for anything else. The text may be anything. */
void ihop_snapshot_add (IhopSnapshot *snapshot, const char *path, const char *text);
IhopSnapshot *ihop_snapshot_ref (IhopSnapshot *snapshot);
void ihop_snapshot_unref (IhopSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSnapshot, ihop_snapshot_unref)

/* Steps lie between them, and nothing else: both are after (or before) steps over the same texts under the same settings. */
gboolean ihop_snapshot_is_akin (const IhopSnapshot *a, const IhopSnapshot *b);
guint ihop_snapshot_n_files (const IhopSnapshot *snapshot);
/* Good as long as the snapshot. */
IhopSnapshotFile ihop_snapshot_file (const IhopSnapshot *snapshot, guint file);
const IhopSettings *ihop_snapshot_settings (const IhopSnapshot *snapshot);

/* Everything below may be slow: for workers. ------------------------------------------------------ */

/* The project over the texts as they are now, for this thread alone until unlock; its files are in the
 * order of the snapshot's. Do not transform it. Ask it for one thing at a time and unlock between:
 * others wait. */
IhopProject *ihop_snapshot_lock (IhopSnapshot *snapshot);
void ihop_snapshot_unlock (IhopSnapshot *snapshot);

/* The snapshot after one more step, or NULL with the refusal in diags (a list of its own), at places
 * of the text as it is now. */
IhopSnapshot *ihop_snapshot_step (IhopSnapshot *snapshot, guint file, const char *step,
                                  IhopDiags *diags);
/* A folder may hold several programs. Gives the one that a file belongs to: the file, and those that have no
 * main; the snapshot itself where there is one program only. NULL: a step does not apply. Caller unrefs. */
IhopSnapshot *ihop_snapshot_program (IhopSnapshot *snapshot, guint file);
/* A project of the caller's own (who frees it) over the texts as they are shown: the steps' work is the owner's text there. */
IhopProject *ihop_snapshot_shown (const IhopSnapshot *snapshot);
/* SHA-256 over the paths and texts as they are shown, and over what they are compiled with. Caller frees. */
char *ihop_snapshot_hash (const IhopSnapshot *snapshot);
/* Whether the steps say something that the text does not: what has to be tested, what stays on the host. */
gboolean ihop_snapshot_says_more (const IhopSnapshot *snapshot, guint file);
/* A project of the caller's own (who frees it) after the whole way from the owner's text; a step was
 * refused: NULL. */
IhopProject *ihop_snapshot_project (IhopSnapshot *snapshot);

/* The whole way from the owner's text anew, as `ihop --script` goes it: products of one file. NULL: it
 * has no tree, or a step was refused; diags say. A caller that only looks at products and diags may
 * use them from any thread; free both together with ihop_snapshot_products_free. */
typedef struct
{
  GPtrArray *products;     /* of IhopProduct * */
  guint n_kernels, n_transfers;
  GPtrArray *left_out;     /* of char *: "f/i, line 12: why it stays on the host" */
} IhopSnapshotProducts;
IhopSnapshotProducts *ihop_snapshot_generate (IhopSnapshot *snapshot, guint file,
                                              const IhopGenerateOptions *options,
                                              IhopDiags *diags);
void ihop_snapshot_products_free (IhopSnapshotProducts *products);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSnapshotProducts, ihop_snapshot_products_free)
