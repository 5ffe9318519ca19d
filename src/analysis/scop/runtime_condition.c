/* Conditions that a program tests before a root, so that what must not be is not.
 *
 * What is bad is a set of parameters; the opposite of one constraint of each of its convex parts excludes all of it.
 * What is known of the place is no convex set where a guard is none ("n != 0", the else of "n == 0", "a || b"): the
 * bad ones must not be simplified against all of it at once, for isl leaves the guard's own constraints in then, and
 * the opposite of a guard excludes everything, the loop included. So that is done piece by piece, where simplifying
 * is exact; and whatever was chosen, isl is asked in the end whether the condition excludes what it is to exclude,
 * and whether it leaves loops that are worth asking about. */
#include "analysis/scop/runtime_condition.h"
#include "analysis/scop/isl_text.h"
#include "analysis/scop/known_context.h"
#include "ir/condition.h"
#include "ir/expression.h"
#include <string.h>

enum { MAX_PIECES = 16, MAX_PARTS = 8, WORTH = 2, USUAL = 1 << 30 };

/* ---- loops that are worth asking about ---------------------------------------------------------------------- */

/* The instances under a condition, with the iterators of the loops around the root before those of its own if
 * "outer" is said. */
static isl_set *
instances_under (const IhopScop *scop, isl_set *domain, isl_set *under, gboolean outer)
{
  isl_set *all = isl_set_intersect_params (isl_set_copy (domain), isl_set_copy (scop->ranges));

  if (under)
    all = isl_set_intersect_params (all, isl_set_copy (under));
  for (guint i = outer ? scop->outer_loops->len : 0; i-- > 0;)
    {
      const IhopOuterLoop *loop = scop->outer_loops->pdata[i];
      for (guint k = 0; k < scop->params->len; k++)
        {
          const IhopParameter *param = scop->params->pdata[k];
          int at = param->loop == loop->node ? isl_set_find_dim_by_id (all, isl_dim_param, param->id) : -1;
          if (at >= 0)
            all = isl_set_move_dims (all, isl_dim_set, 0, isl_dim_param, (unsigned) at, 1);
        }
    }
  return all;
}

/* Parameters for which loop number d runs so many iterations in one and the same iteration of those around it. */
static isl_set *
where_loop_runs (isl_set *instances, guint d, guint times)
{
  guint n = (guint) isl_set_dim (instances, isl_dim_set);
  isl_set *part = isl_set_project_out (isl_set_copy (instances), isl_dim_set, d + 1, n - d - 1);
  isl_map *pairs = isl_map_from_domain_and_range (isl_set_copy (part), part);
  isl_local_space *space = isl_local_space_from_space (isl_map_get_space (pairs));
  isl_constraint *apart = isl_constraint_alloc_inequality (space);

  for (guint i = 0; i < d; i++)
    pairs = isl_map_equate (pairs, isl_dim_in, (int) i, isl_dim_out, (int) i);
  apart = isl_constraint_set_coefficient_si (apart, isl_dim_out, (int) d, 1);
  apart = isl_constraint_set_coefficient_si (apart, isl_dim_in, (int) d, -1);
  apart = isl_constraint_set_constant_si (apart, 1 - (int) times);
  return isl_map_params (isl_map_add_constraint (pairs, apart));
}

/* Narrows "params" to where loop number d runs; FALSE, and params as they are: it never does. */
static gboolean
narrow (isl_set **params, isl_set *instances, guint d, guint times)
{
  isl_set *both = isl_set_intersect (isl_set_copy (*params), where_loop_runs (instances, d, times));

  if (isl_set_is_empty (both) != isl_bool_false)
    {
      isl_set_free (both);
      return FALSE;
    }
  isl_set_free (*params);
  *params = both;
  return TRUE;
}

/* One a loop, outermost first: whether it ever runs so many iterations, all loops around it doing so, too. Caller frees. */
static gboolean *
loops_that_run (const IhopScop *scop, isl_set *domain, guint times, gboolean outer)
{
  isl_set *all = instances_under (scop, domain, NULL, outer);
  isl_set *can = isl_set_params (isl_set_copy (all));
  guint n = (guint) MAX (isl_set_dim (all, isl_dim_set), 0);
  gboolean *runs = g_new0 (gboolean, n + 1);

  for (guint d = 0; can && d < n; d++)
    runs[d] = narrow (&can, all, d, times);
  isl_set_free (all);
  isl_set_free (can);
  return runs;
}

static isl_set *
busy_in (const IhopScop *scop, isl_set *domain, isl_set *under, guint times, gboolean outer, const gboolean *runs)
{
  isl_set *left = instances_under (scop, domain, under, outer);
  isl_set *busy = isl_set_params (isl_set_copy (left));
  guint n = (guint) MAX (isl_set_dim (left, isl_dim_set), 0);

  for (guint d = 0; busy && d < n; d++)
    if (runs[d])
      busy = isl_set_intersect (busy, where_loop_runs (left, d, times));
  isl_set_free (left);
  return busy;
}

isl_set *
ihop_context_busy (const IhopScop *scop, isl_set *domain, isl_set *under, guint times, gboolean outer)
{
  g_autofree gboolean *runs = loops_that_run (scop, domain, times, outer);

  return busy_in (scop, domain, under, times, outer, runs);
}

/* ---- what excludes ------------------------------------------------------------------------------------------ */

typedef struct
{
  isl_set *holds;
  const IhopNode *says;
} Term;

typedef struct
{
  IhopScop *scop;
  isl_set *domain;
  isl_basic_set *piece;      /* of what is known: the one that is looked at */
  GPtrArray *terms;          /* of Term *: what has been chosen */
  isl_set *holds;            /* all of them */
  isl_set *usual;            /* numbers that programs have */
  gboolean *runs;            /* of each loop: whether it ever runs */
  GPtrArray *worthless;      /* of isl_set *: under which loops do not run, nor do they under more than that */
} Choice;

static void
set_free (gpointer set)
{
  isl_set_free (set);
}

static void
term_free (gpointer data)
{
  Term *term = data;

  isl_set_free (term->holds);
  g_free (term);
}

/* A constraint whose opposite is one inequality: itself, or for "n == 0" where n cannot be negative
 * "n <= 0". Takes constraint; NULL: none. */
static isl_constraint *
as_inequality (const IhopScop *scop, isl_constraint *constraint)
{
  isl_aff *aff;

  if (isl_constraint_is_equality (constraint) == isl_bool_false)
    return constraint;
  aff = isl_constraint_get_aff (constraint);
  isl_constraint_free (constraint);
  for (int side = 0; side < 2; side++)
    {
      /* aff < 0 never happens: aff == 0 is -aff >= 0. */
      isl_aff *below = isl_aff_add_constant_si (isl_aff_neg (isl_aff_copy (aff)), -1);
      isl_set *never = isl_set_params (isl_set_from_basic_set (
        isl_basic_set_from_constraint (isl_inequality_from_aff (below))));
      gboolean empty;
      never = isl_set_intersect (never, isl_set_copy (scop->ranges));
      empty = isl_set_is_empty (never) == isl_bool_true;
      isl_set_free (never);
      aff = isl_aff_neg (aff);
      if (empty)
        return isl_inequality_from_aff (aff);
    }
  isl_aff_free (aff);
  return NULL;
}

static gboolean
mentions_product (const IhopScop *scop, isl_set *set)
{
  for (guint i = 0; i < scop->params->len; i++)
    {
      IhopParameter *param = scop->params->pdata[i];
      int at = isl_set_find_dim_by_id (set, isl_dim_param, param->id);
      if ((param->n_factors || param->node) && at >= 0
          && isl_set_involves_dims (set, isl_dim_param, (unsigned) at, 1) != isl_bool_false)
        return TRUE;
    }
  return FALSE;
}

/* "w > 2147483644" leaves loops to run, of a size that nobody's arrays have. */
static isl_set *
usual_numbers (const IhopScop *scop)
{
  isl_set *usual = isl_set_universe (isl_space_copy (scop->space));

  for (guint i = 0; i < scop->params->len; i++)
    {
      usual = isl_set_lower_bound_si (usual, isl_dim_param, i, -USUAL);
      usual = isl_set_upper_bound_si (usual, isl_dim_param, i, USUAL);
    }
  return usual;
}

/* Whether the loops still run under all that has been chosen and this: else they may be called anything, and a
 * condition that says so helps nobody. */
static gboolean
is_worth (const Choice *choice, isl_set *holds)
{
  for (guint i = 0; i < choice->worthless->len; i++)
    if (isl_set_plain_is_equal (choice->worthless->pdata[i], holds) == isl_bool_true)
      return FALSE;

  isl_set *all = isl_set_intersect (isl_set_intersect (isl_set_copy (choice->holds), isl_set_copy (holds)),
                                    isl_set_copy (choice->usual));
  isl_set *busy = busy_in (choice->scop, choice->domain, all, WORTH, TRUE, choice->runs);
  isl_bool empty = isl_set_is_empty (busy);

  if (empty == isl_bool_true)
    g_ptr_array_add (choice->worthless, isl_set_copy (holds));
  isl_set_free (busy);
  isl_set_free (all);
  return empty == isl_bool_false;
}

typedef struct
{
  const Choice *choice;
  Term *found;
} Search;

static isl_stat
try_constraint (isl_constraint *constraint, void *user)
{
  Search *search = user;
  gboolean plain = isl_constraint_is_div_constraint (constraint) == isl_bool_false;

  if (search->found == NULL && plain)
    constraint = as_inequality (search->choice->scop, constraint);
  if (search->found == NULL && plain && constraint)
    {
      isl_set *bad = isl_set_from_basic_set (isl_basic_set_from_constraint (isl_constraint_copy (constraint)));
      isl_set *holds = isl_set_params (isl_set_complement (bad));
      const IhopNode *says = NULL;
      if (!mentions_product (search->choice->scop, holds) && is_worth (search->choice, holds))
        says = ihop_expression_of_constraint (ihop_facts_pool (search->choice->scop->facts), constraint, TRUE);
      if (says)
        {
          search->found = g_new (Term, 1);
          *search->found = (Term){ isl_set_copy (holds), says };
        }
      isl_set_free (holds);
    }
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

static gboolean
is_excluded (isl_set *bad, isl_set *holds)
{
  isl_set *left = isl_set_intersect (isl_set_copy (bad), isl_set_copy (holds));
  gboolean excluded = isl_set_is_empty (left) == isl_bool_true;

  isl_set_free (left);
  return excluded;
}

/* Takes part. */
static void
try_constraints (isl_basic_set *part, Search *search)
{
  if (search->found == NULL && part && isl_basic_set_dim (part, isl_dim_div) == 0)
    isl_basic_set_foreach_constraint (part, try_constraint, search);
  isl_basic_set_free (part);
}

/* What the part says beyond the piece. Of basic sets isl takes it that they have the same parameters. */
static isl_basic_set *
beyond (isl_basic_set *part, isl_basic_set *piece)
{
  part = isl_basic_set_align_params (isl_basic_set_copy (part), isl_basic_set_get_space (piece));
  piece = isl_basic_set_align_params (isl_basic_set_copy (piece), isl_basic_set_get_space (part));
  return isl_basic_set_gist (part, piece);
}

/* One convex part of what is bad in a piece of what is known. Within the piece the two have the same bad ones
 * when what the piece says is left out of the part: gist is exact there. Where all of the piece is bad, only what
 * leaves the piece excludes it. */
static isl_stat
exclude_part (isl_basic_set *part, void *user)
{
  Choice *choice = user;
  isl_set *bad = isl_set_from_basic_set (isl_basic_set_copy (part));
  Search search = { choice, NULL };
  gboolean done = is_excluded (bad, choice->holds);

  isl_set_free (bad);
  if (!done)
    {
      try_constraints (beyond (part, choice->piece), &search);
      try_constraints (isl_basic_set_copy (part), &search);
    }
  isl_basic_set_free (part);
  if (search.found)
    {
      choice->holds = isl_set_intersect (choice->holds, isl_set_copy (search.found->holds));
      g_ptr_array_add (choice->terms, search.found);
    }
  return done || search.found ? isl_stat_ok : isl_stat_error;
}

typedef struct
{
  Choice *choice;
  isl_set *bad;
} Pieces;

static isl_stat
exclude_in_piece (isl_basic_set *piece, void *user)
{
  Pieces *pieces = user;
  isl_set *bad = isl_set_intersect (isl_set_copy (pieces->bad),
                                    isl_set_from_basic_set (isl_basic_set_copy (piece)));
  isl_stat fine;

  bad = isl_set_coalesce (bad);
  pieces->choice->piece = piece;
  fine = isl_set_n_basic_set (bad) <= MAX_PARTS ? isl_set_foreach_basic_set (bad, exclude_part, pieces->choice)
                                                : isl_stat_error;
  isl_set_free (bad);
  isl_basic_set_free (piece);
  return fine;
}

static isl_set *
all_terms (const Choice *choice, const Term *but)
{
  isl_set *holds = isl_set_universe (isl_space_copy (choice->scop->space));

  for (guint i = 0; i < choice->terms->len; i++)
    if (choice->terms->pdata[i] != but)
      holds = isl_set_intersect (holds, isl_set_copy (((Term *) choice->terms->pdata[i])->holds));
  return holds;
}

/* What was chosen first may be said by what came later. */
static void
drop_needless (Choice *choice, isl_set *bad)
{
  for (guint i = 0; choice->terms->len > 1 && i < choice->terms->len; i++)
    {
      isl_set *others = all_terms (choice, choice->terms->pdata[i]);
      if (is_excluded (bad, others))
        g_ptr_array_remove_index (choice->terms, i--);
      isl_set_free (others);
    }
  isl_set_free (choice->holds);
  choice->holds = all_terms (choice, NULL);
}

static const IhopNode *
expression_of_terms (const Choice *choice)
{
  const IhopNode *all = NULL;

  for (guint i = 0; i < choice->terms->len; i++)
    all = ihop_expression_and (ihop_facts_pool (choice->scop->facts), all, ((Term *) choice->terms->pdata[i])->says);
  return all;
}

static IhopTest *
test_new (IhopAssumption *assumption, isl_set *holds)
{
  IhopTest *test = g_new0 (IhopTest, 1);

  test->assumption = assumption;
  test->holds = isl_set_copy (holds);
  return test;
}

static void
assume (Choice *choice, const IhopMessage *purpose)
{
  const IhopNode *holds = expression_of_terms (choice);
  g_autofree char *condition = ihop_expression_text (holds);
  IhopAssumption *assumption
    = ihop_assumption_new (IHOP_ASSUME_CONDITION, NULL, NULL, ihop_message ("%s (%s)", purpose, condition));

  assumption->holds = holds;
  assumption->condition = g_steal_pointer (&condition);
  if (choice->scop->proved == NULL)
    choice->scop->proved = isl_set_copy (choice->scop->ranges);
  g_ptr_array_add (choice->scop->assumptions, assumption);
  g_ptr_array_add (choice->scop->tested, test_new (assumption, choice->holds));
  ihop_context_know_here (choice->scop, isl_set_copy (choice->holds));
}

/* Whether what is proved and all other tests say it already. */
static gboolean
is_implied (const IhopScop *scop, const IhopTest *test)
{
  isl_set *others = isl_set_copy (scop->proved);
  gboolean implied;

  for (guint i = 0; i < scop->tested->len; i++)
    if (scop->tested->pdata[i] != test)
      others = isl_set_intersect (others, isl_set_copy (((IhopTest *) scop->tested->pdata[i])->holds));
  implied = isl_set_is_subset (others, test->holds) == isl_bool_true;
  isl_set_free (others);
  return implied;
}

void
ihop_context_drop_implied (IhopScop *scop)
{
  for (guint i = 0; scop->tested->len > 1 && i < scop->tested->len; i++)
    {
      IhopTest *test = scop->tested->pdata[i];
      if (!is_implied (scop, test))
        continue;
      g_ptr_array_remove (scop->assumptions, test->assumption);
      g_ptr_array_remove_index (scop->tested, i--);
    }
}

/* Fills in the choice; FALSE: there is none. Keeps bad. */
static gboolean
choose (Choice *choice, isl_set *bad)
{
  Pieces pieces = { choice, bad };
  isl_set *known = isl_set_coalesce (isl_set_copy (choice->scop->ranges));
  gboolean fine = known && isl_set_n_basic_set (known) <= MAX_PIECES
                  && isl_set_foreach_basic_set (known, exclude_in_piece, &pieces) == isl_stat_ok;

  isl_set_free (known);
  return fine && choice->terms->len > 0;
}

gboolean
ihop_context_exclude (IhopScop *scop, isl_set *bad, isl_set *domain, const IhopMessage *purpose)
{
  Choice choice = { .scop = scop, .domain = domain };
  gboolean done = FALSE;

  if (!scop->is_unconditional)
    {
      choice.terms = g_ptr_array_new_with_free_func (term_free);
      choice.holds = isl_set_universe (isl_space_copy (scop->space));
      choice.usual = usual_numbers (scop);
      choice.runs = loops_that_run (scop, domain, WORTH, TRUE);
      choice.worthless = g_ptr_array_new_with_free_func (set_free);
      bad = isl_set_coalesce (isl_set_intersect (bad, isl_set_copy (scop->ranges)));
      done = choose (&choice, bad);
    }
  if (done)
    {
      drop_needless (&choice, bad);
      g_ptr_array_set_size (choice.worthless, 0); /* less is asked for now */
      done = is_excluded (bad, choice.holds) && is_worth (&choice, choice.holds);
    }
  if (done)
    assume (&choice, purpose);
  g_clear_pointer (&choice.terms, g_ptr_array_unref);
  g_clear_pointer (&choice.worthless, g_ptr_array_unref);
  isl_set_free (choice.holds);
  isl_set_free (choice.usual);
  g_free (choice.runs);
  isl_set_free (bad);
  isl_set_free (domain);
  return done;
}
