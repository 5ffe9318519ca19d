/* Whether the lifetimes of a variable's values overlap in the new code. */
#pragma once
#include "transform/legality/judge_model.h"

/* Whether iterations that each had this variable for themselves may share one: between what one of them stores and
 * where it is read, no other one stores. */
gboolean ihop_judge_lifetimes_are_disjoint (IhopJudge *judge, const IhopSymbol *variable);
