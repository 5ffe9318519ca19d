/* What no iteration of the new code reaches (the branch of "i < n" that is left in a loop up to n) does nothing,
 * whatever it says, and need not be a copy of anything. */
#include "transform/legality/judge_unreachable.h"

typedef struct
{
  const IhopJudgeSide *side;
  guint n_accesses;
  gboolean runs;
} Reach;

static gboolean
never (const IhopScop *scop, const IhopAccess *access)
{
  isl_set *domain = isl_set_intersect_params (isl_set_copy (access->statement->domain), isl_set_copy (scop->ranges));
  gboolean is_empty = isl_set_is_empty (domain) == isl_bool_true;

  isl_set_free (domain);
  return is_empty;
}

static gboolean
look (const IhopNode *node, gpointer data)
{
  Reach *self = data;
  const GPtrArray *accesses = g_hash_table_lookup (self->side->by_node, node);

  for (guint i = 0; accesses && i < accesses->len && !self->runs; i++)
    {
      self->n_accesses++;
      self->runs = !never (self->side->scop, accesses->pdata[i]);
    }
  return !self->runs;
}

gboolean
ihop_judge_is_unreachable (const IhopJudge *judge, const IhopNode *now)
{
  Reach reach = { .side = &judge->new };

  ihop_node_walk (now, look, &reach);
  return !reach.runs && reach.n_accesses > 0;
}
