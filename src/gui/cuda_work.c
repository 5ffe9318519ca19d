/* Proving, checking and counting a CUDA source, for a worker: its text as it is shown is put into a folder of its own, where
 * it is compiled and run by ihop's runtime. */
#include "gui/cuda_work.h"
#include "base/folder.h"
#include "check/cuda.h"
#include "check/process.h"
#include "checks/checks.h"
#include "counts/counts.h"
#include "gui/text.h"
#include "project/localize.h"
#include "prove/prove.h"
#include <glib/gstdio.h>

typedef struct
{
  const IhopCudaOrder *order;
  GCancellable *cancellable;
  void (*progress) (const char *what, gpointer data);
  gpointer data;
  char *folder, *path, *finds;
  char **flags;
  IhopCudaResult *result;
} Work;

void
ihop_cuda_order_free (gpointer data)
{
  IhopCudaOrder *order = data;

  ihop_cuda_source_unref (order->source);
  g_strfreev (order->arguments);
  g_free (order->gpu);
  g_free (order);
}

void
ihop_cuda_result_free (gpointer data)
{
  IhopCudaResult *result = data;

  g_ptr_array_unref (result->notes);
  g_free (result->output);
  g_free (result);
}

static void
fail (Work *work, char *why)
{
  ihop_cuda_note_add (work->result, why, NULL, "verdict-sequential");
}

/* ---- the folder ---- */

static gboolean
put_text (const Work *work, const char *name, const char *text, GError **error)
{
  g_autofree char *base = g_path_get_basename (name), *path = g_build_filename (work->folder, base, NULL);

  return g_file_set_contents (path, text, -1, error);
}

/* FALSE: it was said why not. */
static gboolean
put_source (Work *work)
{
  const IhopCudaSource *source = work->order->source;
  g_autofree char *base = g_path_get_basename (source->path);
  g_autoptr (GError) error = NULL;

  work->folder = g_dir_make_tmp ("ihop-cuda-XXXXXX", &error);
  if (work->folder)
    {
      work->path = g_build_filename (work->folder, base, NULL);
      work->finds = g_build_filename (work->folder, "found", NULL);
      g_mkdir (work->finds, 0700);
      put_text (work, base, source->text, &error);
      for (guint i = 0; error == NULL && source->products && i < source->products->len; i++)
        put_text (work, ((const IhopProduct *) source->products->pdata[i])->name, ((const IhopProduct *) source->products->pdata[i])->text, &error);
    }
  if (error)
    fail (work, g_strdup (error->message));
  return error == NULL;
}

static void
make_flags (Work *work)
{
  g_autoptr (GStrvBuilder) flags = g_strv_builder_new ();

  g_strv_builder_addv (flags, (const char **) work->order->source->flags);
  g_strv_builder_add_many (flags, "-I", work->order->source->folder, NULL); /* nvcc knows no -iquote */
  work->flags = g_strv_builder_end (flags);
}

/* ---- proving ---- */

static void
prove (Work *work)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autofree char *headers = ihop_cuda_header_folder ();

  work->progress (N_ ("proving"), work->data);
  g_autoptr (IhopTree) tree = ihop_prove_read (work->path, headers, (const char *const *) work->flags, NULL, diags);
  for (guint i = 0; i < diags->len && tree == NULL; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      IhopCudaNote *note = ihop_cuda_note_add (work->result, ihop_message_localize (diag->message), NULL, "verdict-sequential");
      if (diag->line && g_strcmp0 (diag->path, work->path) == 0)
        ihop_cuda_note_add_place (note, diag->line, g_strdup (""));
    }
  if (tree == NULL)
    return;
  g_autoptr (GPtrArray) proofs = ihop_prove (tree, TRUE);
  ihop_cuda_add_proofs (work->result, proofs, work->path);
}

/* ---- running ---- */

/* FALSE: it was said why not. */
static gboolean
compile (Work *work, const char *program)
{
  gboolean is_missing;

  work->progress (N_ ("compiling"), work->data);
  work->result->output = ihop_cuda_build (IHOP_CUDA_ANY, work->path, work->flags, TRUE, work->folder, program, &is_missing);
  if (work->result->output == NULL)
    return TRUE;
  const GPtrArray *products = work->order->source->products;
  for (guint i = 0; products && i < products->len; i++)
    if (g_str_has_suffix (work->order->source->path, "_kernels.cu"))
      {
        fail (work, g_strdup (_ ("The host's part of this program is a file of its own: the pane “Run” builds both and compares "
                                 "their results.")));
        return FALSE;
      }
  fail (work, g_strdup (_ ("It cannot be compiled to a program; what the compiler says is on the right.")));
  return FALSE;
}

static void
take_output (Work *work, const IhopProcess *process)
{
  g_autofree char *out = NULL, *err = NULL;

  g_file_get_contents (process->out, &out, NULL, NULL);
  g_file_get_contents (process->err, &err, NULL, NULL);
  g_autofree char *both = g_strconcat (out ? out : "", err ? err : "", NULL);
  g_free (work->result->output);
  work->result->output = g_utf8_make_valid (both, -1);
}

static void
say_end (Work *work, const IhopProcess *process)
{
  if (process->timed_out)
    ihop_cuda_note_add (work->result, g_strdup (_ ("The program was stopped at its time limit: this is what was seen until then.")),
                        NULL, "verdict-unknown");
  else if (process->signal)
    ihop_cuda_note_add (work->result, g_strdup_printf (_ ("The program was ended by signal %d."), process->signal), NULL, "verdict-sequential");
  else if (process->status)
    ihop_cuda_note_add (work->result, g_strdup_printf (_ ("The program ended with status %d."), process->status), NULL, "verdict-unknown");
}

static void
report (Work *work)
{
  if (work->order->task == IHOP_CUDA_CHECK)
    ihop_cuda_add_checks (work->result, work->finds, work->path);
  else
    ihop_cuda_add_counts (work->result, work->finds, work->order->gpu, work->path);
}

/* NULL: it was said why not. */
static char **
environment (Work *work)
{
  g_autoptr (GError) error = NULL;
  char **list = ihop_cuda_environment ();

  if (list == NULL)
    {
      fail (work, g_strdup (_ ("The CUDA runtime of ihop is not where it belongs.")));
      return NULL;
    }
  if (work->order->task == IHOP_CUDA_CHECK)
    return ihop_checks_prepare (list, work->finds);
  list = ihop_counts_prepare (list, work->finds, work->order->gpu, &error);
  if (list == NULL)
    fail (work, g_strdup (error->message));
  return list;
}

static void
execute (Work *work, const char *program)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *out = g_build_filename (work->folder, "out.txt", NULL), *err = g_build_filename (work->folder, "err.txt", NULL);
  g_auto (GStrv) list = environment (work);

  if (list == NULL)
    return;
  work->progress (work->order->task == IHOP_CUDA_CHECK ? N_ ("running, and checking what it does") : N_ ("running, and counting what it asks for"),
                  work->data);
  g_ptr_array_add (argv, (gpointer) program);
  for (char **word = work->order->arguments; word && *word; word++)
    g_ptr_array_add (argv, *word);
  g_ptr_array_add (argv, NULL);
  IhopProcess process = { .argv = (const char *const *) argv->pdata, .folder = work->order->source->folder,
                          .environment = (const char *const *) list, .out = out, .err = err,
                          .seconds = work->order->seconds, .cancellable = work->cancellable };
  ihop_process_start (&process);
  ihop_process_wait (&process);
  take_output (work, &process);
  say_end (work, &process);
  report (work);
}

static void
run (Work *work)
{
  g_autofree char *program = g_build_filename (work->folder, "program", NULL);

  if (compile (work, program) && !g_cancellable_is_cancelled (work->cancellable))
    execute (work, program);
}

IhopCudaResult *
ihop_cuda_work (const IhopCudaOrder *order, GCancellable *cancellable, void (*progress) (const char *what, gpointer data), gpointer data)
{
  Work work = { .order = order, .cancellable = cancellable, .progress = progress, .data = data };

  work.result = g_new0 (IhopCudaResult, 1);
  work.result->notes = g_ptr_array_new_with_free_func (ihop_cuda_note_free);
  make_flags (&work);
  if (put_source (&work))
    order->task == IHOP_CUDA_PROVE ? prove (&work) : run (&work);
  if (work.folder)
    ihop_folder_remove (work.folder);
  g_strfreev (work.flags);
  g_free (work.finds);
  g_free (work.path);
  g_free (work.folder);
  return work.result;
}
