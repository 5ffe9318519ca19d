/* A product's loops alone: what stands beside them goes into nests of its own. */
#pragma once
#include "advise/layout.h"

/* The only statement of a loop's body, an update of an element ("c[i][j] += …") or a variable; NULL: it is another one. */
const IhopNode *ihop_isolate_update (const IhopNode *loop);
/* The variable that an update is of; NULL: it is of an element. */
const IhopSymbol *ihop_isolate_variable (const IhopNode *update);
/* Of a nest i, j, k whose innermost loop is one update: what i does beside j, and what j does behind k with other elements of the
 * result ("c[j][i] = c[i][j];"), are cut off; j runs along the result's rows then. The layout's number is that of the nest that
 * remains. FALSE: it has another form, or a step was refused, and the state is of no use. */
gboolean ihop_isolate_product (IhopLayout *layout);
