/* A product's loops alone: what stands beside them goes into nests of its own. */
#pragma once
#include "advise/layout.h"

/* What a loop's body consists of, if that is nothing but updates of elements or variables ("c[i][j] += …", "s = s > d ? s : d"):
 * of const IhopNode *, the assignments. Empty: there is something else. Caller unrefs. */
GPtrArray *ihop_isolate_updates (const IhopNode *loop);
/* The variable that an update is of; NULL: it is of an element. */
const IhopSymbol *ihop_isolate_variable (const IhopNode *update);
/* Of a nest i, j, k whose innermost loop is nothing but updates: what i does beside j, and what j does behind k with other elements of the
 * results ("c[j][i] = c[i][j];"), are cut off; j runs along the rows of the first one then. The layout's number is that of the nest that
 * remains. FALSE: it has another form, or a step was refused, and the state is of no use. */
gboolean ihop_isolate_product (IhopLayout *layout);
