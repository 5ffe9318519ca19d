/* A place in memory as the analysis names it: a variable and the steps from it, "s.x[i]" or "p[0].data[k]". */
#pragma once
#include "analysis/scop/value.h"
#include "ir/tree.h"

typedef enum
{
  IHOP_STEP_SUBSCRIPT,        /* element of an array object */
  IHOP_STEP_DEREF,            /* element behind a pointer that is stored here */
  IHOP_STEP_FIELD,
  IHOP_STEP_ANY               /* some unknown part of what was named so far */
} IhopStepKind;

typedef struct
{
  IhopStepKind kind;
  const IhopSymbol *field;
  gboolean in_union;
  IhopValue *value;           /* SUBSCRIPT, DEREF; NULL: any */
  const IhopType *array;      /* SUBSCRIPT: type of the array that is subscripted */
  gboolean is_flat;           /* reached by arithmetic on an element's address: may leave the row */
  const IhopSymbol *through;  /* the subscript is through[inside], and the owner says that no two */
  IhopValue *inside;          /* elements of "through" are equal; or NULL */
} IhopStep;

/* A pointer is kept as the place it points to, its last step being the element. */
typedef struct
{
  const IhopSymbol *root;
  GArray *steps;              /* of IhopStep, owned */
  const IhopType *type;       /* of what stands at the end */
} IhopRef;

/* The variable itself, without a step. Caller frees with ihop_ref_free. */
IhopRef *ihop_ref_new (const IhopSymbol *root);
IhopRef *ihop_ref_copy (const IhopRef *ref);
void ihop_ref_free (IhopRef *ref);
/* Takes and gives ref, takes value; "type" is that of what stands behind the step. */
IhopRef *ihop_ref_add_step (IhopRef *ref, IhopStepKind kind, IhopValue *value, const IhopType *type);
/* Owned by ref; NULL: it has no step. */
IhopStep *ihop_ref_last_step (IhopRef *ref);
/* The pointer, so many elements further (NULL: not known how many). Takes both; NULL: not known where it points then. */
IhopRef *ihop_ref_move (IhopRef *pointer, IhopValue *offset);
/* Whether the way to the place leads through a pointer that is itself in memory, which may have changed since. */
gboolean ihop_ref_is_loaded (const IhopRef *ref);
/* From now on the step may mean any element. */
void ihop_step_forget (IhopStep *step);
/* Whether it is a subscript: SUBSCRIPT or DEREF. */
gboolean ihop_step_counts (const IhopStep *step);
