/* How often loops run, read from numbers, what callers pass, and a usual size: good enough for predictions, not for proofs.
 *
 * Bounds that depend on iterators around (triangles, tiles, what cyclic deals out, fronts) are evaluated at some hundred points of
 * the iteration space, and each loop inside of others counts as often as it is entered: the product of the trips of loops in each
 * other is how often the innermost body is executed. (Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
 * Computation 29, 1975; the points are multiples of irrational numbers, as with Richtmyer, 1951, so that an answer is always the
 * same.) */
#pragma once
#include "analysis/verdict/loops.h"

/* What is known of sizes and iterators of one tree. The facts have to live as long. */
typedef struct _IhopTripMeans IhopTripMeans;
IhopTripMeans *ihop_trip_means_new (IhopFacts *facts);
void ihop_trip_means_free (IhopTripMeans *means);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopTripMeans, ihop_trip_means_free)
/* This variable has this value, wherever it is no iterator of a loop around. */
void ihop_trip_means_set (IhopTripMeans *means, const IhopSymbol *symbol, double number);
/* The value; NULL: none has been set. Owned by the means, until the next call that changes them. */
const double *ihop_trip_means_number (const IhopTripMeans *means, const IhopSymbol *symbol);

/* Values of this function's parameters: asserted ones, and constants that callers in sight pass; and of its variables. */
void ihop_trips_read_callers (IhopFacts *facts, const IhopFunction *function, IhopTripMeans *means);

#define IHOP_USUAL_SIZE 1000.0

/* What stands for a size that nobody knows. */
typedef struct
{
  double size;
  gboolean is_used;        /* some size was not known */
} IhopUsual;

/* How often a loop runs each time that it is entered, in the mean over all times; -1: the facts do not have the loop. */
double ihop_trips_mean (IhopTripMeans *means, const IhopTree *tree, const IhopNode *loop, IhopUsual *usual);

/* The same for loops of one function, where numbers, callers or assertions tell of all sizes. */
typedef struct _IhopToldTrips IhopToldTrips;
IhopToldTrips *ihop_told_trips_new (IhopFacts *facts, const IhopFunction *function);
void ihop_told_trips_free (IhopToldTrips *told);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopToldTrips, ihop_told_trips_free)
/* -1: nothing tells. "data" is an IhopToldTrips *, so that this can be an IhopTripsGuess. */
double ihop_told_trips_of (const IhopNode *loop, gpointer data);
