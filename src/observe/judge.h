/* What a run says of verdicts. */
#pragma once
#include "observe/observe.h"

/* Fills each loop's judgement, culprit and assertion, and tells the project's diags what was refuted, and
 * what the run could not see. */
void ihop_observe_judge (IhopProject *project, IhopObservation *observation);
