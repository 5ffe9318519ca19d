/* Devices: data/gpu/NAME.ini, which are compiled in, or a folder of the user's own.
 *
 * $IHOP_DATA/gpu/NAME.ini goes before the built-in file of that name. */
#include "profiler/profiler.h"
#include <gio/gio.h>
#include <string.h>

#define PREFIX "/ihop/gpu/"

/* From gpu.gresource.xml. Named here so that the linker takes it out of the static library. */
GResource *ihop_gpu_files_get_resource (void);

/* A name becomes part of a path, and may come from a stranger's upload. */
static gboolean
name_is_sane (const char *name)
{
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '_' && *c != '-')
      return FALSE;
  return *name != '\0';
}

static char *
own_folder (void)
{
  const char *data = g_getenv ("IHOP_DATA");

  return data != NULL && *data != '\0' ? g_build_filename (data, "gpu", NULL) : NULL;
}

static GBytes *
read_own (const char *name)
{
  g_autofree char *folder = own_folder ();
  g_autofree char *file = g_strconcat (name, ".ini", NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;
  char *text;
  gsize length;

  if (path == NULL || !g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  return g_bytes_new_take (text, length);
}

static GBytes *
read_embedded (const char *name)
{
  g_autofree char *path = g_strconcat (PREFIX, name, ".ini", NULL);

  return g_resource_lookup_data (ihop_gpu_files_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                 NULL);
}

/* One number; the first that is missing or no number above zero is remembered in *bad. */
static double
number (GKeyFile *file, const char *group, const char *key, const char **bad)
{
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  char *end = NULL;
  double value = text != NULL ? g_ascii_strtod (text, &end) : 0;

  if ((text == NULL || *end != '\0' || !(value > 0 && value < 1e18)) && *bad == NULL)
    *bad = key;
  return value > 0 && value < 1e18 ? value : 1;
}

static guint
whole (GKeyFile *file, const char *group, const char *key, const char **bad)
{
  double value = number (file, group, key, bad);

  if ((value < 1 || value > G_MAXINT) && *bad == NULL)
    *bad = key;
  return (guint) CLAMP (value, 1, G_MAXINT);
}

static void
three (GKeyFile *file, const char *key, guint64 *values, const char **bad)
{
  g_auto (GStrv) list = g_key_file_get_string_list (file, "limits", key, NULL, NULL);
  gboolean good = list != NULL && g_strv_length (list) == 3;

  for (guint i = 0; i < 3; i++)
    {
      gint64 value = good ? g_ascii_strtoll (list[i], NULL, 10) : 0;

      values[i] = (guint64) MAX (value, 1);
      if (value < 1 && *bad == NULL)
        *bad = key;
    }
}

static void
fill_limits (IhopGpu *gpu, GKeyFile *file, const char **bad)
{
  guint64 block[3];

  gpu->warp = whole (file, "gpu", "warp", bad);
  gpu->sector = whole (file, "gpu", "sector", bad);
  gpu->line = whole (file, "gpu", "line", bad);
  gpu->max_threads_block = whole (file, "limits", "max_threads_block", bad);
  three (file, "max_block", block, bad);
  three (file, "max_grid", gpu->max_grid, bad);
  for (guint i = 0; i < 3; i++)
    gpu->max_block[i] = (guint) MIN (block[i], gpu->max_threads_block);
}

/* Descriptions of before do not have them. */
static void
fill_caches (IhopGpu *gpu, GKeyFile *file, const char **bad)
{
  if (!g_key_file_has_group (file, "caches"))
    return;
  gpu->l1_sm = whole (file, "caches", "l1_sm", bad);
  gpu->l2 = whole (file, "caches", "l2", bad);
}

static void
fill_rates (IhopGpu *gpu, GKeyFile *file, const char **bad)
{
  gpu->sm_count = whole (file, "multiprocessor", "sm_count", bad);
  gpu->max_threads_sm = whole (file, "multiprocessor", "max_threads_sm", bad);
  gpu->max_blocks_sm = whole (file, "multiprocessor", "max_blocks_sm", bad);
  gpu->registers_sm = whole (file, "multiprocessor", "registers_sm", bad);
  gpu->shared_sm = whole (file, "multiprocessor", "shared_sm", bad);
  gpu->memory_gbs = number (file, "speed", "memory_gbs", bad);
  gpu->double_gflops = number (file, "speed", "double_gflops", bad);
  gpu->float_gflops = number (file, "speed", "float_gflops", bad);
  gpu->launch_us = number (file, "speed", "launch_us", bad);
  gpu->copy_gbs = number (file, "speed", "copy_gbs", bad);
}

/* The models enumerate warps and alignments: absurd sizes would only make them slow. */
static const char *
find_absurd (const IhopGpu *gpu)
{
  if (gpu->warp > 128)
    return "warp";
  if (gpu->line > 1024 || gpu->line % gpu->sector != 0)
    return "line";
  if (gpu->max_threads_block > 4096 || gpu->max_threads_block < gpu->warp)
    return "max_threads_block";
  return NULL;
}

static IhopGpu *
parse (const char *name, GBytes *bytes, const char **bad)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  IhopGpu *gpu = g_new0 (IhopGpu, 1);

  gpu->name = g_strdup (name);
  if (!g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL))
    *bad = "[gpu]";
  gpu->title = g_key_file_get_string (file, "gpu", "title", NULL);
  gpu->architecture = g_key_file_get_string (file, "gpu", "architecture", NULL);
  if (gpu->title == NULL)
    gpu->title = g_strdup (name);
  if (gpu->architecture == NULL && *bad == NULL)
    *bad = "architecture";
  fill_limits (gpu, file, bad);
  fill_caches (gpu, file, bad);
  fill_rates (gpu, file, bad);
  if (*bad == NULL)
    *bad = find_absurd (gpu);
  return gpu;
}

static void
refuse (IhopDiags *diags, const char *name, const char *bad)
{
  g_autoptr (GPtrArray) names = ihop_gpu_list ();
  g_autofree char *all = NULL;
  IhopDiag *diag;

  g_ptr_array_add (names, NULL);
  all = g_strjoinv (", ", (char **) names->pdata);
  if (bad != NULL)
    diag = ihop_diags_add (diags, IHOP_ERROR, "IHOP-R002", (IhopRange){ 0 },
                           "The device file %s.ini has no usable value for \"%s\".", name, bad);
  else
    diag = ihop_diags_add (diags, IHOP_ERROR, "IHOP-R001", (IhopRange){ 0 },
                           "There is no device \"%s\".", name);
  ihop_diag_remedy (diag, "choose one of %s", all);
}

IhopGpu *
ihop_gpu_load (const char *name, IhopDiags *diags)
{
  const char *wanted = name != NULL ? name : IHOP_GPU_DEFAULT;
  g_autofree char *lower = g_ascii_strdown (wanted, -1);
  g_autoptr (GBytes) bytes = NULL;
  const char *bad = NULL;
  IhopGpu *gpu = NULL;

  if (name_is_sane (lower) && (bytes = read_own (lower)) == NULL)
    bytes = read_embedded (lower);
  if (bytes != NULL)
    gpu = parse (lower, bytes, &bad);
  if (gpu != NULL && bad == NULL)
    return gpu;
  ihop_gpu_free (gpu);
  if (diags != NULL)
    refuse (diags, wanted, bad);
  return NULL;
}

gboolean
ihop_gpu_launches_grids (const IhopGpu *gpu)
{
  enum { FIRST = 60 }; /* compute capability 6.0: CUDA C++ Programming Guide, "Compute Capabilities" */
  const char *number = g_str_has_prefix (gpu->architecture, "sm_") ? gpu->architecture + 3 : "0";

  return g_ascii_strtoull (number, NULL, 10) >= FIRST;
}

void
ihop_gpu_free (IhopGpu *gpu)
{
  if (gpu == NULL)
    return;
  g_free (gpu->name);
  g_free (gpu->title);
  g_free (gpu->architecture);
  g_free (gpu);
}

static void
add_name (GHashTable *names, const char *file)
{
  char *name = g_strndup (file, strlen (file) - MIN (strlen (file), 4));

  if (g_str_has_suffix (file, ".ini") && name_is_sane (name)
      && !g_hash_table_contains (names, name))
    g_hash_table_add (names, name);
  else
    g_free (name);
}

static void
add_own_names (GHashTable *names)
{
  g_autofree char *folder = own_folder ();
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    add_name (names, file);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

GPtrArray *
ihop_gpu_list (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (GStrv) files = g_resource_enumerate_children (ihop_gpu_files_get_resource (), PREFIX,
                                                        G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer name;

  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    add_name (names, files[i]);
  add_own_names (names);
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (list, name);
  g_ptr_array_sort (list, compare_names);
  return list;
}
