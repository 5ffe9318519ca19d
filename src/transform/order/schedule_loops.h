/* The loops that isl generates for a schedule, as loops of the tree. */
#pragma once
#include "transform/order/schedule_times.h"

/* Loops that run the statements in the order of their times, of const IhopNode *; the caller unrefs. NULL after a
 * refusal. */
GPtrArray *ihop_schedule_loops (IhopSchedule *schedule);
