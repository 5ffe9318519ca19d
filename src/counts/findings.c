/* What to look at first in a kernel: sentences with a line, a figure, and what would be less. */
#include "counts/figures.h"

/* What is worth a word: so many times the sectors that would do; shares of wavefronts, lanes, branches. */
#define MANY_SECTORS 2.0
#define MANY_CONFLICTS 0.25
#define MANY_COLLISIONS 0.5
#define MANY_PARTED 0.2
#define FEW_LANES 24.0

static double
per (guint64 a, guint64 b)
{
  return b ? (double) a / b : 0;
}

/* The line with the largest of a figure, or NULL. */
static const IhopCountedPlace *
worst_line (const GArray *lines, double (*figure) (const IhopFigures *figures))
{
  const IhopCountedPlace *worst = NULL;

  for (guint i = 0; i < lines->len; i++)
    {
      const IhopCountedPlace *line = &g_array_index (lines, IhopCountedPlace, i);
      if (figure (&line->figures) > (worst ? figure (&worst->figures) : 0))
        worst = line;
    }
  return worst;
}

/* "photo.cu:12: ", or nothing where lines are not known. Caller frees. */
static char *
where (const IhopCountedPlace *line)
{
  if (line == NULL)
    return g_strdup ("");
  g_autofree char *name = g_path_get_basename (line->file);
  return g_strdup_printf ("%s:%u: ", name, line->source_line);
}

/* Sectors beyond those that would hold what is wanted, one request at a time. */
static double
wasted_sectors (const IhopFigures *figures)
{
  IhopCountAsked asked = ihop_figures_space (figures, IHOP_COUNT_GLOBAL);

  return (double) asked.sectors - asked.used / 32.0;
}

static double
conflicts (const IhopFigures *figures)
{
  IhopCountAsked asked = ihop_figures_space (figures, IHOP_COUNT_SHARED);

  return (double) asked.wavefronts - asked.least;
}

static double
collisions (const IhopFigures *figures)
{
  return (double) figures->asked[IHOP_COUNT_GLOBAL][IHOP_ASK_ATOMIC].collisions
         + figures->asked[IHOP_COUNT_SHARED][IHOP_ASK_ATOMIC].collisions;
}

static double
parted (const IhopFigures *figures)
{
  return figures->divergent;
}

/* Of the worst line, or of the whole where lines are not known. */
static const IhopFigures *
figures_of (const IhopCountedKernel *kernel, const IhopCountedPlace *line)
{
  return line ? &line->figures : &kernel->sum;
}

static void
look_at_memory (const IhopCountedKernel *kernel, GPtrArray *findings)
{
  const IhopCountedPlace *line = worst_line (kernel->lines, wasted_sectors);
  IhopCountAsked asked = ihop_figures_space (figures_of (kernel, line), IHOP_COUNT_GLOBAL);
  double each = per (asked.sectors, asked.requests), least = MAX (per (asked.used, asked.requests) / 32, 1);
  g_autofree char *at = where (line);

  if (each > MANY_SECTORS * least)
    g_ptr_array_add (findings, g_strdup_printf ("%sa request touches %.1f sectors where %.1f would hold what it wants: lanes side by side "
                                                "should ask for places side by side", at, each, least));
}

static void
look_at_banks (const IhopCountedKernel *kernel, GPtrArray *findings)
{
  const IhopCountedPlace *line = worst_line (kernel->lines, conflicts);
  IhopCountAsked asked = ihop_figures_space (figures_of (kernel, line), IHOP_COUNT_SHARED);
  g_autofree char *at = where (line);

  if (per (asked.wavefronts - asked.least, asked.wavefronts) > MANY_CONFLICTS)
    g_ptr_array_add (findings, g_strdup_printf ("%sa request of shared memory takes %.1f wavefronts where %.1f would do: rows that are one "
                                                "element longer often cure it", at, per (asked.wavefronts, asked.requests),
                                                per (asked.least, asked.requests)));
}

static void
look_at_atomics (const IhopCountedKernel *kernel, GPtrArray *findings)
{
  const IhopCountedPlace *line = worst_line (kernel->lines, collisions);
  const IhopFigures *figures = figures_of (kernel, line);
  guint64 lanes = figures->asked[IHOP_COUNT_GLOBAL][IHOP_ASK_ATOMIC].lanes + figures->asked[IHOP_COUNT_SHARED][IHOP_ASK_ATOMIC].lanes;
  g_autofree char *at = where (line);

  if (lanes && collisions (figures) > MANY_COLLISIONS * lanes)
    g_ptr_array_add (findings, g_strdup_printf ("%s%.0f %% of the lanes of an atomic meet another one of their warp: add up in the warp first",
                                                at, 100 * collisions (figures) / lanes));
}

static void
look_at_lanes (const IhopCountedKernel *kernel, GPtrArray *findings)
{
  const IhopFigures *sum = &kernel->sum;
  g_autofree char *at = where (worst_line (kernel->lines, parted));

  if (per (sum->divergent, sum->branches) > MANY_PARTED && per (sum->lanes, sum->executions) < FEW_LANES)
    g_ptr_array_add (findings, g_strdup_printf ("%slanes part at %.0f %% of the kernel's branches, and %.1f of 32 work in the mean", at,
                                                100 * per (sum->divergent, sum->branches), per (sum->lanes, sum->executions)));
}

GPtrArray *
ihop_counts_findings (const IhopCountedKernel *kernel)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func (g_free);

  look_at_memory (kernel, findings);
  look_at_banks (kernel, findings);
  look_at_atomics (kernel, findings);
  look_at_lanes (kernel, findings);
  return findings;
}
