/* What proofs, checks and counts say, in the user's language, with the lines of the source that is shown. */
#include "gui/cuda_work.h"
#include "checks/finds.h"
#include "counts/figures.h"
#include "gui/text.h"
#include "project/localize.h"
#include "project/units.h"
#include "prove/prove.h"

static void
place_clear (gpointer data)
{
  g_free (((IhopCudaPlace *) data)->who);
}

IhopCudaNote *
ihop_cuda_note_add (IhopCudaResult *result, char *head, char *text, const char *style)
{
  IhopCudaNote *note = g_new0 (IhopCudaNote, 1);

  note->head = head;
  note->text = text;
  note->style = style;
  note->places = g_array_new (FALSE, FALSE, sizeof (IhopCudaPlace));
  g_array_set_clear_func (note->places, place_clear);
  g_ptr_array_add (result->notes, note);
  return note;
}

void
ihop_cuda_note_add_place (IhopCudaNote *note, guint line, char *who)
{
  const IhopCudaPlace place = { line, who };

  g_array_append_val (note->places, place);
}

void
ihop_cuda_note_free (gpointer data)
{
  IhopCudaNote *note = data;

  g_free (note->head);
  g_free (note->text);
  g_free (note->more);
  g_array_unref (note->places);
  g_free (note);
}

/* What compilers say of a line stands in the file that was compiled. */
static guint
line_in (const char *file, guint line, const char *path)
{
  g_autofree char *a = g_path_get_basename (file), *b = g_path_get_basename (path);

  return g_str_equal (a, b) ? line : 0;
}

/* ---- proofs ---- */

static char *
proof_head (const IhopProof *proof)
{
  const char *name = proof->kernel->symbol->name;

  if (proof->verdict == IHOP_REFUTED)
    return g_strdup_printf (_ ("✗ %s: refuted"), name);
  if (proof->verdict == IHOP_NOT_KNOWN)
    return g_strdup_printf (_ ("? %s: unknown"), name);
  return proof->launch ? g_strdup_printf (_ ("✓ %s: proved, for blocks of %u × %u × %u as a launch in the file has them"), name,
                                          (guint) proof->block[0], (guint) proof->block[1], (guint) proof->block[2])
                       : g_strdup_printf (_ ("✓ %s: proved, for blocks of any size"), name);
}

static gboolean
is_access (const IhopFinding *finding)
{
  return finding->kind == IHOP_FINDING_RACE || finding->kind == IHOP_FINDING_BLOCK_RACE || finding->kind == IHOP_FINDING_SAME_VALUE
         || finding->kind == IHOP_FINDING_OUTSIDE;
}

static char *
instance_text (const IhopFinding *finding, const IhopProofPlace *place)
{
  GString *text = g_string_new (!is_access (finding) ? _ ("barrier") : place->is_write ? _ ("write") : _ ("read"));

  if (finding->has_witness)
    g_string_append_printf (text, _ (", block (%d, %d, %d), thread (%d, %d, %d)"), (int) place->block[0], (int) place->block[1],
                            (int) place->block[2], (int) place->thread[0], (int) place->thread[1], (int) place->thread[2]);
  for (guint i = 0; finding->has_witness && place->trips && i < place->trips->len; i++)
    g_string_append_printf (text, i ? ", %d" : _ (", iteration %d"), (int) g_array_index (place->trips, gint64, i));
  return g_string_free (text, FALSE);
}

/* "a[5]; n = 33, blockDim.x = 32"; NULL: nothing. */
static char *
values_text (const IhopFinding *finding)
{
  GString *text = g_string_new (NULL);

  if (finding->element)
    {
      g_string_append (text, finding->array->name);
      for (guint i = 0; i < finding->element->len; i++)
        g_string_append_printf (text, "[%d]", (int) g_array_index (finding->element, gint64, i));
    }
  for (guint i = 0; finding->names && i < finding->names->len; i++)
    g_string_append_printf (text, "%s%s = %d", i ? ", " : text->len ? "; " : "", (const char *) finding->names->pdata[i],
                            (int) g_array_index (finding->values, gint64, i));
  return g_string_free (text, text->len == 0);
}

static void
add_finding (IhopCudaResult *result, const IhopFinding *finding, const char *path)
{
  const char *file;
  IhopCudaNote *note = ihop_cuda_note_add (result, NULL, ihop_message_localize (finding->message),
                                           finding->kind == IHOP_FINDING_SAME_VALUE ? "dim"
                                           : finding->is_certain ? "verdict-sequential" : "verdict-unknown");

  for (guint i = 0; i < finding->n_places; i++)
    {
      guint line = ihop_proof_line (finding->place[i].node, &file);
      ihop_cuda_note_add_place (note, line_in (file, line, path),
                                finding->kind == IHOP_FINDING_OBSTACLE ? g_strdup ("") : instance_text (finding, &finding->place[i]));
    }
  note->more = values_text (finding);
}

void
ihop_cuda_add_proofs (IhopCudaResult *result, const GPtrArray *proofs, const char *path)
{
  static const char *const styles[] = { "verdict-parallel", "verdict-sequential", "verdict-unknown" };

  for (guint i = 0; i < proofs->len; i++)
    {
      const IhopProof *proof = proofs->pdata[i];
      ihop_cuda_note_add (result, proof_head (proof), NULL, styles[proof->verdict]);
      for (guint k = 0; k < proof->assumptions->len; k++)
        {
          g_autofree char *what = ihop_message_localize (proof->assumptions->pdata[k]);
          ihop_cuda_note_add (result, NULL, g_strdup_printf (_ ("provided that %s"), what), "dim");
        }
      for (guint k = 0; k < proof->findings->len; k++)
        add_finding (result, proof->findings->pdata[k], path);
    }
  if (proofs->len == 0)
    ihop_cuda_note_add (result, g_strdup (_ ("There are no kernels in it.")), NULL, "dim");
}

/* ---- finds of a run ---- */

static char *
found_who (const IhopFoundPlace *place, const char *kernel)
{
  GString *text = g_string_new (kernel);

  if (*place->text)
    g_string_append_printf (text, ": %s", place->text);
  if (place->has_block)
    g_string_append_printf (text, _ (", block (%u, %u, %u)"), place->block[0], place->block[1], place->block[2]);
  if (place->has_thread)
    g_string_append_printf (text, _ (", thread (%u, %u, %u)"), place->thread[0], place->thread[1], place->thread[2]);
  return g_string_free (text, FALSE);
}

/* Which memory it is about; NULL: that is not said. */
static char *
found_memory (const IhopFind *find)
{
  g_autofree char *size = ihop_units_bytes ((double) find->size), *offset = g_strdup_printf ("%" G_GINT64_FORMAT, find->offset);

  if (find->size == 0)
    return NULL;
  if (find->name && *find->name)
    return g_strdup_printf (_ ("variable %s of %s, byte %s"), find->name, size, offset);
  if (find->allocation)
    return g_strdup_printf (_ ("allocation %u of %s, byte %s"), find->allocation, size, offset);
  return g_strdup_printf (_ ("memory of %s, byte %s"), size, offset);
}

static void
add_found (IhopCudaResult *result, const IhopCheckFound *found, const char *path)
{
  const IhopFind *find = &found->find;
  const IhopCheckRow *row = ihop_check_row (find->kind);
  g_autoptr (IhopMessage) sentence = ihop_check_sentence (find);
  g_autofree char *text = ihop_message_localize (sentence);
  IhopCudaNote *note = ihop_cuda_note_add (result, g_strdup_printf ("%s %s [%s]", row->is_note ? "·" : "✗", text, row->id), NULL,
                                           row->is_note ? "dim" : "verdict-sequential");

  for (guint i = 0; i < find->n_places; i++)
    if (found->kernels[i][0])
      ihop_cuda_note_add_place (note, line_in (find->places[i].file, find->places[i].source_line, path),
                                found_who (&find->places[i], found->kernels[i]));
  note->more = found_memory (find);
}

void
ihop_cuda_add_checks (IhopCudaResult *result, const char *folder, const char *path)
{
  g_autoptr (IhopChecks) checks = ihop_checks_read (folder);

  if (!ihop_checks_has_errors (checks))
    ihop_cuda_note_add (result, g_strdup (_ ("✓ This run has no faults: memory, races and barriers were checked. It says nothing of other runs.")),
                        NULL, "verdict-parallel");
  for (guint i = 0; i < checks->found->len; i++)
    add_found (result, checks->found->pdata[i], path);
}

/* ---- counts of a run ---- */

enum { MOST_LINES = 4 };

static int
by_executions (gconstpointer a, gconstpointer b)
{
  guint64 x = ((const IhopCountedPlace *) a)->figures.executions, y = ((const IhopCountedPlace *) b)->figures.executions;

  return x > y ? -1 : x < y ? 1 : 0;
}

static void
add_lines (IhopCudaNote *note, const IhopCountedKernel *kernel, const char *path)
{
  g_autoptr (GArray) lines = g_array_copy (kernel->lines);
  double all = MAX (1, (double) kernel->sum.executions);

  g_array_sort (lines, by_executions);
  for (guint i = 0; i < MIN (lines->len, MOST_LINES); i++)
    {
      const IhopCountedPlace *place = &g_array_index (lines, IhopCountedPlace, i);
      guint line = line_in (place->file, place->source_line, path);
      if (line)
        ihop_cuda_note_add_place (note, line, g_strdup_printf (_ ("%.0f %% of the warps' instructions"), 100 * (double) place->figures.executions / all));
    }
}

static const char *
bound_text (const char *bound_by)
{
  static const char *const words[][2] = { { "memory", N_ ("most of it for memory") }, { "float", N_ ("most of it for single precision") },
                                          { "double", N_ ("most of it for double precision") }, { "issue", N_ ("most of it for issuing instructions") } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i][0], bound_by))
      return _ (words[i][1]);
  return _ ("most of it for the launch itself");
}

static void
add_kernel (IhopCudaResult *result, const IhopCountedKernel *kernel, const IhopGpu *gpu, const char *path)
{
  const guint *g = kernel->grid, *b = kernel->block;
  IhopPredicted time = ihop_counts_predict (kernel, gpu);
  g_autofree char *seconds = ihop_units_seconds (time.sum);
  IhopCudaNote *note = ihop_cuda_note_add (
    result, g_strdup (kernel->name),
    g_strdup_printf (_ ("Grid (%u, %u, %u), blocks of (%u, %u, %u) threads, launches: %u. Predicted: %s a launch, %s."), g[0], g[1],
                     g[2], b[0], b[1], b[2], (guint) kernel->launches, seconds, bound_text (time.bound_by)),
    "heading-small");

  add_lines (note, kernel, path);
}

void
ihop_cuda_add_counts (IhopCudaResult *result, const char *folder, const char *gpu, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopCounts) counts = ihop_counts_read (folder, gpu, &error);

  if (counts == NULL)
    {
      ihop_cuda_note_add (result, g_strdup (_ ("Nothing was counted: the program has launched no kernel.")), NULL, "verdict-unknown");
      return;
    }
  for (guint i = 0; i < counts->kernels->len; i++)
    add_kernel (result, counts->kernels->pdata[i], counts->gpu, path);
  g_autofree char *page = ihop_counts_to_text (counts), *said = result->output;
  result->output = g_strconcat (page, said && *said ? "\n" : "", said, NULL);
}
