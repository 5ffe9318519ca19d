/* How control leaves a piece of code other than by its end. */
#pragma once
#include "ir/tree.h"

/* The first statement that leaves this loop body before its end (return, goto, a label that somebody may jump to, a
 * break of this loop); NULL: none. A break of a loop or switch inside the body is none. */
const IhopNode *ihop_body_exit (const IhopNode *body);
/* Whether control may jump somewhere else than to a statement of the switch's own block: Duff's device. */
gboolean ihop_switch_has_hidden_case (const IhopNode *node);
/* Whether this part of an if, ?:, && or || is never come to: a constant in front decides against it, and no label or case inside
 * lets control in otherwise. */
gboolean ihop_child_never_runs (const IhopNode *node, guint child);
