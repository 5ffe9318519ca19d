#include "project/effect.h"
#include "ir/tree.h"
#include "project/loop_view.h"
#include "project/plan_view.h"
#include "project/project_private.h"
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

/* ---- statements ---- */

typedef struct
{
  GHashTable *loops;       /* that are parallel, of const IhopNode * */
  guint *parallel, *serial;
} Counting;

static void
count_in (const Counting *counting, const IhopNode *node, gboolean in_loop, gboolean in_parallel)
{
  if (node->kind == IHOP_EXPRESSION)
    {
      *counting->parallel += in_parallel;
      *counting->serial += in_loop && !in_parallel;
      return;
    }
  in_loop |= node->kind == IHOP_FOR || node->kind == IHOP_WHILE || node->kind == IHOP_DO;
  in_parallel |= g_hash_table_contains (counting->loops, node);
  for (guint i = node->kind == IHOP_FOR ? 3 : 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      count_in (counting, node->child[i], in_loop, in_parallel);
}

static void
count_statements (IhopSnapshot *snapshot, guint file, const char *name, guint *parallel, guint *serial)
{
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
  g_autoptr (GHashTable) loops = g_hash_table_new (NULL, NULL);
  const Counting counting = { loops, parallel, serial };

  for (guint i = 0; input->tree && i < input->tree->functions->len; i++)
    {
      const IhopFunction *function = input->tree->functions->pdata[i];
      const GPtrArray *all = function->in_main_file && g_str_equal (function->symbol->name, name)
                               ? ihop_project_analyze_function (project, input, function) : NULL;
      for (guint k = 0; all && k < all->len; k++)
        if (((const IhopLoop *) all->pdata[k])->verdict == IHOP_PARALLEL)
          g_hash_table_add (loops, (gpointer) ((const IhopLoop *) all->pdata[k])->name->loop);
      if (all)
        count_in (&counting, function->body, FALSE, FALSE);
    }
  ihop_snapshot_unlock (snapshot);
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
  guint n_functions[2] = { 0 };

  effect->function = function_of (step);
  for (guint i = 0; i < 2; i++)
    {
      effect->seconds[i] = effect->bytes[i] = -1;
      if (!count_verdicts (both[i], file, effect->function, effect->verdicts[i], &n_functions[i]))
        {
          ihop_effect_free (effect);
          return NULL;
        }
      count_statements (both[i], file, effect->function, &effect->parallel[i], &effect->serial[i]);
    }
  /* What has gone into a function of its own is priced there: the two figures would be of different things. */
  for (guint i = 0; i < 2 && n_functions[0] <= MOST_FUNCTIONS && n_functions[0] == n_functions[1]; i++)
    add_price (both[i], file, &effect->seconds[i], &effect->bytes[i]);
  return effect;
}
