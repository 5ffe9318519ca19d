/* An assignment taken apart into operations of two operands. */
#pragma once
#include "transform/build/build.h"

/* The statements that "x = e" becomes: a declaration for each inner operation, and the assignment; of const IhopNode *,
 * the caller unrefs. NULL after a refusal. */
GPtrArray *ihop_three_address (IhopBuild *build, const IhopNode *statement);
