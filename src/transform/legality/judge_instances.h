/* New instances as maps to old ones, each once. */
#pragma once
#include "transform/legality/judge_model.h"

/* judge_instances.c: fills images and pairs; FALSE after a refusal. */
gboolean ihop_judge_map (IhopJudge *judge);
/* Old instances, all of them, each once. FALSE after a refusal. */
gboolean ihop_judge_instances (IhopJudge *judge);
