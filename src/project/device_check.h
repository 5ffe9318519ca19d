/* Whether a loop that is marked, or would be, runs on the device when all is generated. Slow: for workers. */
#pragma once
#include "project/snapshot.h"

/* Why generating would refuse to put the loop there, in the user's language; NULL: it would not. A loop that is not marked
 * is looked at as if it were. Caller frees. */
/* The same for several loops at once, which are marked, or none of which lies in another one: of char *, NULL where it would
 * not; as many as addresses (of const char *). Caller unrefs. */
GPtrArray *ihop_snapshot_device_refusals (IhopSnapshot *snapshot, guint file, const GPtrArray *addresses, gboolean are_marked);
char *ihop_snapshot_device_refusal (IhopSnapshot *snapshot, guint file, const char *address, gboolean is_marked);
