/* Whether running code is certain to read a path, or to follow an address on the way to it. */
#pragma once
#include "transform/storage/unpack_paths.h"

typedef struct
{
  IhopUnpack *self;
  const IhopNode *address;    /* looked for: what follows this, … */
  const IhopUnpackPath *path; /* … or a reference to this; either may be NULL */
  gboolean passed;            /* control has come out of the code: nothing in it can have left it otherwise */
} IhopUnpackSearch;

typedef enum
{
  IHOP_EVALUATED_NOT_YET,     /* control goes on behind the code, which may not have read it */
  IHOP_EVALUATED_FOUND,       /* every run of the code reads it */
  IHOP_EVALUATED_ENDS         /* nothing can be said of what stands behind */
} IhopUnpackEvaluated;

/* A statement; one expression; the first value and condition of a for. */
IhopUnpackEvaluated ihop_unpack_search_statement (const IhopUnpackSearch *search, const IhopNode *statement);
IhopUnpackEvaluated ihop_unpack_search_expression (const IhopUnpackSearch *search, const IhopNode *expression);
IhopUnpackEvaluated ihop_unpack_search_for (const IhopUnpackSearch *search, const IhopNode *loop);

/* The address that a place is found by, where that need not be valid: "im" of "im->data". NULL: it lies in a variable. */
const IhopNode *ihop_unpack_followed (const IhopNode *place);
