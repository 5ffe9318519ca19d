/* What the window works on: a session, the snapshot that is shown, what is known about it so far, and
 * what is selected. Panes listen to its signals and ask it to do things; they never call each other.
 *
 * Signals (all on the main thread):
 *   "changed"     the text that is shown is another: opened, stepped, undone, edited, re-read. What
 *                 was known about loops is old (ihop_document_is_old), or gone ("cleared").
 *   "cleared"     what was known about loops is gone; mostly "analysed" follows at once with all that is new.
 *   "analysed"    (guint file) more functions of this file have their verdicts; comes many times.
 *   "renewed"     more is known of the loops that are there: as many, in the same functions, one inside the other as before.
 *                 Whoever lists them keeps the rows and shows in them what is known now.
 *   "finished"    all verdicts of this snapshot are there.
 *   "selection"   another fragment is selected.
 *   "pointed"     (guint file, guint line) lines to light up, see ihop_document_point.
 *   "proposed"    a step was tried: see ihop_document_proposal.
 *   "tree"        the tree of variants has changed (a name, a new branch, the current state).
 *   "variant"     another variant is chosen in the tree, or pinned.
 *   "message"     (char *text, gboolean is_bad) something to be told inside the window.
 *   "busy"        work began or ended: see ihop_document_busy.
 *   "focus"       (char *what) a part of the window is asked to take the keyboard: "block", "steps" …
 *   "observed"    a run has shown what iterations do: see ihop_document_seen.
 *   "device"      more is known of which loops the device would refuse: see ihop_document_refusal.
 *   "linked"      what is generated is, or is no longer, known line by line: see ihop_document_tints.
 *   "hovered"     the pointer is over another line of the source, or over a line made of it.
 *   "cuda"        another CUDA source is there to be proved and run, or it is no longer of the text that is shown.
 *   "opened"      another session; then "changed" comes, too. */
#pragma once
#include "project/loop_view.h"
#include "project/session.h"
#include <gio/gio.h>

#define IHOP_TYPE_DOCUMENT (ihop_document_get_type ())
G_DECLARE_FINAL_TYPE (IhopDocument, ihop_document, IHOP, DOCUMENT, GObject)

IhopDocument *ihop_document_new (void);

/* ---- opening ---- */

/* The window goes away: all work is called off, no signal comes any more. */
void ihop_document_close (IhopDocument *document);

/* Reads files in a worker and shows them instead of what is open. Paths are those of C files; they are
 * copied. Problems are told ("message"). */
void ihop_document_open (IhopDocument *document, const char *const *paths,
                         const IhopSettings *settings);
/* A session that somebody has read or made. Takes it. */
void ihop_document_show (IhopDocument *document, IhopSession *session);
/* Another text of the owner's, typed or re-read; steps are replayed over it. */
void ihop_document_edit (IhopDocument *document, guint file, const char *text);
/* The owner has typed into the text that is shown. After steps, what they typed is carried back to their own
 * text, and the steps are taken anew; where the steps have made what was changed, that is told, and the text
 * is shown as it was. */
void ihop_document_type (IhopDocument *document, guint file, const char *text);
/* There is something that was typed and is not yet handed in: the source answers "focus" with "typing" by doing so. */
void ihop_document_set_typing (IhopDocument *document, gboolean is_typing);
void ihop_document_set_settings (IhopDocument *document, const IhopSettings *settings);

/* ---- keeping ---- */

/* Everything that is done is kept at once: in the project's file, or, as long as there is none, in one of
 * our own by the names of the files, from which the next start goes on. */
void ihop_document_open_project (IhopDocument *document, const char *path);
/* Makes (or overwrites) a project file and goes on in it. */
gboolean ihop_document_save_as (IhopDocument *document, const char *path);
/* NULL: there is no project file. */
const char *ihop_document_project_path (IhopDocument *document);
/* Writes what the owner has typed to the files it belongs to. */
gboolean ihop_document_write_texts (IhopDocument *document);
/* Forgets all steps. */
void ihop_document_start_afresh (IhopDocument *document);
/* What was measured; NULL: nothing is open. */
struct _IhopKeep *ihop_document_keep (IhopDocument *document);

/* ---- what is shown ---- */

/* NULL: nothing is open. Owned by the document; do not change it, use what is below. */
const IhopSession *ihop_document_session (IhopDocument *document);
/* The one that is shown, or NULL. Keep a reference while a worker uses it. */
IhopSnapshot *ihop_document_snapshot (IhopDocument *document);
guint ihop_document_n_files (IhopDocument *document);
/* Functions of a file (of IhopFunctionView *), NULL: not known yet. */
const GPtrArray *ihop_document_functions (IhopDocument *document, guint file);
/* Loops that are known so far, in the order of the file (of IhopLoopView *). Never NULL. */
const GPtrArray *ihop_document_loops (IhopDocument *document, guint file);
/* By its address. NULL: there is none, or it is not known yet. */
const IhopLoopView *ihop_document_loop (IhopDocument *document, guint file, const char *address);
/* The innermost loop around a line, or NULL. */
const IhopLoopView *ihop_document_loop_at (IhopDocument *document, guint file, guint line);
/* What Clang and we had to say, of IhopDiag *; empty, never NULL. */
const IhopDiags *ihop_document_diags (IhopDocument *document);
gboolean ihop_document_is_analysed (IhopDocument *document);
/* Functions and loops are still those of the text before, at the lines where they stand now: to be shown as such. */
gboolean ihop_document_is_old (IhopDocument *document);

/* ---- what is selected ---- */

typedef struct
{
  guint file;
  guint first_line, last_line; /* 0: nothing but the file */
  char *function;              /* or NULL */
  char *address;               /* of a loop, or NULL */
  gboolean is_renewed;         /* what was selected before, found again in another text: nobody has gone there */
} IhopSelection;

const IhopSelection *ihop_document_selection (IhopDocument *document);
void ihop_document_select_file (IhopDocument *document, guint file);
void ihop_document_select_function (IhopDocument *document, guint file, const char *function);
void ihop_document_select_loop (IhopDocument *document, guint file, const char *address);
/* The smallest loop or function that holds these lines is named in the selection. */
void ihop_document_select_lines (IhopDocument *document, guint file, guint first, guint last);
/* The loop around; the first loop inside. FALSE: there is none. */
gboolean ihop_document_grow (IhopDocument *document);
gboolean ihop_document_shrink (IhopDocument *document);
/* The next (1) or the one before (-1) of a file's loops. */
gboolean ihop_document_step_loop (IhopDocument *document, int by);
/* Lines that shall light up beside the selection: where a dependence starts and ends (second 0: one
 * line). The panes that show text scroll there. */
void ihop_document_point (IhopDocument *document, guint file, guint line, guint second);
guint ihop_document_pointed (IhopDocument *document, guint *file, guint *second);

/* ---- whether the device takes a loop ---- */

/* Why "Generate" refuses the loop there, or would if it were marked, in the user's language. NULL: it does not, or that is
 * not (yet) known: it is looked at when all verdicts are there, and in small files only. */
const char *ihop_document_refusal (IhopDocument *document, guint file, const char *address);

/* ---- what became of which line ---- */

/* Each line of a file has the number of the kernel that was made of it (from 1), or 0. Copies; NULL: not known. Gone as
 * soon as the text changes. */
void ihop_document_set_tints (IhopDocument *document, guint file, const GByteArray *tints);
/* NULL: not known. */
const GByteArray *ihop_document_tints (IhopDocument *document, guint file);
/* What is copied in a line. */
typedef struct
{
  guint line;
  gboolean to_device;      /* or back */
  double bytes;            /* negative: not known before the program runs */
} IhopLineCopy;

/* Of IhopLineCopy; together with the tints. Copies; NULL: not known. */
void ihop_document_set_copies (IhopDocument *document, const GArray *copies);
const GArray *ihop_document_copies (IhopDocument *document, guint file);
/* The pointer is over this line of the source, or over one that was made of it. 0: over none. */
void ihop_document_hover (IhopDocument *document, guint file, guint line);
guint ihop_document_hovered (IhopDocument *document, guint *file);

/* ---- steps ---- */

/* Steps (mostly one) that were tried and not yet taken. */
typedef struct
{
  guint file;
  char *step;              /* one a line */
  IhopSnapshot *before, *after; /* after: NULL: refused … */
  IhopDiags *diags;             /* … for these reasons */
  GPtrArray *afters;       /* of IhopSnapshot *: after each line */
} IhopProposal;

/* Tries steps (one a line) in a worker; then "proposed" tells that there is something to see. take: a step that is
 * legal is taken at once. */
void ihop_document_try (IhopDocument *document, guint file, const char *step, gboolean take);
/* NULL: there is none. Gone as soon as the text changes. */
const IhopProposal *ihop_document_proposal (IhopDocument *document);
/* Takes what was proposed; FALSE: there is nothing, or it was refused. */
gboolean ihop_document_accept (IhopDocument *document);
void ihop_document_dismiss (IhopDocument *document);
/* One history for what is typed and for steps. These, like steps that are tried, are done in the order in which they are
 * given; what is at work is finished first. */
void ihop_document_undo (IhopDocument *document);
void ihop_document_redo (IhopDocument *document);
gboolean ihop_document_can_undo (IhopDocument *document);
gboolean ihop_document_can_redo (IhopDocument *document);
void ihop_document_go (IhopDocument *document, guint state);
gboolean ihop_document_name (IhopDocument *document, guint state, const char *name);

/* The variant that is chosen in the tree, and the one that others are compared with: ids of states, 0: none.
 * "variant" tells of both. */
guint ihop_document_variant (IhopDocument *document);
void ihop_document_choose_variant (IhopDocument *document, guint state);
guint ihop_document_pinned (IhopDocument *document);
void ihop_document_pin (IhopDocument *document, guint state);

/* ---- what runs have shown: beside what is proved, and never in its place ---- */

typedef struct
{
  char **arguments;        /* for the program; or NULL */
  char *input;             /* file for its standard input; or NULL */
  double seconds;          /* for one run */
  guint file;              /* of several programs the one that this file belongs to is run */
} IhopObserveOrder;

void ihop_observe_order_free (gpointer order);
/* Builds what is shown with its accesses recorded and runs it, in a worker; takes the order. What comes out is told, and
 * kept for as long as these texts stay the same. Does nothing while another run is being observed. */
void ihop_document_observe (IhopDocument *document, IhopObserveOrder *order);
gboolean ihop_document_is_observing (IhopDocument *document);
void ihop_document_stop_observing (IhopDocument *document);
/* What 'ihop observe --profile' has written. FALSE: it was told why it is none. */
gboolean ihop_document_read_profile (IhopDocument *document, const char *path);
/* NULL: no run has shown anything of it. */
const struct _IhopSeenLoop *ihop_document_seen (IhopDocument *document, const IhopLoopView *loop);

/* ---- a CUDA source: a file of the owner's, or what was generated last ---- */

typedef struct
{
  char *path;              /* of the file; of a product its name alone */
  char *folder;            /* where its #include "…" start from */
  char *text;
  GPtrArray *products;     /* of IhopProduct *: it and what was generated with it; NULL: a file of the owner's */
  char **flags;            /* for its compiler; NULL-terminated */
} IhopCudaSource;

/* Counted: a worker may hold one. */
IhopCudaSource *ihop_cuda_source_ref (IhopCudaSource *source);
void ihop_cuda_source_unref (gpointer source);
/* Reads a .cu file and shows it in place of the source before; it is read again whenever it changes. FALSE: it was told why
 * it cannot be read. flags may be NULL. */
gboolean ihop_document_open_cuda (IhopDocument *document, const char *path, char **flags);
/* What was generated of a file takes its place; without a .cu among the products nothing does. */
void ihop_document_take_cuda (IhopDocument *document, guint file, GPtrArray *products);
/* NULL: there is none. Owned by the document. */
IhopCudaSource *ihop_document_cuda (IhopDocument *document);
/* It was generated from a text that is no longer shown. */
gboolean ihop_document_is_cuda_old (IhopDocument *document);
/* The pane says whether it is at work on it, for the commands. */
void ihop_document_set_cuda_work (IhopDocument *document, gboolean is_at_work);
gboolean ihop_document_is_cuda_work (IhopDocument *document);

/* ---- workers ---- */

typedef gpointer (*IhopWork) (IhopSnapshot *snapshot, gpointer data, GCancellable *cancellable);
typedef void (*IhopWorkDone) (IhopDocument *document, gpointer *result, gpointer data);
/* Runs work on another thread with the snapshot that is shown; then done, on the main thread, unless
 * something else is shown by then. Frees data and result in any case (either may be NULL), but for a result that done has
 * taken (g_steal_pointer). The
 * cancellable belongs to the work: it is cancelled when something else is shown, and whoever no longer
 * wants the answer may do so, too (take a reference). */
GCancellable *ihop_document_run (IhopDocument *document, IhopWork work, IhopWorkDone done,
                                 gpointer data, GDestroyNotify free_data,
                                 GDestroyNotify free_result);
/* Likewise for what the window would like to know without anybody having asked: it stands back behind all other work. */
GCancellable *ihop_document_wonder (IhopDocument *document, IhopWork work, IhopWorkDone done,
                                    gpointer data, GDestroyNotify free_data, GDestroyNotify free_result);
void ihop_document_focus (IhopDocument *document, const char *what);
guint ihop_document_busy (IhopDocument *document); /* how many workers are at it */
void ihop_document_tell (IhopDocument *document, gboolean is_bad, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
