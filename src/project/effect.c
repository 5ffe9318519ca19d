#include "project/effect.h"
#include "project/loop_view.h"
#include "project/plan_view.h"
#include <string.h>

/* In larger files a plan takes longer than a preview may. */
#define MOST_FUNCTIONS 200

void
ihop_effect_free (gpointer data)
{
  IhopEffect *effect = data;

  if (effect == NULL)
    return;
  g_free (effect->function);
  g_free (effect);
}

/* "interchange f/i f/j": f. Caller frees. */
static char *
function_of (const char *step)
{
  const char *space = strchr (step, ' ');

  return space ? g_strndup (space + 1, strcspn (space + 1, "/ \n")) : g_strdup ("");
}

/* FALSE: there is no such function. */
static gboolean
count_verdicts (IhopSnapshot *snapshot, guint file, const char *function, guint *verdicts, guint *n_functions)
{
  g_autoptr (GPtrArray) functions = ihop_snapshot_functions (snapshot, file);

  *n_functions = functions->len;
  for (guint i = 0; i < functions->len; i++)
    {
      if (!g_str_equal (((const IhopFunctionView *) functions->pdata[i])->name, function))
        continue;
      g_autoptr (GPtrArray) loops = ihop_snapshot_loops (snapshot, file, i);
      for (guint k = 0; k < loops->len; k++)
        verdicts[((const IhopLoopView *) loops->pdata[k])->verdict]++;
      return TRUE;
    }
  return FALSE;
}

static void
add_price (IhopSnapshot *snapshot, guint file, double *seconds, double *bytes)
{
  g_autoptr (IhopPlanView) plan = ihop_snapshot_plan (snapshot, file);

  if (plan == NULL || plan->kernels->len == 0)
    return;
  *seconds = plan->device;
  *bytes = 0;
  for (guint i = 0; i < plan->transfers->len && *bytes >= 0; i++)
    {
      const IhopTransferView *transfer = plan->transfers->pdata[i];
      *bytes = transfer->n_bytes < 0 ? -1 : *bytes + transfer->n_bytes;
    }
}

IhopEffect *
ihop_snapshot_effect (IhopSnapshot *before, IhopSnapshot *after, guint file, const char *step)
{
  IhopEffect *effect = g_new0 (IhopEffect, 1);
  IhopSnapshot *const both[] = { before, after };
  guint n_functions = 0;

  effect->function = function_of (step);
  for (guint i = 0; i < 2; i++)
    {
      effect->seconds[i] = effect->bytes[i] = -1;
      if (!count_verdicts (both[i], file, effect->function, effect->verdicts[i], &n_functions))
        {
          ihop_effect_free (effect);
          return NULL;
        }
    }
  for (guint i = 0; i < 2 && n_functions <= MOST_FUNCTIONS; i++)
    add_price (both[i], file, &effect->seconds[i], &effect->bytes[i]);
  return effect;
}
