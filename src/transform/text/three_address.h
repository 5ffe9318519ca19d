/* Expressions taken apart. */
#pragma once
#include "transform/build/build.h"

/* The statements that an assignment "x = e" becomes: declarations of the parts' variables, then the
 * assignment. NULL after a refusal; caller unrefs. */
GPtrArray *ihop_three_address (IhopBuild *build, const IhopNode *statement);
