#include "counts/figures.h"
#include <stdlib.h>
#include <string.h>

/* From libstdc++, which every program with Clang in it has. */
extern char *__cxa_demangle (const char *name, char *out, size_t *length, int *status);

#define KERNEL "(s(uuu)(uuu)uuutt(ttttt)a(susuuubtttaat))"
#define DOCUMENT "(a" KERNEL "a(stt))"

/* --- before the run --------------------------------------------------------------------------- */

static IhopGpu *
load_gpu (const char *name, GError **error)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopGpu *gpu = ihop_gpu_load (name, diags);

  if (gpu == NULL)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s", 
                 ihop_message_text (((const IhopDiag *) diags->pdata[0])->message));
  return gpu;
}

char **
ihop_counts_take_card (char **environment, const char *name, GError **error)
{
  g_autoptr (IhopGpu) gpu = load_gpu (name, error);

  if (gpu == NULL)
    return NULL;
  g_autofree char *card = g_strdup_printf ("%u %d", gpu->sm_count, ihop_gpu_launches_grids (gpu));
  return g_environ_setenv (environment, "IHOP_SIMT_CARD", card, TRUE);
}

char **
ihop_counts_prepare (char **environment, const char *folder, const char *name, GError **error)
{
  g_autoptr (IhopGpu) gpu = load_gpu (name, error);

  if (gpu == NULL)
    return NULL;
  g_autofree char *card = g_strdup_printf ("%u %u %u", gpu->sm_count, gpu->l1_sm, gpu->l2);
  environment = g_environ_setenv (environment, "IHOP_SIMT_COUNT", folder, TRUE);
  return g_environ_setenv (environment, "IHOP_SIMT_COUNT_CARD", card, TRUE);
}

/* --- one instruction -------------------------------------------------------------------------- */

static IhopAsk
ask_of (guint class)
{
  return class == IHOP_CLASS_ATOMIC ? IHOP_ASK_ATOMIC : class == IHOP_CLASS_STORE ? IHOP_ASK_STORE : IHOP_ASK_LOAD;
}

static void
read_spaces (GVariant *spaces, IhopFigures *figures, IhopAsk ask)
{
  for (guint space = 0; space < MIN (g_variant_n_children (spaces), IHOP_N_COUNT_SPACES); space++)
    {
      g_autoptr (GVariant) one = g_variant_get_child_value (spaces, space);
      gsize n;
      const guint64 *numbers = g_variant_get_fixed_array (one, &n, sizeof *numbers);
      if (n == IHOP_COUNT_NUMBERS)
        memcpy (&figures->asked[space][ask], numbers, sizeof (IhopCountAsked));
    }
}

static gboolean
waits (const char *text)
{
  return g_str_has_prefix (text, "bar") && strstr (text, ".warp") == NULL && strstr (text, ".arrive") == NULL;
}

static IhopCountedPlace
read_place (GVariant *site)
{
  IhopCountedPlace place = { 0 };
  IhopFigures *figures = &place.figures;
  guint class, operations;
  gboolean parts;
  guint64 lanes, divergent;
  g_autoptr (GVariant) spaces = NULL;

  g_variant_get (site, "(&su&suuubttt@aat)", &place.text, &place.line, &place.file, &place.source_line, &class, &operations, &parts,
                 &figures->executions, &lanes, &divergent, &spaces);
  class = MIN (class, IHOP_N_CLASSES - 1);
  figures->lanes = lanes;
  figures->classes[class] = figures->executions;
  *(class == IHOP_CLASS_MATRIX          ? &figures->matrix_operations
    : strstr (place.text, "f64") ? &figures->double_operations
                                 : &figures->operations) = operations * lanes;
  figures->branches = parts ? figures->executions : 0;
  figures->divergent = divergent;
  figures->barriers = class == IHOP_CLASS_BARRIER && waits (place.text) ? figures->executions : 0;
  read_spaces (spaces, figures, ask_of (class));
  return place;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static int
by_line (gconstpointer a, gconstpointer b)
{
  const IhopCountedPlace *x = a, *y = b;
  int files = strcmp (x->file, y->file);

  return files ? files : x->source_line < y->source_line ? -1 : x->source_line > y->source_line;
}

static void
add_to_line (IhopCountedKernel *kernel, const IhopCountedPlace *place)
{
  IhopCountedPlace line = { .file = place->file, .source_line = place->source_line, .figures = place->figures };

  for (guint i = 0; i < kernel->lines->len; i++)
    {
      IhopCountedPlace *known = &g_array_index (kernel->lines, IhopCountedPlace, i);
      if (by_line (known, &line) == 0)
        {
          ihop_figures_add (&known->figures, &line.figures);
          return;
        }
    }
  g_array_append_val (kernel->lines, line);
}

static char *
plain_name (const char *symbol)
{
  char *plain = __cxa_demangle (symbol, NULL, NULL, NULL);

  if (plain == NULL)
    return g_strdup (symbol);
  char *name = g_strdup (plain);
  free (plain);
  return name;
}

static void
read_places (IhopCountedKernel *kernel, GVariantIter *sites)
{
  for (GVariant *site; (site = g_variant_iter_next_value (sites));)
    {
      IhopCountedPlace place = read_place (site);
      g_array_append_val (kernel->places, place);
      ihop_figures_add (&kernel->sum, &place.figures);
      if (place.source_line)
        add_to_line (kernel, &place);
      g_variant_unref (site);
    }
  g_array_sort (kernel->lines, by_line);
}

static void
kernel_free (gpointer data)
{
  IhopCountedKernel *kernel = data;

  g_free (kernel->name);
  g_array_unref (kernel->places);
  g_array_unref (kernel->lines);
  g_free (kernel);
}

static IhopCountedKernel *
read_kernel (GVariant *one)
{
  IhopCountedKernel *kernel = g_new0 (IhopCountedKernel, 1);
  guint *grid = kernel->grid, *block = kernel->block;
  guint64 *intervals = kernel->intervals;
  g_autoptr (GVariantIter) sites = NULL;

  g_variant_get (one, "(&s(uuu)(uuu)uuutt(ttttt)a(susuuubtttaat))", &kernel->symbol, &grid[0], &grid[1], &grid[2], &block[0], &block[1],
                 &block[2], &kernel->shared, &kernel->dynamic_shared, &kernel->local, &kernel->launches, &kernel->written_back,
                 &kernel->waits, &intervals[0], &intervals[1], &intervals[2], &intervals[3], &sites);
  kernel->name = plain_name (kernel->symbol);
  kernel->places = g_array_new (FALSE, TRUE, sizeof (IhopCountedPlace));
  kernel->lines = g_array_new (FALSE, TRUE, sizeof (IhopCountedPlace));
  read_places (kernel, sites);
  return kernel;
}

/* --- documents -------------------------------------------------------------------------------- */

static void
read_copies (IhopCounts *counts, GVariant *copies)
{
  GVariantIter all;
  IhopCountedCopies one;

  g_variant_iter_init (&all, copies);
  while (g_variant_iter_next (&all, "(&stt)", &one.kind, &one.calls, &one.bytes))
    g_array_append_val (counts->copies, one);
}

static void
read_document (IhopCounts *counts, const char *path)
{
  char *data;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, NULL))
    return;
  g_autoptr (GBytes) bytes = g_bytes_new_take (data, size);
  GVariant *whole = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (DOCUMENT), bytes, FALSE));
  g_autoptr (GVariant) kernels = g_variant_get_child_value (whole, 0), copies = g_variant_get_child_value (whole, 1);
  g_ptr_array_add (counts->documents, whole);
  for (gsize i = 0; i < g_variant_n_children (kernels); i++)
    {
      GVariant *one = g_variant_get_child_value (kernels, i);
      g_ptr_array_add (counts->kernels, read_kernel (one));
      g_ptr_array_add (counts->documents, one);
    }
  read_copies (counts, copies);
}

IhopCounts *
ihop_counts_read (const char *folder, const char *gpu_name, GError **error)
{
  IhopGpu *gpu = load_gpu (gpu_name, error);
  g_autoptr (GDir) dir = gpu ? g_dir_open (folder, 0, error) : NULL;

  if (dir == NULL)
    {
      g_clear_pointer (&gpu, ihop_gpu_free);
      return NULL;
    }
  g_autoptr (IhopCounts) counts = g_new0 (IhopCounts, 1);
  counts->gpu = gpu;
  counts->kernels = g_ptr_array_new_with_free_func (kernel_free);
  counts->copies = g_array_new (FALSE, FALSE, sizeof (IhopCountedCopies));
  counts->documents = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  for (const char *name; (name = g_dir_read_name (dir));)
    if (g_str_has_suffix (name, ".counts"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        read_document (counts, path);
      }
  if (counts->documents->len == 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                   "nothing was counted: the program used no CUDA, or ended without leaving main or calling exit");
      return NULL;
    }
  ihop_counts_ask_registers (counts, folder);
  return g_steal_pointer (&counts);
}

void
ihop_counts_free (IhopCounts *counts)
{
  g_ptr_array_unref (counts->kernels);
  g_array_unref (counts->copies);
  g_ptr_array_unref (counts->documents);
  ihop_gpu_free (counts->gpu);
  g_free (counts);
}
