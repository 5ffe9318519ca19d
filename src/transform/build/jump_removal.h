/* Jumps out of the middle of statements become if and else: "if (c) JUMP; rest" is "if (!c) { rest }". Nothing is moved
 * or repeated, and conditions are evaluated where they were. Used for the returns of a function that is inlined, and
 * for continue (the step guard).
 *
 * After L. Ramshaw, "Eliminating go to's while preserving program structure", 1988, for the two jumps that need no loop
 * around them. */
#pragma once
#include "transform/build/build.h"

typedef struct
{
  IhopBuild *build;
  IhopKind jump;           /* IHOP_RETURN, or IHOP_CONTINUE of the loop that has the statements as body */
  /* What stands in the place of a jump. NULL: nothing. */
  void (*at_jump) (gpointer data, const IhopNode *jump, GPtrArray *into);
  /* What stands where the end is reached without one; FALSE after a refusal. NULL: nothing. */
  gboolean (*at_end) (gpointer data, GPtrArray *into);
  /* Says why this jump stays. */
  void (*refuse) (gpointer data, const IhopNode *jump);
  gpointer data;
} IhopJumpRemoval;

/* The statements of a body without such jumps, of const IhopNode *; the caller unrefs. NULL after a refusal. */
GPtrArray *ihop_jump_removal_run (const IhopJumpRemoval *self, const IhopNode *body);
/* The first such jump under the node. NULL: none. */
const IhopNode *ihop_jump_removal_first (const IhopJumpRemoval *self, const IhopNode *node);

/* Refuses a body with a continue or break of its own loop: it cannot stand outside of that loop. */
gboolean ihop_require_no_jumps (IhopTransformStep *step, const IhopNode *body);
/* Adds to a refusal what to do about the break or continue that is in the way. */
void ihop_remedy_jump (IhopTransformStep *step, IhopDiag *diag, const IhopNode *jump);
