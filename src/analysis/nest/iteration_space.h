/* The iteration space of a nest, point by point, for looking at: small sizes are chosen for the
 * parameters, and what happens then is counted out.
 *
 * Shown are up to three loops that stand in each other. An iteration of the innermost of them is one
 * point, whatever it runs; what stands between the loops (before or after the inner one) is a point of
 * fewer dimensions. Points are in the order in which the program runs them. */
#pragma once
#include "analysis/nest/dependence_levels.h"

enum { IHOP_INSTANCE_DIMS = 3 };

typedef struct
{
  gint64 at[IHOP_INSTANCE_DIMS]; /* values of the iterators, outermost first */
  guint depth;             /* how many of them: fewer than all loops between the loops */
  gboolean is_after;       /* then: behind the next inner loop, not before it */
  guint front;             /* from 0: the earliest round it could run in, were only its dependences kept */
  guint round;             /* from 0: the round it runs in as the code stands, with all iterations of
                              loops proved parallel at once */
  const IhopNode *node;    /* a statement that runs there */
} IhopInstance;

typedef struct
{
  guint from, to;          /* indices of points; from runs first */
  IhopDependenceKind kind;
  gboolean is_exact;
  IhopLevelStanding standing;
  guint level;             /* as in dependence_levels.h, of the loops shown; 0: none of them carries it */
  char *variable;
  const IhopNode *source, *sink; /* the references */
  gboolean is_witness;     /* the one that was asked for */
} IhopArrow;

typedef struct
{
  guint n_dims;
  const IhopNode *loop[IHOP_INSTANCE_DIMS];
  IhopVerdict verdict[IHOP_INSTANCE_DIMS];
  char *iterator[IHOP_INSTANCE_DIMS];
  gint64 step[IHOP_INSTANCE_DIMS];  /* negative: downward */
  gint64 low[IHOP_INSTANCE_DIMS], high[IHOP_INSTANCE_DIMS]; /* values shown */
  gboolean is_cut[IHOP_INSTANCE_DIMS]; /* there are more iterations than are shown */
  GPtrArray *sizes;        /* of char *: "n = 6" */
  GPtrArray *assumptions;  /* of char * */
  GArray *points;          /* of IhopInstance, in the order of execution */
  GPtrArray *arrows;       /* of IhopArrow *; of a chain of equal ones only the short links */
  guint n_fronts, n_rounds;
  gboolean is_complete;    /* FALSE: */
  IhopMessage *why;        /* what could not be counted out; points and arrows may be missing */
} IhopInstances;

typedef struct
{
  guint size;              /* iterations to show of each loop; 0: as many as can be seen */
  const IhopDependence *witness; /* a dependence of this nest whose two iterations are to be there, in
                              the sizes it names; NULL: none */
} IhopInstanceOptions;

/* Around "loop" (which counts): the loops outside it, itself, and those inside as far as three go. */
IhopInstances *ihop_instances_of (IhopFacts *facts, const IhopTree *tree, const IhopLoop *loop,
                                  const IhopInstanceOptions *options);
void ihop_instances_free (IhopInstances *instances);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopInstances, ihop_instances_free)

/* iteration_space_sizes.c: one value a parameter of the scop, such that each of the loops (outermost
 * first) has "want" iterations or more where that is possible. NULL: the nest has no iteration
 * in any size that was tried. The caller frees. */
gint64 *ihop_instances_sizes (const IhopScop *scop, IhopScopLoop *const *loops, guint n_loops,
                              guint want, const IhopDependence *witness);
/* With the parameters fixed; takes set. */
isl_set *ihop_instances_fix (const IhopScop *scop, isl_set *set, const gint64 *values);
/* The least or greatest value of a dimension: an infinity, or NaN, where there is none. Takes set. */
isl_val *ihop_instances_bound (isl_set *set, guint dim, gboolean high);
isl_map *ihop_instances_fix_map (const IhopScop *scop, isl_map *map, const gint64 *values);
