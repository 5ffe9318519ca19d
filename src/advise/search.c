/* The search: loop by loop, the one with most to gain first. */
#include "advise/ideas.h"
#include <string.h>

#define QUICK_STEPS 48
#define QUICK_SECONDS 0.3
#define THOROUGH_STEPS 600
#define THOROUGH_SECONDS 4.0
#define QUICK_GAIN 1.5     /* times the ideal that a loop must take to be looked at */
#define THOROUGH_GAIN 1.1
#define LEAST_GAIN 0.97    /* of the time before, that a change must leave at most */

#define CPU_LOSS 1.02      /* times the time before, that the fallback may take */

typedef struct
{
  IhopSearching searching;
  IhopAdviseEffort effort;
  IhopState *best;
} Search;

static double
factor_of (const Search *search)
{
  return search->effort == IHOP_ADVISE_QUICKLY ? QUICK_GAIN : THOROUGH_GAIN;
}

/* Nothing to speak of is left to gain: what is gained elsewhere counts from where it stands. */
static gboolean
is_good_enough (Search *search, IhopState *state, const IhopWorthPart *part)
{
  double others = ihop_state_worth (&search->searching, search->best)->seconds - part->seconds;

  return ihop_state_worth (&search->searching, state)->seconds - others
         < factor_of (search) * part->ideal;
}

static gboolean
is_better (Search *search, IhopState *a, IhopState *b)
{
  return ihop_state_worth (&search->searching, a)->seconds
         < LEAST_GAIN * ihop_state_worth (&search->searching, b)->seconds;
}

static void
improve_loop (Search *search, const IhopWorthPart *part)
{
  IhopState *best = ihop_state_ref (search->best);
  const char *address = ihop_state_address (search->best, part->loop);

  for (guint i = 0; address && i < ihop_way_count (); i++)
    {
      if (ihop_searching_is_over (&search->searching) || is_good_enough (search, best, part))
        break;
      IhopState *state = ihop_way_go (&search->searching, search->best, i, address);
      if (state != search->best && is_better (search, state, best))
        {
          ihop_state_unref (best);
          best = ihop_state_ref (state);
        }
      ihop_state_unref (state);
    }
  ihop_state_unref (search->best);
  search->best = best;
}

/* ---- Which nests ------------------------------------------------------------------------------------ */

static double
gain_of (const IhopWorthPart *part)
{
  return part->seconds - part->ideal;
}

static gint
by_gain (gconstpointer a, gconstpointer b)
{
  double x = gain_of (a), y = gain_of (b);

  return x > y ? -1 : x < y;
}

/* Is there anything to gain? */
static GArray *
loops_to_improve (Search *search)
{
  const IhopWorth *worth = ihop_state_worth (&search->searching, search->best);
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (IhopWorthPart));

  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      if (part->seconds > factor_of (search) * part->ideal)
        g_array_append_vals (parts, part, 1);
    }
  g_array_sort (parts, by_gain);
  return parts;
}

static void
init (IhopSearching *searching, const IhopFactsOptions *options, const IhopPlanOptions *plan,
      IhopAdviseEffort effort)
{
  if (effort == IHOP_ADVISE_QUICKLY)
    ihop_searching_init (searching, options, plan, QUICK_STEPS, QUICK_SECONDS);
  else
    ihop_searching_init (searching, options, plan, THOROUGH_STEPS, THOROUGH_SECONDS);
}

static gboolean
slows_cpu (const IhopWorth *before, const IhopWorth *after)
{
  return after->cpu_seconds > CPU_LOSS * before->cpu_seconds;
}

static IhopAdvice *
advice_of (Search *search, IhopState *first)
{
  IhopAdvice *advice = g_new0 (IhopAdvice, 1);
  const IhopWorth *before = ihop_state_worth (&search->searching, first);
  const IhopWorth *after = ihop_state_worth (&search->searching, search->best);

  advice->tree = ihop_tree_ref (search->best->tree);
  advice->steps = g_ptr_array_ref (search->best->steps);
  advice->plain = before->seconds;
  advice->plain_launches = before->launches;
  advice->found = after->seconds;
  advice->found_launches = after->launches;
  advice->slows_cpu = slows_cpu (before, after);
  advice->tried = search->searching.tried;
  advice->is_cut_short = ihop_searching_is_over (&search->searching);
  return advice;
}

IhopAdvice *
ihop_advise_program (IhopFacts *facts, IhopTree *tree, const IhopFactsOptions *options,
                     const IhopPlanOptions *plan, IhopAdviseEffort effort)
{
  Search search = { .effort = effort };

  init (&search.searching, options, plan, effort);
  g_autoptr (IhopState) first = ihop_state_new (&search.searching, tree, facts);
  search.best = ihop_state_ref (first);
  g_autoptr (GArray) parts = loops_to_improve (&search);
  for (guint i = 0; i < parts->len; i++)
    improve_loop (&search, &g_array_index (parts, IhopWorthPart, i));
  IhopAdvice *advice = advice_of (&search, first);
  ihop_state_unref (search.best);
  ihop_searching_clear (&search.searching);
  return advice;
}

gboolean
ihop_advise_slows_cpu (IhopTree *before, IhopTree *after, const IhopFactsOptions *options,
                       const IhopPlanOptions *plan)
{
  IhopSearching searching = { 0 };

  init (&searching, options, plan, IHOP_ADVISE_QUICKLY);
  g_autoptr (IhopState) first = ihop_state_new (&searching, before, NULL);
  g_autoptr (IhopState) last = ihop_state_new (&searching, after, NULL);
  gboolean slower
    = slows_cpu (ihop_state_worth (&searching, first), ihop_state_worth (&searching, last));
  ihop_searching_clear (&searching);
  return slower;
}

void
ihop_advice_free (IhopAdvice *advice)
{
  if (advice == NULL)
    return;
  g_ptr_array_unref (advice->steps);
  ihop_tree_unref (advice->tree);
  g_free (advice);
}

char *
ihop_advice_script (const IhopAdvice *advice)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < advice->steps->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) advice->steps->pdata[i]);
  return g_string_free (text, FALSE);
}

char *
ihop_advice_seconds (double seconds)
{
  if (seconds >= 1)
    return g_strdup_printf ("%.3g s", seconds);
  return seconds >= 1e-3 ? g_strdup_printf ("%.3g ms", 1e3 * seconds)
                         : g_strdup_printf ("%.3g µs", 1e6 * seconds);
}
