/* The dependences of the old code in the order of the new one. */
#pragma once
#include "transform/legality/judge_model.h"

/* Fills in judge->relevant. */
void ihop_judge_find_relevant (IhopJudge *judge);

/* Whether every dependence runs forwards. FALSE after a refusal, with two iterations for which it does not. */
gboolean ihop_judge_dependences (IhopJudge *judge);
