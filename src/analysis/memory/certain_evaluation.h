/* Whether running code is certain to evaluate a place, or to follow an address: "im" of "im->data". What is followed anyway may be
 * followed earlier without a fault that the program would not have. */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *address;    /* looked for: what follows this, … */
  const IhopNode *place;      /* … or a reference to this; either may be NULL */
  gboolean passed;            /* control has come out of the code: nothing in it can have left it otherwise */
} IhopEvaluationSearch;

typedef enum
{
  IHOP_EVALUATED_NOT_YET,     /* control goes on behind the code, which may not have evaluated it */
  IHOP_EVALUATED_FOUND,       /* every run of the code does */
  IHOP_EVALUATED_ENDS         /* nothing can be said of what stands behind */
} IhopEvaluated;

/* A statement; one expression; the first value and condition of a for. */
IhopEvaluated ihop_evaluation_in_statement (const IhopEvaluationSearch *search, const IhopNode *statement);
IhopEvaluated ihop_evaluation_in_expression (const IhopEvaluationSearch *search, const IhopNode *expression);
IhopEvaluated ihop_evaluation_in_for (const IhopEvaluationSearch *search, const IhopNode *loop);

/* The address that a place is found by, where that need not be valid: "im" of "im->data". NULL: it lies in a variable. */
const IhopNode *ihop_address_followed (const IhopNode *place);
/* Whether evaluating the expression follows any: "n * g->ny", "*m". */
gboolean ihop_follows_any_address (const IhopNode *expression);
