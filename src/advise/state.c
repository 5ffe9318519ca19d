/* Programs reached by steps. */
#include "advise/state.h"
#include "gpugen/plan/plan.h"
#include "transform/build/body.h"
#include "transform/run.h"
#include <string.h>
#include <time.h>

#define STEP_WORK 20 /* what a step costs beside what is asked of the facts */

static IhopState *
state_alloc (IhopTree *tree)
{
  IhopState *state = g_new0 (IhopState, 1);

  g_atomic_ref_count_init (&state->references);
  state->tree = tree;
  state->diags = ihop_diags_new ();
  state->names = ihop_address_list (tree);
  state->steps = g_ptr_array_new_with_free_func (g_free);
  return state;
}

IhopFacts *
ihop_state_facts (IhopSearching *search, IhopState *state)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  if (state->facts == NULL)
    {
      g_ptr_array_add (trees, state->tree);
      state->facts = ihop_facts_new (trees, &search->facts, state->diags);
    }
  return state->facts;
}

IhopState *
ihop_state_new (IhopSearching *search, IhopTree *tree, IhopFacts *facts)
{
  IhopState *state = state_alloc (ihop_tree_ref (tree));

  state->facts = facts;
  state->facts_are_lent = facts != NULL;
  return state;
}

IhopState *
ihop_state_ref (IhopState *state)
{
  g_atomic_ref_count_inc (&state->references);
  return state;
}

void
ihop_state_unref (IhopState *state)
{
  if (state == NULL || !g_atomic_ref_count_dec (&state->references))
    return;
  ihop_worth_free (state->worth);
  if (!state->facts_are_lent)
    ihop_facts_free (state->facts);
  g_ptr_array_unref (state->names);
  g_ptr_array_unref (state->steps);
  g_ptr_array_unref (state->diags);
  ihop_tree_unref (state->tree);
  g_free (state);
}

#define EXTRA_SECONDS 1
#define EXTRA_WORK 2000

static double
processor_seconds (void)
{
  struct timespec now = { 0 };

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

void
ihop_searching_init (IhopSearching *search, const IhopFactsOptions *options,
                     const IhopPlanOptions *plan, IhopSearchLimits limits)
{
  *search = (IhopSearching) { .plan = *plan, .steps_left = limits.steps, .work_left = limits.work };
  if (options)
    search->facts = *options;
  search->deadline = processor_seconds () + limits.seconds;
  search->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) ihop_state_unref);
}

void
ihop_searching_clear (IhopSearching *search)
{
  g_hash_table_unref (search->known);
}

void
ihop_searching_tell (IhopSearching *search, const char *function)
{
  if (search->watch && !search->watch->goes_on (function, search->watch->data))
    search->is_called_off = TRUE;
}

gboolean
ihop_searching_is_over (const IhopSearching *search)
{
  return search->is_called_off || search->steps_left == 0 || search->work_left == 0 || processor_seconds () > search->deadline;
}

void
ihop_searching_extend (IhopSearching *search, guint steps)
{
  search->steps_left += steps;
  search->deadline += EXTRA_SECONDS;
  search->work_left += MIN (G_MAXUINT64 - search->work_left, EXTRA_WORK);
}

static void
spend (IhopSearching *search, guint64 work)
{
  search->work_left -= MIN (search->work_left, work);
}

static char *
key_of (const IhopState *state, const char *step)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < state->steps->len; i++)
    g_string_append_printf (key, "%s\n", (const char *) state->steps->pdata[i]);
  g_string_append (key, step);
  return g_string_free (key, FALSE);
}

static IhopState *
take_step (IhopSearching *search, IhopState *state, const char *step)
{
  g_autofree char *key = key_of (state, step);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  gpointer known;

  if (g_hash_table_lookup_extended (search->known, key, NULL, &known))
    return known ? ihop_state_ref (known) : NULL;
  ihop_searching_tell (search, NULL);
  if (ihop_searching_is_over (search))
    return NULL;
  IhopFacts *facts = ihop_state_facts (search, state);
  guint64 before = ihop_facts_work (facts);
  search->steps_left--;
  search->tried++;
  IhopTree *tree = ihop_transform_run (facts, state->tree, step, diags);
  spend (search, STEP_WORK + ihop_facts_work (facts) - before);
  if (tree == NULL)
    {
      g_hash_table_insert (search->known, g_steal_pointer (&key), NULL);
      return NULL;
    }
  IhopState *next = state_alloc (tree);
  for (guint i = 0; i < state->steps->len; i++)
    g_ptr_array_add (next->steps, g_strdup (state->steps->pdata[i]));
  g_ptr_array_add (next->steps, g_strdup (step));
  g_hash_table_insert (search->known, g_steal_pointer (&key), ihop_state_ref (next));
  return next;
}

IhopState *
ihop_state_step (IhopSearching *search, IhopState *state, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *step = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return take_step (search, state, step);
}

gboolean
ihop_state_try (IhopSearching *search, IhopState **state, const char *step)
{
  IhopState *next = take_step (search, *state, step);

  if (next == NULL)
    return FALSE;
  ihop_state_unref (*state);
  *state = next;
  return TRUE;
}

const IhopWorth *
ihop_state_worth (IhopSearching *search, IhopState *state)
{
  if (state->worth)
    return state->worth;
  const IhopWorthView usual = { .usual_size = IHOP_USUAL_SIZE };
  IhopFacts *facts = ihop_state_facts (search, state);
  guint64 before = ihop_facts_work (facts);
  IhopPlan *plan = ihop_plan_outline (facts, state->tree, &search->plan);
  state->worth = ihop_worth_new (facts, plan, &search->plan, &usual);
  spend (search, ihop_facts_work (facts) - before);
  ihop_plan_free (plan);
  return state->worth;
}

/* ---- Loops by address ------------------------------------------------------------------------ */

const IhopLoopName *
ihop_state_loop (const IhopState *state, const char *address)
{
  return ihop_address_find (state->names, address);
}

const char *
ihop_state_address (const IhopState *state, const IhopNode *loop)
{
  const IhopLoopName *name = ihop_address_of (state->names, loop);

  return name ? name->address : NULL;
}

GPtrArray *
ihop_state_inner (const IhopState *state, const IhopNode *loop)
{
  GPtrArray *inner = g_ptr_array_new ();

  for (guint i = 0; i < state->names->len; i++)
    if (((const IhopLoopName *) state->names->pdata[i])->parent == loop)
      g_ptr_array_add (inner, state->names->pdata[i]);
  return inner;
}

/* "f/i#2" without "#2", and the number. */
static char *
split_address (const char *address, guint *number)
{
  const char *hash = strrchr (address, '#'), *slash = strrchr (address, '/');

  *number = 1;
  if (hash == NULL || hash < slash)
    return g_strdup (address);
  *number = (guint) g_ascii_strtoull (hash + 1, NULL, 10);
  return g_strndup (address, (gsize) (hash - address));
}

guint
ihop_state_siblings (const IhopState *state, const char *address)
{
  guint number, n = 0;
  g_autofree char *base = split_address (address, &number);

  for (guint i = 0; i < state->names->len; i++)
    {
      const IhopLoopName *name = state->names->pdata[i];
      g_autofree char *other = split_address (name->address, &number);
      n += g_str_equal (base, other);
    }
  return n;
}

char *
ihop_address_after (const char *address, guint n)
{
  guint number;
  g_autofree char *base = split_address (address, &number);

  return number + n == 1 ? g_strdup (base) : g_strdup_printf ("%s#%u", base, number + n);
}

GPtrArray *
ihop_state_chain (const IhopState *state, const IhopLoopName *outer)
{
  GPtrArray *chain = g_ptr_array_new ();

  while (outer && outer->loop->kind == IHOP_FOR)
    {
      g_ptr_array_add (chain, (gpointer) outer);
      const IhopNode *inner = ihop_only_loop (ihop_loop_body (outer->loop));
      outer = inner ? ihop_address_of (state->names, inner) : NULL;
    }
  return chain;
}
