/* A call and the function that it calls, on the way to becoming one. */
#pragma once
#include "transform/build/build.h"

typedef enum
{
  IHOP_CALL_ALONE,    /* f (x); */
  IHOP_CALL_ASSIGNED, /* y = f (x); y += f (x); */
  IHOP_CALL_DECLARED, /* double y = f (x); */
  IHOP_CALL_RETURNED  /* return f (x); */
} IhopCallForm;

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;            /* NULL before building starts */
  const IhopFunction *caller, *callee;
  const IhopNode *statement;   /* of the caller, that the call is in */
  const IhopNode *call;
  IhopCallForm form;
  GHashTable *avoid;           /* names that variables of the callee cannot have there */
  IhopValues *values;          /* of the callee's parameters, in the caller */
  GPtrArray *declared;         /* declarations of those that became variables */
} IhopInline;
