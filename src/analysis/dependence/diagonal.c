#include "analysis/dependence/diagonal.h"
#include "analysis/extract/extract.h"
#include "analysis/scop/access.h"

static guint
count_levels (const IhopNode *reference)
{
  guint n = 0;

  while (reference->kind == IHOP_INDEX)
    {
      n++;
      reference = ihop_node_strip (reference->child[0], TRUE);
    }
  return n;
}

static gboolean
are_equal (const IhopAccess *access, guint a, guint b)
{
  isl_map *diagonal = isl_map_universe (isl_map_get_space (access->map));

  diagonal = isl_map_equate (diagonal, isl_dim_out, (int) a, isl_dim_out, (int) b);
  isl_bool is_subset = isl_map_is_subset (access->map, diagonal);
  isl_map_free (diagonal);
  return is_subset == isl_bool_true;
}

/* A place may be written and read in one reference: all must lie on the diagonal. */
static void
sort_access (const IhopAccess *access, GHashTable *equal, GHashTable *other)
{
  const IhopNode *reference = ihop_node_strip (access->node, TRUE);
  guint n = count_levels (reference);

  for (guint k = n; k >= 2; k--)
    {
      gboolean is_plain = access->map && n == access->n_dims;
      g_hash_table_add (is_plain && are_equal (access, k - 1, k - 2) ? equal : other, (gpointer) reference);
      reference = ihop_node_strip (reference->child[0], TRUE);
    }
}

static gboolean
is_in (gpointer reference, gpointer value, gpointer set)
{
  return g_hash_table_contains (set, reference);
}

GHashTable *
ihop_diagonal_references (IhopFacts *facts, const IhopFunction *function, const IhopNode *root)
{
  g_autoptr (IhopScop) scop = ihop_scop_new (facts, function, root, NULL);
  GHashTable *equal = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) other = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < scop->accesses->len; i++)
    sort_access (scop->accesses->pdata[i], equal, other);
  g_hash_table_foreach_remove (equal, is_in, other);
  return equal;
}
