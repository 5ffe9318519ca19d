/* How a statement of a loop's body changes its induction variable, and the statement without the change. */
#pragma once
#include "transform/text/induction_values.h"

typedef struct
{
  gint64 constant;         /* by how much … */
  const IhopNode *amount;  /* … and by this, which is no constant; or NULL */
  gboolean is_subtracted;  /* the amount is */
  gboolean is_statement;   /* the statement does nothing else */
  gboolean is_after;       /* the value used is that after the change */
  gboolean is_made_of_parts; /* the statement is a block, or an "if" both of whose sides change it by the constant */
  const IhopNode *node;    /* the part that changes it; NULL: the statement does not */
} IhopInductionChange;

/* FALSE after a refusal. */
gboolean ihop_induction_change_of (const IhopInductionStep *self, const IhopNode *statement, IhopInductionChange *change);
/* Entries for ihop_replace_nodes: the statement by the value that the variable has there. "state" goes on behind the change, but for
 * amounts that are no constants. */
void ihop_induction_rewrite (const IhopInductionStep *self, const IhopNode *statement, const IhopInductionChange *change,
                             IhopInductionState *state, GHashTable *news);
