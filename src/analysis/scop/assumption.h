/* What a verdict takes for granted: listed with the verdict, tested by the program or vouched for by its owner. */
#pragma once
#include "base/message.h"
#include "ir/tree.h"

typedef enum
{
  IHOP_ASSUME_NO_OVERLAP, /* a and b */
  IHOP_ASSUME_CONDITION   /* condition, C text that can be evaluated where the loop starts */
} IhopAssumeKind;

typedef struct
{
  IhopAssumeKind kind;
  IhopSymbol *a, *b;
  char *condition;         /* "m >= 0 && m <= 1000": of symbols that the loop does not change */
  const IhopNode *holds;   /* the same as an expression, to be tested; NULL: on the owner's word. Owned by the facts */
  IhopMessage *message;    /* "A and B do not overlap", "j stays below m in A[i*m + j]" */
  gboolean by_owner;       /* from assume()/noalias()/--alias trust, not to be tested, recorded */
} IhopAssumption;

/* message: taken. Caller frees with ihop_assumption_free. */
IhopAssumption *ihop_assumption_new (IhopAssumeKind kind, const IhopSymbol *a, const IhopSymbol *b, IhopMessage *message);
void ihop_assumption_free (gpointer assumption);
