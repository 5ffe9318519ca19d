/* Between loops.c and powers.c: what the head of a loop says. */
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
} Update;

typedef struct
{
  const IhopNode *node, *condition, *step, *body;
  guint n_updates;
  Update update[MOST_UPDATES];
  gboolean leaves;          /* by break or return: it may run less often */
  gboolean returns;
} Head;

/* A loop whose variable grows or shrinks by a factor; FALSE: nothing was walked, as it is not understood. */
gboolean prove_walk_powers (Walk *walk, const Head *head);
