/* A walk over the root's code in the order of execution: where it stands, and what variables hold there.
 *
 * Values and places are worked out for the point where the walk stands, over the iterators of the loops around it. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"
#include <isl/space.h>

/* What a variable holds at a point of the walk. Neither value nor pointer: not known. */
typedef struct
{
  gatomicrefcount references;
  IhopValue *value;
  IhopRef *pointer;
} IhopBinding;

typedef struct
{
  IhopScop *scop;
  IhopScopLoop *loop;        /* innermost */
  guint depth;
  isl_set *domain;           /* instances that may reach this point */
  gboolean is_exact;         /* they do reach it */
  const IhopScopRegion *region;
  const IhopScopRegion *switch_region; /* around the innermost switch */
  isl_set *switch_domain;    /* instances that come to it: any label inside may be reached by them; NULL: no switch */
  GHashTable *bindings;      /* IhopSymbol → IhopBinding */
  int position;
  guint nesting;             /* recursion of ihop_value_of into definitions outside the root */
  guint arms;                /* how many "c ? a : b" stand around what is worked out, in a or b */
  gboolean quiet;            /* try: make no assumptions */
  const IhopNode *update;    /* the reduction update being walked */
  const IhopNode *update_left; /* its reference reduced into */
  IhopScopStatement *statement;
  IhopMay why;               /* why the last value came out as unknown */
  const IhopNode *why_node;
} IhopWalk;

/* The space of instances at the walk's depth. */
__isl_give isl_space *ihop_walk_space (const IhopWalk *walk);
/* Whether no instance that reaches this point lies in "bad" (proved). */
gboolean ihop_walk_never (IhopWalk *walk, __isl_take isl_set *bad);
/* Whether it is not negative in any instance that reaches this point (proved). */
gboolean ihop_walk_nonnegative (IhopWalk *walk, __isl_keep isl_pw_aff *affine);
/* From here on the walk is inexact: what follows runs or does not, as one. */
void ihop_walk_maybe (IhopWalk *walk);
/* The same where the condition is true, or false unless "holds": it may be one that asks whether a pointer leads anywhere. */
void ihop_walk_maybe_where (IhopWalk *walk, const IhopNode *condition, gboolean holds);

/* Values at this point; caller unrefs. */
IhopValue *ihop_value_integer (IhopWalk *walk, gint64 number);
IhopValue *ihop_value_iterator (IhopWalk *walk, guint depth);
/* No value: remembers why. Always NULL. */
IhopValue *ihop_value_unknown (IhopWalk *walk, IhopMay why, const IhopNode *node);
/* The loop around this point that counts with the variable; NULL: none. */
IhopScopLoop *ihop_walk_loop_of (const IhopWalk *walk, const IhopSymbol *symbol);

/* ---- what variables hold --------------------------------------------------------------------------------------- */

/* Takes value and pointer; neither: not known. */
void ihop_bind (IhopWalk *walk, const IhopSymbol *symbol, IhopValue *value, IhopRef *pointer);
/* An empty table of bindings, for IhopWalk.bindings. */
GHashTable *ihop_bindings_new (void);
GHashTable *ihop_bindings_copy (GHashTable *bindings);
/* Keeps only what is the same in both; takes "other". */
void ihop_bindings_join (IhopWalk *walk, GHashTable *other);
/* A variable changed somewhere in "node" holds nothing known at its start and at its end. */
void ihop_walk_forget (IhopWalk *walk, const IhopNode *node);
