/* The dependence graph of a nest: every dependence between its statements, level by level.
 *
 * A verdict looks at one loop and at what that loop carries; here all loops of a nest are looked at
 * together, and what is carried by none of them (from an earlier statement to a later one of the same
 * iteration) is in it too. The levels are those of Allen and Kennedy 2001, section 2.2: a dependence
 * of level k is carried by the k-th loop from outside. Dependences are between accesses to memory
 * (a later write does not hide an earlier one). */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"
#include "analysis/verdict/loop.h"

typedef enum
{
  IHOP_LEVEL_STANDS,     /* it fixes the order of the carrier's iterations */
  IHOP_LEVEL_PRIVATE,    /* gone once each iteration has its own copy of the variable */
  IHOP_LEVEL_REDUCTION,  /* between the updates of a reduction */
  IHOP_LEVEL_INDUCTION   /* the variable counts along: each iteration can work it out */
} IhopLevelStanding;

typedef struct
{
  IhopDependence *dependence;      /* owned */
  const IhopNode *source, *sink;   /* the statements around the two references */
  const IhopNode *carrier;         /* a loop; NULL: within one iteration of all loops around both */
  guint level;                     /* the carrier's number from the nest's outermost, 1 …; else 0 */
  IhopLevelStanding standing;
} IhopLevel;

typedef struct
{
  GPtrArray *levels;               /* of IhopLevel *, in the order of the text */
  gboolean is_complete;            /* FALSE: there may be more; */
  IhopMessage *why;                /* … because of this */
  GPtrArray *assumptions;          /* of IhopMessage *: what the missing of others relies on */
} IhopLevels;

/* Of the nest whose outermost loop is "root", which must count. Never NULL. Of each pair of
 * references and each level one. Costs at most as much as a function's verdicts may. */
IhopLevels *ihop_levels_of (IhopFacts *facts, const IhopTree *tree, const IhopLoop *root);
void ihop_levels_free (IhopLevels *levels);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopLevels, ihop_levels_free)

/* Between dependence_levels.c and iteration_space.c: node → the innermost statement around it, for all of root. A
 * loop's own head belongs to the loop. */
GHashTable *ihop_levels_statements (const IhopNode *root);
/* Which of a variable's accesses are of no interest: the loops' own counting. */
gboolean ihop_levels_is_head (const IhopAccess *access, GHashTable *statements);
/* How many loops of the root stand around the declaration of a variable: in each iteration of
 * those it is another one. 0 if it is declared outside. */
guint ihop_levels_declared (const IhopScop *scop, const IhopSymbol *symbol);
/* What becomes of a dependence on this variable that a loop carries. */
IhopLevelStanding ihop_levels_standing (const IhopLoop *carrier, const IhopSymbol *symbol);
/* What the scop takes for granted, as sentences, of char *. */
void ihop_levels_assumptions (const IhopScop *scop, GPtrArray *into);
/* isl's own operations for one nest; begin and end stand around the work. */
void ihop_levels_begin (IhopFacts *facts);
void ihop_levels_end (IhopFacts *facts);
