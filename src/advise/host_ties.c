#include "advise/host_ties.h"
#include "analysis/program/callgraph.h"
#include "gpugen/plan/lookup.h"

typedef struct
{
  IhopFacts *facts;
  const IhopPlan *outline;
  const GPtrArray *weighed;
} Ties;

static void
add_touched (GHashTable *all, GHashTable *of_part)
{
  GHashTableIter iter;
  gpointer symbol, bytes;

  g_hash_table_iter_init (&iter, of_part);
  while (g_hash_table_iter_next (&iter, &symbol, &bytes))
    {
      const double *before = g_hash_table_lookup (all, symbol);
      double most = MAX (before ? *before : 0, *(double *) bytes);
      g_hash_table_insert (all, symbol, g_memdup2 (&most, sizeof most));
    }
}

IhopWeighed *
ihop_weighed_new (const IhopFunction *function, const IhopWorth *worth)
{
  IhopWeighed *self = g_new0 (IhopWeighed, 1);

  self->function = function;
  self->touched = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      self->device += part->seconds;
      self->host += part->host;
      self->launches += part->own_launches;
      add_touched (self->touched, part->touched);
    }
  return self;
}

void
ihop_weighed_free (gpointer weighed)
{
  IhopWeighed *self = weighed;

  g_hash_table_unref (self->touched);
  g_free (self);
}

/* ---- Who else has it on the device ---- */

static const IhopWeighed *
find (const Ties *ties, const IhopFunction *function)
{
  for (guint i = 0; i < ties->weighed->len; i++)
    if (((const IhopWeighed *) ties->weighed->pdata[i])->function == function)
      return ties->weighed->pdata[i];
  return NULL;
}

/* Bytes of the caller's array that this call's function works on; 0: none. */
static double
bytes_in_call (const IhopWeighed *weighed, const IhopNode *call, const IhopSymbol *array)
{
  GHashTableIter iter;
  gpointer symbol, bytes;
  double most = 0;

  g_hash_table_iter_init (&iter, weighed->touched);
  while (g_hash_table_iter_next (&iter, &symbol, &bytes))
    if (ihop_worth_callers_symbol (weighed->function, call, symbol) == array)
      most = MAX (most, *(double *) bytes);
  return most;
}

static double
bytes_in_caller (const Ties *ties, const IhopWeighed *caller, const IhopSymbol *array)
{
  const double *bytes = caller && !caller->stays ? g_hash_table_lookup (caller->touched, array) : NULL;

  for (guint i = 0; bytes && i < ties->outline->kernels->len; i++)
    {
      const IhopKernel *kernel = ties->outline->kernels->pdata[i];
      if (kernel->function == caller->function && ihop_kernel_param (kernel, array))
        return *bytes;
    }
  return 0;
}

/* Bytes of the array that kernels of the caller, or of what else it calls, work on; 0: none do. */
static double
bytes_beside (const Ties *ties, const IhopCallSite *site, const IhopSymbol *array)
{
  const IhopCallNode *caller = ihop_callgraph_node (ties->facts, site->caller);
  double most = bytes_in_caller (ties, find (ties, site->caller), array);

  for (guint i = 0; caller && i < caller->calls->len; i++)
    {
      const IhopCallSite *other = caller->calls->pdata[i];
      const IhopWeighed *called = other->function == site->function ? NULL : find (ties, other->function);
      if (called && !called->stays && called->launches > 0)
        most = MAX (most, bytes_in_call (called, other->call, array));
    }
  return most;
}

/* ---- What that costs ---- */

static double
seconds_at (const Ties *ties, const IhopWeighed *weighed, const IhopCallSite *site)
{
  GHashTableIter iter;
  gpointer symbol, own;
  double seconds = 0;

  g_hash_table_iter_init (&iter, weighed->touched);
  while (g_hash_table_iter_next (&iter, &symbol, &own))
    {
      const IhopSymbol *array = ihop_worth_callers_symbol (weighed->function, site->call, symbol);
      double bytes = array ? bytes_beside (ties, site, array) : 0;
      if (bytes > 0)
        seconds += 2 * ihop_worth_copy_seconds (ties->outline->gpu, MAX (bytes, *(double *) own));
    }
  return seconds;
}

/* Of a call, in the mean of all that are seen. */
static double
tie_seconds (const Ties *ties, const IhopWeighed *weighed)
{
  const IhopCallNode *node = ihop_callgraph_node (ties->facts, weighed->function);
  double seconds = 0;

  for (guint i = 0; node && i < node->callers->len; i++)
    seconds += seconds_at (ties, weighed, node->callers->pdata[i]);
  return seconds > 0 ? seconds / node->callers->len : 0;
}

static void
take_back (IhopWeighed *weighed, IhopAdvice *advice)
{
  advice->found += weighed->device - weighed->host;
  g_ptr_array_remove (advice->host_notes, weighed->note);
  g_ptr_array_remove (advice->on_host, weighed->stays);
  weighed->stays = NULL;
  weighed->note = NULL;
}

void
ihop_host_untie (IhopFacts *facts, const IhopPlan *outline, const GPtrArray *weighed, IhopAdvice *advice)
{
  const Ties ties = { facts, outline, weighed };
  gboolean changed = TRUE;

  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < weighed->len; i++)
        {
          IhopWeighed *one = weighed->pdata[i];
          if (one->stays == NULL || one->device > one->host + tie_seconds (&ties, one))
            continue;
          take_back (one, advice);
          changed = TRUE;
        }
    }
}
