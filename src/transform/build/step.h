/* What a step is given and what it hands back. */
#pragma once
#include "analysis/program/facts.h"

/* Values of old variables in terms of new ones. A variable that is not listed is itself. */
typedef struct
{
  guint n;
  IhopSymbol **symbol;          /* of the old tree */
  const IhopNode **value;       /* expressions of the new tree */
} IhopValues;

/* Where a node of the new tree comes from: the old node that it is a copy of, and what the old
 * iterators hold there. A node that is shared by both trees needs no entry: it is itself. */
typedef struct
{
  const IhopNode *before;
  const IhopValues *values;
} IhopOrigin;

typedef struct
{
  IhopTree *tree;          /* the new tree, referenced */
  const IhopFunction *function; /* the changed function, in the old tree */
  GHashTable *origins;     /* new node → IhopOrigin *, of the new tree's pool */
  /* What changed: statements that follow each other in one block (or one statement) of the old
   * tree, and what stands there in the new one. Of const IhopNode *. */
  GPtrArray *old_region, *new_region;
} IhopRewrite;

typedef struct _IhopTransformStep IhopTransformStep;

typedef enum
{
  IHOP_TRANSFORM_ORDER,    /* only reorders: judged */
  IHOP_TRANSFORM_STORAGE,  /* changes what is stored: proved in its own file */
  IHOP_TRANSFORM_TEXT      /* changes neither (renaming, normal forms): proved in its own file */
} IhopTransformKind;

typedef struct
{
  const char *name;        /* "interchange" */
  const char *usage;       /* "OUTER/INNER": what follows the name */
  const char *summary;     /* one line, for menus and the manual */
  IhopTransformKind kind;
  /* words[0 … n-1] are the arguments. Returns the rewrite, or NULL after adding to step->diags a
   * refusal that says where, what, why and what to do. */
  IhopRewrite *(*build) (IhopTransformStep *step, char **words, guint n);
} IhopTransform;

struct _IhopTransformStep
{
  const IhopTransform *transform; /* the row of the registry that runs */
  IhopFacts *facts;        /* of the old tree */
  const IhopTree *tree;
  GPtrArray *names;        /* ihop_address_list of it */
  IhopDiags *diags;        /* refusals: severity IHOP_REFUSED */
};

void ihop_rewrite_free (IhopRewrite *rewrite);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopRewrite, ihop_rewrite_free)
