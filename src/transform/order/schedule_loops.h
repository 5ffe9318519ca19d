/* The loops that isl generates for a schedule, as loops of the tree. */
#pragma once
#include "transform/order/schedule_times.h"
#include <isl/ast.h>
#include <isl/union_map.h>

/* The loops that run the statements in the order of their times, of const IhopNode *. NULL after a
 * refusal. Caller unrefs. */
GPtrArray *ihop_schedule_loops (IhopSchedule *schedule);
