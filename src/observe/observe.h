/* What really happens in a run: how often loops run, and whether their iterations meet.
 *
 * The files of a project are built with their accesses to memory recorded, and run once. What one run shows is
 * no proof, but it can refute one: a loop that was called parallel and whose iterations met is a fault of ours.
 * The method is that of shadow memory by iteration (shadow.h); what is not seen is named: functions without a
 * body of which nothing is known, other threads, and child processes. */
#pragma once
#include "observe/observation.h"

/* Never NULL; refuted verdicts and what was not seen are told in the project's diags, too. The caller frees. */
IhopObservation *ihop_observe_project (IhopProject *project, const IhopObserveOptions *options);
/* The document of `ihop observe --format json` (doc/command-line.md). Caller frees. */
char *ihop_observation_json (IhopProject *project, const IhopObservation *observation);
