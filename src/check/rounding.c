#include "check/rounding.h"
#include "check/dump.h"
#include "check/run.h"
#include <math.h>
#include <string.h>

static const char *const modes[] = { "up", "down" };

IhopRounding *
ihop_rounding_new (IhopBuilder *builder, const IhopProgram *original)
{
  IhopRounding *rounding = g_new0 (IhopRounding, 1);
  gboolean good = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (modes) && good; i++)
    {
      IhopProgram *run = rounding->runs[i] = ihop_program_new (builder, IHOP_VARIANT_ORIGINAL, "original");
      run->rounding = modes[i];
      ihop_program_run (builder, run, modes[i]);
      good = ihop_process_ended_alike (&run->run, &original->run) && !run->run.timed_out;
    }
  if (!good)
    g_clear_pointer (&rounding, ihop_rounding_free);
  return rounding;
}

void
ihop_rounding_free (IhopRounding *rounding)
{
  if (rounding == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    ihop_program_free (rounding->runs[i]);
  g_free (rounding);
}

GArray *
ihop_rounding_spreads (const IhopRounding *rounding, const IhopProgram *original, gboolean bench,
                       GHashTable *types)
{
  GArray *spreads = g_array_new (FALSE, TRUE, sizeof (double));

  if (rounding == NULL)
    return spreads;
  g_autoptr (IhopDump) near = ihop_dump_read (bench ? original->bench_path : original->dump_path);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      const IhopProgram *run = rounding->runs[i];
      g_autoptr (IhopDump) moved = ihop_dump_read (bench ? run->bench_path : run->dump_path);
      ihop_dump_spread (near, moved, types, spreads);
    }
  return spreads;
}

/* ---- texts ------------------------------------------------------------------------------------- */

/* The number at *at, if one stands there, which is then passed. */
static gboolean
take_number (const char **at, double *value)
{
  char *end;

  *value = g_ascii_strtod (*at, &end);
  if (end == *at)
    return FALSE;
  *at = end;
  return TRUE;
}

static gboolean
number_is_explained (double is, double should, const double *moved)
{
  double spread = MAX (fabs (moved[0] - should), fabs (moved[1] - should));

  return is == should || (isnan (is) && isnan (should)) || fabs (is - should) <= IHOP_ROUNDING_FACTOR * spread;
}

static char *
text_of (const IhopProgram *program, const IhopUnsteady *unsteady)
{
  char *text = NULL;

  return g_file_get_contents (program->run.out, &text, NULL, NULL)
           ? ihop_unsteady_mask (unsteady, 0, text) : g_strdup ("");
}

/* The texts walk together: words must be the same in all four, numbers may differ. */
static gboolean
explains (const char *original, const char *product, const char *up, const char *down)
{
  const char *a = original, *b = product;
  gboolean good = TRUE;

  while (good && *a && *b && *up && *down)
    {
      double is, should, moved[2];
      if (take_number (&a, &should))
        good = take_number (&b, &is) && take_number (&up, &moved[0]) && take_number (&down, &moved[1])
               && number_is_explained (is, should, moved);
      else
        good = *a == *b++ && *a == *up++ && *a++ == *down++;
    }
  return good && *a == '\0' && *b == '\0';
}

gboolean
ihop_rounding_explains (const IhopRounding *rounding, const IhopUnsteady *unsteady, const char *original,
                        const char *product)
{
  if (rounding == NULL)
    return FALSE;
  g_autofree char *up = text_of (rounding->runs[0], unsteady), *down = text_of (rounding->runs[1], unsteady);
  return explains (original, product, up, down);
}

gboolean
ihop_rounding_explains_file (const IhopRounding *rounding, gboolean is_outside, const char *below,
                             const char *original, const char *product)
{
  char *text[2] = { NULL, NULL };

  for (guint i = 0; rounding && i < 2; i++)
    {
      const IhopProgram *run = rounding->runs[i];
      g_autofree char *path = g_build_filename (is_outside ? run->outside : run->run_folder, below, NULL);
      if (!g_file_get_contents (path, &text[i], NULL, NULL))
        break;
    }
  gboolean good = text[1] && explains (original, product, text[0], text[1]);
  g_free (text[0]);
  g_free (text[1]);
  return good;
}
