/* What a program is predicted to cost, loop by loop. */
#pragma once
#include "gpugen/plan/plan.h"

/* One outermost loop of what is worked on. */
typedef struct
{
  const IhopFunction *function;
  const IhopNode *loop;
  double seconds;
  double ideal;            /* with all its work spread over the whole device in one launch */
  double launches;
  double own_launches;     /* those of the function's own kernels, not of functions that it calls */
  double traffic;          /* bytes that its kernels move */
  double left;             /* seconds of the function's own work that is in no kernel */
  double host;             /* seconds with all of the function's own work on the host, one thread */
  GHashTable *copies;      /* IhopSymbol → double *: seconds to copy what is touched, once; owned by the worth */
  GHashTable *touched;     /* IhopSymbol → double *: bytes that the function's own work there touches, at most; owned by the worth */
  gboolean is_guess;       /* some loop's number of iterations is not known */
} IhopWorthPart;

typedef struct
{
  double seconds;
  double launches;
  double traffic;
  double launch_seconds;   /* what one launch takes */
  double single_rate;      /* bytes a second that one multiprocessor moves */
  guint blocks;            /* that can be at work at once, one on each multiprocessor; 0: they cannot wait for each other */
  double grid_fence;       /* seconds until all of them have met */
  double cpu_seconds;      /* of the fallback */
  GArray *parts;           /* of IhopWorthPart, in the order of the file */
} IhopWorth;

/* What a program is looked at under. */
typedef struct
{
  double usual_size;       /* stands for every size that is not known: IHOP_USUAL_SIZE, where nothing speaks for another */
  gboolean through_calls;  /* what called functions cost is a part of the loops that call them, and not only of their own */
  const GPtrArray *on_host; /* of IhopStays *: the host does the work of these kernels; NULL: of none */
} IhopWorthView;
