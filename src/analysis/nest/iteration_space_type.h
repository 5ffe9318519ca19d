/* A small part of an iteration space, counted out. */
#pragma once
#include "analysis/nest/dependence_levels.h"

enum { IHOP_INSTANCE_DIMS = 3 };

typedef struct
{
  gint64 at[IHOP_INSTANCE_DIMS]; /* values of the iterators, outermost first */
  guint depth;             /* how many of them: fewer than all loops between the loops */
  gboolean is_after;       /* then: behind the next inner loop, not before it */
  guint front;             /* from 0: the earliest round it could run in, were only its dependences kept */
  guint round;             /* from 0: the round it runs in as the code stands, with all iterations of
                              loops proved parallel at once */
  const IhopNode *node;    /* a statement that runs there */
} IhopInstance;

typedef struct
{
  guint from, to;          /* indices of points; from runs first */
  IhopDependenceKind kind;
  gboolean is_exact;
  IhopLevelStanding standing;
  guint level;             /* as in dependence_levels.h, of the loops shown; 0: none of them carries it */
  char *variable;
  const IhopNode *source, *sink; /* the references */
  gboolean is_witness;     /* the one that was asked for */
} IhopArrow;

typedef struct
{
  guint n_dims;
  const IhopNode *loop[IHOP_INSTANCE_DIMS];
  IhopVerdict verdict[IHOP_INSTANCE_DIMS];
  char *iterator[IHOP_INSTANCE_DIMS];
  char *address[IHOP_INSTANCE_DIMS]; /* ir/address.h; or NULL */
  gint64 step[IHOP_INSTANCE_DIMS];  /* negative: downward */
  gint64 low[IHOP_INSTANCE_DIMS], high[IHOP_INSTANCE_DIMS]; /* values shown */
  gboolean is_cut[IHOP_INSTANCE_DIMS]; /* there are more iterations than are shown */
  GPtrArray *sizes;        /* of char *: "n = 6" */
  GPtrArray *assumptions;  /* of IhopMessage *: what the missing of dependences relies on */
  GArray *points;          /* of IhopInstance, in the order of execution */
  GPtrArray *arrows;       /* of IhopArrow *; of a chain of equal ones only the short links */
  guint n_fronts, n_rounds;
  gboolean is_complete;    /* FALSE: */
  IhopMessage *why;        /* what could not be counted out; points and arrows may be missing */
} IhopInstances;
