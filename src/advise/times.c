/* isl's scheduler once more, for nests that are not perfect: it gives every statement its times, so that
 * loops come outside which not all statements stand in. The left-looking factorizations become right-looking
 * ones so. The step says the times themselves: what was found does not depend on who replays it. */
#include "advise/ideas.h"
#include "advise/timed.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"
#include "analysis/program/isl_operations.h"
#include "transform/order/schedule_statements.h"
#include "transform/order/schedule_times.h"
#include "transform/storage/in_place.h"
#include <isl/aff.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <string.h>

#define MOST_OPERATIONS 2000000

/* { statement's instances → times } of all statements; NULL: it has nothing to say. */
static isl_union_map *
times_of (const IhopTimed *parts, const IhopDeps *deps)
{
  isl_ctx *ctx = parts->scop->ctx;
  isl_union_set *domain = ihop_timed_domains (parts);
  isl_union_map *order = isl_union_map_intersect_range (
    isl_union_map_intersect_domain (isl_union_map_copy (deps->all), isl_union_set_copy (domain)),
    isl_union_set_copy (domain));
  isl_schedule_constraints *wanted = isl_schedule_constraints_on_domain (domain);

  isl_options_set_schedule_outer_coincidence (ctx, 1);
  wanted = isl_schedule_constraints_set_validity (wanted, isl_union_map_copy (order));
  wanted = isl_schedule_constraints_set_coincidence (wanted, order);
  isl_schedule *schedule = isl_schedule_constraints_compute_schedule (wanted);
  isl_union_map *times = schedule ? isl_schedule_get_map (schedule) : NULL;
  isl_schedule_free (schedule);
  return times;
}

/* ---- Their times as text --------------------------------------------------------------------------- */

static void
append_term (GString *text, gint64 factor, const char *name)
{
  if (factor == 0)
    return;
  g_string_append (text, factor < 0 ? (text->len ? " - " : "-") : (text->len ? " + " : ""));
  if (ABS (factor) != 1)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " * ", ABS (factor));
  g_string_append (text, name);
}

static const char *
iterator_at (const IhopScopLoop *loop, guint depth)
{
  while (loop->depth > depth)
    loop = loop->parent;
  return loop->counting.iterator ? loop->counting.iterator->name : NULL;
}

/* FALSE: no whole number. Takes the value. */
static gboolean
whole (isl_val *value, gint64 *number)
{
  gboolean fits = isl_val_is_int (value) == isl_bool_true;

  *number = fits ? isl_val_get_num_si (value) : 0;
  isl_val_free (value);
  return fits;
}

typedef struct
{
  const IhopScopLoop *loop;
  GString *text;           /* of a time; NULL: it has no words */
} Words;

/* One piece is all there may be: with two, the text is there already. Takes both. */
static isl_stat
say_piece (isl_set *set, isl_aff *time, void *user)
{
  Words *words = user;
  gint64 number;
  gboolean fits = words->text && words->text->len == 0
                  && isl_aff_involves_dims (time, isl_dim_param, 0, (unsigned) isl_aff_dim (time, isl_dim_param))
                       == isl_bool_false
                  && isl_aff_dim (time, isl_dim_div) == 0;

  for (guint d = 0; fits && d <= words->loop->depth; d++)
    {
      const char *name = iterator_at (words->loop, d);
      fits = name && whole (isl_aff_get_coefficient_val (time, isl_dim_in, (int) d), &number);
      if (fits)
        append_term (words->text, number, name);
    }
  fits = fits && whole (isl_aff_get_constant_val (time), &number);
  if (fits && (number || words->text->len == 0))
    {
      g_autofree char *constant = g_strdup_printf ("%" G_GINT64_FORMAT, ABS (number));
      append_term (words->text, number < 0 ? -1 : 1, constant);
    }
  if (!fits && words->text)
    {
      g_string_free (words->text, TRUE);
      words->text = NULL;
    }
  isl_set_free (set);
  isl_aff_free (time);
  return fits ? isl_stat_ok : isl_stat_error;
}

/* NULL: there are no words for it. Takes the function. */
static char *
time_text (isl_union_pw_aff *function, const IhopScopLoop *loop)
{
  Words words = { loop, g_string_new (NULL) };
  isl_pw_aff_list *list = isl_union_pw_aff_get_pw_aff_list (function);
  isl_pw_aff *one = isl_pw_aff_list_n_pw_aff (list) == 1 ? isl_pw_aff_list_get_pw_aff (list, 0) : NULL;

  if (one)
    {
      one = isl_pw_aff_gist (one, isl_set_universe (isl_pw_aff_get_domain_space (one)));
      isl_pw_aff_foreach_piece (one, say_piece, &words);
    }
  gboolean is_said = words.text && words.text->len > 0;
  if (words.text && !is_said)
    g_string_free (words.text, TRUE);
  isl_pw_aff_free (one);
  isl_pw_aff_list_free (list);
  isl_union_pw_aff_free (function);
  return is_said ? g_string_free (words.text, FALSE) : NULL;
}

/* A statement's times, of char *; NULL: there are no words for them. */
static GPtrArray *
words_of (const IhopTimed *parts, isl_union_map *times, guint number)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_free);
  isl_union_map *own = isl_union_map_intersect_domain (
    isl_union_map_copy (times), isl_union_set_from_set (ihop_timed_domain (parts, number)));
  isl_multi_union_pw_aff *functions = isl_multi_union_pw_aff_from_union_map (own);
  int n = functions ? (int) isl_multi_union_pw_aff_dim (functions, isl_dim_out) : 0;

  for (int i = 0; all && i < n; i++)
    {
      char *text = time_text (isl_multi_union_pw_aff_get_union_pw_aff (functions, i), parts->loop[number]);
      if (text)
        g_ptr_array_add (all, text);
      else
        g_clear_pointer (&all, g_ptr_array_unref);
    }
  isl_multi_union_pw_aff_free (functions);
  return all;
}

static gboolean
says_nothing (GPtrArray **words, guint n, guint time)
{
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (words[i]->pdata[time], "0"))
      return FALSE;
  return TRUE;
}

/* "j, 0, i": times that are 0 in all statements say nothing, nor do those at the end. Caller frees. */
static char *
vector_text (GPtrArray **words, guint n, guint statement)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < words[statement]->len; k++)
    if (!says_nothing (words, n, k))
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", (char *) words[statement]->pdata[k]);
  while (g_str_has_suffix (text->str, ", 0"))
    g_string_truncate (text, text->len - strlen (", 0"));
  return g_string_free (text, FALSE);
}

static char *
step_text (const char *address, GPtrArray **words, guint n)
{
  GString *text = g_string_new ("schedule ");

  g_string_append (text, address);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *vector = vector_text (words, n, i);
      g_string_append_printf (text, " '%s'", vector);
    }
  return g_string_free (text, FALSE);
}

/* NULL: there are no words for it. */
static char *
step_for (const IhopTimed *parts, isl_union_map *times, const char *address)
{
  GPtrArray *words[IHOP_SCHEDULE_STATEMENTS];
  gboolean fine = TRUE;

  for (guint i = 0; i < parts->n; i++)
    {
      words[i] = words_of (parts, times, i);
      fine = fine && words[i] && words[i]->len > 0 && words[i]->len == words[0]->len;
    }
  char *text = fine ? step_text (address, words, parts->n) : NULL;
  for (guint i = 0; i < parts->n; i++)
    g_clear_pointer (&words[i], g_ptr_array_unref);
  return text;
}

/* ---- The idea --------------------------------------------------------------------------------------- */

static char *
ask (IhopTimed *parts, const char *address)
{
  IhopScop *scop = (IhopScop *) parts->scop;
  g_autofree guint *numbers = ihop_timed_numbers (parts);
  IhopDeps *deps = ihop_deps_essential (scop, numbers);

  ihop_operations_limit (scop->ctx, MOST_OPERATIONS);
  isl_union_map *times = deps->is_complete ? times_of (parts, deps) : NULL;
  char *step = times ? step_for (parts, times, address) : NULL;
  isl_union_map_free (times);
  ihop_operations_free (scop->ctx);
  ihop_deps_free (deps);
  return step;
}

/* Values that iterations work out in a variable that they share tie them together: where they are stored in
 * an element in the end, they are worked out there. In this loop and those in it. */
static void
work_in_place (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) inner = name ? ihop_state_inner (*state, name->loop) : g_ptr_array_new ();
  g_autoptr (GPtrArray) below = g_ptr_array_new_with_free_func (g_free);
  const IhopSymbol *symbol
    = name && name->loop->kind == IHOP_FOR ? ihop_in_place_candidate (name->loop) : NULL;

  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (below, g_strdup (((const IhopLoopName *) inner->pdata[i])->address));
  for (guint i = 0; i < below->len; i++)
    work_in_place (search, state, below->pdata[i]);
  if (symbol == NULL)
    return;
  g_autofree char *step = g_strdup_printf ("in-place %s %s", address, symbol->name);
  ihop_state_try (search, state, step);
}

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
  GHashTable *tied;        /* loop → how many of it and those around it are not parallel, or sum up */
  gboolean found;          /* a statement in two of them: another order might leave one */
} Tied;

static gboolean
count_tied (const IhopNode *part, const IhopNode *around, gpointer data)
{
  Tied *self = data;
  guint tied = GPOINTER_TO_UINT (g_hash_table_lookup (self->tied, around));
  const IhopLoop *loop = part->kind == IHOP_FOR ? ihop_loops_find (self->facts, self->tree, part) : NULL;
  gboolean is_free = loop && loop->verdict == IHOP_PARALLEL && loop->reductions->len == 0;

  if (part->kind == IHOP_FOR)
    g_hash_table_insert (self->tied, (gpointer) part, GUINT_TO_POINTER (tied + !is_free));
  else
    self->found |= tied > 1;
  return !self->found;
}

/* Where every statement is in one loop at most that is not parallel, nothing is to be gained. */
static gboolean
is_tied (IhopSearching *search, IhopState *state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (state, address);
  Tied tied = { ihop_state_facts (search, state), state->tree, g_hash_table_new (NULL, NULL), FALSE };

  if (name)
    ihop_schedule_parts (name->loop, count_tied, &tied);
  g_hash_table_unref (tied.tied);
  return tied.found;
}

void
ihop_idea_times (IhopSearching *search, IhopState **state, const char *address)
{
  if (ihop_searching_is_over (search) || !is_tied (search, *state, address))
    return;
  work_in_place (search, state, address);
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  IhopFacts *facts = ihop_state_facts (search, *state);
  IhopBudget budget = ihop_facts_budget (facts);
  g_autoptr (IhopScop) scop = ihop_scop_new (facts, outer->function, outer->loop, &budget);
  g_auto (IhopTimed) parts = { 0 };

  if (!ihop_timed_read (&parts, scop, outer->loop) || parts.n < 2)
    return;
  g_autofree char *step = ask (&parts, address);
  if (step)
    ihop_state_try (search, state, step);
}
