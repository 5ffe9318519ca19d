/* What a fragment that becomes a function of its own needs from the function around it, and how it gets it. */
#pragma once
#include "transform/build/build.h"

typedef enum
{
  IHOP_OUTLINE_VALUE,   /* the new function gets the value of the variable */
  IHOP_OUTLINE_ADDRESS, /* … the address of the variable, which it changes */
  IHOP_OUTLINE_ARRAY,   /* … the array, as C passes arrays */
  IHOP_OUTLINE_LOCAL    /* it has a variable of its own instead: no value goes in or out */
} IhopOutlinePartKind;

/* A variable of the old function that the fragment uses. */
typedef struct
{
  IhopOutlinePartKind kind;
  IhopSymbol *symbol;  /* the old function's */
  IhopSymbol *here;    /* the new function's */
} IhopOutlinePart;

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopFunction *function;
  const IhopNode *first, *last;
  GPtrArray *fragment;    /* of const IhopNode *: first … last, marks left out */
  guint distance;         /* from first to last in their block */
  GPtrArray *parts;       /* of IhopOutlinePart *, owned; scalars before arrays */
} IhopOutline;

/* Fills in self->parts, but for "here" in each. FALSE after a refusal. */
gboolean ihop_outline_parts (IhopOutline *self);
