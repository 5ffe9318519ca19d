/* The page that a person reads: for each kernel where its time goes, what it asks of memory, and the lines that ask most. */
#include "counts/figures.h"
#include <math.h>
#include <string.h>

enum { LABEL = 15, MOST_LINES = 12, SOURCE = 44 };

G_GNUC_PRINTF (3, 4) static void
row (GString *text, const char *label, const char *format, ...)
{
  va_list arguments;

  g_string_append_printf (text, "  %-*s ", LABEL, label);
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  g_string_append_c (text, '\n');
}

static double
per (guint64 a, guint64 b)
{
  return b ? (double) a / b : 0;
}

static double
percent (guint64 a, guint64 b)
{
  return 100 * per (a, b);
}

/* --- time and room ---------------------------------------------------------------------------- */

static void
add_time (GString *text, const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  IhopPredicted time = ihop_counts_predict (kernel, gpu);

  row (text, "time", "%.3g us predicted%s: launch %.3g + the longest of memory %.3g, float %.3g, double %.3g, issue %.3g; bound by %s",
       time.sum * 1e6, kernel->launches > 1 ? " a launch" : "", time.launch * 1e6, time.memory * 1e6, time.float_ * 1e6,
       time.double_ * 1e6, time.issue * 1e6, time.bound_by);
  row (text, "", "+ waits from barrier to barrier %.3g, as far as other blocks do not fill them%s%.3g", time.intervals * 1e6,
       time.meetings > 0 ? "; + blocks that wait for each other " : "; blocks that wait for each other ", time.meetings * 1e6);
  if (time.share < 1)
    row (text, "", "%.3g %% of the device have something to do", 100 * time.share);
}

static void
add_room (GString *text, const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  static const char *const limits[] = { "threads", "blocks", "registers", "shared memory" };
  guint threads = kernel->block[0] * kernel->block[1] * kernel->block[2];
  const IhopRegisters *registers = &kernel->registers;
  IhopOccupancyLimit limit;
  guint blocks = ihop_occupancy_blocks (gpu, threads, registers->is_known ? registers->registers : 0, kernel->shared + kernel->dynamic_shared, &limit);
  g_autofree char *used = registers->is_known ? g_strdup_printf ("%u registers a thread (ptxas), %u bytes spilled", registers->registers,
                                                                 registers->spill_stores)
                                              : g_strdup ("registers not known (no ptxas that can tell)");

  row (text, "occupancy", "%.0f %%: %u block%s a multiprocessor, limited by %s; %s; %u bytes of shared memory a block",
       MIN (100, 100.0 * blocks * threads / gpu->max_threads_sm), blocks, blocks == 1 ? "" : "s", limits[limit], used,
       kernel->shared + kernel->dynamic_shared);
}

/* --- instructions ----------------------------------------------------------------------------- */

static void
add_instructions (GString *text, const IhopFigures *sum)
{
  static const char *const names[IHOP_N_CLASSES]
    = { "float", "double", "special", "integer", "conversions", "moves and comparisons", "control", "barriers", "warp functions", "matrix products",
        "loads", "stores", "atomics", "parameters", "other" };
  g_autoptr (GString) mix = g_string_new (NULL);

  for (guint i = 0; i < IHOP_N_CLASSES; i++)
    if (sum->classes[i])
      g_string_append_printf (mix, "%s%s %.0f %%", mix->len ? ", " : "", names[i], percent (sum->classes[i], sum->executions));
  row (text, "instructions", "%" G_GUINT64_FORMAT " of warps, for %.1f of 32 lanes in the mean", sum->executions, per (sum->lanes, sum->executions));
  if (mix->len)
    row (text, "", "%s", mix->str);
  if (sum->branches)
    row (text, "branches", "%" G_GUINT64_FORMAT ", of which lanes parted at %" G_GUINT64_FORMAT " (%.1f %%)", sum->branches, sum->divergent,
         percent (sum->divergent, sum->branches));
  if (sum->barriers)
    row (text, "barriers", "warps waited %" G_GUINT64_FORMAT " times", sum->barriers);
}

/* --- memory ----------------------------------------------------------------------------------- */

static void
add_sectors (GString *text, const char *label, const IhopCountAsked *asked, IhopAsk ask)
{
  row (text, label, "%" G_GUINT64_FORMAT " requests, each of %.2f sectors in %.2f lines; %.0f %% of the sectors' bytes are wanted", asked->requests,
       per (asked->sectors, asked->requests), per (asked->lines, asked->requests), percent (asked->used, asked->sectors * 32));
  if (ask == IHOP_ASK_LOAD)
    row (text, "", "from L1 %.0f %%, from L2 %.0f %%, from memory %.0f %%", percent (asked->from_l1, asked->sectors),
         percent (asked->from_l2, asked->sectors), percent (asked->from_memory, asked->sectors));
  if (ask == IHOP_ASK_ATOMIC)
    row (text, "", "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " lanes met another lane of their warp at the same place", asked->collisions, asked->lanes);
}

static void
add_passes (GString *text, const char *label, const IhopCountAsked *asked, IhopAsk ask)
{
  row (text, label, "%" G_GUINT64_FORMAT " requests, each in %.2f wavefronts; %" G_GUINT64_FORMAT " wavefronts (%.0f %%) are conflicts of banks",
       asked->requests, per (asked->wavefronts, asked->requests), asked->wavefronts - asked->least,
       percent (asked->wavefronts - asked->least, asked->wavefronts));
  if (ask == IHOP_ASK_ATOMIC)
    row (text, "", "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " lanes met another lane of their warp at the same place", asked->collisions, asked->lanes);
}

static void
add_memory (GString *text, const IhopFigures *sum)
{
  static const char *const labels[][IHOP_N_ASKS] = { { "global loads", "global stores", "global atomics" },
                                                     { "local loads", "local stores", "local atomics" },
                                                     { "shared loads", "shared stores", "shared atomics" },
                                                     { "constants", "", "" } };

  for (guint space = 0; space < IHOP_N_COUNT_SPACES; space++)
    for (guint ask = 0; ask < IHOP_N_ASKS; ask++)
      {
        const IhopCountAsked *asked = &sum->asked[space][ask];
        if (asked->requests == 0)
          continue;
        if (space == IHOP_COUNT_CONST)
          row (text, labels[space][ask], "%" G_GUINT64_FORMAT " requests, each of %.2f places", asked->requests, per (asked->wavefronts, asked->requests));
        else if (space == IHOP_COUNT_SHARED)
          add_passes (text, labels[space][ask], asked, ask);
        else
          add_sectors (text, labels[space][ask], asked, ask);
      }
}

/* --- lines ------------------------------------------------------------------------------------ */

/* What a line costs, to put the dearest first: sectors and wavefronts take a turn each, as instructions do. */
static double
weight_of (const IhopFigures *figures)
{
  return (double) ihop_figures_space (figures, IHOP_COUNT_GLOBAL).sectors + ihop_figures_space (figures, IHOP_COUNT_LOCAL).sectors
         + ihop_figures_space (figures, IHOP_COUNT_SHARED).wavefronts + figures->executions;
}

static int
by_weight (gconstpointer a, gconstpointer b)
{
  double x = weight_of (&((const IhopCountedPlace *) a)->figures), y = weight_of (&((const IhopCountedPlace *) b)->figures);

  return x > y ? -1 : x < y ? 1 : ((const IhopCountedPlace *) a)->source_line < ((const IhopCountedPlace *) b)->source_line ? -1 : 1;
}

/* The line of the source as far as it fits, without what it is indented by; "" where it cannot be read. Caller frees. */
static char *
source_of (const IhopCountedPlace *place)
{
  g_autofree char *whole = NULL;

  if (!g_file_get_contents (place->file, &whole, NULL, NULL))
    return g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (whole, "\n", place->source_line + 1);
  if (g_strv_length (lines) < place->source_line)
    return g_strdup ("");
  g_autofree char *valid = g_utf8_make_valid (g_strstrip (lines[place->source_line - 1]), -1);
  return g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), SOURCE));
}

static void
add_line (GString *text, const IhopCountedPlace *place)
{
  IhopCountAsked global = ihop_figures_space (&place->figures, IHOP_COUNT_GLOBAL);
  IhopCountAsked shared = ihop_figures_space (&place->figures, IHOP_COUNT_SHARED);
  g_autofree char *source = source_of (place);
  g_autofree char *name = g_path_get_basename (place->file);
  g_autofree char *where = g_strdup_printf ("%s:%u", name, place->source_line);

  g_string_append_printf (text, "  %-18s %10" G_GUINT64_FORMAT " %6.1f", where, place->figures.executions,
                          per (place->figures.lanes, place->figures.executions));
  if (global.requests)
    g_string_append_printf (text, " %9" G_GUINT64_FORMAT " %7.2f", global.requests, per (global.sectors, global.requests));
  else
    g_string_append_printf (text, " %9s %7s", "", "");
  if (shared.requests)
    g_string_append_printf (text, " %9" G_GUINT64_FORMAT, shared.wavefronts - shared.least);
  else
    g_string_append_printf (text, " %9s", "");
  g_string_append_printf (text, " %9" G_GUINT64_FORMAT "  %s\n", place->figures.divergent, source);
}

static void
add_lines (GString *text, const IhopCountedKernel *kernel)
{
  g_autoptr (GArray) lines = g_array_copy (kernel->lines);

  if (lines->len == 0)
    {
      row (text, "lines", "not known: compile with -lineinfo (nvcc) or -gline-tables-only (Clang)");
      return;
    }
  g_array_sort (lines, by_weight);
  g_string_append_printf (text, "\n  %-18s %10s %6s %9s %7s %9s %9s\n", "line", "warps'", "lanes", "global", "sectors", "bank", "lanes");
  g_string_append_printf (text, "  %-18s %10s %6s %9s %7s %9s %9s\n", "", "instr.", "each", "requests", "each", "conflicts", "parted");
  for (guint i = 0; i < MIN (lines->len, MOST_LINES); i++)
    add_line (text, &g_array_index (lines, IhopCountedPlace, i));
  if (lines->len > MOST_LINES)
    g_string_append_printf (text, "  ... and %u more lines\n", lines->len - MOST_LINES);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void
add_findings (GString *text, const IhopCountedKernel *kernel)
{
  g_autoptr (GPtrArray) findings = ihop_counts_findings (kernel);

  for (guint i = 0; i < findings->len; i++)
    row (text, i ? "" : "look at", "%s", (const char *) findings->pdata[i]);
}

static void
add_kernel (GString *text, const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  const guint *g = kernel->grid, *b = kernel->block;

  g_string_append_printf (text, "\n%s\n  grid (%u,%u,%u), blocks of (%u,%u,%u) threads, %" G_GUINT64_FORMAT " launch%s\n", kernel->name,
                          g[0], g[1], g[2], b[0], b[1], b[2], kernel->launches, kernel->launches == 1 ? "" : "es: figures are of all together");
  add_time (text, kernel, gpu);
  add_room (text, kernel, gpu);
  add_instructions (text, &kernel->sum);
  add_memory (text, &kernel->sum);
  add_findings (text, kernel);
  add_lines (text, kernel);
}

char *
ihop_counts_to_text (const IhopCounts *counts)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s (%s): counts of PTX, not of machine code; caches are a model\n", counts->gpu->title, counts->gpu->name);
  for (guint i = 0; i < counts->copies->len; i++)
    {
      const IhopCountedCopies *copies = &g_array_index (counts->copies, IhopCountedCopies, i);
      g_string_append_printf (text, "  copied %-17s %" G_GUINT64_FORMAT " bytes in %" G_GUINT64_FORMAT " call%s\n", copies->kind, copies->bytes,
                              copies->calls, copies->calls == 1 ? "" : "s");
    }
  for (guint i = 0; i < counts->kernels->len; i++)
    add_kernel (text, counts->kernels->pdata[i], counts->gpu);
  return g_string_free (text, FALSE);
}
