/* Between loops.c, powers.c and progressions.c: what the head of a loop says. */
#pragma once
#include "prove/model.h"

enum { MOST_UPDATES = 4 };

/* What each iteration does to a variable that counts. */
typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *name;
  IhopOperator op;          /* ADD, SUB, or what makes it grow or shrink by a factor */
  const IhopNode *by;       /* NULL: 1 */
  Binding *first;           /* what it holds before the loop */
  Value *sum;               /* of "inside": what an iteration adds; NULL: not known */
} Update;

typedef struct
{
  const IhopNode *node, *condition, *step, *body;
  guint n_updates;
  Update update[MOST_UPDATES];
  guint n_inside;           /* what the body moves, and nothing else does */
  Update inside[MOST_UPDATES];
  guint n_turns;            /* what a statement of the body sets … */
  Update turn[MOST_UPDATES]; /* … to something that is worked out from what it holds: "buffer ^= 1", "stage = (stage + 1) % 3" */
  GHashTable *before;       /* what variables hold in front of the loop */
  gboolean leaves;          /* by break or return: it may run less often */
  gboolean returns;
} Head;

/* A loop whose variable grows or shrinks by a factor; FALSE: nothing was walked, as it is not understood. *is_straight: all threads run all
 * iterations, one by one, so that variables hold behind it what they are known to. */
gboolean prove_walk_powers (Walk *walk, const Head *head, gboolean *is_straight);
/* "i++, p += n": adds what each part does to the head's updates. */
void prove_read_updates (const IhopNode *node, Head *head);
/* Whether a break of its own, or what leaves the function (*returns), may end the loop whose body this is. */
gboolean prove_leaves (const IhopNode *node, gboolean is_inner, gboolean *returns);
/* sums.c: the variables that the body moves (head->inside). */
void prove_find_moved (Walk *walk, Head *head);
/* What each iteration surely adds to one of them, where variables that the loop changes are not known; NULL: not known. */
Value *prove_sum_of_iteration (Walk *walk, const Head *head, const IhopSymbol *symbol);
/* How often a "for" that counts up runs, in values that are known here; NULL: not known. */
Value *prove_trips (Walk *walk, const IhopNode *loop);
/* turns.c: binds what comes round again in a few iterations; dim: how often the loop has run. */
gboolean prove_read_turn (const IhopNode *statement, Update *update);
void prove_bind_turn (Walk *walk, const Update *update, guint dim);
/* A loop whose variable moves by a step that is a parameter, as "i += gridDim.x * blockDim.x": an arithmetic progression; FALSE as above, and *wraps
 * if it is because the variable may not hold the sum. */
gboolean prove_walk_progression (Walk *walk, const Head *head, gboolean *wraps);
/* Binds a variable that an iteration moves to where it began, and so much more (sign 1) or less; an address alike. Takes moved. */
void prove_bind_moved (Walk *walk, const Update *update, Value *moved, int sign);
/* A condition is evaluated once more than the body: what it does is not certain. */
void prove_walk_condition (Walk *walk, const IhopNode *condition);
/* What of iterations runs: those in front of the first for which the condition fails. Takes holds,
 * which is a part of "all", and all. */
isl_set *prove_up_to_first (const Model *model, isl_set *all, isl_set *holds, guint dim);
