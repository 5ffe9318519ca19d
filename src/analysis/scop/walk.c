#include "analysis/scop/walk.h"
#include "analysis/memory/definitions.h"
#include "ir/null_test.h"

isl_space *
ihop_walk_space (const IhopWalk *walk)
{
  return isl_space_add_dims (isl_space_set_from_params (isl_space_copy (walk->scop->space)),
                             isl_dim_set, walk->depth);
}

IhopValue *
ihop_value_integer (IhopWalk *walk, gint64 number)
{
  return ihop_value_new (ihop_affine_constant (ihop_walk_space (walk), number));
}

IhopValue *
ihop_value_iterator (IhopWalk *walk, guint depth)
{
  isl_local_space *space = isl_local_space_from_space (ihop_walk_space (walk));

  return ihop_value_new (
    isl_pw_aff_from_aff (isl_aff_var_on_domain (space, isl_dim_set, depth)));
}

IhopValue *
ihop_value_unknown (IhopWalk *walk, IhopMay why, const IhopNode *node)
{
  walk->why = why;
  walk->why_node = node;
  return NULL;
}

/* Whether no instance that reaches this point lies in "bad". Takes bad. */
gboolean
ihop_walk_never (IhopWalk *walk, isl_set *bad)
{
  bad = isl_set_intersect (bad, isl_set_copy (walk->domain));
  if (isl_set_is_empty (bad) != isl_bool_true)
    bad = isl_set_intersect_params (bad, isl_set_copy (walk->scop->ranges));

  gboolean never = isl_set_is_empty (bad) == isl_bool_true;

  isl_set_free (bad);
  return never;
}

gboolean
ihop_walk_nonnegative (IhopWalk *walk, isl_pw_aff *affine)
{
  gint64 constant;

  if (ihop_pw_aff_constant (affine, &constant))
    return constant >= 0;
  return ihop_walk_never (walk, isl_set_complement (isl_pw_aff_nonneg_set (isl_pw_aff_copy (affine))));
}

static void
binding_unref (gpointer data)
{
  IhopBinding *binding = data;

  if (!g_atomic_ref_count_dec (&binding->references))
    return;
  ihop_value_unref (binding->value);
  ihop_ref_free (binding->pointer);
  g_free (binding);
}

GHashTable *
ihop_bindings_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, binding_unref);
}

void
ihop_bind (IhopWalk *walk, const IhopSymbol *symbol, IhopValue *value, IhopRef *pointer)
{
  IhopBinding *binding = g_new0 (IhopBinding, 1);

  g_atomic_ref_count_init (&binding->references);
  binding->value = value;
  binding->pointer = pointer;
  if (walk->bindings == NULL)
    walk->bindings = ihop_bindings_new ();
  g_hash_table_replace (walk->bindings, (gpointer) symbol, binding);
}

GHashTable *
ihop_bindings_copy (GHashTable *bindings)
{
  GHashTable *copy = ihop_bindings_new ();
  GHashTableIter iter;
  gpointer symbol, binding;

  g_hash_table_iter_init (&iter, bindings);
  while (g_hash_table_iter_next (&iter, &symbol, &binding))
    {
      g_atomic_ref_count_inc (&((IhopBinding *) binding)->references);
      g_hash_table_insert (copy, symbol, binding);
    }
  return copy;
}

void
ihop_bindings_join (IhopWalk *walk, GHashTable *other)
{
  g_autoptr (GPtrArray) lost = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer symbol, binding;

  g_hash_table_iter_init (&iter, walk->bindings);
  while (g_hash_table_iter_next (&iter, &symbol, &binding))
    if (g_hash_table_lookup (other, symbol) != binding)
      g_ptr_array_add (lost, symbol);
  g_hash_table_iter_init (&iter, other);
  while (g_hash_table_iter_next (&iter, &symbol, &binding))
    if (!g_hash_table_contains (walk->bindings, symbol))
      g_ptr_array_add (lost, symbol);
  for (guint i = 0; i < lost->len; i++)
    ihop_bind (walk, lost->pdata[i], NULL, NULL);
  g_hash_table_unref (other);
}

static void
enter_region (IhopWalk *walk, const IhopSymbol *there)
{
  IhopScopRegion *region = g_new0 (IhopScopRegion, 1);

  region->parent = walk->region;
  region->there = there;
  g_ptr_array_add (walk->scop->regions, region);
  walk->region = region;
  walk->is_exact = FALSE;
}

void
ihop_walk_maybe (IhopWalk *walk)
{
  enter_region (walk, NULL);
}

void
ihop_walk_maybe_where (IhopWalk *walk, const IhopNode *condition, gboolean holds)
{
  enter_region (walk, ihop_null_test_of (condition, holds));
}

/* A variable changed somewhere in "node" holds nothing known at its start and at its end. */
void
ihop_walk_forget (IhopWalk *walk, const IhopNode *node)
{
  g_autoptr (GHashTable) written = ihop_defs_written (node);
  GHashTableIter iter;
  gpointer symbol;

  g_hash_table_iter_init (&iter, written);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    ihop_bind (walk, symbol, NULL, NULL);
}

IhopScopLoop *
ihop_walk_loop_of (const IhopWalk *walk, const IhopSymbol *symbol)
{
  IhopScopLoop *loop = walk->loop;

  while (loop && loop->counting.iterator != symbol)
    loop = loop->parent;
  return loop;
}
