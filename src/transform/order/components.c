/* Strongly connected components of the dependences between a body's statements. Bodies are small: a table of which
 * statement reaches which one is enough. */
#include "transform/order/components.h"
#include "analysis/dependence/dependences.h"
#include "analysis/dependence/witness.h"
#include "analysis/extract/extract.h"
#include "transform/build/refusal.h"
#include "transform/legality/obstacle.h"
#include "transform/legality/witness.h"

typedef struct
{
  guint n;
  gboolean *reach; /* n * n: a dependence, or a way of them */
  int *where;      /* of each access, by its place in the scop: its statement, or -1 */
} Ties;

static int
statement_of (const GPtrArray *statements, const IhopNode *node)
{
  for (guint i = 0; i < statements->len; i++)
    {
      g_autoptr (GPtrArray) path = ihop_node_path (statements->pdata[i], node);
      if (path)
        return (int) i;
    }
  return -1;
}

/* A loop's setting of its own iterator ties nothing: the judge looks after iterators. */
static gboolean
can_tie (const Ties *ties, const IhopScop *scop, guint i, guint k)
{
  const IhopAccess *a = scop->accesses->pdata[i], *b = scop->accesses->pdata[k];

  return ties->where[i] >= 0 && ties->where[k] >= 0 && ties->where[i] != ties->where[k]
         && (a->is_write || b->is_write) && !ihop_kind_is_loop (a->node->kind)
         && !ihop_kind_is_loop (b->node->kind);
}

static void
add_ties (Ties *ties, IhopScop *scop, const GPtrArray *statements)
{
  g_autoptr (GPtrArray) assumptions = g_ptr_array_new_with_free_func (ihop_assumption_free);
  guint n = scop->accesses->len;
  int *where = ties->where = g_new (int, n + 1);

  for (guint i = 0; i < n; i++)
    where[i] = statement_of (statements, ((IhopAccess *) scop->accesses->pdata[i])->node);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      {
        const IhopAccess *a = scop->accesses->pdata[i], *b = scop->accesses->pdata[k];
        if (!can_tie (ties, scop, i, k))
          continue;
        IhopOverlap overlap = ihop_overlap_of (scop, a, b, assumptions);
        g_autoptr (GPtrArray) carried = g_ptr_array_new_with_free_func (ihop_carried_free);
        if (overlap.kind == IHOP_OVERLAP_NONE)
          continue;
        /* In one iteration the text's order counts; that they meet there is taken for granted. */
        if (where[i] < where[k])
          ties->reach[where[i] * ties->n + where[k]] = TRUE;
        ihop_carried_find (scop, a, b, &overlap, carried);
        if (carried->len)
          ties->reach[where[i] * ties->n + where[k]] = TRUE;
      }
}

static void
close_ties (Ties *ties)
{
  guint n = ties->n;

  for (guint k = 0; k < n; k++)
    for (guint i = 0; i < n; i++)
      for (guint j = 0; ties->reach[i * n + k] && j < n; j++)
        ties->reach[i * n + j] |= ties->reach[k * n + j];
}

static gboolean
is_tied (const Ties *ties, guint i, guint k)
{
  return i == k || (ties->reach[i * ties->n + k] && ties->reach[k * ties->n + i]);
}

/* Nothing that has no part yet must come before statement i's component. */
static gboolean
is_ready (const Ties *ties, guint i, const guint *part)
{
  for (guint k = 0; k < ties->n; k++)
    if (part[k] == G_MAXUINT && ties->reach[k * ties->n + i] && !is_tied (ties, i, k))
      return FALSE;
  return TRUE;
}

static guint
number_parts (const Ties *ties, guint *part)
{
  guint parts = 0;

  for (guint i = 0; i < ties->n; i++)
    part[i] = G_MAXUINT;
  for (guint i = 0; i < ties->n;)
    if (part[i] == G_MAXUINT && is_ready (ties, i, part))
      {
        for (guint k = 0; k < ties->n; k++)
          if (is_tied (ties, i, k))
            part[k] = parts;
        parts++;
        i = 0;
      }
    else
      i++;
  return parts;
}

/* A dependence from a statement to one that stands before it, with a witness if there is any; NULL: there is none. */
static IhopDependence *
find_back (const Ties *ties, IhopScop *scop)
{
  g_autoptr (GPtrArray) assumptions = g_ptr_array_new_with_free_func (ihop_assumption_free);
  IhopDependence *back = NULL;

  for (guint i = 0; i < scop->accesses->len; i++)
    for (guint k = 0; k < scop->accesses->len; k++)
      {
        const IhopAccess *a = scop->accesses->pdata[i], *b = scop->accesses->pdata[k];
        g_autoptr (GPtrArray) carried = g_ptr_array_new_with_free_func (ihop_carried_free);
        if (!can_tie (ties, scop, i, k) || ties->where[i] < ties->where[k])
          continue;
        IhopOverlap overlap = ihop_overlap_of (scop, a, b, assumptions);
        if (overlap.kind != IHOP_OVERLAP_NONE)
          ihop_carried_find (scop, a, b, &overlap, carried);
        if (carried->len == 0)
          continue;
        g_clear_pointer (&back, ihop_dependence_free);
        back = ihop_dependence_new (scop, carried->pdata[0]);
        if (back->is_exact)
          return back;
      }
  return back;
}

/* Nothing but a dependence back can make one component of statements that stand one behind the other. */
static void
refuse_ties (const Ties *ties, IhopTransformStep *step, const IhopLoopName *name, IhopScop *scop)
{
  IhopDependence *back = find_back (ties, scop);
  g_autoptr (IhopMessage) found = ihop_witness_found (back);
  IhopMessage *sentence = ihop_message ("%s ties all statements of %s together", found, name->address);

  ihop_witness_keep (ihop_refuse_message (step, IHOP_T_SHAPE, back->source,
                                          ihop_witness_told (sentence, back, IHOP_WITNESS_AND_IN)), back);
  ihop_dependence_free (back);
}

guint
ihop_dependence_components (IhopTransformStep *step, const IhopLoopName *name,
                            const GPtrArray *statements, guint *part)
{
  IhopBudget budget = ihop_facts_budget (step->facts);
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, name->function, name->loop, &budget);
  Ties ties = { .n = statements->len };

  if (!ihop_require_followed (step, scop))
    return 0;
  ties.reach = g_new0 (gboolean, ties.n * ties.n + 1);
  add_ties (&ties, scop, statements);
  close_ties (&ties);
  guint parts = number_parts (&ties, part);
  if (parts == 1)
    refuse_ties (&ties, step, name, scop);
  g_free (ties.where);
  g_free (ties.reach);
  return parts > 1 ? parts : 0;
}
