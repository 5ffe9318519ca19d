/* From the scop of a loop to its verdict. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"
#include "analysis/verdict/loops.h"

/* Fills in everything of "loop" but name and counting. */
void ihop_judge_loop (IhopScop *scop, IhopLoop *loop);
/* Takes remedy (NULL: none is known) and message. What has been said already is not said again. */
void ihop_reason_add_message (GPtrArray *reasons, const char *id, const IhopNode *node, IhopMessage *remedy,
                              IhopMessage *message);
/* The same with a message that is made here (ihop_message). */
#define ihop_reason_add(reasons, id, node, remedy, ...) \
  ihop_reason_add_message (reasons, id, node, remedy, ihop_message (__VA_ARGS__))
void ihop_reason_free (gpointer reason);

/* reduction.c: if all of these carried dependences (of IhopCarried *) are between updates with one
 * operator, gives the reductions (of IhopReduction *, added to "into"). What alone stands in the way
 * is added to "reasons" (of IhopReason *). */
gboolean ihop_reduction_explains (IhopScop *scop, const GPtrArray *carried,
                                  const GPtrArray *accesses, GPtrArray *into,
                                  GPtrArray *reasons);
void ihop_reduction_free (gpointer reduction);

/* privatization.c: whether every iteration of the root may have a copy of its own of the variable whose
 * accesses (all, of IhopAccess *) these are. NULL: no; *uncovered is then a read that sees an
 * older value, or NULL when the value after the loop is what stands in the way. */
IhopPrivate *ihop_privatize (const IhopScop *scop, const IhopSymbol *symbol,
                             const GPtrArray *accesses, const IhopAccess **uncovered);

/* reasons.c */
typedef struct
{
  const char *id, *title;
} IhopReasonInfo;
/* All ids of this room, ended by one without id. */
const IhopReasonInfo *ihop_reason_list (void);
