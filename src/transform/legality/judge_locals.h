/* Variables that are declared in the code. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_locals.c: variables that are declared in the code are as many as they were, or do not miss the others. FALSE
 * after a refusal. */
gboolean ihop_judge_locals (IhopJudge *judge);
