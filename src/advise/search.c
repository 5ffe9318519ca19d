/* The search: loop by loop, the one with most to gain first. */
#include "advise/apart.h"
#include "advise/host.h"
#include "advise/ideas.h"
#include "gpugen/plan/plan.h"
#include "ir/roles.h"
#include <string.h>

#define QUICK_GAIN 1.5     /* times the ideal that a loop must take to be looked at */
#define THOROUGH_GAIN 1.1
#define LAUNCHES_SHARE 0.2 /* of the time, from which on it is worth while to have fewer of them */
#define ROUNDS 3           /* of a thorough search: what is found may open further ways */
#define CPU_LOSS 1.02      /* times the time before, that the fallback may take */

/* Work that takes 0.1 to 0.25 s and 2 to 4 s, most of the time. */
static const IhopSearchLimits quick_limits = { .steps = 48, .work = 4000, .seconds = 2 };
static const IhopSearchLimits thorough_limits = { .steps = 600, .work = 80000, .seconds = 10 };

typedef struct
{
  IhopSearching searching;
  IhopAdviseEffort effort;
  IhopState *base;         /* without iterations that nobody needs, on the host either: all else is tried on this */
  IhopState *best;
  double launch_seconds;   /* of one kernel */
  GPtrArray *notes;        /* of IhopMessage * */
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

/* Of the loop's own time, so that one that is short beside others is looked at alike; by more than
 * nothing. */
static gboolean
is_better (Search *search, IhopState *a, IhopState *b, const IhopWorthPart *part)
{
  double others = ihop_state_worth (&search->searching, search->best)->seconds - part->seconds;
  double x = ihop_state_worth (&search->searching, a)->seconds - others;
  double y = ihop_state_worth (&search->searching, b)->seconds - others;

  return x < IHOP_LEAST_GAIN * y && y - x > search->launch_seconds;
}

static char *
steps_after (const IhopState *state, guint first)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < state->steps->len; i++)
    g_string_append_printf (text, "%s%s", i > first ? "; " : "",
                            (const char *) state->steps->pdata[i]);
  return g_string_free (text, FALSE);
}

/* A loop that stays on the host: what could be done, and why it is not. */
static void
note_idle (Search *search, const IhopWorthPart *part, const char *address, IhopState *second)
{
  if (part->launches > 0 || second == NULL)
    return;
  double others = ihop_state_worth (&search->searching, search->best)->seconds - part->seconds;
  g_autofree char *steps = steps_after (second, search->best->steps->len);
  g_autoptr (IhopMessage) after = ihop_advice_time (
    ihop_state_worth (&search->searching, second)->seconds - others);
  g_autoptr (IhopMessage) before = ihop_advice_time (part->seconds);

  g_ptr_array_add (search->notes,
                   ihop_message ("%s stays on the host: the best that was found, %s, is predicted to take %s instead of %s",
                                 address, steps, after, before));
}

/* The better one of two that did not pay, but brought something onto the device. */
static IhopState *
better_second (Search *search, IhopState *second, IhopState *state)
{
  const IhopWorth *worth = ihop_state_worth (&search->searching, state);

  if (state == search->best
      || worth->launches <= ihop_state_worth (&search->searching, search->best)->launches
      || (second && ihop_state_worth (&search->searching, second)->seconds <= worth->seconds))
    return second;
  ihop_state_unref (second);
  return ihop_state_ref (state);
}

static void
improve_loop (Search *search, const IhopWorthPart *part)
{
  IhopState *best = ihop_state_ref (search->best);
  g_autoptr (IhopState) second = NULL, from = ihop_state_ref (search->best);
  g_autofree char *address = g_strdup (ihop_state_address (search->best, part->loop));

  ihop_searching_tell (&search->searching, part->function->symbol->name);
  if (address)
    ihop_idea_version (&search->searching, &from, address);
  for (guint i = 0; address && i < ihop_recipe_count (); i++)
    {
      if (ihop_searching_is_over (&search->searching) || is_good_enough (search, best, part))
        break;
      IhopState *state = ihop_recipe_apply (&search->searching, from, i, address);
      if (state != from && is_better (search, state, best, part))
        {
          ihop_state_unref (best);
          best = ihop_state_ref (state);
        }
      else
        second = better_second (search, second, state);
      ihop_state_unref (state);
    }
  if (best == search->best && address)
    note_idle (search, part, address, second);
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
      if (part->seconds > factor_of (search) * part->ideal
          && ihop_role_in (part->function->body, part->loop).role == IHOP_ROLE_NONE) /* else somebody has laid it out */
        g_array_append_vals (parts, part, 1);
    }
  g_array_sort (parts, by_gain);
  return parts;
}

static void
improve_once (Search *search)
{
  g_autoptr (GArray) parts = loops_to_improve (search);

  g_ptr_array_set_size (search->notes, 0);
  for (guint i = 0; i < parts->len; i++)
    improve_loop (search, &g_array_index (parts, IhopWorthPart, i));
}

/* Whether launches are a good part of the time. */
static gboolean
has_many_launches (Search *search)
{
  const IhopWorth *worth = ihop_state_worth (&search->searching, search->best);

  return worth->launches * search->launch_seconds >= LAUNCHES_SHARE * worth->seconds;
}

/* Launches of kernels that one could do the work of: the time must come down by this factor. "guard": as in the idea. */
static void
fuse_loops (Search *search, gboolean guard, double factor)
{
  const IhopWorth *worth = ihop_state_worth (&search->searching, search->best);
  const IhopFunction *last = NULL;

  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      if (part->function == last)
        continue;
      last = part->function;
      g_ptr_array_add (names, g_strdup (last->symbol->name));
    }
  for (guint i = 0; i < names->len; i++)
    ihop_idea_fuse_all (&search->searching, &search->best, names->pdata[i], guard, factor);
}

/* Fewer launches, then products on tiles. Beside the time that loops take before they are laid out a launch may have been nothing, and
 * much beside what is left: then all launches are saved that can be, and the products laid out once more. */
static void
fuse_and_lay_out (Search *search)
{
  g_autoptr (IhopState) before = ihop_state_ref (search->best);

  if (has_many_launches (search))
    fuse_loops (search, FALSE, IHOP_LEAST_GAIN);
  ihop_advise_products (&search->searching, &search->best);
  if (!has_many_launches (search))
    return;
  g_autoptr (IhopState) found = search->best;
  search->best = ihop_state_ref (before);
  fuse_loops (search, FALSE, 1);
  if (search->best->steps->len > before->steps->len)
    ihop_advise_products (&search->searching, &search->best);
  if (ihop_state_worth (&search->searching, search->best)->seconds >= ihop_state_worth (&search->searching, found)->seconds)
    {
      ihop_state_unref (search->best);
      search->best = ihop_state_ref (found);
    }
}

/* Prices know nothing of registers: this is kept wherever it is not predicted to be slower. */
static void
accumulate_in_scalars (Search *search)
{
  g_autoptr (IhopState) state = ihop_state_ref (search->best);

  ihop_idea_accumulate (&search->searching, &state);
  if (state == search->best
      || ihop_state_worth (&search->searching, state)->seconds > ihop_state_worth (&search->searching, search->best)->seconds)
    return;
  ihop_state_unref (search->best);
  search->best = ihop_state_ref (state);
}

static void
init (IhopSearching *searching, const IhopFactsOptions *options, const IhopPlanOptions *plan,
      IhopAdviseEffort effort, double seconds)
{
  gboolean quick = effort == IHOP_ADVISE_QUICKLY;
  IhopSearchLimits limits = quick ? quick_limits : thorough_limits;

  if (seconds > 0)
    {
      limits.seconds = seconds;
      limits.work = G_MAXUINT64;
    }
  ihop_searching_init (searching, options, plan, limits);
  searching->is_thorough = !quick;
}

static gboolean
slows_cpu (const IhopWorth *before, const IhopWorth *after)
{
  return after->cpu_seconds > CPU_LOSS * before->cpu_seconds;
}

/* ---- What was found --------------------------------------------------------------------------------- */

/* Whether a step ("fuse f/i") is about a function that stays on the host as a whole. */
static gboolean
is_for_host (const IhopAdvice *advice, const char *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", 3);
  gboolean found = FALSE;

  for (guint i = 0; words[0] && words[1] && i < advice->on_host->len && !found; i++)
    {
      const IhopStays *stays = advice->on_host->pdata[i];
      found = !strchr (stays->address, '/') && ihop_stays_covers (stays, words[1]);
    }
  return found;
}

/* The steps but for those: what is run on the host had better be as its owner wrote it. NULL: one of them was refused
 * without the others. */
static IhopState *
without_host_steps (Search *search, const IhopAdvice *advice)
{
  const GPtrArray *steps = search->best->steps;
  IhopState *state = ihop_state_ref (search->base);
  gboolean fine = TRUE;

  for (guint i = state->steps->len; i < steps->len && fine; i++)
    fine = is_for_host (advice, steps->pdata[i]) || ihop_state_try (&search->searching, &state, steps->pdata[i]);
  if (!fine)
    g_clear_pointer (&state, ihop_state_unref);
  return state;
}

/* Steps were for the device. */
static void
take_back (Search *search, IhopAdvice *advice)
{
  g_autoptr (IhopState) rest = without_host_steps (search, advice);

  if (rest == NULL)
    return;
  ihop_tree_unref (advice->tree);
  advice->tree = ihop_tree_ref (rest->tree);
  g_ptr_array_unref (advice->steps);
  advice->steps = g_ptr_array_ref (rest->steps);
  if (rest->steps->len == search->base->steps->len)
    advice->slows_cpu = FALSE;
}

static IhopAdvice *
advice_of (Search *search, IhopState *first)
{
  IhopAdvice *advice = g_new0 (IhopAdvice, 1);
  const IhopWorth *before = ihop_state_worth (&search->searching, first);
  const IhopWorth *after = ihop_state_worth (&search->searching, search->best);

  advice->tree = ihop_tree_ref (search->best->tree);
  advice->steps = g_ptr_array_ref (search->best->steps);
  advice->notes = search->notes;
  advice->host_notes = g_ptr_array_new_with_free_func (ihop_message_unref);
  advice->on_host = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_stays_free);
  advice->left = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  advice->plain = before->seconds;
  advice->plain_launches = before->launches;
  advice->found = after->seconds;
  advice->found_launches = after->launches;
  advice->slows_cpu = slows_cpu (before, after);
  advice->tried = search->searching.tried;
  advice->is_cut_short = ihop_searching_is_over (&search->searching);
  ihop_host_weigh (&search->searching, search->best, advice);
  if (advice->on_host->len)
    take_back (search, advice);
  return advice;
}

static gboolean
tile_from (Search *search, IhopState *start, double least, IhopAdvice *advice)
{
  g_autoptr (IhopState) state = ihop_state_ref (start);

  ihop_advise_time_tiles (&search->searching, &state);
  if (state == start || ihop_state_worth (&search->searching, state)->cpu_seconds >= IHOP_LEAST_GAIN * least)
    return FALSE;
  advice->cpu_tree = ihop_tree_ref (state->tree);
  advice->cpu_steps = g_ptr_array_ref (state->steps);
  return TRUE;
}

/* The fallback with its sweeps in tiles: of the code before the steps, else of the code behind them. */
static void
suit_cpu (Search *search, IhopState *first, IhopAdvice *advice)
{
  gboolean has_steps = !advice->slows_cpu && advice->on_host->len == 0 && search->best != first;
  double plain = ihop_state_worth (&search->searching, first)->cpu_seconds;
  double least = has_steps ? MIN (plain, ihop_state_worth (&search->searching, search->best)->cpu_seconds) : plain;

  if (!tile_from (search, first, least, advice) && has_steps)
    tile_from (search, search->best, least, advice);
}

IhopAdvice *
ihop_advise_program (IhopFacts *facts, IhopTree *tree, const IhopFactsOptions *options,
                     const IhopPlanOptions *plan, IhopAdviseEffort effort, double seconds,
                     gboolean may_test, const IhopAdviseWatch *watch)
{
  Search search = { .effort = effort };
  const IhopFactsOptions none = { 0 };

  init (&search.searching, options, plan, effort, seconds);
  search.searching.watch = watch;
  g_autoptr (IhopState) first = ihop_state_new (&search.searching, tree, facts);
  g_autoptr (GPtrArray) pairs
    = may_test ? ihop_apart_pairs (ihop_state_facts (&search.searching, first), tree, plan)
               : g_ptr_array_new ();
  g_autofree const char **words = ihop_apart_words (options ? options : &none, pairs);
  if (pairs->len)
    {
      search.searching.facts.noalias = words;
      ihop_state_unref (first);
      first = ihop_state_new (&search.searching, tree, NULL);
    }
  search.base = ihop_state_ref (first);
  search.notes = g_ptr_array_new_with_free_func (ihop_message_unref);
  search.launch_seconds = ihop_state_worth (&search.searching, first)->launch_seconds;
  ihop_idea_keep_last (&search.searching, &search.base);
  search.best = ihop_state_ref (search.base);
  for (guint round = 0; round < (effort == IHOP_ADVISE_QUICKLY ? 1 : ROUNDS); round++)
    {
      IhopState *before = search.best;
      improve_once (&search);
      if (search.best == before)
        break;
    }
  ihop_advise_persistent (&search.searching, &search.best);
  fuse_and_lay_out (&search);
  if (has_many_launches (&search))
    fuse_loops (&search, TRUE, IHOP_LEAST_GAIN);
  accumulate_in_scalars (&search);
  IhopAdvice *advice = advice_of (&search, first);
  advice->apart
    = ihop_apart_needed (tree, advice->steps, pairs, options ? options : &none);
  if (pairs->len == 0 && plan->for_cpu)
    suit_cpu (&search, first, advice);
  ihop_state_unref (search.best);
  ihop_state_unref (search.base);
  ihop_searching_clear (&search.searching);
  return advice;
}

gboolean
ihop_advise_slows_cpu (IhopTree *before, IhopTree *after, const IhopFactsOptions *options,
                       const IhopPlanOptions *plan)
{
  IhopSearching searching = { 0 };

  init (&searching, options, plan, IHOP_ADVISE_QUICKLY, 0);
  g_autoptr (IhopState) first = ihop_state_new (&searching, before, NULL);
  g_autoptr (IhopState) last = ihop_state_new (&searching, after, NULL);
  gboolean slower
    = slows_cpu (ihop_state_worth (&searching, first), ihop_state_worth (&searching, last));
  ihop_searching_clear (&searching);
  return slower;
}

double
ihop_advise_price (IhopTree *tree, const IhopFactsOptions *options, const IhopPlanOptions *plan, const GPtrArray *pairs)
{
  IhopSearching searching = { 0 };
  g_autofree const char **words = pairs ? ihop_apart_words (options, pairs) : NULL;

  init (&searching, options, plan, IHOP_ADVISE_QUICKLY, 0);
  if (words)
    searching.facts.noalias = words;
  g_autoptr (IhopState) state = ihop_state_new (&searching, tree, NULL);
  double seconds = ihop_state_worth (&searching, state)->seconds;
  ihop_searching_clear (&searching);
  return seconds;
}

void
ihop_advice_free (IhopAdvice *advice)
{
  if (advice == NULL)
    return;
  g_ptr_array_unref (advice->steps);
  g_ptr_array_unref (advice->apart);
  g_ptr_array_unref (advice->notes);
  g_ptr_array_unref (advice->host_notes);
  g_ptr_array_unref (advice->on_host);
  g_hash_table_unref (advice->left);
  g_clear_pointer (&advice->cpu_tree, ihop_tree_unref);
  g_clear_pointer (&advice->cpu_steps, g_ptr_array_unref);
  ihop_tree_unref (advice->tree);
  g_free (advice);
}
