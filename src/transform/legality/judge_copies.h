/* Whether what is said to be a copy computes what its original computes. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_copies.c: what does something in the new code does what something in the old code did. FALSE after a
 * refusal. */
gboolean ihop_judge_copies (IhopJudge *judge);
/* Whether a node computes what the one computes that it is said to come from. */
gboolean ihop_judge_is_copy (IhopJudge *judge, const IhopNode *now);
