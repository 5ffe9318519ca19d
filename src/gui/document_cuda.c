/* The CUDA source that can be proved and run: a file, read again whenever it changes, or what was generated last. */
#include "gui/document_private.h"
#include <string.h>

static void
source_clear (gpointer data)
{
  IhopCudaSource *source = data;

  g_free (source->path);
  g_free (source->folder);
  g_free (source->text);
  g_clear_pointer (&source->products, g_ptr_array_unref);
  g_strfreev (source->flags);
}

IhopCudaSource *
ihop_cuda_source_ref (IhopCudaSource *source)
{
  return g_atomic_rc_box_acquire (source);
}

void
ihop_cuda_source_unref (gpointer source)
{
  g_atomic_rc_box_release_full (source, source_clear);
}

void
ihop_document_drop_cuda (IhopDocument *document)
{
  g_clear_pointer (&document->cuda, ihop_cuda_source_unref);
  g_clear_pointer (&document->cuda_made, ihop_snapshot_unref);
  g_clear_object (&document->cuda_watch);
}

IhopCudaSource *
ihop_document_cuda (IhopDocument *document)
{
  return document->cuda;
}

gboolean
ihop_document_is_cuda_old (IhopDocument *document)
{
  return document->cuda_made && document->cuda_made != document->shown;
}

void
ihop_document_set_cuda_work (IhopDocument *document, gboolean is_at_work)
{
  document->is_cuda_work = is_at_work;
  ihop_document_emit (document, IHOP_SIGNAL_BUSY); /* commands come and go with it */
}

gboolean
ihop_document_is_cuda_work (IhopDocument *document)
{
  return document->is_cuda_work;
}

/* ---- a file ---- */

/* NULL and a message: it cannot be read. */
static IhopCudaSource *
read_source (IhopDocument *document, const char *path, char **flags)
{
  static char *none[] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  IhopCudaSource *source;

  if (!g_file_get_contents (path, &text, NULL, &error))
    {
      ihop_document_tell (document, TRUE, "%s", error->message);
      return NULL;
    }
  source = g_atomic_rc_box_new0 (IhopCudaSource);
  source->path = g_canonicalize_filename (path, NULL);
  source->folder = g_path_get_dirname (source->path);
  source->text = g_utf8_make_valid (text, -1);
  source->flags = g_strdupv (flags ? flags : none);
  return source;
}

/* Takes it. What is seen of it may be the same text once more. */
static void
renew (IhopDocument *document, IhopCudaSource *source)
{
  if (source == NULL)
    return;
  if (g_str_equal (source->text, document->cuda->text))
    {
      ihop_cuda_source_unref (source);
      return;
    }
  ihop_cuda_source_unref (document->cuda);
  document->cuda = source;
  ihop_document_emit (document, IHOP_SIGNAL_CUDA);
}

static void
file_changed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, IhopDocument *document)
{
  if (event == G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT || event == G_FILE_MONITOR_EVENT_RENAMED
      || event == G_FILE_MONITOR_EVENT_CREATED || event == G_FILE_MONITOR_EVENT_MOVED_IN)
    renew (document, read_source (document, document->cuda->path, document->cuda->flags));
}

static void
watch (IhopDocument *document)
{
  g_autoptr (GFile) file = g_file_new_for_path (document->cuda->path);

  document->cuda_watch = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (document->cuda_watch)
    g_signal_connect_object (document->cuda_watch, "changed", G_CALLBACK (file_changed), document, 0);
}

gboolean
ihop_document_open_cuda (IhopDocument *document, const char *path, char **flags)
{
  IhopCudaSource *source = read_source (document, path, flags);

  if (source == NULL)
    return FALSE;
  ihop_document_drop_cuda (document);
  document->cuda = source;
  watch (document);
  ihop_document_emit (document, IHOP_SIGNAL_CUDA);
  return TRUE;
}

/* ---- products ---- */

/* The one with the kernels. */
static const IhopProduct *
cuda_of (const GPtrArray *products)
{
  for (guint i = 0; i < products->len; i++)
    if (g_str_has_suffix (((const IhopProduct *) products->pdata[i])->name, ".cu"))
      return products->pdata[i];
  return NULL;
}

/* Of the flags that the C is compiled with, what compilers of CUDA know. */
static char **
product_flags (IhopDocument *document)
{
  char **given = ihop_session_settings (document->session)->flags;
  g_autoptr (GStrvBuilder) flags = g_strv_builder_new ();

  for (; given && *given; given++)
    if (g_str_has_prefix (*given, "-D") || g_str_has_prefix (*given, "-I") || g_str_has_prefix (*given, "-U"))
      {
        g_strv_builder_add (flags, *given);
        if ((*given)[2] == '\0' && given[1])
          g_strv_builder_add (flags, *++given);
      }
  return g_strv_builder_end (flags);
}

/* Generated once more from the same text: who works on it goes on. */
static gboolean
is_known (IhopDocument *document, const IhopProduct *product)
{
  return document->cuda && document->cuda_made == document->shown && g_str_equal (document->cuda->path, product->name)
         && g_str_equal (document->cuda->text, product->text);
}

void
ihop_document_take_cuda (IhopDocument *document, guint file, GPtrArray *products)
{
  const IhopProduct *product = cuda_of (products);
  IhopCudaSource *source;

  if (product == NULL || is_known (document, product))
    return;
  source = g_atomic_rc_box_new0 (IhopCudaSource);
  source->path = g_strdup (product->name);
  source->folder = g_path_get_dirname (ihop_session_path (document->session, file));
  source->text = g_strdup (product->text);
  source->products = g_ptr_array_ref (products);
  source->flags = product_flags (document);
  ihop_document_drop_cuda (document);
  document->cuda = source;
  document->cuda_made = ihop_snapshot_ref (document->shown);
  ihop_document_emit (document, IHOP_SIGNAL_CUDA);
}
