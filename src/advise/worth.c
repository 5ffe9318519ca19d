/* What a program costs, predicted. */
#include "advise/worth.h"
#include <string.h>

#define HOST_SECONDS 0.2e-9    /* of one operation or access of a compiled loop */
#define COPY_SECONDS 10e-6     /* of any copy, before its first byte */
#define ATOMIC_SECONDS 1e-9    /* of one of the updates that meet in one element */
#define BUSY_SHARE 0.25        /* of the threads a device can hold: from here on it is busy */
#define REGION_SECONDS 5e-6    /* to begin and end a parallel region of OpenMP */
#define CPU_SECONDS 0.05e-9    /* of an operation there, in vectors and on several threads */
#define CPU_BYTES 10e9         /* a second from memory */
#define CPU_LINE 64            /* bytes */
#define FAR_SECTORS 16         /* of a warp, from which on its threads are far from each other */
#define USUAL_ELEMENTS 1e6     /* of memory behind a pointer */

/* Who touches a variable in a host loop. */
typedef enum
{
  DEVICE_READS = 1, DEVICE_WRITES = 2, HOST_READS = 4, HOST_WRITES = 8, CHARGED = 16
} Touch;

typedef struct
{
  guint touch;
  double host_accesses;    /* in one execution of what is being looked at */
} Share;

typedef struct
{
  IhopFacts *facts;
  const IhopPlan *plan;
  GHashTable *kernel_at;   /* statement → IhopKernel */
  GHashTable *means;       /* iterator → double * */
  IhopWorthPart *part;     /* NULL: outside of what is worked on */
  IhopWorth *worth;
} Walk;

/* ---- Kernels ------------------------------------------------------------------------------ */

static double
busy_share (const IhopGpu *gpu, double threads)
{
  return MIN (1, MAX (threads, 1) / (BUSY_SHARE * gpu->sm_count * gpu->max_threads_sm));
}

/* Updates of a thread's element that meet those of its neighbours stand in line. */
static double
atomic_seconds (const IhopKernel *kernel, const GArray *sites, double threads)
{
  double seconds = 0;

  for (guint i = 0; i < kernel->atomics->len; i++)
    {
      const IhopReduction *r = kernel->atomics->pdata[i];
      for (guint k = 0; k < sites->len; k++)
        {
          const IhopSite *site = &g_array_index (sites, IhopSite, k);
          if (site->is_store && site->array == r->symbol)
            seconds += threads * site->executions * ATOMIC_SECONDS;
        }
    }
  return seconds;
}

/* Each place a thread uses comes once, in full sectors. */
static double
ideal_seconds (const IhopGpu *gpu, const GArray *sites, double threads, double computing)
{
  double bytes = 0;

  for (guint i = 0; i < sites->len; i++)
    {
      const IhopSite *site = &g_array_index (sites, IhopSite, i);
      bytes += threads * site->varying
               * MIN (site->bytes, site->sectors * gpu->sector / gpu->warp);
    }
  return MAX (bytes / (gpu->memory_gbs * 1e9), computing);
}

static double
bytes_of (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  if (type->kind == IHOP_TYPE_ARRAY && type->size > 0)
    return (double) type->size;
  return 8 * USUAL_ELEMENTS;
}

/* What a thread's access brings from memory on a CPU: a whole line where neighbours are far apart and no
 * loop inside goes along the line. */
static double
cpu_bytes (const IhopSite *site)
{
  return site->executions <= 1 && site->sectors > FAR_SECTORS ? CPU_LINE : site->executions * site->bytes;
}

/* Every array once, or as many bytes of it as there are accesses. */
static double
cpu_traffic (const GArray *sites, double threads)
{
  g_autoptr (GHashTable) arrays = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer array, sum;
  double bytes = 0;

  for (guint i = 0; i < sites->len; i++)
    {
      const IhopSite *site = &g_array_index (sites, IhopSite, i);
      double *all = site->array ? g_hash_table_lookup (arrays, site->array) : NULL;
      if (site->array && all == NULL)
        g_hash_table_insert (arrays, (gpointer) site->array, all = g_new0 (double, 1));
      if (all)
        *all += threads * cpu_bytes (site);
    }
  g_hash_table_iter_init (&iter, arrays);
  while (g_hash_table_iter_next (&iter, &array, &sum))
    bytes += MIN (bytes_of (array), *(double *) sum);
  return bytes;
}

static double
guess_trips (const IhopNode *node, gpointer data)
{
  Walk *walk = data;
  const IhopLoop *loop = ihop_loops_find (walk->facts, walk->plan->tree, node);

  return loop ? ihop_trips_mean (loop, walk->means, &walk->part->is_guess) : -1;
}

static void
add_mapped (Walk *walk, const IhopKernel *kernel, double times)
{
  const IhopGpu *gpu = walk->plan->gpu;
  const IhopTripsGuess guess = { guess_trips, walk };
  const IhopNode *loops[3];

  for (guint i = 0; i < kernel->n_axes; i++)
    loops[i] = kernel->axes[i].loop;
  const IhopCandidate *best = &g_array_index (kernel->profile->candidates, IhopCandidate, 0);
  IhopEstimate estimate
    = ihop_profile_estimate (kernel->function, loops, kernel->n_axes, gpu, best, &guess);
  g_autoptr (GArray) sites
    = ihop_profile_sites (kernel->function, loops, kernel->n_axes, gpu, best, &guess);
  double launch = gpu->launch_us * 1e-6, work = estimate.seconds - launch;
  double computing = estimate.operations / (1e9 * gpu->double_gflops);
  double seconds = launch + work / busy_share (gpu, estimate.threads)
                   + atomic_seconds (kernel, sites, estimate.threads)
                   + (kernel->reductions->len ? launch : 0);

  walk->part->seconds += times * seconds;
  walk->part->ideal += times * ideal_seconds (gpu, sites, estimate.threads, computing);
  walk->part->launches += times;
  walk->part->traffic += times * estimate.bytes;
  walk->worth->cpu_seconds += times * (REGION_SECONDS + estimate.operations * CPU_SECONDS
                                       + cpu_traffic (sites, estimate.threads) / CPU_BYTES);
}

static Share *
share_of (GHashTable *shares, IhopSymbol *symbol)
{
  Share *share = g_hash_table_lookup (shares, symbol);

  if (share == NULL)
    g_hash_table_insert (shares, symbol, share = g_new0 (Share, 1));
  return share;
}

/* ---- Accesses ------------------------------------------------------------------------------ */

static gboolean
is_memory (const IhopSymbol *symbol)
{
  const IhopType *type = symbol->type ? ihop_type_strip (symbol->type) : NULL;

  return type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER);
}

/* The variable that an assignment goes to. */
static const IhopNode *
base_of (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

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
      const IhopNode *base = base_of (node->child[0]);
      if (base->kind == IHOP_REF && is_memory (base->symbol))
        share_of (accesses->shares, base->symbol)->touch |= accesses->writes;
    }
  if (node->kind == IHOP_REF && node->symbol && is_memory (node->symbol))
    {
      Share *share = share_of (accesses->shares, node->symbol);
      share->touch |= accesses->reads;
      share->host_accesses += accesses->times;
    }
  return TRUE;
}

/* Copies that each iteration needs because the host and the device take turns. */
static void
charge_copies (Walk *walk, GHashTable *shares, double iterations)
{
  GHashTableIter iter;
  gpointer symbol, value;

  g_hash_table_iter_init (&iter, shares);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    {
      Share *share = value;
      guint touch = share->touch;
      gboolean in = touch & DEVICE_READS && touch & HOST_WRITES;
      gboolean out = touch & DEVICE_WRITES && touch & (HOST_READS | HOST_WRITES);
      if (touch & CHARGED || !(in || out))
        continue;
      double bytes = MIN (bytes_of (symbol), 8 * share->host_accesses);
      walk->part->seconds += iterations * (in + out)
                             * (COPY_SECONDS + bytes / (walk->plan->gpu->copy_gbs * 1e9));
      share->touch |= CHARGED;
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
add_host (Walk *walk, const IhopNode *node, double times, GHashTable *shares)
{
  Accesses accesses = { shares, HOST_READS, HOST_WRITES, 1 };
  const IhopGpu *gpu = walk->plan->gpu;
  double operations = 0;

  ihop_node_walk (node, count_host, &operations);
  ihop_node_walk (node, note_access, &accesses);
  walk->part->seconds += times * operations * HOST_SECONDS;
  walk->worth->cpu_seconds += times * operations * HOST_SECONDS;
  walk->part->ideal += times * operations / (gpu->double_gflops * 1e9);
}

static void
add_kernel (Walk *walk, const IhopKernel *kernel, double times, GHashTable *shares)
{
  Accesses accesses = { shares, DEVICE_READS, DEVICE_WRITES, 0 };

  for (guint i = 0; i < kernel->statements->len; i++)
    ihop_node_walk (kernel->statements->pdata[i], note_access, &accesses);
  for (guint i = 0; i < kernel->reductions->len; i++)
    share_of (shares, ((const IhopReduction *) kernel->reductions->pdata[i])->symbol)->touch
      |= DEVICE_WRITES;
  if (kernel->kind == IHOP_KERNEL_MAPPED && kernel->profile && kernel->profile->candidates->len)
    add_mapped (walk, kernel, times);
  else
    walk->part->seconds += times * 2 * walk->plan->gpu->launch_us * 1e-6;
}

static void
merge_shares (GHashTable *into, GHashTable *from, double times)
{
  GHashTableIter iter;
  gpointer symbol, value;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &symbol, &value))
    {
      Share *share = share_of (into, symbol);
      share->touch |= ((Share *) value)->touch;
      share->host_accesses += times * ((Share *) value)->host_accesses;
    }
}

static void walk_node (Walk *walk, const IhopNode *node, double times, GHashTable *shares);

static void
walk_loop (Walk *walk, const IhopNode *node, double times, GHashTable *shares)
{
  const IhopLoop *loop = ihop_loops_find (walk->facts, walk->plan->tree, node);
  double trips = loop ? ihop_trips_mean (loop, walk->means, &walk->part->is_guess) : 1;
  g_autoptr (GHashTable) own = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  walk_node (walk, ihop_loop_body (node), times * trips, own);
  charge_copies (walk, own, times * trips);
  merge_shares (shares, own, trips);
}

static void
walk_node (Walk *walk, const IhopNode *node, double times, GHashTable *shares)
{
  const IhopKernel *kernel = g_hash_table_lookup (walk->kernel_at, node);

  if (kernel)
    {
      if (kernel->statements->pdata[0] == node)
        add_kernel (walk, kernel, times, shares);
    }
  else if (ihop_kind_is_loop (node->kind))
    walk_loop (walk, node, times, shares);
  else if (node->kind == IHOP_BLOCK || node->kind == IHOP_IF || node->kind == IHOP_SWITCH
           || node->kind == IHOP_CASE || node->kind == IHOP_LABEL)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i])
          walk_node (walk, node->child[i], times, shares);
    }
  else
    add_host (walk, node, times, shares);
}

/* ---- What is worked on ------------------------------------------------------------------------ */

/* What the loop would take if nothing of it ran on the device. */
static double
host_seconds (const Walk *walk, const IhopNode *loop)
{
  g_autoptr (GHashTable) shares = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) none = g_hash_table_new (NULL, NULL);
  IhopWorthPart part = { 0 };
  IhopWorth worth = { 0 };
  Walk alone = *walk;

  alone.kernel_at = none;
  alone.part = &part;
  alone.worth = &worth;
  walk_node (&alone, loop, 1, shares);
  return part.seconds;
}

static void
add_part (Walk *walk, const IhopFunction *function, const IhopNode *loop)
{
  g_autoptr (GHashTable) shares = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  IhopWorthPart part = { .function = function, .loop = loop };

  part.ideal = walk->plan->gpu->launch_us * 1e-6;
  walk->part = &part;
  walk_node (walk, loop, 1, shares);
  part.host = host_seconds (walk, loop);
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
find_parts (Walk *walk, const IhopFunction *function, const IhopNode *node, gboolean inside)
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
      if (child == NULL || !ihop_kind_is_statement (child->kind))
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

IhopWorth *
ihop_worth_new (IhopFacts *facts, const IhopPlan *plan, const IhopPlanOptions *options)
{
  Walk walk = { .facts = facts, .plan = plan, .worth = g_new0 (IhopWorth, 1) };

  walk.worth->launch_seconds = plan->gpu->launch_us * 1e-6;
  walk.worth->parts = g_array_new (FALSE, FALSE, sizeof (IhopWorthPart));
  walk.kernel_at = g_hash_table_new (NULL, NULL);
  walk.means = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      IhopKernel *kernel = plan->kernels->pdata[i];
      for (guint k = 0; k < kernel->statements->len; k++)
        g_hash_table_insert (walk.kernel_at, kernel->statements->pdata[k], kernel);
    }
  for (guint i = 0; i < plan->tree->functions->len; i++)
    {
      const IhopFunction *function = plan->tree->functions->pdata[i];
      if (!ihop_worth_covers (function, options))
        continue;
      ihop_trips_read_callers (plan->tree, function, walk.means);
      find_parts (&walk, function, function->body, options->choose == IHOP_CHOOSE_AUTO);
    }
  g_hash_table_unref (walk.kernel_at);
  g_hash_table_unref (walk.means);
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
