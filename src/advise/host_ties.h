/* Functions that share their data with others which run on the device: on the host, what they touch would travel at each call.
 *
 * host.c decides function by function, as if each were alone. Of those that then stay on the host, each that is called beside
 * one on the device, with the same array, is weighed once more, with the copies there and back. */
#pragma once
#include "advise/state.h"
#include "advise/worth.h"

/* One function, weighed as a whole. */
typedef struct
{
  const IhopFunction *function;
  double device, host;     /* seconds of a call */
  double launches;
  GHashTable *touched;     /* as in IhopWorthPart, of all its parts */
  IhopStays *stays;        /* the advice's; NULL: it is not left on the host as a whole */
  IhopMessage *note;       /* the advice's, about that */
} IhopWeighed;

IhopWeighed *ihop_weighed_new (const IhopFunction *function, const IhopWorth *worth);
void ihop_weighed_free (gpointer weighed);
/* weighed: of IhopWeighed *. Takes back what the advice leaves on the host, where that costs more once the copies are counted. */
void ihop_host_untie (IhopFacts *facts, const IhopPlan *outline, const GPtrArray *weighed, IhopAdvice *advice);
