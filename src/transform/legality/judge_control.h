/* What the sets of instances do not say: conditions on data, loops of unknown length, jumps. Each function returns
 * FALSE after a refusal. */
#pragma once
#include "transform/legality/judge_model.h"

/* Whether each statement stands below copies of the same conditions and loops, in the same order, as its original. */
gboolean ihop_judge_control (IhopJudge *judge);

/* Whether no jump in the old or the new region decides about what stands behind it. */
gboolean ihop_judge_leaving (IhopJudge *judge);
