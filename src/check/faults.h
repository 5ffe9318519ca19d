/* Seeded faults: a plan made wrong in one place, to see whether the checks notice.
 *
 * Only faults that change what the program computes are planted (a copy that moves nothing could
 * be dropped unseen, and so could the last iteration of a loop whose body is empty there): each
 * kind says in its comment why it matters where it is planted. */
#pragma once
#include "project/project.h"

typedef struct
{
  guint kind;   /* row of the table in faults.c */
  guint index;  /* which place of this kind */
} IhopFault;

/* All faults that can be planted into this plan, of IhopFault. Caller unrefs. */
GArray *ihop_fault_list (IhopFacts *facts, const IhopPlan *plan);
/* Plants one into a plan of the same file and options. What it did, in a sentence; caller frees.
 * Nodes that it makes live in the pool. */
char *ihop_fault_plant (IhopFacts *facts, IhopPlan *plan, IhopFault fault, IhopPool *pool);
/* The part of a fault that is planted into the printed products. */
void ihop_fault_plant_text (IhopGenerated *generated, IhopFault fault);
