/* What a program costs, predicted. */
#include "advise/worth.h"
#include "advise/worth_walk.h"
#include "base/trips.h"
#include "profiler/waits.h"
#include <string.h>

#define HOST_SECONDS 0.2e-9    /* of one operation or access of a compiled loop */
#define LONE_SECONDS 10e-9     /* of one by a thread of the device that runs alone */
#define COPY_SECONDS 10e-6     /* of any copy, before its first byte */

/* ---- Accesses ------------------------------------------------------------------------------ */

typedef struct
{
  GHashTable *shares;
  guint reads, writes;
  double times;
} Accesses;

static gboolean
note_access (const IhopNode *node, gpointer data)
{
  Accesses *accesses = data;

  if (node->kind == IHOP_ASSIGN)
    {
      const IhopNode *base = ihop_worth_base (node->child[0]);
      if (base->kind == IHOP_REF && ihop_worth_is_memory (base->symbol))
        ihop_worth_share (accesses->shares, base->symbol)->touch |= accesses->writes;
    }
  if (node->kind == IHOP_REF && node->symbol && ihop_worth_is_memory (node->symbol))
    {
      IhopWorthShare *share = ihop_worth_share (accesses->shares, node->symbol);
      share->touch |= accesses->reads;
      share->host_accesses += accesses->times;
    }
  return TRUE;
}

double
ihop_worth_copy_seconds (const IhopGpu *gpu, double bytes)
{
  return COPY_SECONDS + bytes / (gpu->copy_gbs * 1e9);
}

/* Copies that each iteration needs because the host and the device take turns. */
static void
charge_copies (IhopWorthWalk *walk, GHashTable *shares, double iterations)
{
  GHashTableIter iter;
  gpointer symbol, value;

  g_hash_table_iter_init (&iter, shares);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    {
      IhopWorthShare *share = value;
      guint touch = share->touch;
      gboolean in = touch & IHOP_WORTH_DEVICE_READS && touch & IHOP_WORTH_HOST_WRITES;
      gboolean out = touch & IHOP_WORTH_DEVICE_WRITES && touch & (IHOP_WORTH_HOST_READS | IHOP_WORTH_HOST_WRITES);
      if (touch & IHOP_WORTH_CHARGED || !(in || out))
        continue;
      double bytes = MIN (ihop_worth_bytes (symbol), 8 * share->host_accesses);
      walk->part->seconds += iterations * (in + out) * ihop_worth_copy_seconds (walk->plan->gpu, bytes);
      share->touch |= IHOP_WORTH_CHARGED;
    }
}

/* ---- The walk ------------------------------------------------------------------------------- */

static gboolean
count_host (const IhopNode *node, gpointer data)
{
  double *operations = data;

  if (node->kind == IHOP_BINARY || node->kind == IHOP_ASSIGN || node->kind == IHOP_INDEX)
    *operations += node->kind == IHOP_INDEX ? 0.5 : 1;
  else if (node->kind == IHOP_CALL)
    *operations += 10;
  return TRUE;
}

static void
add_host (IhopWorthWalk *walk, const IhopNode *node, double times, GHashTable *shares)
{
  Accesses accesses = { shares, IHOP_WORTH_HOST_READS, IHOP_WORTH_HOST_WRITES, 1 };
  const IhopGpu *gpu = walk->plan->gpu;
  double operations = 0;

  ihop_node_walk (node, count_host, &operations);
  ihop_node_walk (node, note_access, &accesses);
  walk->part->seconds += times * operations * HOST_SECONDS;
  walk->part->left += times * operations * HOST_SECONDS;
  walk->worth->cpu_seconds += times * operations * HOST_SECONDS;
  walk->part->ideal += times * operations / (gpu->double_gflops * 1e9);
  ihop_worth_add_calls (walk, node, times, shares);
}

static double host_seconds (const IhopWorthWalk *walk, const IhopNode *code, GHashTable *shares);

/* One thread of the device does it all. */
static double
lone_seconds (const IhopWorthWalk *walk, const IhopKernel *kernel)
{
  g_autoptr (GHashTable) shares = ihop_worth_shares_new ();
  double seconds = 0;

  for (guint i = 0; i < kernel->statements->len; i++)
    seconds += host_seconds (walk, kernel->statements->pdata[i], shares);
  return seconds * LONE_SECONDS / HOST_SECONDS;
}

/* By the profile of a run, which came to what is around it. */
static gboolean
is_idle (const IhopNode *node)
{
  return ihop_kind_is_loop (node->kind) && ihop_trips_is_idle (node->place);
}

static gboolean
is_idle_kernel (const IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->statements->len; i++)
    if (!is_idle (kernel->statements->pdata[i]))
      return FALSE;
  return TRUE;
}

static void
add_kernel (IhopWorthWalk *walk, const IhopKernel *kernel, double times, GHashTable *shares)
{
  Accesses accesses = { shares, IHOP_WORTH_DEVICE_READS, IHOP_WORTH_DEVICE_WRITES, 0 };

  for (guint i = 0; i < kernel->statements->len; i++)
    ihop_node_walk (kernel->statements->pdata[i], note_access, &accesses);
  for (guint i = 0; i < kernel->reductions->len; i++)
    ihop_worth_share (shares, ((const IhopReduction *) kernel->reductions->pdata[i])->symbol)->touch
      |= IHOP_WORTH_DEVICE_WRITES;
  if (kernel->tree)
    ihop_worth_add_tree (walk, kernel, times);
  else if (kernel->kind == IHOP_KERNEL_MAPPED && kernel->profile && kernel->profile->candidates->len)
    ihop_worth_add_mapped (walk, kernel, times);
  else
    walk->part->seconds += times * (walk->plan->gpu->launch_us * 1e-6 + lone_seconds (walk, kernel));
}

static void
merge_shares (GHashTable *into, GHashTable *from, double times)
{
  GHashTableIter iter;
  gpointer symbol, value;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    {
      IhopWorthShare *share = ihop_worth_share (into, symbol);
      share->touch |= ((IhopWorthShare *) value)->touch;
      share->host_accesses += times * ((IhopWorthShare *) value)->host_accesses;
    }
}

static void
walk_loop (IhopWorthWalk *walk, const IhopNode *node, double times, GHashTable *shares)
{
  double trips = ihop_worth_trips (walk, node, 1);
  g_autoptr (GHashTable) own = ihop_worth_shares_new ();

  ihop_worth_walk (walk, ihop_loop_body (node), times * trips, own);
  charge_copies (walk, own, times * trips);
  merge_shares (shares, own, trips);
}

static gboolean
stays_on_host (const IhopWorthWalk *walk, const IhopKernel *kernel)
{
  const GPtrArray *list = walk->view->on_host;
  const IhopLoop *loop
    = list ? ihop_loops_find (walk->facts, walk->plan->tree, kernel->statements->pdata[0]) : NULL;
  gboolean stays = kernel->function == walk->on_host;

  for (guint i = 0; list && i < list->len && !stays; i++)
    stays = ihop_stays_covers (list->pdata[i], loop ? loop->name->address : kernel->function->symbol->name);
  return stays;
}

/* That begins with this statement, or takes it in. */
static const IhopKernel *
kernel_of (const IhopWorthWalk *walk, const IhopNode *node)
{
  const IhopKernel *kernel = g_hash_table_lookup (walk->plan->kernel_at, node);

  return kernel && !stays_on_host (walk, kernel) ? kernel : NULL;
}

/* Child number i is there for what the device's copy of it does not take: never, as far as is to be expected. */
static gboolean
is_otherwise (const IhopNode *block, guint i)
{
  return block->kind == IHOP_BLOCK && ihop_role_before (block, i).role == IHOP_ROLE_HOST;
}

void
ihop_worth_walk (IhopWorthWalk *walk, const IhopNode *node, double times, GHashTable *shares)
{
  const IhopKernel *kernel = kernel_of (walk, node);

  if (kernel)
    {
      if (kernel->statements->pdata[0] == node && !is_idle_kernel (kernel))
        add_kernel (walk, kernel, times, shares);
    }
  else if (is_idle (node))
    return;
  else if (ihop_kind_is_loop (node->kind))
    walk_loop (walk, node, times, shares);
  else if (node->kind == IHOP_BLOCK || node->kind == IHOP_IF || node->kind == IHOP_SWITCH
           || node->kind == IHOP_CASE || node->kind == IHOP_LABEL)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i] && !is_otherwise (node, i))
          ihop_worth_walk (walk, node->child[i], times, shares);
    }
  else
    add_host (walk, node, times, shares);
}

/* ---- What is worked on ------------------------------------------------------------------------ */

/* What the code would take if nothing of it ran on the device. */
static double
host_seconds (const IhopWorthWalk *walk, const IhopNode *code, GHashTable *shares)
{
  g_autoptr (GHashTable) called = ihop_worth_called_new ();
  IhopWorthPart part = { .function = walk->part->function };
  IhopWorth worth = { 0 };
  IhopWorthWalk alone = *walk;

  alone.on_host = part.function;
  alone.called = called;
  alone.part = &part;
  alone.worth = &worth;
  ihop_worth_walk (&alone, code, 1, shares);
  return part.seconds;
}

static GHashTable *
copies_of (const IhopWorthWalk *walk, GHashTable *shares)
{
  GHashTable *copies = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, shares);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    {
      double seconds = ihop_worth_copy_seconds (walk->plan->gpu, ihop_worth_bytes (symbol));
      g_hash_table_insert (copies, symbol, g_memdup2 (&seconds, sizeof seconds));
    }
  return copies;
}

/* shares: of the work on the host. */
static GHashTable *
touched_of (GHashTable *shares)
{
  GHashTable *touched = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer symbol, value;

  g_hash_table_iter_init (&iter, shares);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    {
      double bytes = MIN (ihop_worth_bytes (symbol), 8 * ((IhopWorthShare *) value)->host_accesses);
      if (bytes > 0)
        g_hash_table_insert (touched, symbol, g_memdup2 (&bytes, sizeof bytes));
    }
  return touched;
}

static void
add_part (IhopWorthWalk *walk, const IhopFunction *function, const IhopNode *loop)
{
  g_autoptr (GHashTable) shares = ihop_worth_shares_new (), on_host = ihop_worth_shares_new ();
  IhopWorthPart part = { .function = function, .loop = loop };

  part.ideal = walk->plan->gpu->launch_us * 1e-6;
  walk->part = &part;
  ihop_worth_walk (walk, loop, 1, shares);
  part.host = host_seconds (walk, loop, on_host);
  part.touched = touched_of (on_host);
  part.copies = copies_of (walk, shares);
  walk->worth->seconds += part.seconds;
  walk->worth->launches += part.launches;
  walk->worth->traffic += part.traffic;
  g_array_append_val (walk->worth->parts, part);
}

static gboolean
is_pragma (const IhopNode *node, const char *word)
{
  return node->kind == IHOP_PRAGMA && node->text && g_str_has_prefix (node->text, word);
}

/* Outermost loops: all of them, or those between "#pragma scop" and its end. */
static void
find_parts (IhopWorthWalk *walk, const IhopFunction *function, const IhopNode *node, gboolean inside)
{
  gboolean here = inside;

  if (ihop_kind_is_loop (node->kind) && inside)
    {
      add_part (walk, function, node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind) || is_otherwise (node, i))
        continue;
      here = is_pragma (child, "scop") ? TRUE : is_pragma (child, "endscop") ? inside : here;
      find_parts (walk, function, child, here);
    }
}

static gboolean
look_for_scop (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= is_pragma (node, "scop");
  return !*found && ihop_kind_is_statement (node->kind);
}

gboolean
ihop_worth_covers (const IhopFunction *function, const IhopPlanOptions *options)
{
  gboolean found = options->choose == IHOP_CHOOSE_AUTO;

  if (options->function && strcmp (options->function, function->symbol->name) != 0)
    return FALSE;

  if (!found)
    ihop_node_walk (function->body, look_for_scop, &found);
  return found && function->in_main_file;
}

static void
clear_part (gpointer part)
{
  g_hash_table_unref (((IhopWorthPart *) part)->copies);
  g_hash_table_unref (((IhopWorthPart *) part)->touched);
}

IhopWorth *
ihop_worth_new (IhopFacts *facts, const IhopPlan *plan, const IhopPlanOptions *options, const IhopWorthView *view)
{
  IhopWorthWalk walk = { .facts = facts, .plan = plan, .worth = g_new0 (IhopWorth, 1), .view = view };

  walk.worth->launch_seconds = plan->gpu->launch_us * 1e-6;
  walk.worth->single_rate = ihop_worth_single_rate (plan->gpu);
  walk.worth->blocks = ihop_worth_grid_blocks (plan->gpu);
  walk.worth->grid_fence = IHOP_WAIT_GRID;
  walk.worth->parts = g_array_new (FALSE, FALSE, sizeof (IhopWorthPart));
  g_array_set_clear_func (walk.worth->parts, clear_part);
  walk.means = ihop_trip_means_new (facts);
  walk.read_callers = g_hash_table_new (NULL, NULL);
  walk.called = ihop_worth_called_new ();
  for (guint i = 0; i < plan->tree->functions->len; i++)
    {
      const IhopFunction *function = plan->tree->functions->pdata[i];
      if (!ihop_worth_covers (function, options))
        continue;
      ihop_worth_read_callers (&walk, function);
      find_parts (&walk, function, function->body, options->choose == IHOP_CHOOSE_AUTO);
    }
  ihop_trip_means_free (walk.means);
  g_hash_table_unref (walk.read_callers);
  g_hash_table_unref (walk.called);
  return walk.worth;
}

void
ihop_worth_free (IhopWorth *worth)
{
  if (worth == NULL)
    return;
  g_array_unref (worth->parts);
  g_free (worth);
}
