/* The dependences between points of an iteration space, as arrows. */
#pragma once
#include "analysis/nest/iteration_space_points.h"

/* Draws the dependences of all pairs of accesses whose two instances are both shown. Of a chain of equal ones only the short links
 * are drawn. What cannot be counted out is said (ihop_instances_give_up). */
void ihop_instances_find_arrows (IhopInstanceWork *work);
/* Marks the arrow between the two iterations of a dependence, or draws it, if both are shown. */
void ihop_instances_mark_witness (IhopInstanceWork *work, const IhopDependence *witness);
