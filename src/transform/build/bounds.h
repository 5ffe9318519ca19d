/* Loop bounds for a set of iterations: Fourier-Motzkin elimination by isl, and the bounds of a dimension as C
 * expressions, the largest of several lower ones and the smallest of several upper ones (Ancourt and Irigoin 1991). */
#pragma once
#include "transform/build/build.h"
#include <isl/constraint.h>
#include <isl/set.h>

/* How the dimensions and parameters of a set are named in C. */
typedef struct
{
  IhopBuild *build;
  const struct _IhopScop *scop; /* whose parameters the set has */
  guint n;
  IhopSymbol **iterator;        /* one a dimension; owned by who made the array */
} IhopBoundWriter;

/* The smallest and the largest value of dimension d, as expressions in the parameters and the dimensions before d;
 * "beyond" is added to the largest. FALSE: the set is unbounded there, or a bound cannot be written in C. */
gboolean ihop_bounds_of (const IhopBoundWriter *writing, __isl_keep isl_set *set, guint d, gint64 beyond,
                         const IhopNode **lower, const IhopNode **upper);

/* The expression that a parameter of the scop stands for. NULL: id is NULL or none of them. */
const IhopNode *ihop_bounds_parameter (const IhopBoundWriter *writing, __isl_keep isl_id *id);

/* A constraint as a comparison: "it + 32 <= n". NULL: it cannot be written in C. */
const IhopNode *ihop_bounds_condition (const IhopBoundWriter *writing, __isl_take isl_constraint *constraint);
