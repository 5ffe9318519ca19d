/* How much memory the tests at a function's start compare. */
#pragma once
#include "gpugen/plan/work.h"

/* How many bytes behind a pointer kernels may touch or, with_host, anything in the function; then
 * to "conditions" (of const IhopNode *) under which nothing before the place pointed to is. Of pointers that change
 * places it is the most of all of them. NULL: not known. */
const IhopNode *ihop_tested_extents_bytes (IhopWork *work, const IhopSymbol *symbol, gboolean with_host, GPtrArray *conditions);
/* Whether a pointer that changes places has its first value where tests stand, behind statement *entry of the function's
 * body (-1: right at its start), and before what exchanges it. */
gboolean ihop_tested_extents_is_first (IhopWork *work, const IhopSymbol *symbol, int *entry);
