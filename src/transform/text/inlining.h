/* A call that is inlined and the function that it calls: what the files of the step inline share. */
#pragma once
#include "transform/build/build.h"

/* What the caller does with the result. */
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
  const IhopNode *statement;   /* of the caller, which the call is the whole of but for what is done with the result */
  const IhopNode *call;
  IhopCallForm form;
  GHashTable *avoid;           /* names (char *) that variables of the callee cannot have in the caller */
  IhopValues *values;          /* of the callee's parameters, in the caller */
  GPtrArray *declared;         /* declarations of those that became variables */
} IhopInline;
