/* What a step would change besides the text: verdicts of its function's loops, the predicted time, what is copied. */
#pragma once
#include "project/snapshot.h"

typedef struct
{
  char *function;          /* that the step is in */
  guint verdicts[2][3];    /* before and after: its loops, by IhopVerdict */
  guint parallel[2];       /* its statements that run in a parallel loop … */
  guint serial[2];         /* … and those that run in loops, none of which is parallel */
  double seconds[2];       /* predicted, of the loops worked on; negative: nothing runs on the device, or it was not asked */
  double bytes[2];         /* copied by one call; negative: not known before the program runs */
} IhopEffect;

/* Slow, for workers. step: as a script has it. NULL: its function is not there. Caller frees. */
IhopEffect *ihop_snapshot_effect (IhopSnapshot *before, IhopSnapshot *after, guint file, const char *step);
void ihop_effect_free (gpointer effect);
