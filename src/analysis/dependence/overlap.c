/* Can two places share memory, and for which subscripts? */
#include "analysis/dependence/overlap.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/disjointness.h"
#include "analysis/memory/effective_types.h"
#include "analysis/program/facts_private.h"
#include <string.h>

static const IhopStep *
step_at (const IhopAccess *access, guint i)
{
  return &g_array_index (access->ref->steps, IhopStep, i);
}

static gboolean
derefs (const IhopAccess *access, guint from)
{
  for (guint i = from; i < access->ref->steps->len; i++)
    if (step_at (access, i)->kind == IHOP_STEP_DEREF)
      return TRUE;
  return FALSE;
}

static gboolean
is_pointer (const IhopType *type)
{
  return ihop_type_strip (type)->kind == IHOP_TYPE_POINTER;
}

static IhopOverlap
overlap (IhopOverlapKind kind, guint n_dims)
{
  return (IhopOverlap){ .kind = kind, .n_dims = n_dims };
}

static void
assume (GPtrArray *assumptions, const IhopSymbol *a, const IhopSymbol *b, gboolean by_owner)
{
  for (guint i = 0; i < assumptions->len; i++)
    {
      IhopAssumption *old = assumptions->pdata[i];
      if (old->kind == IHOP_ASSUME_NO_OVERLAP
          && ((old->a == a && old->b == b) || (old->a == b && old->b == a)))
        return;
    }

  gboolean turned = strcmp (a->name, b->name) > 0;
  const IhopSymbol *first = turned ? b : a, *second = turned ? a : b;
  IhopMessage *message = a == b ? ihop_message ("what pointers in %s point to does not overlap", a->name)
                                : ihop_message ("%s and %s do not overlap", first->name, second->name);
  IhopAssumption *assumption = ihop_assumption_new (IHOP_ASSUME_NO_OVERLAP, first, second, message);

  assumption->by_owner = by_owner;
  g_ptr_array_add (assumptions, assumption);
}

/* A "may" between two variables, unless the owner vouches for them. */
static IhopOverlap
maybe (IhopScop *scop, const IhopSymbol *a, const IhopSymbol *b, GPtrArray *assumptions)
{
  IhopOverlap result = overlap (IHOP_OVERLAP_MAYBE, 0);

  if (assumptions && ihop_facts_owner_vouches (scop->facts, scop->function, a->name, b->name))
    {
      assume (assumptions, a, b, TRUE);
      return overlap (IHOP_OVERLAP_NONE, 0);
    }
  result.a = a;
  result.b = b;
  return result;
}

/* A pointer variable stands for what it points to there. */
static gboolean
is_place (const IhopNode *node)
{
  return node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER || node->kind == IHOP_UNARY
         || (node->kind == IHOP_REF && !is_pointer (node->symbol->type));
}

/* By all that the pointers on the way may hold: an array of the function's own that nothing points to, memory that was
 * allocated here. A restrict pointer says nothing of what is read through pointers behind it. */
static gboolean
places_are_apart (IhopScop *scop, const IhopAccess *a, const IhopAccess *b)
{
  if (!is_place (a->node) || !is_place (b->node))
    return FALSE;
  IhopMemory x = ihop_memory_place (scop->facts, scop->function, a->node);
  IhopMemory y = ihop_memory_place (scop->facts, scop->function, b->node);
  g_autofree char *key = g_strdup_printf ("%p %p %p %p", (const void *) x.own, (const void *) x.program,
                                          (const void *) y.own, (const void *) y.program);
  gpointer known = g_hash_table_lookup (scop->aliases, key);

  if (known == NULL)
    {
      IhopProof proof = ihop_memory_distinct (scop->facts, scop->function, x, y, NULL);
      known = GINT_TO_POINTER (1 + (proof != IHOP_PROOF_NONE && proof != IHOP_PROOF_RESTRICT));
      g_hash_table_insert (scop->aliases, g_steal_pointer (&key), known);
    }
  return GPOINTER_TO_INT (known) - 1;
}

/* A pointer and a number, which is no character, do not share storage. */
static gboolean
are_of_two_kinds (const IhopScop *scop, const IhopAccess *a, const IhopAccess *b)
{
  return is_pointer (a->ref->type) != is_pointer (b->ref->type)
         && ihop_effective_types_differ (scop->facts, a->ref->type, b->ref->type);
}

/* Memory behind a pointer that is itself in memory, against other memory of the same variable. */
static IhopOverlap
loaded (IhopScop *scop, const IhopAccess *a, const IhopAccess *b, GPtrArray *assumptions)
{
  if (are_of_two_kinds (scop, a, b))
    return overlap (IHOP_OVERLAP_NONE, 0);
  if (places_are_apart (scop, a, b))
    return overlap (IHOP_OVERLAP_NONE, 0);
  return maybe (scop, a->ref->root, b->ref->root, assumptions);
}

/* One path ends where the other goes on. */
static IhopOverlap
prefix (IhopScop *scop, const IhopAccess *a, const IhopAccess *b, guint i, GPtrArray *assumptions)
{
  const IhopAccess *longer = a->ref->steps->len > i ? a : b;

  if (!derefs (longer, i))
    return a->step_dims[i] == b->step_dims[i] ? overlap (IHOP_OVERLAP_SURE, a->step_dims[i])
                                              : overlap (IHOP_OVERLAP_MAYBE, 0);
  if (i == 0 && ihop_defs_is_tame (scop->facts, scop->function, a->ref->root))
    return overlap (IHOP_OVERLAP_NONE, 0);
  if (i == 0 && is_pointer (a->ref->root->type) && !ihop_type_holds_pointer (longer->ref->type))
    return overlap (IHOP_OVERLAP_NONE, 0);
  return loaded (scop, a, b, assumptions);
}

static guint
last_deref (const IhopAccess *access)
{
  for (guint i = access->ref->steps->len; i-- > 1;)
    if (step_at (access, i)->kind == IHOP_STEP_DEREF)
      return i;
  return 0;
}

/* Whether the pointer behind which both lie is certainly the same one. */
static gboolean
same_pointer (const IhopAccess *a, const IhopAccess *b)
{
  guint n = a->step_dims[last_deref (a)];

  for (guint i = 0; i < n; i++)
    {
      const IhopLinear *x = a->linear[i], *y = b->linear[i];
      if (x == NULL || y == NULL || x->constant != y->constant)
        return FALSE;
      for (guint k = 0; k < x->n_params; k++)
        if (x->coefficient[k] != y->coefficient[k])
          return FALSE;
      for (guint k = 0; k < x->n_dims; k++)
        if (x->coefficient[x->n_params + k])
          return FALSE;
      for (guint k = 0; k < y->n_dims; k++)
        if (y->coefficient[y->n_params + k])
          return FALSE;
    }
  return TRUE;
}

static IhopOverlap
same_path (IhopScop *scop, const IhopAccess *a, const IhopAccess *b, GPtrArray *assumptions)
{
  guint n = a->n_dims;

  if (a->n_dims != b->n_dims)
    return overlap (IHOP_OVERLAP_MAYBE, 0);
  if (!a->is_loaded || same_pointer (a, b))
    return overlap (IHOP_OVERLAP_SURE, n);
  if (assumptions
      && ihop_facts_owner_vouches (scop->facts, scop->function, a->ref->root->name, a->ref->root->name))
    {
      assume (assumptions, a->ref->root, a->ref->root, TRUE);
      return overlap (IHOP_OVERLAP_SURE, n);
    }
  IhopOverlap rows = overlap (IHOP_OVERLAP_ROWS, n);
  rows.a = rows.b = a->ref->root;
  return rows;
}

static IhopOverlap
same_root (IhopScop *scop, const IhopAccess *a, const IhopAccess *b, GPtrArray *assumptions)
{
  guint n = MIN (a->ref->steps->len, b->ref->steps->len), i;

  for (i = 0; i < n; i++)
    {
      const IhopStep *x = step_at (a, i), *y = step_at (b, i);
      guint dims = MIN (a->step_dims[i], b->step_dims[i]);
      if (a->step_dims[i] != b->step_dims[i])
        return overlap (IHOP_OVERLAP_MAYBE, 0);
      if (x->kind == IHOP_STEP_ANY || y->kind == IHOP_STEP_ANY)
        return overlap (IHOP_OVERLAP_MAYBE, dims);
      if (x->kind != y->kind)
        return overlap (IHOP_OVERLAP_MAYBE, 0);
      if (x->kind != IHOP_STEP_FIELD || x->field == y->field)
        continue;
      if (derefs (a, i) || derefs (b, i))
        return loaded (scop, a, b, assumptions);
      if (x->in_union || y->in_union)
        return overlap (IHOP_OVERLAP_MAYBE, dims);
      return overlap (IHOP_OVERLAP_NONE, 0);
    }
  if (a->ref->steps->len == b->ref->steps->len)
    return same_path (scop, a, b, assumptions);
  return prefix (scop, a, b, i, assumptions);
}

static gboolean
is_own_storage (const IhopAccess *access)
{
  return !derefs (access, 0);
}

/* Own storage that no pointer can reach. */
static gboolean
is_private_storage (IhopScop *scop, const IhopAccess *access)
{
  return is_own_storage (access)
         && ihop_defs_is_tame (scop->facts, scop->function, access->ref->root);
}

/* What memory/alias.h says of two variables, asked once. */
static IhopAlias
alias_of (IhopScop *scop, const IhopSymbol *a, const IhopSymbol *b)
{
  g_autofree char *key
    = g_strdup_printf ("%p %p", (const void *) MIN (a, b), (const void *) MAX (a, b));
  gpointer known = g_hash_table_lookup (scop->aliases, key);

  if (known == NULL)
    {
      IhopAliasAnswer *answer = ihop_alias_judge (scop->facts, scop->function, a, b);
      known = GINT_TO_POINTER (answer->alias + 1);
      g_hash_table_insert (scop->aliases, g_steal_pointer (&key), known);
    }
  return (IhopAlias) (GPOINTER_TO_INT (known) - 1);
}

/* Whether a place behind a pointer, by its type, is not in the variable that the other one is part of, or all of: what a
 * call reads of a variable has no place here. */
static gboolean
misses (IhopScop *scop, const IhopAccess *a, const IhopAccess *variable)
{
  return is_own_storage (variable) && is_place (a->node)
         && (ihop_effective_places_differ (scop->facts, a->node, variable->node)
             || ihop_effective_misses (scop->facts, a->node, variable->ref->root->type))
         && !ihop_memory_names (ihop_memory_place (scop->facts, scop->function, a->node), scop->facts, variable->ref->root);
}

static IhopOverlap
judged (IhopScop *scop, const IhopAccess *a, const IhopAccess *b, GPtrArray *assumptions)
{
  const IhopSymbol *first = a->ref->root, *second = b->ref->root;
  IhopAlias alias = alias_of (scop, first, second);
  IhopAliasMode mode = ihop_facts_options (scop->facts)->alias;
  gboolean stay = !g_hash_table_contains (scop->written, first) && !g_hash_table_contains (scop->written, second);

  /* A global pointer's own storage is not what is asked about. */
  if (are_of_two_kinds (scop, a, b) || misses (scop, a, b) || misses (scop, b, a))
    return overlap (IHOP_OVERLAP_NONE, 0);
  if ((is_own_storage (a) && is_pointer (first->type))
      || (is_own_storage (b) && is_pointer (second->type)))
    return maybe (scop, first, second, assumptions);
  if (alias == IHOP_ALIAS_NEVER || (alias == IHOP_ALIAS_APART && stay))
    return overlap (IHOP_OVERLAP_NONE, 0);
  if (alias == IHOP_ALIAS_SAME)
    return overlap (IHOP_OVERLAP_MAYBE, 0);
  if ((alias == IHOP_ALIAS_TESTABLE || (alias == IHOP_ALIAS_APART_TESTABLE && stay)) && assumptions && mode == IHOP_ALIAS_CHECK
      && !ihop_facts_owner_vouches (scop->facts, scop->function, first->name, second->name))
    {
      assume (assumptions, first, second, FALSE);
      return overlap (IHOP_OVERLAP_NONE, 0);
    }
  return maybe (scop, first, second, assumptions);
}

IhopOverlap
ihop_overlap_of (IhopScop *scop, const IhopAccess *a, const IhopAccess *b, GPtrArray *assumptions)
{
  if (a->ref->root == b->ref->root)
    return same_root (scop, a, b, assumptions);
  if (is_own_storage (a) && is_own_storage (b))
    return overlap (IHOP_OVERLAP_NONE, 0);
  if (is_private_storage (scop, a) || is_private_storage (scop, b))
    return overlap (IHOP_OVERLAP_NONE, 0);
  if (a->is_loaded || b->is_loaded)
    return loaded (scop, a, b, assumptions);
  return judged (scop, a, b, assumptions);
}
