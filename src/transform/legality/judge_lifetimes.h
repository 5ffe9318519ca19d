/* Whether lifetimes of a variable overlap. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_lifetimes.c: whether the iterations that had this variable each for itself may share one. */
gboolean ihop_judge_lifetimes_are_disjoint (IhopJudge *judge, const IhopSymbol *variable);
