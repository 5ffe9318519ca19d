/* Dependences of the old code in the order of the new one. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_order.c: every dependence runs forwards. FALSE after a refusal. */
gboolean ihop_judge_dependences (IhopJudge *judge);
/* Which accesses take part in dependences, or write. */
void ihop_judge_find_relevant (IhopJudge *judge);
