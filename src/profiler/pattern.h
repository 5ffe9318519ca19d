/* What the body of a nest does to memory, as the models see it: one entry an access, with the bytes by
 * which its address moves when a spread loop or a loop inside makes one iteration more. */
#pragma once
#include "profiler/affine.h"
#include "profiler/profiler.h"

/* Iterations assumed of a loop inside the nest, and of a spread loop (estimates only), where the
 * count is not known. The published profiler has such a default, too, without naming it. */
#define IHOP_DEFAULT_TRIPS 100.0
#define IHOP_DEFAULT_SPREAD_TRIPS 1000.0

typedef struct
{
  const IhopNode *node;
  const IhopSymbol *array;
  gboolean is_store;
  guint bytes;
  IhopForm address;        /* bytes; counters 0 … n_loops-1: the spread loops, from the outside */
  double executions;       /* a thread: product of the trip counts of the loops around it inside */
  double varying;          /* the same over those loops only that the address moves with: in the
                              others it stays in a register or the first-level cache */
  double moved;            /* the same, where what is used again must also have stayed: what a thread
                              has touched since must fit in its part of the first-level cache */
  gboolean is_twin;        /* an earlier access of the same kind has the same address */
} IhopPatternAccess;

typedef struct
{
  guint n_loops;
  const IhopSymbol *iterator[3];
  double trips[3];         /* of the spread loops; a mean where is_known is FALSE */
  gboolean is_known[3];    /* a constant */
  GArray *accesses;        /* of IhopPatternAccess, in the order of the text */
  GPtrArray *notes;        /* of IhopMessage * */
  gint64 moves[IHOP_FORM_MAX]; /* 1: counter k takes more than one value */
  double operations;       /* floating-point operations of one thread */
  gboolean is_guess;       /* some trip count is a default */
  gboolean is_double;      /* the body computes with doubles */
} IhopPattern;

/* guess may be NULL. */
IhopPattern *ihop_pattern_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *const *loops, guint n,
                               const IhopTripsGuess *guess);
/* One without code: for tests, and for whoever has accesses from elsewhere. */
IhopPattern *ihop_pattern_new_empty (guint n_loops);
void ihop_pattern_free (IhopPattern *pattern);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopPattern, ihop_pattern_free)

/* The form of a counting loop: first value, step and number of iterations. FALSE: it is none. */
typedef struct
{
  const IhopSymbol *iterator;
  IhopForm first, trips;   /* trips: not rounded; of counters of the loops around it */
  gint64 step;
} IhopCount;

gboolean ihop_count_read (IhopReader *reader, const IhopNode *loop, IhopCount *count);

/* The search on a pattern; adds notes to it. Caller frees. */
IhopProfile *ihop_profile_pattern (IhopPattern *pattern, const IhopGpu *gpu,
                                   IhopProfileModel model, const int *pinned_axis,
                                   const guint *pinned_block);
