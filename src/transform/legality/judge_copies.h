/* Whether what is said to be a copy computes what its original computes. */
#pragma once
#include "transform/legality/judge_model.h"

/* Whether everything in the new code that has an effect is a copy of something in the old code. FALSE after a refusal. */
gboolean ihop_judge_copies (IhopJudge *judge);

/* Whether the node computes what the old node computes that it is said to be a copy of. */
gboolean ihop_judge_is_copy (IhopJudge *judge, const IhopNode *now);
