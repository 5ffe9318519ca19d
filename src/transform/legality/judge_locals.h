/* Variables declared in the region: each iteration of the loops around the declaration has its own. */
#pragma once
#include "transform/legality/judge_model.h"

/* Whether instances that shared such a variable share one again, and those that did not either do not, or do not
 * disturb each other (judge_lifetimes.h). FALSE after a refusal. */
gboolean ihop_judge_locals (IhopJudge *judge);
