/* Jumps out of the middle of statements become if and else: "if (c) JUMP; rest" is "if (!c) { rest }".
 * Nothing is moved or repeated; conditions are asked where they were. For the returns of a function that
 * is written out where it is called (inline), and for continue (guard).
 *
 * After L. Ramshaw, "Eliminating go to's while preserving program structure", 1988, for the two jumps
 * that need no loop of their own. */
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

/* The statements of a body without such jumps, of const IhopNode *; caller unrefs. NULL after a refusal. */
GPtrArray *ihop_jump_removal_run (const IhopJumpRemoval *leaving, const IhopNode *body);
/* The first such jump in a node; NULL: none. */
const IhopNode *ihop_jump_removal_first (const IhopJumpRemoval *leaving, const IhopNode *node);
/* guard.c: what to do about a break or continue that is in the way. */
void ihop_guard_remedy (IhopTransformStep *step, IhopDiag *diag, const IhopNode *jump);
/* Refuses a body with a continue or break of its own loop, which cannot stand outside of it. */
gboolean ihop_require_no_jumps (IhopTransformStep *step, const IhopNode *body);
