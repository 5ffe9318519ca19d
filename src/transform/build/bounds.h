/* From a set of points back to loop bounds. */
#pragma once
#include "transform/build/build.h"
#include <isl/constraint.h>
#include <isl/set.h>

/* How the parameters and the iterators of a set are written. */
typedef struct
{
  IhopBuild *build;
  const struct _IhopScop *scop;
  guint n;
  IhopSymbol **iterator; /* of the set's dimensions */
} IhopBoundWriter;

/* The smallest and largest value of dimension d where those before it are fixed, as expressions;
 * "beyond" is added to the largest.
 * Keeps the set. FALSE: they cannot be written. */
gboolean ihop_bounds_of (const IhopBoundWriter *writing, isl_set *set, guint d, gint64 beyond,
                         const IhopNode **lower, const IhopNode **upper);
/* A parameter of the scop as it is written; NULL: it is none. Keeps id, which may be NULL. */
const IhopNode *ihop_bounds_parameter (const IhopBoundWriter *writing, isl_id *id);
/* A constraint as a comparison, "it + 32 <= n". Takes the constraint. NULL: it cannot be written.
 */
const IhopNode *ihop_bounds_condition (const IhopBoundWriter *writing, isl_constraint *constraint);
