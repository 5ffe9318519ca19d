/* Which kernels there are: kernels.txt, or an original tree's utilities/benchmark_list; a path a line. */
#include "bench/bench.h"
#include <gio/gio.h>
#include <string.h>

const char *const ihop_bench_sizes[] = { "MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE", NULL };

static void
kernel_free (gpointer data)
{
  IhopKernelFile *kernel = data;

  g_free (kernel->name);
  g_free (kernel->path);
  g_free (kernel->listed);
  g_free (kernel);
}

static void
add_kernel (GPtrArray *kernels, const IhopBenchOptions *options, const char *line)
{
  g_autofree char *name = ihop_project_stem (line), *folder = g_canonicalize_filename (options->folder, NULL);

  if (options->kernels && !g_strv_contains (options->kernels, name))
    return;
  IhopKernelFile *kernel = g_new0 (IhopKernelFile, 1);
  kernel->name = g_steal_pointer (&name);
  kernel->path = g_canonicalize_filename (line, folder);
  kernel->listed = g_strdup (line);
  g_ptr_array_add (kernels, kernel);
}

static gboolean
has (const GPtrArray *kernels, const char *name)
{
  for (guint i = 0; i < kernels->len; i++)
    if (g_str_equal (((const IhopKernelFile *) kernels->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

GPtrArray *
ihop_kernels_find (const IhopBenchOptions *options, GError **error)
{
  const char *name = options->is_tree ? "utilities/benchmark_list" : "kernels.txt";
  g_autofree char *list = g_build_filename (options->folder, name, NULL), *text = NULL;
  g_autoptr (GPtrArray) kernels = g_ptr_array_new_with_free_func (kernel_free);

  if (!g_file_get_contents (list, &text, NULL, error))
    return NULL;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (*g_strstrip (lines[i]) && *lines[i] != '#')
      add_kernel (kernels, options, lines[i]);
  for (guint i = 0; options->kernels && options->kernels[i]; i++)
    if (!has (kernels, options->kernels[i]))
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s lists no kernel \"%s\"", list,
                     options->kernels[i]);
        return NULL;
      }
  return g_steal_pointer (&kernels);
}
