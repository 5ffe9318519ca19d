#include "check/disturb.h"
#include "check/run.h"

static const char *const ways[] = { "fresh", "fresh real", "shuffled" };

typedef enum
{
  NOT_ASKED,
  NOT_BORNE,
  BORNE
} Answer;

struct _IhopDisturbed
{
  IhopCheck *check;
  const IhopProgram *right;
  IhopProgram *originals[G_N_ELEMENTS (ways)]; /* run that way; NULL: not yet */
  Answer answers[G_N_ELEMENTS (ways)];
};

IhopDisturbed *
ihop_disturbed_new (IhopCheck *check, const IhopProgram *right)
{
  IhopDisturbed *disturbed = g_new0 (IhopDisturbed, 1);

  disturbed->check = check;
  disturbed->right = right;
  return disturbed;
}

void
ihop_disturbed_free (IhopDisturbed *disturbed)
{
  if (disturbed == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    ihop_program_free (disturbed->originals[i]);
  g_free (disturbed);
}

/* NULL: no difference. Caller frees. */
static char *
run_and_compare (IhopDisturbed *disturbed, IhopProgram *product, guint way)
{
  IhopCheck *check = disturbed->check;
  IhopComparison comparison = { .unsteady = check->unsteady };
  g_autofree char *message = NULL;

  product->disturbance = ways[way];
  ihop_program_run (check->builder, product, ways[way]);
  product->disturbance = NULL;
  return ihop_check_compare (check, disturbed->originals[way], product, &message, &comparison)
             == IHOP_CHECK_DIFFERENT
           ? g_steal_pointer (&message) : NULL;
}

/* The original ends as it does with its own values, and a right product is right. */
static gboolean
bears (IhopDisturbed *disturbed, guint way)
{
  IhopCheck *check = disturbed->check;
  IhopProgram *original = ihop_program_new (check->builder, IHOP_VARIANT_ORIGINAL, "original");

  disturbed->originals[way] = original;
  original->disturbance = ways[way];
  ihop_program_run (check->builder, original, ways[way]);
  if (disturbed->right->failure || original->run.timed_out
      || !ihop_process_ended_alike (&original->run, &check->original->run))
    return FALSE;
  IhopProgram *right = ihop_program_new (check->builder, disturbed->right->variant,
                                         ihop_variant_name (disturbed->right->variant));
  g_autofree char *difference = run_and_compare (disturbed, right, way);
  ihop_program_free (right);
  return difference == NULL;
}

char *
ihop_disturbed_difference (IhopDisturbed *disturbed, IhopProgram *product)
{
  for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      if (disturbed->answers[way] == NOT_ASKED)
        disturbed->answers[way] = bears (disturbed, way) ? BORNE : NOT_BORNE;
      g_autofree char *difference
        = disturbed->answers[way] == BORNE ? run_and_compare (disturbed, product, way) : NULL;
      if (difference)
        return g_strdup_printf ("with %s values in the arrays: %s", ways[way], difference);
    }
  return NULL;
}
