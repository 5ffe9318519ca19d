/* What sets do not tell: conditions on data, loops of unknown length, jumps. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_control.c: conditions that are not affine, and what else the sets do not tell. */
gboolean ihop_judge_control (IhopJudge *judge);
/* Nothing in the code decides about what stands behind it. FALSE after a refusal. */
gboolean ihop_judge_leaving (IhopJudge *judge);
