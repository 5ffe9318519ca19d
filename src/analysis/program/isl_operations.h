/* What isl has done, counted by isl itself (allocations and pivots): the same number for the same questions on every
 * machine, however busy. The context goes on at errors (ISL_ON_ERROR_CONTINUE). */
#pragma once
#include <glib.h>
#include <isl/ctx.h>

/* Operations of this context so far. at_least: what it was told before, or 0; a good guess makes it quicker. Costs
 * about a microsecond, and some operations. */
guint64 ihop_operations_count (isl_ctx *ctx, guint64 at_least);
/* From here on at most so many more: past them whatever isl is asked for is NULL. Nothing nests. */
void ihop_operations_limit (isl_ctx *ctx, guint64 most);
/* No limit any more, and no error. */
void ihop_operations_free (isl_ctx *ctx);
