/* The integer types in which the new code computes. What a builder says of its nodes is not asked: what counts is what
 * a compiler makes of the text. */
#pragma once
#include "transform/legality/judge_model.h"

/* An integer type as far as results depend on it. */
typedef struct
{
  guint64 size;        /* in bytes */
  gboolean is_signed;
} IhopArithmetic;

/* The type in which an operation works, by its operands as they are printed (C17 6.3.1.8, and 6.5.7 for shifts). */
IhopArithmetic ihop_arithmetic_of (const IhopNode *node);

/* Whether both operations give the same numbers: unsigned ones of the same width, or signed ones of which the new one
 * is no narrower. TRUE for what is no operation on integers. */
gboolean ihop_same_arithmetic (const IhopNode *now, const IhopNode *old);

/* Whether no comparison of the new code, and no first value of a loop, takes a negative number for a large one where
 * the sets of instances do not. FALSE after a refusal. */
gboolean ihop_judge_comparisons (IhopJudge *judge);
