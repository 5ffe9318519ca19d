/* Instances of the new code as maps to instances of the old code. Each function returns FALSE after a refusal. */
#pragma once
#include "transform/legality/judge_model.h"

/* Fills in judge->images and judge->pairs. */
gboolean ihop_judge_map (IhopJudge *judge);

/* Whether every old instance has exactly one new one. */
gboolean ihop_judge_instances (IhopJudge *judge);
