/* The points of an iteration space and what is drawn between them, while it is counted out. */
#pragma once
#include "analysis/nest/iteration_space_type.h"

/* isl counts out at most so many points of one set; the windows are far smaller. */
enum { IHOP_INSTANCES_COUNTED = 60000, IHOP_INSTANCES_ARROWS = 6000, IHOP_INSTANCES_POINTS = 4096 };

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
  IhopScop *scop;
  IhopBudget budget;
  GHashTable *statements;
  IhopScopLoop *chain[IHOP_INSTANCE_DIMS];
  guint n;                 /* loops in the chain */
  guint want;              /* iterations of each to be shown */
  gint64 *values;          /* of the parameters */
  GHashTable *by_place;    /* text → index + 1 */
  GHashTable *seen;
  IhopInstances *result;
} IhopInstanceWork;

/* Where the instances of a statement are drawn. */
typedef struct
{
  guint depth;
  gboolean is_after;
} IhopInstanceSlot;

/* Whether the one loop is the other, or stands around it. */
gboolean ihop_instances_is_around (const IhopScopLoop *outer, const IhopScopLoop *inner);
IhopInstanceSlot ihop_instances_slot (const IhopInstanceWork *work, const IhopScopLoop *loop,
                                      int position);
/* The key of a place in by_place. Caller frees. */
char *ihop_instances_key (const gint64 *at, IhopInstanceSlot slot);
/* Index + 1 of the point with these values; 0: there is none. */
guint ihop_instances_point (const IhopInstanceWork *work, const gint64 *at, IhopInstanceSlot slot);
/* "n" coordinates of a point of isl's, from number "first" on. */
void ihop_instances_read_point (__isl_keep isl_point *point, guint first, guint n, gint64 *at);
/* Takes why. */
void ihop_instances_give_up (IhopInstanceWork *work, IhopMessage *why);
/* Draws each arrow once. */
void ihop_instances_arrow (IhopInstanceWork *work, guint from, guint to, const IhopAccess *a,
                           const IhopAccess *b, gboolean is_exact);
/* Within the window: of the dimensions from "first" those of the shown loops. */
__isl_give isl_set *ihop_instances_clip (const IhopInstanceWork *work, __isl_take isl_set *set, guint first, guint depth);
