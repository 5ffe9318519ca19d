/* What a run says of verdicts. */
#pragma once
#include "observe/observation.h"

/* conditions.c: refuted loops whose verdicts rest on conditions: the program runs once more, and says before each such
 * loop whether they hold. Where they did not in the run that the culprit tells of, or cannot be asked, the judgement
 * becomes ASIDE. */
void ihop_observe_ask_conditions (IhopProject *project, const IhopObserveOptions *options,
                                  IhopObservation *observation);
/* Fills each loop's judgement, culprit and assertion, and tells the project's diags what was refuted, and
 * what the run could not see. */
void ihop_observe_judge (IhopProject *project, const IhopObserveOptions *options, IhopObservation *observation);
