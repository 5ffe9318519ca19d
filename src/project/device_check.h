/* Whether a loop that is marked, or would be, runs on the device when all is generated. Slow: for workers. */
#pragma once
#include "project/snapshot.h"

/* Why generating would refuse to put the loop there, in the user's language; NULL: it would not. A loop that is not marked
 * is looked at as if it were. Caller frees. */
char *ihop_snapshot_device_refusal (IhopSnapshot *snapshot, guint file, const char *address, gboolean is_marked);
