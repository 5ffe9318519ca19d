/* The statements that a schedule moves. */
#pragma once
#include "ir/tree.h"
#include <isl/ast.h>
#include <isl/union_map.h>

/* FALSE: enough. */
typedef gboolean IhopSchedulePart (const IhopNode *part, const IhopNode *loop, gpointer data);

/* What "schedule" sees in a nest, in the order of the text: its loops, and the statements that it moves as
 * wholes, each with the innermost loop around it. FALSE: it was enough. */
gboolean ihop_schedule_parts (const IhopNode *loop, IhopSchedulePart *take, gpointer data);
/* The times that leave the nest as it stands: "'i, 0, j, 0' 'i, 1'". Caller frees. */
char *ihop_schedule_identity (const IhopNode *loop);
