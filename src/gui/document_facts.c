/* What is known of the text that is shown, and the worker that brings it. */
#include "gui/document_private.h"
#include "gui/background.h"

/* ---- facts ---- */

static void
facts_free (gpointer data)
{
  IhopFileFacts *facts = data;

  g_clear_pointer (&facts->functions, g_ptr_array_unref);
  g_ptr_array_unref (facts->loops);
  g_clear_pointer (&facts->origins, g_array_unref);
  g_free (facts);
}

void
ihop_document_drop_facts (IhopDocument *document)
{
  g_clear_pointer (&document->facts, g_ptr_array_unref);
  g_clear_pointer (&document->coming, g_ptr_array_unref);
  g_clear_pointer (&document->carried, g_ptr_array_unref);
  g_ptr_array_set_size (document->diags, 0);
  document->is_analysed = FALSE;
}

GPtrArray *
ihop_document_facts_new (IhopDocument *document)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (facts_free);

  for (guint i = 0; i < ihop_document_n_files (document); i++)
    {
      IhopFileFacts *facts = g_new0 (IhopFileFacts, 1);
      facts->loops = g_ptr_array_new_with_free_func (ihop_loop_view_free);
      g_ptr_array_add (all, facts);
    }
  return all;
}

static IhopFileFacts *
facts_of (IhopDocument *document, guint file)
{
  if (document->facts == NULL)
    document->facts = ihop_document_facts_new (document);
  return document->facts->pdata[file];
}

const GPtrArray *
ihop_document_functions (IhopDocument *document, guint file)
{
  return document->session ? facts_of (document, file)->functions : NULL;
}

/* Where nothing but a CUDA source is open, there are none. */
const GPtrArray *
ihop_document_loops (IhopDocument *document, guint file)
{
  static GPtrArray *none;

  if (file < ihop_document_n_files (document))
    return facts_of (document, file)->loops;
  if (none == NULL)
    none = g_ptr_array_new ();
  return none;
}

const IhopDiags *
ihop_document_diags (IhopDocument *document)
{
  return document->diags;
}

gboolean
ihop_document_is_analysed (IhopDocument *document)
{
  return document->is_analysed;
}

const IhopLoopView *
ihop_document_loop (IhopDocument *document, guint file, const char *address)
{
  const GPtrArray *loops = ihop_document_loops (document, file);

  for (guint i = 0; address && i < loops->len; i++)
    {
      const IhopLoopView *loop = loops->pdata[i];
      if (g_str_equal (loop->address, address))
        return loop;
    }
  return NULL;
}

const IhopLoopView *
ihop_document_loop_at (IhopDocument *document, guint file, guint line)
{
  const GPtrArray *loops = ihop_document_loops (document, file);
  const IhopLoopView *found = NULL;

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoopView *loop = loops->pdata[i];
      if (loop->line <= line && line <= loop->last_line && (!found || loop->depth >= found->depth))
        found = loop;
    }
  return found;
}

/* ---- the analysis: one worker, which hands over what it has about every 50 ms ---- */

typedef struct
{
  IhopDocument *document;
  IhopSnapshot *snapshot;
  GCancellable *stale;
  GPtrArray *carried;   /* as the document's; only looked at here */
} Analysis;

/* What travels to the main thread. */
typedef struct
{
  IhopDocument *document;
  GCancellable *stale;
  guint file;
  GPtrArray *functions; /* NULL: known already */
  gboolean is_unreadable;
  GPtrArray *loops;     /* more loops, or NULL … */
  guint n_taken;        /* … of which so many have been handed over */
  IhopDiags *diags;     /* all of them, or NULL */
  gboolean is_last;
  gboolean is_quiet;    /* loops that were carried over, looked at again */
} Parcel;

static Parcel *
parcel_new (const Analysis *analysis, guint file)
{
  Parcel *parcel = g_new0 (Parcel, 1);

  parcel->document = g_object_ref (analysis->document);
  parcel->stale = g_object_ref (analysis->stale);
  parcel->file = file;
  return parcel;
}

static void
parcel_free (gpointer data)
{
  Parcel *parcel = data;

  g_clear_pointer (&parcel->functions, g_ptr_array_unref);
  g_clear_pointer (&parcel->loops, g_ptr_array_unref);
  g_clear_pointer (&parcel->diags, g_ptr_array_unref);
  g_object_unref (parcel->stale);
  g_object_unref (parcel->document);
  g_free (parcel);
}

/* Gives TRUE when none are left. */
static gboolean
take_loops (GPtrArray *known, Parcel *parcel, guint most)
{
  guint end = MIN (parcel->loops->len, parcel->n_taken + most);

  for (; parcel->n_taken < end; parcel->n_taken++)
    g_ptr_array_add (known, g_steal_pointer (&parcel->loops->pdata[parcel->n_taken]));
  return end == parcel->loops->len;
}

/* Rows are dear until a list has as many as it ever shows at once (GTK makes 200): then few at a time. */
#define ROWS_OF_A_LIST 240
#define FEW_LOOPS 24
#define MANY_LOOPS 200

static void
take_functions (IhopFileFacts *facts, Parcel *parcel)
{
  if (parcel->functions == NULL)
    return;
  g_clear_pointer (&facts->functions, g_ptr_array_unref);
  facts->functions = g_steal_pointer (&parcel->functions);
  facts->is_unreadable = parcel->is_unreadable;
}

static void
take_diags (IhopDocument *document, Parcel *parcel)
{
  if (parcel->diags == NULL)
    return;
  g_ptr_array_unref (document->diags);
  document->diags = g_steal_pointer (&parcel->diags);
}

static void
finish (IhopDocument *document)
{
  document->is_analysed = TRUE;
  ihop_document_renew_selection (document);
  ihop_document_emit (document, IHOP_SIGNAL_FINISHED);
  ihop_document_next_order (document);
  ihop_document_ask_device (document);
}

/* Beside what is old: shown all at once, when all is there. */
static void
collect (IhopDocument *document, Parcel *parcel)
{
  IhopFileFacts *facts = document->coming->pdata[parcel->file];

  take_functions (facts, parcel);
  if (parcel->loops)
    take_loops (facts->loops, parcel, parcel->loops->len);
  if (!parcel->is_last)
    return;
  take_diags (document, parcel);
  ihop_document_exchange_facts (document);
  finish (document);
}

/* Gives TRUE when nothing is left. */
static gboolean
deliver_some (IhopDocument *document, Parcel *parcel)
{
  gboolean is_done = TRUE;

  if (parcel->is_quiet)
    {
      ihop_document_renew_loops (document, parcel->file, parcel->loops);
      return TRUE;
    }
  if (document->coming)
    {
      collect (document, parcel);
      return TRUE;
    }
  IhopFileFacts *facts = facts_of (document, parcel->file);
  take_functions (facts, parcel);
  if (parcel->loops)
    is_done = take_loops (facts->loops, parcel,
                          facts->loops->len < ROWS_OF_A_LIST ? FEW_LOOPS : MANY_LOOPS);
  take_diags (document, parcel);
  ihop_document_emit (document, IHOP_SIGNAL_ANALYSED, parcel->file);
  if (parcel->is_last)
    finish (document);
  return is_done;
}

#define FRAME 16 /* ms: the window is drawn between two deliveries */

/* A parcel holds the document: whoever calls this holds it, too. Gives TRUE when there is more to do. */
static gboolean
unpack (IhopDocument *document)
{
  Parcel *parcel = g_queue_peek_head (&document->parcels);

  if (g_cancellable_is_cancelled (parcel->stale) || deliver_some (document, parcel))
    {
      g_queue_remove (&document->parcels, parcel);
      parcel_free (parcel);
    }
  return !g_queue_is_empty (&document->parcels);
}

static gboolean
unpack_more (gpointer data)
{
  g_autoptr (IhopDocument) document = g_object_ref (data);

  document->is_unpacking = unpack (document);
  return document->is_unpacking ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean
arrived (gpointer data)
{
  Parcel *parcel = data;
  g_autoptr (IhopDocument) document = g_object_ref (parcel->document);

  g_queue_push_tail (&document->parcels, parcel);
  if (!document->is_unpacking && unpack (document))
    {
      document->is_unpacking = TRUE;
      g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, FRAME, unpack_more, document, NULL);
    }
  return G_SOURCE_REMOVE;
}

/* Between input and drawing: a flood of parcels must not starve the window. */
static void
post (Parcel *parcel)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, arrived, parcel, NULL);
}

#define OFTEN (50 * 1000) /* µs */

static gboolean
is_carried (const Analysis *analysis, guint file, const IhopFunctionView *function)
{
  return analysis->carried && g_hash_table_contains (analysis->carried->pdata[file], function->name);
}

static void
add_loops (Parcel *parcel, GPtrArray *loops)
{
  if (parcel->loops == NULL)
    parcel->loops = loops;
  else
    g_ptr_array_extend_and_steal (parcel->loops, loops);
}

static void
post_loops (const Analysis *analysis, guint file, const gboolean *skipped, guint n, gboolean is_quiet)
{
  Parcel *parcel = parcel_new (analysis, file);
  gint64 last = g_get_monotonic_time ();

  for (guint i = 0; i < n && !g_cancellable_is_cancelled (analysis->stale); i++)
    {
      if (skipped[i])
        continue;
      add_loops (parcel, ihop_snapshot_loops (analysis->snapshot, file, i));
      parcel->is_quiet = is_quiet;
      if (g_get_monotonic_time () - last < OFTEN)
        continue;
      post (parcel);
      parcel = parcel_new (analysis, file);
      last = g_get_monotonic_time ();
    }
  post (parcel);
}

static void
analyse_file (const Analysis *analysis, guint file)
{
  GPtrArray *functions = ihop_snapshot_functions (analysis->snapshot, file);
  guint n = functions->len;
  Parcel *parcel = parcel_new (analysis, file);
  g_autofree gboolean *skipped = g_new0 (gboolean, n + 1); /* the list of functions is another thread's from now on */

  for (guint i = 0; i < n; i++)
    skipped[i] = is_carried (analysis, file, functions->pdata[i]);
  parcel->functions = functions;
  parcel->is_unreadable = !ihop_snapshot_is_readable (analysis->snapshot, file);
  parcel->diags = ihop_snapshot_diags (analysis->snapshot);
  post (parcel);
  post_loops (analysis, file, skipped, n, FALSE);
}

/* What was left out. Nobody waits for it. */
static void
look_again (const Analysis *analysis, guint file)
{
  g_autoptr (GPtrArray) functions = ihop_snapshot_functions (analysis->snapshot, file);
  g_autofree gboolean *skipped = g_new0 (gboolean, functions->len + 1);

  for (guint i = 0; i < functions->len; i++)
    skipped[i] = !is_carried (analysis, file, functions->pdata[i]);
  post_loops (analysis, file, skipped, functions->len, TRUE);
  Parcel *last = parcel_new (analysis, file);
  last->is_quiet = TRUE;
  post (last);
}

static void
analysis_free (gpointer data)
{
  Analysis *analysis = data;

  g_clear_pointer (&analysis->carried, g_ptr_array_unref);

  ihop_snapshot_unref (analysis->snapshot);
  g_object_unref (analysis->stale);
  g_free (analysis);
}

static void
analysis_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Analysis *analysis = data;

  for (guint i = 0; i < ihop_snapshot_n_files (analysis->snapshot); i++)
    if (!g_cancellable_is_cancelled (analysis->stale))
      analyse_file (analysis, i);
  if (!g_cancellable_is_cancelled (analysis->stale))
    {
      Parcel *parcel = parcel_new (analysis, 0);
      parcel->diags = ihop_snapshot_diags (analysis->snapshot);
      parcel->is_last = TRUE;
      post (parcel);
    }
  g_task_return_boolean (task, TRUE);
}

static void
again_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Analysis *analysis = data;

  for (guint i = 0; i < ihop_snapshot_n_files (analysis->snapshot); i++)
    look_again (analysis, i);
  g_task_return_boolean (task, TRUE);
}

/* Takes the analysis. */
static void
start (Analysis *analysis, void (*run) (GTask *task, GTaskThreadFunc function), GTaskThreadFunc function, GAsyncReadyCallback done)
{
  IhopDocument *document = analysis->document;
  g_autoptr (GTask) task = g_task_new (document, NULL, done, NULL); /* it holds the document */

  document->busy++;
  g_task_set_task_data (task, analysis, analysis_free);
  run (task, function);
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
}

static Analysis *
analysis_new (IhopDocument *document, IhopSnapshot *snapshot, GCancellable *stale, GPtrArray *carried)
{
  Analysis *analysis = g_new0 (Analysis, 1);

  analysis->document = document;
  analysis->snapshot = ihop_snapshot_ref (snapshot);
  analysis->stale = g_object_ref (stale);
  analysis->carried = carried ? g_ptr_array_ref (carried) : NULL;
  return analysis;
}

static void
again_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IHOP_DOCUMENT (source)->busy--;
  ihop_document_emit (IHOP_DOCUMENT (source), IHOP_SIGNAL_BUSY);
}

static void
analysis_done (GObject *source, GAsyncResult *result, gpointer data)
{
  const Analysis *done = g_task_get_task_data (G_TASK (result));

  if (done->carried && !g_cancellable_is_cancelled (done->stale))
    start (analysis_new (done->document, done->snapshot, done->stale, done->carried), ihop_background_run_quietly,
           again_thread, again_done);
  again_done (source, result, data);
}

void
ihop_document_analyse (IhopDocument *document)
{
  start (analysis_new (document, document->shown, document->stale, document->carried), ihop_background_run, analysis_thread,
         analysis_done);
}
