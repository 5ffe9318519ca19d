/* How often loops run, read from numbers, mean values of iterators, what callers pass, and a usual size: good enough for
 * predictions, not for proofs. */
#pragma once
#include "analysis/verdict/loops.h"

/* Values of this function's parameters: asserted ones, and constants that callers in sight pass; and of its variables.
 * means: IhopSymbol → double *, owned by the table. */
void ihop_trips_read_callers (IhopFacts *facts, const IhopFunction *function, GHashTable *means);

#define IHOP_USUAL_SIZE 1000.0

/* What stands for a size that nobody knows. */
typedef struct
{
  double size;
  gboolean is_used;        /* some size was not known */
} IhopUsual;

/* How often a loop runs, given mean values of parameters and of the iterators around it; its own is added. */
double ihop_trips_mean (const IhopNode *loop, const IhopCounting *counting, GHashTable *means, IhopUsual *usual);

/* The same for loops of one function, where numbers, callers or assertions tell of all sizes. */
typedef struct _IhopToldTrips IhopToldTrips;
IhopToldTrips *ihop_told_trips_new (IhopFacts *facts, const IhopFunction *function);
void ihop_told_trips_free (IhopToldTrips *told);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopToldTrips, ihop_told_trips_free)
/* -1: nothing tells. "data" is an IhopToldTrips *, so that this can be an IhopTripsGuess. */
double ihop_told_trips_of (const IhopNode *loop, gpointer data);
