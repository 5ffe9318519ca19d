/* A fragment of a function on its way to becoming a function of its own. */
#pragma once
#include "transform/build/build.h"

typedef enum
{
  IHOP_OUTLINE_VALUE,   /* the function gets the value */
  IHOP_OUTLINE_ADDRESS, /* … the address of the variable, which it changes */
  IHOP_OUTLINE_ARRAY,   /* … the array, as C passes arrays */
  IHOP_OUTLINE_LOCAL      /* the function has a variable of its own instead */
} IhopOutlinePartKind;

/* A variable of the caller's that the fragment uses. */
typedef struct
{
  IhopOutlinePartKind kind;
  IhopSymbol *symbol;  /* the caller's */
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

/* Fills in "parts" but for "here". FALSE after a refusal. */
gboolean ihop_outline_parts (IhopOutline *self);
