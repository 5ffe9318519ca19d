/* From which statement of a block on a variable keeps its value. */
#pragma once
#include "gpugen/plan/work.h"

/* Children of a block by their number; -1: none. */
typedef struct
{
  int set;      /* the last one that may set the variable, or what it leads to */
  int moved;    /* the last one that may make a pointer lead elsewhere */
  int hidden;   /* the last one that declares it deeper inside */
} IhopSettled;

/* Of a variable in a block. Owned by the planner, which keeps answers: they are asked anew for each kernel's part of each array,
 * and mostly of the same few sizes. */
const IhopSettled *ihop_settled_value_of (const IhopWork *work, const IhopNode *block, const IhopSymbol *symbol);
/* The VARIABLE node of a local; NULL: none in this function. */
const IhopNode *ihop_variable_declaration (const IhopWork *work, const IhopSymbol *symbol);
/* Whether the node, or something in it, declares the variable. */
gboolean ihop_variable_is_declared_in (const IhopNode *node, const IhopSymbol *symbol);
