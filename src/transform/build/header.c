/* Heads of counting loops: read, and what bounds and steps say about the number of iterations. */
#include "transform/build/header.h"
#include "analysis/memory/definitions.h"
#include "analysis/extract/extract.h"
#include "analysis/scop/scop.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/sum.h"
#include <string.h>

/* "i != n" counts as "i < n" does, as otherwise it would never end: a loop whose step might miss its bound is
 * not said to count. */
static void
read_relation (IhopHeader *header, const IhopCounting *counting)
{
  header->relation = counting->relation;
  if (counting->relation == IHOP_OP_NE)
    header->relation = counting->step > 0 ? IHOP_OP_LT : IHOP_OP_GT;
}

gboolean
ihop_header_read (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header)
{
  const IhopLoopName *name = ihop_address_of (step->names, loop);
  IhopCounting counting = ihop_counting_of (step->facts, name->function, loop);
  gboolean fine = loop->kind == IHOP_FOR && counting.iterator && counting.lower && (counting.is_plain || counting.is_asked_once);

  *header = (IhopHeader){ .name = name, .loop = loop, .body = ihop_loop_body (loop),
                          .iterator = counting.iterator, .lower = counting.lower,
                          .bound = counting.bound, .step = counting.step,
                          .declared_here = counting.declared_here };
  if (fine)
    read_relation (header, &counting);
  else
    {
      g_autoptr (IhopMessage) why
        = counting.why             ? ihop_message_ref (counting.why)
          : loop->kind != IHOP_FOR ? ihop_message ("it is not a for")
          : counting.lower == NULL
            ? ihop_message ("its first value is not set in its header")
            : ihop_message ("its head does more than count one variable up to one bound");
      IhopDiag *diag
        = ihop_refuse (step, IHOP_T_HEADER, loop, "%s is no loop that counts: %s", name->address, why);
      ihop_diag_remedy (diag, "write it as for (i = first; i < bound; i += step)");
    }
  ihop_message_unref (counting.why);
  return fine;
}

gboolean
ihop_header_peek (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTransformStep quiet = *step;

  quiet.diags = diags;
  return ihop_header_read (&quiet, loop, header);
}

gboolean
ihop_header_of (IhopTransformStep *step, const char *word, IhopHeader *header)
{
  const IhopLoopName *name = ihop_args_loop (step, word);

  return name && ihop_header_read (step, name->loop, header);
}

const IhopNode *
ihop_header_last (IhopBuild *build, const IhopHeader *header)
{
  switch (header->relation)
    {
    case IHOP_OP_LT:
      return ihop_make_plus (build, header->bound, -1);
    case IHOP_OP_GT:
      return ihop_make_plus (build, header->bound, 1);
    default:
      return header->bound;
    }
}

gint64
ihop_header_trips (const IhopHeader *header)
{
  gint64 first, last;

  if (!ihop_constant_of (header->lower, &first) || !ihop_constant_of (header->bound, &last)
      || ABS (first) > G_MAXINT32 || ABS (last) > G_MAXINT32)
    return -1;
  last -= header->relation == IHOP_OP_LT;
  last += header->relation == IHOP_OP_GT;
  if (header->step > 0 ? last < first : last > first)
    return 0;
  return (last - first) / header->step + 1;
}

gint64
ihop_header_most_trips (const IhopHeader *header)
{
  g_autoptr (GPtrArray) firsts = g_ptr_array_new (), ends = g_ptr_array_new ();
  gint64 most = ihop_header_trips (header), distance;

  if (most >= 0 || header->step != 1)
    return most;
  ihop_sum_arms (header->lower, TRUE, firsts);
  ihop_sum_arms (header->bound, FALSE, ends);
  for (guint i = 0; i < firsts->len; i++)
    for (guint k = 0; k < ends->len; k++)
      if (ihop_sum_distance (ends->pdata[k], firsts->pdata[i], &distance))
        {
          distance = MAX (distance + (header->relation == IHOP_OP_LE), 0);
          most = most < 0 ? distance : MIN (most, distance);
        }
  return most;
}

gboolean
ihop_require_signed_counter (IhopTransformStep *step, const IhopHeader *header)
{
  const IhopType *type = ihop_type_strip (header->iterator->type);
  const IhopType *bound = ihop_type_strip (ihop_node_strip (header->bound, TRUE)->type);
  const IhopNode *culprit = type->is_signed && type->size >= 4 ? NULL : header->loop;

  if (culprit == NULL && bound->kind == IHOP_TYPE_INTEGER && !bound->is_signed && bound->size >= 4
      && !(header->bound->flags & IHOP_NODE_CONSTANT))
    culprit = header->bound;
  if (culprit)
    ihop_diag_remedy (
      ihop_refuse (step, IHOP_T_HEADER, culprit,
                   "%s or its bound may wrap around where the new loop's bounds are computed",
                   header->iterator->name),
      "declare %s and its bound as int or long", header->iterator->name);
  return culprit == NULL;
}

const IhopNode *
ihop_header_end (IhopBuild *build, const IhopHeader *header)
{
  return header->relation == IHOP_OP_LE ? ihop_make_plus (build, header->bound, 1)
                                        : header->bound;
}

const IhopNode *
ihop_header_count (IhopBuild *build, const IhopHeader *header)
{
  return ihop_make_binary (build, IHOP_OP_SUB, ihop_header_end (build, header), header->lower);
}

gboolean
ihop_require_unit_step (IhopTransformStep *step, const IhopHeader *header, gboolean downward_too)
{
  if (header->step == 1 || (downward_too && header->step == -1))
    return TRUE;
  ihop_diag_code (ihop_refuse (step, IHOP_T_HEADER, header->loop,
                                 "%s does not go up by one at a time", header->name->address),
                    "normalize %s", header->name->address);
  return FALSE;
}

/* { i → i + distance } */
static isl_set *
moved (isl_set *set, guint dim, gint64 distance)
{
  isl_space *space = isl_space_map_from_set (isl_set_get_space (set));
  isl_local_space *local = isl_local_space_from_space (isl_set_get_space (set));
  isl_multi_aff *move = isl_multi_aff_identity (space);
  isl_aff *aff = isl_aff_var_on_domain (local, isl_dim_set, dim);

  aff = isl_aff_add_constant_si (aff, (int) distance);
  return isl_set_apply (set, isl_map_from_multi_aff (isl_multi_aff_set_aff (move, (int) dim, aff)));
}

gboolean
ihop_header_runs (IhopTransformStep *step, const IhopHeader *header, gint64 times)
{
  IhopBudget budget = ihop_facts_budget (step->facts);
  gint64 trips = ihop_header_trips (header);

  if (trips >= 0)
    return trips >= times;
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, header->name->function, header->loop, &budget);
  const IhopScopLoop *loop = ihop_scop_root_loop (scop);
  if (loop == NULL || !loop->is_exact || scop->obstacles->len)
    return FALSE;
  isl_set *runs = isl_set_copy (loop->domain);
  runs = isl_set_intersect (runs, moved (isl_set_copy (loop->domain), 0,
                                         -header->step * (times - 1)));
  runs = isl_set_params (runs);
  gboolean sure = isl_set_is_subset (scop->context, runs) == isl_bool_true;
  isl_set_free (runs);
  return sure;
}

const IhopNode *
ihop_copy_loop (IhopBuild *build, const IhopHeader *header, const IhopNode *lower,
                const IhopNode *bound)
{
  const IhopNode *loop = ihop_make_for (build, header->loop, header->iterator,
                                        header->declared_here, lower, header->relation, bound,
                                        header->step, header->body);

  return ihop_copy (build, loop, NULL);
}

const IhopNode *
ihop_header_condition (IhopBuild *build, const IhopHeader *header)
{
  return ihop_make_relation (build, header->relation, header->lower, header->bound);
}

void
ihop_append_if_runs (IhopBuild *build, const IhopHeader *header, GPtrArray *into,
                     GPtrArray *statements)
{
  if (ihop_header_runs (build->step, header, 1))
    {
      g_ptr_array_extend (into, statements, NULL, NULL);
      g_ptr_array_unref (statements);
      return;
    }
  const IhopNode *body = ihop_make_body (build, statements);
  ihop_append (into, ihop_make_if (build, ihop_header_condition (build, header), body, NULL));
}

IhopSymbol *
ihop_make_counter (IhopBuild *build, const IhopHeader *header, const char *name)
{
  return ihop_make_variable (build, header->iterator, &ihop_type_int, name);
}
