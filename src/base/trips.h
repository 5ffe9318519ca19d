/* How often loops ran, as a run has shown it: the one place that all predictions ask.
 *
 * Kept beside the sources, for as long as the process lives (each source that is known here stays alive, so that its
 * bytes mean what they meant). Threads may ask while others ask. */
#pragma once
#include "base/source.h"

/* Of the loop whose place this is: iterations of one run in the mean. */
void ihop_trips_set (IhopRange loop, double trips);
/* -1: not known. */
double ihop_trips_seen (IhopRange loop);
/* The loop around it ran, and control never came to it. Nothing is said of how many trips it would make. */
void ihop_trips_set_idle (IhopRange loop);
gboolean ihop_trips_is_idle (IhopRange loop);
