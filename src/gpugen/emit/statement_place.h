/* How a statement stands in the owner's text: in a list, where others may stand beside it, or as the body of a head without braces. */
#pragma once
#include "gpugen/plan/plan.h"

/* Whether the owner wrote the block with braces. The front end also makes blocks of a pragma and its statement. */
gboolean ihop_statement_has_braces (const IhopNode *node);
/* What the statement is a part of; NULL: it is the function's body. "function" is the one that holds it, here and below. */
const IhopNode *ihop_statement_parent (const IhopFunction *function, const IhopNode *node);
/* Whether it is in a list of statements, where more may stand beside it. */
gboolean ihop_statement_is_in_list (const IhopFunction *function, const IhopNode *node);
/* The pragmas and the statement under a head without braces that this is one of; NULL: it stands otherwise. */
const IhopNode *ihop_statement_group (const IhopFunction *function, const IhopNode *node);
/* Whether an "else" comes behind the statement with nothing but heads of loops and branches between it and its "if": it would be
 * taken for that of an "if" which the statement has become. */
gboolean ihop_statement_is_before_else (const IhopFunction *function, const IhopNode *node);
/* Behind a label or a case, where C wants a statement before declarations. */
gboolean ihop_statement_is_labelled (const IhopFunction *function, const IhopNode *node);
