/* Statements that fold a value into a place: s += e, s = e + s, if (x > m) m = x, …; and those that store a constant there. */
#pragma once
#include "ir/tree.h"

typedef enum
{
  IHOP_REDUCE_ADD, IHOP_REDUCE_MUL, IHOP_REDUCE_MIN, IHOP_REDUCE_MAX,
  IHOP_REDUCE_AND, IHOP_REDUCE_OR, IHOP_REDUCE_XOR, IHOP_REDUCE_LAND, IHOP_REDUCE_LOR,
  IHOP_REDUCE_SET          /* one constant is stored by whoever stores: it is that, or what was there before */
} IhopReduce;

/* The reference that a statement (or expression) reduces into; NULL: it is no update. "operator" may be NULL. */
const IhopNode *ihop_update_of (const IhopNode *node, IhopReduce *operator);

/* The place that a statement sets to a whole number that is known, "found = 1;"; NULL: it does not. */
const IhopNode *ihop_store_of (const IhopNode *node, gint64 *constant);

/* What a floating-point min or max does about NaN. */
typedef enum
{
  IHOP_NAN_NONE,           /* the update is no such thing */
  IHOP_NAN_REFUSED,        /* "if (x > m) m = x" never takes one; an m that is NaN stays it */
  IHOP_NAN_PASSED,         /* fmax takes the other of the two */
  IHOP_NAN_TAKEN           /* "m = m > x ? m : x" takes it, and then forgets it and all before */
} IhopNan;
IhopNan ihop_update_nan (const IhopNode *node);
