/* A carried dependence as people read it: two iterations that collide, distances, directions. */
#pragma once
#include "analysis/dependence/dependence.h"
#include "analysis/dependence/dependences.h"

/* In full, with a witness when exact and one is found; is_exact is FALSE in the result otherwise. Caller frees with
 * ihop_dependence_free. */
IhopDependence *ihop_dependence_new (IhopScop *scop, const IhopCarried *carried);
