/* Memory dependences: which accesses meet in one element, in which order, with what proof. */
#pragma once
#include "analysis/dependence/overlap.h"
#include <isl/union_map.h>

/* A dependence carried by the scop's root loop. */
typedef struct
{
  const IhopAccess *source, *sink;
  gboolean is_exact;       /* both accesses are certain and meet: there is a witness */
  isl_map *relation;       /* { source instance → sink instance }; NULL: not worked out */
  const IhopSymbol *a, *b; /* see IhopOverlap */
} IhopCarried;

void ihop_carried_free (gpointer carried);
/* Dependences between two accesses that the root carries, source a. Adds to "into" (of
 * IhopCarried *). */
void ihop_carried_find (IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                        const IhopOverlap *overlap, GPtrArray *into);
/* Whether no two accesses that "overlap" can meet in different iterations of the root: quick, by
 * constant distances and greatest common divisors. "May meet" proves nothing. */
gboolean ihop_carried_excluded (const IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                                guint n_dims);
/* A[p[e]] and A[p[f]] meet only where e is f, if p is a permutation: those of the pairs of instances that
 * are left. The owner's word for it is noted in the scop. */
__isl_give isl_map *ihop_deps_through_permutations (IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                                                    const IhopOverlap *overlap, __isl_take isl_map *pairs);
/* "A", "s.x", "p->data". Caller frees. */
char *ihop_access_name (const IhopAccess *access);

/* { instance of a → instance of b }: both touch one element, in whichever order they run. What holds where the scop
 * stands is not taken into account. *is_apart: they never meet, the result is NULL; NULL without it: isl ran out of
 * operations. */
__isl_give isl_map *ihop_deps_meeting (const IhopAccess *a, const IhopAccess *b, const IhopOverlap *overlap,
                                       gboolean *is_apart);
/* { source instance → sink instance }: both touch one element, b after a, whichever loop carries it.
 * *is_apart: they never meet, the result is NULL; NULL without it: isl ran out of operations. */
__isl_give isl_map *ihop_deps_between (IhopScop *scop, const IhopAccess *a, const IhopAccess *b,
                                       const IhopOverlap *overlap, gboolean *is_apart);

/* All dependences of a scop, for judging another order of its instances. Statement k's instances
 * are named S{k}. { source → sink }; what may be is counted in. */
typedef struct
{
  isl_union_map *all;
  gboolean is_complete;    /* FALSE: something in the root is not followed, nothing may move */
} IhopDeps;
IhopDeps *ihop_deps_compute (IhopScop *scop);
/* The same without loops' setting of their own iterators, and without variables declared in the
 * root, which mostly are new in each iteration: for having ideas, not for proofs. part[access->id] is the
 * number that stands for its statement in the names; NULL: the statement's own. */
IhopDeps *ihop_deps_essential (IhopScop *scop, const guint *part);
void ihop_deps_free (IhopDeps *deps);
/* Takes the dependences of two accesses, { source instance → sink instance }; FALSE: enough has been seen. */
typedef gboolean (*IhopDepsVisit) (__isl_take isl_map *pairs, gpointer data);
/* What ihop_deps_essential puts together, pair by pair, until somebody has seen enough. FALSE: they are not complete. */
gboolean ihop_deps_visit_essential (IhopScop *scop, IhopDepsVisit visit, gpointer data);
