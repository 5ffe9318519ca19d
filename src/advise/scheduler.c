/* isl's scheduler (Bondhugula et al., PLDI 2008; Verdoolaege, "isl: Scheduling", manual 1.5) as a
 * source of ideas.
 *
 * A perfect nest is given to it with its dependences, and asked for outermost rows that no dependence
 * has a distance along. A row that is one iterator means: this loop outside; one with a minus: turned
 * round; a sum of two: the loops skewed, then interchanged. What it says is never taken on trust:
 * its relations are those for ideas (deps.h), and every step goes to the judge as any other. */
#include "advise/ideas.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"
#include "analysis/program/isl_operations.h"
#include <isl/aff.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/union_set.h>
#include <string.h>

#define MOST_LOOPS 4
#define MOST_OPERATIONS 2000000

typedef struct
{
  gint64 coefficient[MOST_LOOPS];
} Row;

/* ---- What the scheduler says --------------------------------------------------------------------- */

static isl_union_set *
domain_of (const IhopScop *scop)
{
  isl_union_set *all = isl_union_set_empty (isl_space_copy (scop->space));

  for (guint i = 0; i < scop->statements->len; i++)
    {
      const IhopScopStatement *statement = scop->statements->pdata[i];
      char name[32];
      if (statement->depth == 0)
        continue;
      g_snprintf (name, sizeof name, "S%u", statement->id);
      isl_set *set = isl_set_intersect_params (isl_set_copy (statement->domain),
                                               isl_set_copy (scop->context));
      all = isl_union_set_add_set (all, isl_set_set_tuple_name (set, name));
    }
  return all;
}

static isl_schedule *
schedule_of (const IhopScop *scop, const IhopDeps *deps)
{
  isl_schedule_constraints *wanted
    = isl_schedule_constraints_on_domain (domain_of (scop));

  isl_options_set_schedule_outer_coincidence (scop->ctx, 1);
  wanted = isl_schedule_constraints_set_validity (wanted, isl_union_map_copy (deps->all));
  wanted = isl_schedule_constraints_set_coincidence (wanted, isl_union_map_copy (deps->all));
  return isl_schedule_constraints_compute_schedule (wanted);
}

typedef struct
{
  Row *row;
  guint n;
  gboolean fits;           /* all statements have the same coefficients of the chain's loops */
  gboolean any;
} Reading;

static isl_stat
read_piece (isl_set *set, isl_aff *aff, void *user)
{
  Reading *reading = user;
  guint dims = (guint) isl_aff_dim (aff, isl_dim_in);

  for (guint d = 0; d < dims; d++)
    {
      isl_val *value = isl_aff_get_coefficient_val (aff, isl_dim_in, (int) d);
      gint64 number = isl_val_is_int (value) == isl_bool_true ? isl_val_get_num_si (value) : 0;
      reading->fits &= isl_val_is_int (value) == isl_bool_true;
      if (d >= reading->n)
        reading->fits &= number == 0;
      else if (!reading->any)
        reading->row->coefficient[d] = number;
      else
        reading->fits &= reading->row->coefficient[d] == number;
      isl_val_free (value);
    }
  reading->fits &= dims >= reading->n;
  reading->any = TRUE;
  isl_set_free (set);
  isl_aff_free (aff);
  return isl_stat_ok;
}

static isl_stat
read_function (isl_pw_aff *function, void *user)
{
  isl_stat stat = isl_pw_aff_foreach_piece (function, read_piece, user);

  isl_pw_aff_free (function);
  return stat;
}

/* The outermost band's first row, if it is coincident and reads the same in all statements. */
static gboolean
first_row (isl_schedule *schedule, guint n, Row *row)
{
  isl_schedule_node *node = isl_schedule_get_root (schedule);
  Reading reading = { row, n, TRUE, FALSE };

  node = isl_schedule_node_first_child (node);
  gboolean is_band = isl_schedule_node_get_type (node) == isl_schedule_node_band
                     && isl_schedule_node_band_n_member (node) > 0
                     && isl_schedule_node_band_member_get_coincident (node, 0) == isl_bool_true;
  if (is_band)
    {
      isl_multi_union_pw_aff *partial = isl_schedule_node_band_get_partial_schedule (node);
      isl_union_pw_aff *first = isl_multi_union_pw_aff_get_union_pw_aff (partial, 0);
      isl_union_pw_aff_foreach_pw_aff (first, read_function, &reading);
      isl_union_pw_aff_free (first);
      isl_multi_union_pw_aff_free (partial);
    }
  isl_schedule_node_free (node);
  return is_band && reading.any && reading.fits;
}

/* FALSE: it has nothing to say, or took too long. */
static gboolean
ask (IhopSearching *search, IhopState *state, const GPtrArray *chain, Row *row)
{
  const IhopLoopName *outer = chain->pdata[0];
  IhopFacts *facts = ihop_state_facts (search, state);
  IhopBudget budget = ihop_facts_budget (facts);
  g_autoptr (IhopScop) scop = ihop_scop_new (facts, outer->function, outer->loop, &budget);
  IhopDeps *deps = ihop_deps_essential (scop, NULL);
  gboolean fine = FALSE;

  ihop_operations_limit (scop->ctx, MOST_OPERATIONS);
  isl_schedule *schedule = deps->is_complete ? schedule_of (scop, deps) : NULL;
  if (schedule)
    fine = first_row (schedule, chain->len, row);
  isl_schedule_free (schedule);
  ihop_operations_free (scop->ctx);
  ihop_deps_free (deps);
  return fine;
}

/* ---- What follows from it --------------------------------------------------------------------------- */

static char *
address_at (const GPtrArray *chain, guint i)
{
  return g_strdup (((const IhopLoopName *) chain->pdata[i])->address);
}

/* The loops "at" and the one around it, as "j + f * i" and "i": then the sum goes outside. */
static void
take_sum (IhopSearching *search, IhopState **state, const GPtrArray *chain, guint at, gint64 factor)
{
  g_autofree char *inner = address_at (chain, at);
  g_autofree char *skew = g_strdup_printf ("skew %s %" G_GINT64_FORMAT, inner, factor);
  g_autofree char *turn = g_strdup_printf ("interchange %s", inner);

  if (ihop_state_try (search, state, skew))
    ihop_state_try (search, state, turn);
}

static void
take_row (IhopSearching *search, IhopState **state, const GPtrArray *chain, const Row *row)
{
  guint n = 0, last = 0;

  for (guint d = 0; d < chain->len; d++)
    if (row->coefficient[d])
      {
        n++;
        last = d;
      }
  gint64 unit = row->coefficient[last];
  if (n == 1 && last > 0)
    {
      /* Outwards, one loop after another. */
      g_autofree char *address = address_at (chain, last);
      g_autofree char *step = g_strdup_printf ("interchange %s", address);
      ihop_state_try (search, state, step);
    }
  else if (n == 2 && ABS (unit) == 1 && last > 0 && row->coefficient[last - 1])
    take_sum (search, state, chain, last, row->coefficient[last - 1] * unit);
}

void
ihop_idea_scheduler (IhopSearching *search, IhopState **state, const char *address)
{
  const IhopLoopName *outer = ihop_state_loop (*state, address);
  g_autoptr (GPtrArray) chain = outer ? ihop_state_chain (*state, outer) : NULL;
  Row row = { 0 };

  if (chain && chain->len > 1 && chain->len <= MOST_LOOPS && !ihop_searching_is_over (search)
      && ask (search, *state, chain, &row))
    take_row (search, state, chain, &row);
}
