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

/* inline_call.c: finds the call in that line of the caller ("callee" may be NULL: any), and the body
 * it runs, and looks whether the one can take the place of the other. FALSE after a refusal. */
gboolean ihop_inline_find (IhopInline *self, gint64 line, const char *callee);
/* inline_arguments.c: what each parameter is in the caller. FALSE after a refusal. */
gboolean ihop_inline_arguments (IhopInline *self);
/* "s.n", "s->limits.n": a variable or a member that lies where it lies all through the call. */
gboolean ihop_inline_is_fixed_member (const IhopInline *self, const IhopNode *place);
/* inline_returns.c: the callee's statements with what is done with the result in the place of each
 * return. NULL after a refusal; caller unrefs. */
GPtrArray *ihop_inline_returns (IhopInline *self);
