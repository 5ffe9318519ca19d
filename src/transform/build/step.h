/* A transformation: what it is given (IhopTransformStep), and the rewrite that it hands back. */
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

/* What a step has built; ihop_rewrite_free. */
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
  IHOP_TRANSFORM_ORDER,    /* only reorders: the judge (legality/judge.h) decides */
  IHOP_TRANSFORM_STORAGE,  /* changes what is stored where: its own file proves it */
  IHOP_TRANSFORM_TEXT      /* changes neither (renaming, normal forms): its own file proves it */
} IhopTransformKind;

/* A row of the registry. */
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
  const IhopTransform *transform; /* the one that runs */
  IhopFacts *facts;        /* of the old tree */
  const IhopTree *tree;    /* the old tree */
  GPtrArray *names;        /* its loops: ihop_address_list, of IhopLoopName * */
  IhopDiags *diags;        /* refusals (IHOP_REFUSED) and warnings go here */
};

void ihop_rewrite_free (IhopRewrite *rewrite);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopRewrite, ihop_rewrite_free)
