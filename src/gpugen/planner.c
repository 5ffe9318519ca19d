/* The plan of one file: its functions one after another. */
#include "gpugen/select/fragment.h"
#include "gpugen/emit/printing.h"
#include "gpugen/memory/residency.h"
#include "gpugen/memory/variable.h"
#include "ir/print.h"
#include <string.h>

static char *words_that_move (const IhopNode *node, gpointer data);

static char *
moved_text (const IhopNode *node, gpointer data)
{
  return ihop_language_text (node, words_that_move, data);
}

static char *
words_that_move (const IhopNode *node, gpointer data)
{
  const IhopPrinter printer = { .replace = moved_text };

  return ihop_print_node (node, &printer);
}

/* They come to stand in kernels, too. */
char *
ihop_words (const IhopNode *node)
{
  if (ihop_language_asks_types (node))
    return words_that_move (node, NULL);
  char *text = ihop_range_text (node->range);
  return text ? text : ihop_print_node (node, NULL);
}

IhopPool *
ihop_work_pool (const IhopWork *work)
{
  return ihop_facts_pool (work->planner->facts);
}

guint
ihop_line_of (const IhopNode *node)
{
  return ihop_range_line (node->range.source ? node->range : node->place);
}

char *
ihop_name_make (IhopPlanner *planner, const char *base)
{
  char *name = g_strdup (base);

  for (guint n = 2; g_hash_table_contains (planner->names, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, n);
    }
  g_hash_table_add (planner->names, name);
  return name;
}

void
ihop_leave_out (IhopPlanner *planner, const IhopNode *loop, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_hash_table_insert (planner->reasons, (gpointer) loop, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

IhopDiag *
ihop_planner_refuse (IhopPlanner *planner, const char *id, const IhopNode *at, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return ihop_diags_add (planner->diags, IHOP_REFUSED, id,
                         at->range.source ? at->range : at->place, "%s", message);
}

const GPtrArray *
ihop_footprints_at (IhopWork *work, const IhopNode *fragment)
{
  GHashTable *known = work->planner->footprints;
  GPtrArray *all = g_hash_table_lookup (known, fragment);

  if (all == NULL)
    {
      all = ihop_footprint_of (work->planner->facts, work->function, fragment);
      if (all == NULL)
        all = g_ptr_array_new ();
      g_hash_table_insert (known, (gpointer) fragment, all);
    }
  return all;
}

const IhopFootprint *
ihop_footprint_at (IhopWork *work, const IhopNode *fragment, const IhopSymbol *symbol)
{
  const GPtrArray *all = ihop_footprints_at (work, fragment);

  for (guint i = 0; i < all->len; i++)
    {
      const IhopFootprint *f = all->pdata[i];
      if (f->symbol == symbol)
        return f;
    }
  return NULL;
}

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Mentions;

static gboolean
look_for_symbol (const IhopNode *node, gpointer data)
{
  Mentions *mentions = data;

  mentions->found |= node->kind == IHOP_REF && node->symbol == mentions->symbol;
  return !mentions->found;
}

gboolean
ihop_node_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  Mentions mentions = { symbol, FALSE };

  ihop_node_walk (node, look_for_symbol, &mentions);
  return mentions.found;
}

/* ---- names that are taken: every word of the file ---- */

static void
collect_names (IhopPlanner *planner)
{
  const IhopSource *source = planner->tree->source;

  for (gsize i = 0; i < source->length;)
    {
      gsize length = 0;
      while (i + length < source->length
             && (g_ascii_isalnum (source->text[i + length]) || source->text[i + length] == '_'))
        length++;
      if (length && !g_ascii_isdigit (source->text[i]))
        g_hash_table_add (planner->names, g_strndup (source->text + i, length));
      i += MAX (length, 1);
    }
}

static void
name_kernels (IhopWork *work)
{
  const char *function = work->function->symbol->name;

  for (guint i = 0, n = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      if (kernel->kind == IHOP_KERNEL_CALL)
        continue;
      n++;
      g_autofree char *base = g_str_has_prefix (function, "kernel_")
                                ? g_strdup_printf ("%s_%u", function, n)
                                : g_strdup_printf ("%s_kernel_%u", function, n);
      kernel->name = g_strdup (ihop_name_make (work->planner, base));
    }
}

/* ---- what stays on the host ---- */

static gboolean
is_in_kernel (const IhopWork *work, const IhopNode *loop)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, loop);

  for (guint i = 0; path && i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      for (guint k = 0; k < path->len; k++)
        if (g_ptr_array_find (kernel->statements, path->pdata[k], NULL))
          return TRUE;
    }
  return FALSE;
}

static const char *
inherited_reason (const IhopPlanner *planner, const IhopWork *work, const IhopNode *loop)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, loop);
  const char *reason = NULL;

  for (guint i = path ? path->len : 0; i-- > 0 && reason == NULL;)
    reason = g_hash_table_lookup (planner->reasons, path->pdata[i]);
  return reason;
}

static char *
left_out_reason (const IhopWork *work, const IhopLoop *loop)
{
  const IhopPlanner *planner = work->planner;
  const char *own = g_hash_table_lookup (planner->reasons, loop->name->loop);

  if (own)
    return g_strdup (own);
  if (loop->verdict != IHOP_PARALLEL)
    return ihop_nest_verdict_text (loop);
  if (inherited_reason (planner, work, loop->name->loop))
    return g_strdup ("it stands in a loop that is left out");
  return g_strdup (planner->options->choose == IHOP_CHOOSE_TARGET
                     ? "it is parallel, but not marked with \"#pragma target\""
                   : planner->options->choose == IHOP_CHOOSE_SCOP
                     ? "it is parallel, but outside \"#pragma scop\""
                     : "it is parallel, but was not chosen");
}

static void
list_left_out (IhopWork *work)
{
  IhopPlanner *planner = work->planner;
  const GPtrArray *loops
    = ihop_loops_of_function (planner->facts, planner->tree, work->function);

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *loop = loops->pdata[i];
      if (is_in_kernel (work, loop->name->loop))
        continue;
      IhopLeftOut *left = g_new0 (IhopLeftOut, 1);
      left->loop = loop;
      left->reason = left_out_reason (work, loop);
      g_ptr_array_add (planner->plan->left_out, left);
    }
}

/* ---- one function ---- */

static gboolean
look_for_pragma (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_PRAGMA && node->text
            && (ihop_clauses_is_target (node->text) || g_str_has_prefix (node->text, "scop"));
  return !*found && ihop_kind_is_statement (node->kind);
}

static gboolean
is_worked_on (const IhopPlanner *planner, const IhopFunction *function)
{
  const char *only = planner->options->function;

  return function->in_main_file && (only == NULL || strcmp (only, function->symbol->name) == 0)
         && !g_str_has_prefix (function->symbol->name, "ihop_"); /* ours, from a step */
}

/* Whether loops of it may become kernels. A function without is looked at for its calls: what they hand over stays on
 * the device. */
static gboolean
gets_kernels (const IhopPlanner *planner, const IhopFunction *function)
{
  gboolean marked = FALSE;

  ihop_node_walk (function->body, look_for_pragma, &marked);
  return marked || planner->options->choose == IHOP_CHOOSE_AUTO;
}

void
ihop_plan_add_kernel (IhopPlan *plan, IhopKernel *kernel)
{
  g_ptr_array_add (plan->kernels, kernel);
  for (guint i = 0; i < kernel->statements->len; i++)
    g_hash_table_insert (plan->kernel_at, kernel->statements->pdata[i], kernel);
}

static void
take_over (IhopWork *work)
{
  IhopPlan *plan = work->planner->plan;

  for (guint i = 0; i < work->kernels->len; i++)
    {
      IhopKernel *kernel = work->kernels->pdata[i];
      gboolean is_call = kernel->kind == IHOP_KERNEL_CALL;
      if (!is_call)
        ihop_launch_decide (work, kernel);
      if (is_call)
        g_ptr_array_add (plan->calls, kernel);
      else
        ihop_plan_add_kernel (plan, kernel);
    }
  for (guint i = 0; i < work->variables->len; i++)
    g_ptr_array_add (plan->variables, work->variables->pdata[i]);
}


static void
choose_kernels (IhopWork *work)
{
  const IhopPlanOptions *options = work->planner->options;

  ihop_tests_require (work);
  ihop_tests_guard (work);
  if (options->choose == IHOP_CHOOSE_TARGET)
    ihop_fragment_choose_marked (work);
  else
    ihop_fragment_choose_found (work);
  if (options->choose != IHOP_CHOOSE_TARGET && work->kernels->len && !options->cpu_only)
    ihop_fragment_join_serial (work);
}

static void
plan_function (IhopPlanner *planner, const IhopFunction *function)
{
  IhopWork work = { planner, function, g_ptr_array_new (), g_ptr_array_new (), NULL, -1 };
  gboolean is_chosen_from = gets_kernels (planner, function);

  if (is_chosen_from)
    choose_kernels (&work);
  ihop_resident_choose (&work);
  if (work.kernels->len)
    ihop_variables_make (&work);
  name_kernels (&work);
  if (work.kernels->len && !planner->options->cpu_only)
    {
      ihop_copies_place (&work);
      ihop_resident_offer (&work);
    }
  ihop_tests_finish (&work);
  if (is_chosen_from)
    list_left_out (&work);
  take_over (&work);
  ihop_graph_free (work.graph);
  g_clear_pointer (&work.early, g_hash_table_unref);
  g_ptr_array_unref (work.kernels);
  g_ptr_array_unref (work.variables);
}

/* ---- the whole ---- */

static void
transfer_free (gpointer data)
{
  IhopTransfer *transfer = data;

  g_free (transfer->reason);
  g_free (transfer);
}

static void
rotation_free (gpointer data)
{
  g_ptr_array_unref (((IhopRotation *) data)->variables);
  g_free (data);
}

static void
overlap_free (gpointer data)
{
  IhopOverlapTest *test = data;

  g_free (test->name_a);
  g_free (test->reason);
  g_free (test);
}

static void
left_out_free (gpointer data)
{
  IhopLeftOut *left = data;

  g_free (left->reason);
  g_free (left);
}

static void
assumption_free (gpointer data)
{
  IhopAssumption *assumption = data;

  g_free (assumption->condition);
  g_free (assumption->text);
  g_free (assumption);
}

static IhopPlan *
plan_alloc (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options)
{
  IhopPlan *plan = g_new0 (IhopPlan, 1);

  plan->tree = tree;
  plan->facts = facts;
  plan->mode = options->transfers;
  plan->kernels = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_kernel_free);
  plan->trees = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_kernel_tree_free);
  plan->kernel_at = g_hash_table_new (NULL, NULL);
  plan->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_kernel_free);
  plan->versions = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_version_free);
  plan->variables = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_variable_free);
  plan->transfers = g_ptr_array_new_with_free_func (transfer_free);
  plan->rotations = g_ptr_array_new_with_free_func (rotation_free);
  plan->overlaps = g_ptr_array_new_with_free_func (overlap_free);
  plan->vouched = g_ptr_array_new_with_free_func (overlap_free);
  plan->dropped = g_ptr_array_new ();
  plan->left_out = g_ptr_array_new_with_free_func (left_out_free);
  plan->unguarded = g_ptr_array_new_with_free_func (g_free);
  plan->assumptions = g_ptr_array_new ();
  plan->made = g_ptr_array_new_with_free_func (assumption_free);
  return plan;
}

/* What is called was planned before its callers; the plan is in the order of the file. */
static gint
by_function (const IhopFunction *a, const IhopFunction *b)
{
  return a->range.begin < b->range.begin ? -1 : a->range.begin > b->range.begin;
}

static gint
kernel_by_function (gconstpointer a, gconstpointer b)
{
  return by_function ((*(const IhopKernel *const *) a)->function, (*(const IhopKernel *const *) b)->function);
}

static gint
variable_by_function (gconstpointer a, gconstpointer b)
{
  return by_function ((*(const IhopDeviceVariable *const *) a)->function,
                      (*(const IhopDeviceVariable *const *) b)->function);
}

static gint
left_out_by_function (gconstpointer a, gconstpointer b)
{
  return by_function ((*(const IhopLeftOut *const *) a)->loop->name->function,
                      (*(const IhopLeftOut *const *) b)->loop->name->function);
}

static void
sort_functions (IhopPlan *plan)
{
  g_ptr_array_sort (plan->kernels, kernel_by_function);
  g_ptr_array_sort (plan->calls, kernel_by_function);
  g_ptr_array_sort (plan->variables, variable_by_function);
  g_ptr_array_sort (plan->left_out, left_out_by_function);
}

static gsize
transfer_offset (const IhopTransfer *transfer)
{
  const IhopNode *anchor = transfer->at.anchor;
  IhopRange range = anchor->range.source ? anchor->range : anchor->place;

  return transfer->at.kind == IHOP_POINT_AFTER || transfer->at.kind == IHOP_POINT_BLOCK_END
           ? range.end : range.begin;
}

/* Stable: at one place copies out come before copies in. */
static gint
by_place (gconstpointer a, gconstpointer b)
{
  const IhopTransfer *x = *(IhopTransfer *const *) a, *y = *(IhopTransfer *const *) b;
  gsize p = transfer_offset (x), q = transfer_offset (y);

  if (p != q)
    return p < q ? -1 : 1;
  if (x->to_device != y->to_device)
    return x->to_device ? 1 : -1;
  return strcmp (x->variable->name, y->variable->name);
}

static void
number_transfers (IhopPlan *plan)
{
  g_ptr_array_sort (plan->transfers, by_place);
  for (guint i = 0; i < plan->transfers->len; i++)
    ((IhopTransfer *) plan->transfers->pdata[i])->id = i + 1;
}

static void
note_word (IhopPlan *plan, IhopAssumeKind kind, const char *format, const char *words)
{
  IhopAssumption *assumption = g_new0 (IhopAssumption, 1);

  assumption->kind = kind;
  assumption->by_owner = TRUE;
  assumption->text = g_strdup_printf (format, words);
  if (kind == IHOP_ASSUME_CONDITION)
    assumption->condition = g_strdup (words);
  g_ptr_array_add (plan->made, assumption);
  g_ptr_array_add (plan->assumptions, assumption);
}

/* What the owner vouches for is said in the report, whether or not a verdict needed it. */
static void
note_words_of_owner (IhopPlan *plan)
{
  const IhopFactsOptions *options = ihop_facts_options (plan->facts);

  for (guint i = 0; options && options->assume && options->assume[i]; i++)
    note_word (plan, IHOP_ASSUME_CONDITION, "%s", options->assume[i]);
  for (guint i = 0; options && options->noalias && options->noalias[i]; i++)
    note_word (plan, IHOP_ASSUME_NO_OVERLAP, "%s do not overlap", options->noalias[i]);
}

static void
planner_init (IhopPlanner *planner)
{
  planner->diags = ihop_facts_diags (planner->facts);
  planner->plan = plan_alloc (planner->facts, planner->tree, planner->options);
  planner->plan->gpu = ihop_gpu_load (planner->options->gpu, planner->diags);
  planner->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  planner->reasons = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  planner->pins = g_hash_table_new (NULL, NULL);
  planner->clauses = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_clauses_free);
  planner->footprints
    = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  planner->settled = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
}

static void
planner_clear (IhopPlanner *planner)
{
  g_hash_table_unref (planner->names);
  g_hash_table_unref (planner->reasons);
  g_hash_table_unref (planner->pins);
  g_ptr_array_unref (planner->clauses);
  g_hash_table_unref (planner->footprints);
  g_hash_table_unref (planner->settled);
}

/* FALSE: some function was taken to have callers that it has not. */
static gboolean
plan_functions (IhopPlanner *planner)
{
  g_autoptr (GPtrArray) order = ihop_resident_order (planner);

  collect_names (planner);
  note_words_of_owner (planner->plan);
  for (guint i = 0; i < order->len; i++)
    if (is_worked_on (planner, order->pdata[i]))
      plan_function (planner, order->pdata[i]);
  sort_functions (planner->plan);
  return ihop_resident_settle (planner);
}

IhopPlan *
ihop_plan_new (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options)
{
  g_autoptr (GHashTable) denied = g_hash_table_new (NULL, NULL);
  IhopPlanner planner = { .facts = facts, .tree = tree, .options = options, .denied = denied };
  guint n_diags = ihop_facts_diags (facts)->len;

  for (planner_init (&planner); !plan_functions (&planner); planner_init (&planner))
    {
      planner_clear (&planner);
      ihop_plan_free (planner.plan);
      g_ptr_array_set_size (ihop_facts_diags (facts), (gint) n_diags);
    }
  number_transfers (planner.plan);
  ihop_own_threads_drop (&planner);
  planner_clear (&planner);
  return planner.plan;
}

static void
outline_function (IhopPlanner *planner, const IhopFunction *function)
{
  IhopWork work = { planner, function, g_ptr_array_new (), g_ptr_array_new (), NULL, -1 };

  ihop_fragment_choose_found (&work);
  take_over (&work);
  g_ptr_array_unref (work.kernels);
  g_ptr_array_unref (work.variables);
}

IhopPlan *
ihop_plan_outline (IhopFacts *facts, const IhopTree *tree, const IhopPlanOptions *options)
{
  IhopPlanner planner = { .facts = facts, .tree = tree, .options = options };

  planner_init (&planner);
  for (guint i = 0; i < tree->functions->len; i++)
    if (is_worked_on (&planner, tree->functions->pdata[i]))
      outline_function (&planner, tree->functions->pdata[i]);
  planner_clear (&planner);
  return planner.plan;
}

void
ihop_plan_free (IhopPlan *plan)
{
  if (plan == NULL)
    return;
  g_ptr_array_unref (plan->transfers);
  g_ptr_array_unref (plan->rotations);
  g_clear_pointer (&plan->told, g_ptr_array_unref);
  g_ptr_array_unref (plan->kernels);
  g_ptr_array_unref (plan->trees);
  g_hash_table_unref (plan->kernel_at);
  g_ptr_array_unref (plan->calls);
  g_ptr_array_unref (plan->versions);
  g_ptr_array_unref (plan->variables);
  g_ptr_array_unref (plan->overlaps);
  g_ptr_array_unref (plan->vouched);
  g_ptr_array_unref (plan->dropped);
  g_ptr_array_unref (plan->left_out);
  g_ptr_array_unref (plan->unguarded);
  g_ptr_array_unref (plan->assumptions);
  g_ptr_array_unref (plan->made);
  ihop_gpu_free (plan->gpu);
  g_free (plan);
}

gboolean
ihop_stays_covers (const IhopStays *stays, const char *address)
{
  gsize length = strlen (stays->address);

  return strncmp (address, stays->address, length) == 0 && (address[length] == '\0' || address[length] == '/');
}

void
ihop_stays_free (IhopStays *stays)
{
  g_free (stays->address);
  g_free (stays->device);
  g_free (stays->host);
  g_free (stays);
}
