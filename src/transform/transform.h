/* Loop transformations: each one file, each one row in the registry (DESIGN D5).
 *
 * A transformation builds a new tree and says where each of the new tree's innermost statements
 * comes from. One judge (judge.h) then asks whether every dependence of the old tree
 * still runs forwards in the order of the tree that was really built (D3). A transformation never
 * decides legality itself, except for "storage" ones, which bring a proof of their own.
 *
 * Text form of a step: "interchange kernel_gemm/i/j", "tile f/i/j 32 32". A script is a list of
 * steps, one a line, "#" begins a comment. Addresses are those of the tree before the step. */
#pragma once
#include "analysis/loops.h"

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

typedef struct
{
  IhopFacts *facts;        /* of the old tree */
  const IhopTree *tree;
  GPtrArray *names;        /* ihop_address_list of it */
  IhopDiags *diags;        /* refusals: severity IHOP_REFUSED */
} IhopTransformStep;

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

void ihop_rewrite_free (IhopRewrite *rewrite);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopRewrite, ihop_rewrite_free)

/* All transformations, in the order of the manual; ends with NULL. */
extern const IhopTransform *const ihop_transforms[];
const IhopTransform *ihop_transform_find (const char *name);

/* The one road that every step takes: parse, build, verify the tree, judge. Returns a new tree
 * (caller unrefs), or NULL with the refusal in diags. */
IhopTree *ihop_transform_run (IhopFacts *facts, const IhopTree *tree, const char *step,
                              IhopDiags *diags);
/* A whole script. A step that is refused ends it: returns NULL, and diags name the step's line.
 * "options" are for the facts made of each new tree. */
IhopTree *ihop_script_run (const IhopTree *tree, const char *script, const char *script_name,
                           const IhopFactsOptions *options, IhopDiags *diags);
/* The steps of a script without comments and empty lines, of char *. Caller unrefs. */
GPtrArray *ihop_script_steps (const char *script);
