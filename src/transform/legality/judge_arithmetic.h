/* In which types the new code computes. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_arithmetic.c: an integer type as far as results depend on it. */
typedef struct
{
  guint64 size; /* bytes */
  gboolean is_signed;
} IhopArithmetic;

/* The type in which an operation works, by its operands as they stand (C17, 6.3.1.8; 6.5.7 for shifts). */
IhopArithmetic ihop_arithmetic_of (const IhopNode *node);
/* Without a sign all wraps; with one a wider type holds the same numbers. TRUE for what are no operations of integers. */
gboolean ihop_same_arithmetic (const IhopNode *now, const IhopNode *old);
/* No comparison in the new code, nor where a loop starts, takes a number below 0 for a large one, where the sets do
 * not. FALSE after a refusal. */
gboolean ihop_judge_comparisons (IhopJudge *judge);
