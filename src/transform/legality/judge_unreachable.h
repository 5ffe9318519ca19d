/* Parts of the new code that no iteration reaches: they need not be copies of anything. */
#pragma once
#include "transform/legality/judge_model.h"

/* Whether it is proved that this part is never run, as the branch of "i < n" that is left in a loop up to n. */
gboolean ihop_judge_is_unreachable (const IhopJudge *judge, const IhopNode *now);
