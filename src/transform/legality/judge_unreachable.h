/* Parts of the new code that no iteration reaches. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_unreachable.c: whether this part of the new code cannot be reached. */
gboolean ihop_judge_is_unreachable (const IhopJudge *judge, const IhopNode *now);
