/* What is known of the parameters at the root: the sets scop->context, ranges and path, and how they grow. */
#pragma once
#include "analysis/scop/scop.h"

/* The condition holds of the parameters wherever they are asked about. Takes condition; NULL adds nothing. */
void ihop_context_know (IhopScop *scop, __isl_take isl_set *condition);
/* It holds where the root stands, and perhaps nowhere else. */
void ihop_context_know_here (IhopScop *scop, __isl_take isl_set *condition);
/* What a parameter is, by others ("w / 2"): holds wherever they have their values. Said once of each parameter. */
void ihop_context_define (IhopScop *scop, guint param, __isl_take isl_set *relation);
/* As little of a condition on the parameters as has to be said where scop->ranges hold. */
__isl_give isl_set *ihop_context_gist (const IhopScop *scop, __isl_take isl_set *condition);

/* What is known, to go back to when a condition turns out to have been assumed in vain: each state kept is given
 * back, or dropped. */
typedef struct
{
  isl_set *context, *ranges, *path, *relations;
  guint n_assumptions, n_tested;
} IhopContextMark;
IhopContextMark ihop_context_keep (const IhopScop *scop);
void ihop_context_go_back (IhopScop *scop, IhopContextMark known);
void ihop_context_drop (IhopContextMark known);
