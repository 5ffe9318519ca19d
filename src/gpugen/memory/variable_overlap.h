/* Copies on the device of what may be one object: told apart by proof or by a test at entry, trusted, or kept from ever being
 * alive together. */
#pragma once
#include "gpugen/plan/work.h"

/* Looks at all pairs of device variables. Notes the tests that are needed, or sets is_local of both. NULL, or why kernel number *bad
 * cannot have both of two variables (caller frees). */
IhopMessage *ihop_variables_part_pairs (IhopWork *work, guint *bad);
/* The same for what the host reads when it launches a kernel: what is passed by value, and what sizes and conditions are worked out
 * from. It must not lie in memory of which the newest values are on the device. */
void ihop_variables_part_values (IhopWork *work);
