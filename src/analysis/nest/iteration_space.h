/* The iteration space of a nest, point by point, for looking at: small sizes are chosen for the
 * parameters, and what happens then is counted out.
 *
 * Shown are up to three loops that stand in each other. An iteration of the innermost of them is one
 * point, whatever it runs; what stands between the loops (before or after the inner one) is a point of
 * fewer dimensions. Points are in the order in which the program runs them. */
#pragma once
#include "analysis/nest/iteration_space_type.h"

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
