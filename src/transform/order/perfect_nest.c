/* Perfect nests in another order. Rectangular ones keep their heads; in others, the new bounds of each loop are those
 * of its iterations when the loops that are now outside are fixed (Wolfe 1986; here by projection of the whole
 * iteration domain). */
#include "transform/order/perfect_nest.h"
#include "analysis/scop/scop.h"
#include "analysis/extract/extract.h"
#include "ir/print.h"
#include "transform/build/body.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include <string.h>

static gboolean
read_one (IhopTransformStep *step, const IhopLoopName *name, const IhopNode *inside,
          IhopHeader *header)
{
  if (!ihop_header_read (step, name->loop, header))
    return FALSE;
  if (inside == NULL || ihop_only_loop (header->body) == inside)
    return TRUE;
  IhopDiag *diag
    = ihop_refuse (step, IHOP_T_SHAPE, name->loop,
                   "%s holds more than the loop inside it: no perfect nest", name->address);
  ihop_diag_code (diag, "distribute %s all", name->address);
  ihop_diag_code (diag, "nest %s", name->address);
  return FALSE;
}

gboolean
ihop_nest_read (IhopTransformStep *step, const IhopLoopName *inner, guint n, IhopNest *nest)
{
  const IhopLoopName *name = inner;
  const IhopNode *inside = NULL;

  nest->n = n;
  for (guint i = n; i-- > 0;)
    {
      if (!read_one (step, name, inside, &nest->header[i]))
        return FALSE;
      inside = name->loop;
      name = name->parent ? ihop_address_of (step->names, name->parent) : NULL;
      if (i > 0 && name == NULL)
        {
          ihop_refuse (step, IHOP_T_SHAPE, inside, "%s has fewer than %u loops around it",
                       inner->address, n - 1);
          return FALSE;
        }
    }
  nest->body = nest->header[n - 1].body;
  return TRUE;
}

static gboolean
mentions (const IhopHeader *header, const IhopSymbol *symbol)
{
  return ihop_mentions (header->lower, symbol) || ihop_mentions (header->bound, symbol);
}

/* No bound needs an iterator that is now inside. */
static gboolean
headers_fit (const IhopNest *nest, const guint *order)
{
  for (guint i = 0; i < nest->n; i++)
    for (guint k = i + 1; k < nest->n; k++)
      if (mentions (&nest->header[order[i]], nest->header[order[k]].iterator))
        return FALSE;
  return TRUE;
}

static const IhopNode *
with_headers (IhopBuild *build, const IhopNest *nest, const guint *order)
{
  const IhopNode *body = nest->body;

  for (guint i = nest->n; i-- > 0;)
    body = ihop_make_loop_like (build, nest->header[order[i]].loop, body);
  return body;
}

isl_set *
ihop_nest_domain (const IhopScop *scop, const IhopNest *nest, const guint *order)
{
  const IhopScopLoop *inner = ihop_scop_loop_of (scop, nest->header[nest->n - 1].loop);
  isl_space *space;
  isl_map *map;

  if (inner == NULL || !inner->is_exact || inner->depth + 1 != nest->n)
    return NULL;
  space = isl_space_map_from_set (isl_set_get_space (inner->domain));
  map = isl_map_universe (space);
  for (guint i = 0; i < nest->n; i++)
    map = isl_map_equate (map, isl_dim_in, order[i], isl_dim_out, i);
  return isl_set_intersect_params (isl_set_apply (isl_set_copy (inner->domain), map),
                                   isl_set_copy (scop->context));
}

/* As small as it can be written: "j <= i", "j < n". */
static gboolean
is_shorter (const IhopNode *a, const IhopNode *b)
{
  g_autofree char *first = ihop_print_node (a, NULL), *second = ihop_print_node (b, NULL);

  return strlen (first) < strlen (second);
}

gboolean
ihop_nest_bounds (const IhopBoundWriter *writing, isl_set *set, guint d, IhopOperator *relation,
                  const IhopNode **lower, const IhopNode **upper)
{
  const IhopNode *end;

  if (!ihop_bounds_of (writing, set, d, 0, lower, upper)
      || !ihop_bounds_of (writing, set, d, 1, lower, &end))
    return FALSE;
  *relation = is_shorter (*upper, end) ? IHOP_OP_LE : IHOP_OP_LT;
  *upper = *relation == IHOP_OP_LE ? *upper : end;
  return TRUE;
}

const IhopNode *
ihop_nest_loop (const IhopBoundWriter *writing, const IhopHeader *header, isl_set *set, guint d,
                const IhopNode *body)
{
  IhopBuild *build = writing->build;
  const IhopNode *lower, *upper;
  IhopOperator relation;

  if (header->step < 0)
    return ihop_bounds_of (writing, set, d, 0, &lower, &upper)
             ? ihop_make_for (build, header->loop, header->iterator, header->declared_here, upper,
                              IHOP_OP_GE, lower, -1, body)
             : NULL;
  return ihop_nest_bounds (writing, set, d, &relation, &lower, &upper)
           ? ihop_make_for (build, header->loop, header->iterator, header->declared_here, lower,
                            relation, upper, 1, body)
           : NULL;
}

static const IhopNode *
with_bounds (IhopBuild *build, const IhopNest *nest, const guint *order, const IhopScop *scop,
             isl_set *domain)
{
  IhopSymbol *iterators[IHOP_NEST_DEPTH];
  IhopBoundWriter writing = { build, scop, nest->n, iterators };
  const IhopNode *body = nest->body;

  for (guint i = 0; i < nest->n; i++)
    iterators[i] = nest->header[order[i]].iterator;
  for (guint i = nest->n; body && i-- > 0;)
    body = ihop_nest_loop (&writing, &nest->header[order[i]], domain, i, body);
  return body;
}

static gboolean
has_unit_steps (IhopTransformStep *step, const IhopNest *nest)
{
  for (guint i = 0; i < nest->n; i++)
    {
      const IhopHeader *header = &nest->header[i];
      if (!ihop_require_signed_counter (step, header))
        return FALSE;
      if (ABS (header->step) == 1)
        continue;
      ihop_diag_code (ihop_refuse (step, IHOP_T_HEADER, header->loop,
                                     "bounds depend on other loops and %s steps by more than one",
                                     header->iterator->name),
                        "normalize %s", header->name->address);
      return FALSE;
    }
  return TRUE;
}

/* Where the outermost loop does not run, inner bounds are not looked at; outside, they are. */
gboolean
ihop_require_hoistable_bounds (IhopTransformStep *step, const IhopNest *nest)
{
  for (guint i = 1; i < nest->n; i++)
    {
      const IhopHeader *header = &nest->header[i];
      const IhopNode *found = ihop_may_fault (header->bound);
      if (found == NULL)
        found = ihop_may_fault (header->lower);
      if (found == NULL)
        continue;
      ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, found,
                                     "a bound of %s would be computed even where %s does not run",
                                     header->name->address, nest->header[0].name->address),
                        "keep it in a variable that is set before the loops");
      return FALSE;
    }
  return TRUE;
}

const IhopNode *
ihop_nest_reorder (IhopBuild *build, const IhopNest *nest, const guint *order)
{
  if (!ihop_require_hoistable_bounds (build->step, nest))
    return NULL;
  if (headers_fit (nest, order))
    return with_headers (build, nest, order);
  if (!has_unit_steps (build->step, nest))
    return NULL;

  IhopBudget budget = ihop_facts_budget (build->step->facts);
  g_autoptr (IhopScop) scop
    = ihop_scop_new (build->step->facts, build->function, nest->header[0].loop, &budget);
  isl_set *domain = ihop_nest_domain (scop, nest, order);
  const IhopNode *loops = domain ? with_bounds (build, nest, order, scop, domain) : NULL;

  isl_set_free (domain);
  if (loops == NULL)
    ihop_refuse (build->step, IHOP_T_UNKNOWN, nest->header[0].loop,
                 "the bounds of the loops in their new order cannot be written");
  return loops;
}
