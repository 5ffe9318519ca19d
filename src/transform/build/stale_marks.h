/* Marks of the owner that claim something about dependences: "#pragma omp parallel for", "acc …", "ivdep".
 *
 * Such a mark was true of the code as it stood. A step may change what it rests on: a variable that its clauses do not
 * name, or a perfect nest that "collapse (2)" counts on; and a "for" taken out of a "parallel" region that stays would
 * be run by every thread. So what a step changes loses all marks around the change and in what is rebuilt, with a
 * warning for each. Code without its marks runs in the order of C, which is the order that steps are proved in.
 * Untouched code keeps its marks. */
#pragma once
#include "transform/build/step.h"

/* The tree, or one made from it without those marks; a new reference. NULL after a refusal: the marks that would go
 * share work among threads that another function has started. */
IhopTree *ihop_marks_drop_stale (IhopTransformStep *step, IhopTree *tree);
