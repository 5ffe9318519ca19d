/* Workers over the snapshot that is shown. */
#include "gui/document_private.h"
#include "gui/background.h"

typedef struct
{
  IhopSnapshot *snapshot;
  IhopWork work;
  IhopWorkDone done;
  gpointer data, result;
  GDestroyNotify free_data, free_result;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->snapshot, ihop_snapshot_unref);
  if (job->free_data && job->data)
    job->free_data (job->data);
  if (job->free_result && job->result)
    job->free_result (job->result);
  g_free (job);
}

static void
job_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  if (!g_cancellable_is_cancelled (cancellable))
    job->result = job->work (job->snapshot, job->data, cancellable);
  g_task_return_boolean (task, TRUE);
}

/* An answer about a text that is no longer shown is dropped here. */
static void
job_done (GObject *source, GAsyncResult *result, gpointer data)
{
  IhopDocument *document = IHOP_DOCUMENT (source);
  Job *job = g_task_get_task_data (G_TASK (result));

  document->busy--;
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))
      && job->snapshot == document->shown)
    job->done (document, &job->result, job->data);
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
}

static void
cancel_chained (GCancellable *stale, GCancellable *own)
{
  g_cancellable_cancel (own);
}

typedef void (*Start) (GTask *task, GTaskThreadFunc function);

static GCancellable *
begin (IhopDocument *document, Start start, IhopWork work, IhopWorkDone done, gpointer data, GDestroyNotify free_data,
       GDestroyNotify free_result)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (document, cancellable, job_done, NULL);
  Job *job = g_new0 (Job, 1);

  g_signal_connect_object (document->stale, "cancelled", G_CALLBACK (cancel_chained), cancellable, 0);
  job->snapshot = document->shown ? ihop_snapshot_ref (document->shown) : NULL; /* a CUDA source may be all there is */
  job->work = work;
  job->done = done;
  job->data = data;
  job->free_data = free_data;
  job->free_result = free_result;
  document->busy++;
  g_task_set_return_on_cancel (task, FALSE);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, job_free);
  start (task, job_thread);
  ihop_document_emit (document, IHOP_SIGNAL_BUSY);
  return cancellable; /* the task holds it while the work goes on */
}

GCancellable *
ihop_document_run (IhopDocument *document, IhopWork work, IhopWorkDone done, gpointer data,
                   GDestroyNotify free_data, GDestroyNotify free_result)
{
  return begin (document, ihop_background_run, work, done, data, free_data, free_result);
}

GCancellable *
ihop_document_wonder (IhopDocument *document, IhopWork work, IhopWorkDone done, gpointer data,
                      GDestroyNotify free_data, GDestroyNotify free_result)
{
  return begin (document, ihop_background_run_quietly, work, done, data, free_data, free_result);
}

guint
ihop_document_busy (IhopDocument *document)
{
  return document->busy;
}
