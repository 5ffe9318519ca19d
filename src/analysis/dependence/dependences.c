#include "analysis/dependence/dependences.h"
#include "analysis/context/provenance.h"
#include "analysis/dependence/compaction.h"
#include "analysis/scop/execution_order.h"
#include <string.h>

void
ihop_carried_free (gpointer data)
{
  IhopCarried *carried = data;

  isl_map_free (carried->relation);
  g_free (carried);
}

static gint64
gcd (gint64 a, gint64 b)
{
  a = ABS (a);
  b = ABS (b);
  while (b)
    {
      gint64 rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

/* a(x) = b(y) has no solution in integers. */
static gboolean
never_equal (const IhopLinear *a, const IhopLinear *b)
{
  gint64 divisor = 0;

  for (guint i = 0; i < a->n_params; i++)
    divisor = gcd (divisor, a->coefficient[i] - b->coefficient[i]);
  for (guint i = 0; i < a->n_dims; i++)
    divisor = gcd (divisor, a->coefficient[a->n_params + i]);
  for (guint i = 0; i < b->n_dims; i++)
    divisor = gcd (divisor, b->coefficient[b->n_params + i]);
  if (divisor == 0)
    return a->constant != b->constant;
  return (a->constant - b->constant) % divisor != 0;
}

/* Both move with the root's iterator only, equally fast: the distance is a constant. */
static gboolean
constant_distance (const IhopLinear *a, const IhopLinear *b, gint64 *distance)
{
  gint64 speed;

  if (a->n_dims == 0 || b->n_dims == 0)
    return FALSE;
  speed = a->coefficient[a->n_params];
  if (speed == 0 || b->coefficient[b->n_params] != speed)
    return FALSE;
  for (guint i = 0; i < a->n_params; i++)
    if (a->coefficient[i] != b->coefficient[i])
      return FALSE;
  for (guint i = 1; i < a->n_dims; i++)
    if (a->coefficient[a->n_params + i])
      return FALSE;
  for (guint i = 1; i < b->n_dims; i++)
    if (b->coefficient[b->n_params + i])
      return FALSE;
  *distance = (a->constant - b->constant) / speed;
  return TRUE;
}

gboolean
ihop_carried_excluded (const IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                       guint n_dims)
{
  const IhopScopLoop *root = ihop_scop_root_loop (scop);

  for (guint i = 0; i < n_dims; i++)
    {
      const IhopLinear *x = a->linear[i], *y = b->linear[i];
      gint64 distance;
      if (x == NULL || y == NULL)
        continue;
      if (never_equal (x, y))
        return TRUE;
      if (!root || !constant_distance (x, y, &distance))
        continue;
      if (root->backwards ? distance >= 0 : distance <= 0)
        return TRUE;
      if (root->counting.iterator && distance % root->counting.step)
        return TRUE;
    }
  return FALSE;
}

/* The first n subscripts of an access. */
static isl_map *
leading (const IhopAccess *access, guint n)
{
  isl_map *map = isl_map_copy (access->map);

  return n < access->n_dims ? isl_map_project_out (map, isl_dim_out, n, access->n_dims - n) : map;
}

/* { x → y }: both in their domains, x's iteration of the root before y's. */
static isl_map *
in_order (const IhopScop *scop, isl_map *pairs)
{
  const IhopScopLoop *root = ihop_scop_root_loop (scop);

  pairs = root->backwards ? isl_map_order_gt (pairs, isl_dim_in, 0, isl_dim_out, 0)
                          : isl_map_order_lt (pairs, isl_dim_in, 0, isl_dim_out, 0);
  return isl_map_intersect_params (pairs, isl_set_copy (scop->context));
}

/* Whether nothing in the root can write what lies in this array. */
static gboolean
is_only_read (IhopScop *scop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *read = scop->accesses->pdata[i];
      if (read->ref->root != symbol)
        continue;
      for (guint k = 0; k < scop->accesses->len; k++)
        {
          const IhopAccess *write = scop->accesses->pdata[k];
          if (write->is_write
              && ihop_overlap_of (scop, read, write, scop->assumptions).kind != IHOP_OVERLAP_NONE)
            return FALSE;
        }
    }
  return TRUE;
}

static void
take_word (IhopScop *scop, const IhopSymbol *symbol)
{
  g_autoptr (IhopMessage) message = ihop_message ("no two elements of %s are equal, as the owner asserts", symbol->name);
  IhopAssumption *assumption;

  for (guint i = 0; i < scop->assumptions->len; i++)
    if (ihop_message_equal (((IhopAssumption *) scop->assumptions->pdata[i])->message, message))
      return;
  assumption = ihop_assumption_new (IHOP_ASSUME_CONDITION, NULL, NULL, g_steal_pointer (&message));
  assumption->by_owner = TRUE;
  g_ptr_array_add (scop->assumptions, assumption);
}

isl_map *
ihop_deps_through_permutations (IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                                const IhopOverlap *overlap, isl_map *pairs)
{
  if (overlap->kind != IHOP_OVERLAP_SURE || a->n_dims != b->n_dims || overlap->n_dims != a->n_dims)
    return pairs;
  for (guint i = 0; i < MIN (a->ref->steps->len, b->ref->steps->len); i++)
    {
      const IhopStep *x = &g_array_index (a->ref->steps, IhopStep, i);
      const IhopStep *y = &g_array_index (b->ref->steps, IhopStep, i);
      isl_pw_aff *from, *to;
      if (x->through == NULL || x->through != y->through || !ihop_value_is_affine (x->inside)
          || !ihop_value_is_affine (y->inside) || !is_only_read (scop, x->through))
        continue;
      from = ihop_value_affine (x->inside);
      to = ihop_value_affine (y->inside);
      take_word (scop, x->through);
      pairs = isl_map_intersect (
        pairs, isl_map_apply_range (isl_map_from_pw_aff (from),
                                    isl_map_reverse (isl_map_from_pw_aff (to))));
    }
  return pairs;
}

static isl_map *
meeting (const IhopScop *scop, const IhopAccess *a, const IhopAccess *b, guint n)
{
  return in_order (scop, isl_map_apply_range (leading (a, n), isl_map_reverse (leading (b, n))));
}

/* Whether conditions that the program is to test hold in no call: then the callers say nothing of what happens under
 * them. */
static gboolean
is_tested_in_vain (IhopScop *scop)
{
  isl_set *calls = isl_set_intersect (isl_set_copy (scop->ranges), ihop_context_of_callers (scop));
  gboolean in_vain = scop->tested->len > 0 && isl_set_is_empty (calls) != isl_bool_false;

  isl_set_free (calls);
  return in_vain;
}

/* Whether none of them happens with what is passed to the function, whoever calls it. Keeps relation. */
static isl_bool
never_called_so (IhopScop *scop, isl_map *relation)
{
  isl_map *left = isl_map_intersect_params (isl_map_copy (relation), ihop_context_of_callers (scop));
  isl_bool never = isl_map_is_empty (left);

  isl_map_free (left);
  return never == isl_bool_true && is_tested_in_vain (scop) ? isl_bool_false : never;
}

static void
add_carried (IhopScop *scop, GPtrArray *into, const IhopAccess *a, const IhopAccess *b,
             const IhopOverlap *overlap, isl_map *relation, gboolean is_exact)
{
  isl_bool empty = isl_map_is_empty (relation);

  if (empty == isl_bool_false)
    empty = never_called_so (scop, relation);

  if (empty == isl_bool_true)
    {
      isl_map_free (relation);
      return;
    }

  IhopCarried *carried = g_new0 (IhopCarried, 1);

  carried->source = a;
  carried->sink = b;
  carried->a = overlap->a;
  carried->b = overlap->b;
  /* An error (out of operations) is no proof of anything. */
  carried->is_exact = is_exact && empty == isl_bool_false;
  carried->relation = relation;
  g_ptr_array_add (into, carried);
}

void
ihop_carried_find (IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                   const IhopOverlap *overlap, GPtrArray *into)
{
  gboolean certain = a->may == IHOP_MAY_NOT && b->may == IHOP_MAY_NOT;
  guint before = into->len;

  if (overlap->kind == IHOP_OVERLAP_NONE || ihop_scop_root_loop (scop) == NULL
      || a->statement->depth == 0 || b->statement->depth == 0)
    return;
  if (overlap->kind == IHOP_OVERLAP_SURE && overlap->n_dims == a->n_dims && overlap->n_dims == b->n_dims
      && ihop_compaction_is_injective (scop, a, b))
    return;
  if (!ihop_carried_excluded (scop, a, b, overlap->n_dims))
    {
      isl_map *pairs = meeting (scop, a, b, overlap->n_dims);
      pairs = ihop_deps_through_permutations (scop, a, b, overlap, pairs);
      add_carried (scop, into, a, b, overlap, pairs, certain && overlap->kind != IHOP_OVERLAP_MAYBE);
    }
  if (overlap->kind == IHOP_OVERLAP_ROWS && into->len == before)
    add_carried (scop, into, a, b, overlap, meeting (scop, a, b, 0), FALSE);
}

char *
ihop_access_name (const IhopAccess *access)
{
  GString *name = g_string_new (access->ref->root->name);
  gboolean behind = FALSE;

  for (guint i = 0; i < access->ref->steps->len; i++)
    {
      const IhopStep *step = &g_array_index (access->ref->steps, IhopStep, i);
      gint64 constant;
      if (step->kind == IHOP_STEP_DEREF)
        behind = ihop_value_constant (step->value, &constant) && constant == 0;
      else if (step->kind == IHOP_STEP_FIELD)
        {
          g_string_append_printf (name, "%s%s", behind ? "->" : ".", step->field->name);
          behind = FALSE;
        }
    }
  return g_string_free (name, FALSE);
}

static isl_map *
named (isl_map *map, guint a, guint b)
{
  char from[32], to[32];

  g_snprintf (from, sizeof from, "S%u", a);
  g_snprintf (to, sizeof to, "S%u", b);
  map = isl_map_set_tuple_name (map, isl_dim_in, from);
  return isl_map_set_tuple_name (map, isl_dim_out, to);
}

isl_map *
ihop_deps_meeting (const IhopAccess *a, const IhopAccess *b, const IhopOverlap *overlap, gboolean *is_apart)
{
  guint n = overlap->kind == IHOP_OVERLAP_ROWS ? 0 : overlap->n_dims;

  *is_apart = TRUE;
  if (overlap->kind == IHOP_OVERLAP_NONE)
    return NULL;
  for (guint i = 0; i < n; i++)
    if (a->linear[i] && b->linear[i] && never_equal (a->linear[i], b->linear[i]))
      return NULL;
  *is_apart = FALSE;
  return isl_map_apply_range (leading (a, n), isl_map_reverse (leading (b, n)));
}

isl_map *
ihop_deps_between (IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                   const IhopOverlap *overlap, gboolean *is_apart)
{
  isl_map *pairs = ihop_deps_meeting (a, b, overlap, is_apart);

  if (*is_apart)
    return NULL;
  pairs = isl_map_intersect (pairs, ihop_scop_before (scop, a->statement->loop, a->statement->depth, b->statement->loop,
                                                      b->statement->depth, a->position < b->position, 0));
  return isl_map_intersect_params (pairs, isl_set_copy (scop->context));
}

/* The caller frees; *is_apart: they never meet, the result is NULL. */
static isl_map *
pairs_of (IhopScop *scop, const IhopAccess *a, const IhopAccess *b, gboolean *is_apart)
{
  IhopOverlap overlap = ihop_overlap_of (scop, a, b, scop->assumptions);

  return ihop_deps_between (scop, a, b, &overlap, is_apart);
}

static void
add_pair (IhopScop *scop, IhopDeps *deps, const IhopAccess *a, const IhopAccess *b, const guint *part)
{
  gboolean is_apart;
  isl_map *pairs = pairs_of (scop, a, b, &is_apart);

  if (is_apart)
    return;
  /* An error (NULL) stays one: it is no proof that they do not meet. */
  deps->all = isl_union_map_add_map (deps->all, named (pairs, part ? part[a->id] : a->statement->id,
                                                       part ? part[b->id] : b->statement->id));
}

/* Not a loop's setting of its own iterator, and not what mostly is new in each iteration. */
static gboolean
is_essential (const IhopAccess *access)
{
  return !ihop_kind_is_loop (access->node->kind) && !access->is_local;
}

static IhopDeps *
compute (IhopScop *scop, gboolean essential, const guint *part)
{
  IhopDeps *deps = g_new0 (IhopDeps, 1);

  deps->is_complete = scop->obstacles->len == 0;
  deps->all = isl_union_map_empty (isl_space_copy (scop->space));
  for (guint i = 0; i < scop->accesses->len; i++)
    for (guint k = 0; k < scop->accesses->len; k++)
      {
        const IhopAccess *a = scop->accesses->pdata[i], *b = scop->accesses->pdata[k];
        if ((a->is_write || b->is_write)
            && (!essential || (is_essential (a) && is_essential (b))))
          add_pair (scop, deps, a, b, part);
      }
  if (deps->all == NULL)
    deps->is_complete = FALSE;
  return deps;
}

IhopDeps *
ihop_deps_compute (IhopScop *scop)
{
  return compute (scop, FALSE, NULL);
}

IhopDeps *
ihop_deps_essential (IhopScop *scop, const guint *part)
{
  return compute (scop, TRUE, part);
}

gboolean
ihop_deps_visit_essential (IhopScop *scop, IhopDepsVisit visit, gpointer data)
{
  gboolean goes_on = TRUE;

  if (scop->obstacles->len)
    return FALSE;
  for (guint i = 0; i < scop->accesses->len && goes_on; i++)
    for (guint k = 0; k < scop->accesses->len && goes_on; k++)
      {
        const IhopAccess *a = scop->accesses->pdata[i], *b = scop->accesses->pdata[k];
        gboolean is_apart;
        if (!(a->is_write || b->is_write) || !is_essential (a) || !is_essential (b))
          continue;
        isl_map *pairs = pairs_of (scop, a, b, &is_apart);
        if (is_apart)
          continue;
        if (pairs == NULL)
          return FALSE;
        goes_on = visit (pairs, data);
      }
  return TRUE;
}

void
ihop_deps_free (IhopDeps *deps)
{
  if (deps == NULL)
    return;
  isl_union_map_free (deps->all);
  g_free (deps);
}
