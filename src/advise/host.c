/* The host as a rival of the device. */
#include "advise/host.h"
#include "advise/host_ties.h"
#include "gpugen/plan/plan.h"
#include "base/trips.h"
#include "ir/expression.h"

#define SURE_GAIN 2.0      /* times quicker: on the host, that a function of a marked region must be, and on the device, at a size that is
                              only tried, where the host is as much quicker at the usual one */
#define DAY 86400.0        /* seconds */

/* The usual one first: the others are asked only where it speaks for the host. */
static const double sizes[] = { IHOP_USUAL_SIZE, 100, 1e4, 1e5, 1e6, 1e7 };

typedef struct
{
  IhopSearching *searching;
  IhopState *state;
  IhopAdvice *advice;
  IhopPlan *outline;
  GPtrArray *weighed;      /* of IhopWeighed *: functions so far */
  const IhopFunction *function; /* that is weighed now … */
  IhopWorth *worth[G_N_ELEMENTS (sizes)]; /* … and what it is worth; NULL: not asked for yet */
  GHashTable *called[G_N_ELEMENTS (sizes)]; /* of IhopFunction: how often, double */
} Weigh;

typedef struct
{
  double device, host;     /* seconds */
  double launches;
  gboolean is_guess;
} Price;

/* With what was left on the host before: functions that are called stand in front, most of the time. */
static const IhopWorth *
worth_at (Weigh *weigh, guint size)
{
  const IhopWorthView view = { sizes[size], TRUE, weigh->advice->on_host };
  IhopPlanOptions own = weigh->searching->plan;

  own.function = weigh->function->symbol->name;
  if (weigh->worth[size] == NULL)
    weigh->worth[size] = ihop_worth_new (ihop_state_facts (weigh->searching, weigh->state), weigh->outline, &own, &view);
  return weigh->worth[size];
}

/* ---- Prices ---- */

static void
add_part (Price *price, const IhopWorthPart *part)
{
  price->device += part->seconds;
  price->host += part->host;
  price->launches += part->own_launches;
  price->is_guess |= part->is_guess;
}

static Price
price_function (const IhopWorth *worth)
{
  Price price = { 0 };

  for (guint i = 0; i < worth->parts->len; i++)
    add_part (&price, &g_array_index (worth->parts, IhopWorthPart, i));
  return price;
}

static gboolean
is_shared (const IhopWorth *worth, const IhopWorthPart *part, const IhopSymbol *array)
{
  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *other = &g_array_index (worth->parts, IhopWorthPart, i);
      if (other->loop != part->loop && other->launches > 0
          && g_hash_table_contains (other->copies, array))
        return TRUE;
    }
  return FALSE;
}

/* What the function's other kernels work on would come to the host for this loop, and go back. */
static double
ties_of (const IhopWorth *worth, const IhopWorthPart *part)
{
  GHashTableIter iter;
  gpointer array, copy;
  double seconds = 0;

  g_hash_table_iter_init (&iter, part->copies);
  while (g_hash_table_iter_next (&iter, &array, &copy))
    if (is_shared (worth, part, array))
      seconds += 2 * *(double *) copy;
  return seconds;
}

static Price
price_part (const IhopWorth *worth, guint number)
{
  const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, number);
  Price price = { 0 };

  add_part (&price, part);
  price.host += ties_of (worth, part);
  return price;
}

/* ---- Who wins ---- */

#define WHOLE G_MAXUINT    /* the function instead of one of its parts */

static Price
price_at (Weigh *weigh, guint size, guint part)
{
  const IhopWorth *worth = worth_at (weigh, size);

  return part == WHOLE ? price_function (worth) : price_part (worth, part);
}

/* Whether the profile of a run has something to say of the function's loops. */
static gboolean
was_run (Weigh *weigh)
{
  const GPtrArray *names = ihop_loops_names (ihop_state_facts (weigh->searching, weigh->state), weigh->state->tree);

  for (guint i = 0; i < names->len; i++)
    {
      const IhopLoopName *name = names->pdata[i];
      if (name->function == weigh->function && ihop_trips_seen (name->loop->place) >= 0)
        return TRUE;
    }
  return FALSE;
}

/* Nobody waits for so long: such sizes are not meant. A distance that is asked for in two loops is one of a few numbers. */
static gboolean
takes_days (Weigh *weigh, guint size, double seconds)
{
  IhopFacts *facts = ihop_state_facts (weigh->searching, weigh->state);

  return seconds > DAY || seconds * ihop_trips_called (facts, weigh->function, sizes[size], weigh->called[size]) > DAY;
}

/* A kernel's loop inside of a host loop. */
typedef struct
{
  const char *address;
  const IhopNode *loop;
} Nest;

/* Copies there and back of what callers may keep on the device. */
static double
ties_of_callers (const IhopWorth *worth, const IhopNode *nest)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (nest);
  double seconds = 0;

  for (guint i = 0; i < symbols->len; i++)
    {
      const IhopSymbol *symbol = symbols->pdata[i];
      const double *copy = NULL;
      for (guint k = 0; k < worth->parts->len && copy == NULL; k++)
        copy = g_hash_table_lookup (g_array_index (worth->parts, IhopWorthPart, k).copies, symbol);
      if (copy && (symbol->is_global || symbol->kind == IHOP_SYMBOL_PARAMETER))
        seconds += 2 * *copy;
    }
  return seconds;
}

/* The function with the host's work in the place of one more kernel. */
static double
seconds_without (Weigh *weigh, guint size, const Nest *nest)
{
  GPtrArray *on_host = weigh->advice->on_host;
  IhopStays entry = { .address = (char *) nest->address };
  IhopWorth *had = g_steal_pointer (&weigh->worth[size]);

  g_ptr_array_add (on_host, &entry);
  const IhopWorth *without = worth_at (weigh, size);
  double seconds = price_function (without).device + ties_of_callers (without, nest->loop);
  g_ptr_array_steal_index (on_host, on_host->len - 1);
  g_clear_pointer (&weigh->worth[size], ihop_worth_free);
  weigh->worth[size] = had;
  return seconds;
}

/* Of a part as a whole, or of a nest in it (not NULL), with what else there is on the device. */
static gboolean
is_slower_at_all_sizes (Weigh *weigh, guint part, const Nest *nest)
{
  double gain = 1; /* that is enough */

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      Price price = price_at (weigh, i, part);
      if (i > 0 && takes_days (weigh, i, price.host))
        continue;
      if (nest)
        price.host = seconds_without (weigh, i, nest);
      if (price.launches == 0 || price.device * gain <= price.host)
        return FALSE;
      if (i == 0 && price.device >= SURE_GAIN * price.host)
        gain = SURE_GAIN;
      if (!price.is_guess || was_run (weigh))
        return TRUE;
    }
  return TRUE;
}

/* ---- What is said and done ---- */

static void
leave_on_host (Weigh *weigh, const char *address, Price price, gboolean stays)
{
  IhopAdvice *advice = weigh->advice;
  IhopStays *entry = g_new0 (IhopStays, 1);
  const char *remedy = stays ? N_ ("it stays there; --keep-slower puts it on the device all the same")
                       : weigh->searching->plan.keep_slower ? N_ ("without --keep-slower it stays there")
                       : N_ ("--search thorough leaves it there");

  entry->address = g_strdup (address);
  entry->device = ihop_advice_seconds (price.device);
  entry->host = ihop_advice_seconds (price.host);
  g_autoptr (IhopMessage) device = ihop_advice_time (price.device), host = ihop_advice_time (price.host);
  g_autoptr (IhopMessage) note
    = ihop_message ("%s is predicted to take %s with what can be on the device, and %s on the host alone", address,
                    device, host);
  g_autoptr (IhopMessage) guessed
    = price.is_guess ? ihop_message ("%s (unknown sizes taken as %g, and none that was tried is better)", note,
                                     IHOP_USUAL_SIZE)
                     : ihop_message_ref (note);
  g_ptr_array_add (advice->host_notes, ihop_message ("%s: %s", guessed, ihop_argument_phrase (remedy)));
  if (!stays)
    {
      ihop_stays_free (entry);
      return;
    }
  g_ptr_array_add (advice->on_host, entry);
  advice->found -= price.device - price.host;
}

/* "#pragma scop" is a wish for the device: only what is known for sure is said against it. */
static void
weigh_region (Weigh *weigh)
{
  Price price = price_at (weigh, 0, WHOLE);
  gboolean loses = price.launches > 0 && !price.is_guess && price.device >= SURE_GAIN * price.host;
  gboolean stays = loses && weigh->searching->is_thorough && !weigh->searching->plan.keep_slower;

  if (loses)
    leave_on_host (weigh, weigh->function->symbol->name, price, stays);
}

static void
weigh_parts (Weigh *weigh)
{
  const IhopWorth *worth = worth_at (weigh, 0);

  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      const char *address = ihop_state_address (weigh->state, part->loop);
      if (address && part->own_launches > 0 && is_slower_at_all_sizes (weigh, i, NULL))
        leave_on_host (weigh, address, price_part (worth, i), TRUE);
    }
}

/* ---- Loops inside of others ---- */

static gboolean
is_outermost (const IhopWorth *worth, const IhopNode *nest)
{
  for (guint i = 0; i < worth->parts->len; i++)
    if (g_array_index (worth->parts, IhopWorthPart, i).loop == nest)
      return TRUE;
  return FALSE;
}

static gboolean
is_left (const IhopAdvice *advice, const char *address)
{
  for (guint i = 0; i < advice->on_host->len; i++)
    if (ihop_stays_covers (advice->on_host->pdata[i], address))
      return TRUE;
  return FALSE;
}

/* Launches for a few iterations, in host loops that are quicker with the device for what else there is in them. */
static void
weigh_nests (Weigh *weigh)
{
  const GPtrArray *kernels = weigh->outline->kernels;

  for (guint i = 0; i < kernels->len; i++)
    {
      const IhopKernel *kernel = kernels->pdata[i];
      const IhopNode *loop = kernel->statements->pdata[0];
      const Nest nest = { kernel->function == weigh->function && kernel->kind == IHOP_KERNEL_MAPPED
                            ? ihop_state_address (weigh->state, loop) : NULL, loop };
      if (nest.address == NULL || is_outermost (worth_at (weigh, 0), loop) || is_left (weigh->advice, nest.address)
          || !is_slower_at_all_sizes (weigh, WHOLE, &nest))
        continue;
      Price price = price_at (weigh, 0, WHOLE);
      price.host = seconds_without (weigh, 0, &nest);
      leave_on_host (weigh, nest.address, price, TRUE);
      for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
        g_clear_pointer (&weigh->worth[k], ihop_worth_free);
    }
}

static void
weigh_found (Weigh *weigh)
{
  IhopWeighed *weighed = ihop_weighed_new (weigh->function, worth_at (weigh, 0));
  const IhopAdvice *advice = weigh->advice;

  g_ptr_array_add (weigh->weighed, weighed);
  if (!is_slower_at_all_sizes (weigh, WHOLE, NULL))
    {
      weigh_parts (weigh);
      weigh_nests (weigh);
      return;
    }
  leave_on_host (weigh, weigh->function->symbol->name, price_at (weigh, 0, WHOLE), TRUE);
  weighed->stays = advice->on_host->pdata[advice->on_host->len - 1];
  weighed->note = advice->host_notes->pdata[advice->host_notes->len - 1];
}

static void
weigh_function (Weigh *weigh, const IhopFunction *function)
{
  const IhopPlanOptions *options = &weigh->searching->plan;

  weigh->function = function;
  if (options->choose == IHOP_CHOOSE_AUTO && !options->keep_slower)
    weigh_found (weigh);
  else
    weigh_region (weigh);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    g_clear_pointer (&weigh->worth[i], ihop_worth_free);
}

/* Of all functions, now that it is known what stays. */
static void
note_left (Weigh *weigh)
{
  const IhopWorthView view = { IHOP_USUAL_SIZE, FALSE, weigh->advice->on_host };
  g_autoptr (IhopWorth) worth = ihop_worth_new (ihop_state_facts (weigh->searching, weigh->state), weigh->outline, &weigh->searching->plan, &view);

  for (guint i = 0; i < worth->parts->len; i++)
    {
      const IhopWorthPart *part = &g_array_index (worth->parts, IhopWorthPart, i);
      const char *name = part->function->symbol->name;
      const double *had = g_hash_table_lookup (weigh->advice->left, name);
      double seconds = part->left + (had ? *had : 0);
      g_hash_table_insert (weigh->advice->left, g_strdup (name), g_memdup2 (&seconds, sizeof seconds));
    }
}

void
ihop_host_weigh (IhopSearching *searching, IhopState *state, IhopAdvice *advice)
{
  IhopFacts *facts = ihop_state_facts (searching, state);
  g_autoptr (IhopPlan) outline = ihop_plan_outline (facts, state->tree, &searching->plan);
  g_autoptr (GPtrArray) weighed = g_ptr_array_new_with_free_func (ihop_weighed_free);
  Weigh weigh = { .searching = searching, .state = state, .advice = advice, .outline = outline, .weighed = weighed };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    weigh.called[i] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < state->tree->functions->len; i++)
    if (ihop_worth_covers (state->tree->functions->pdata[i], &searching->plan))
      weigh_function (&weigh, state->tree->functions->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    g_hash_table_unref (weigh.called[i]);
  ihop_host_untie (facts, outline, weighed, advice);
  note_left (&weigh);
}
