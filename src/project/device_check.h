/* Whether a loop that is marked, or would be, runs on the device when all is generated. Slow: for workers. */
#pragma once
#include "project/snapshot.h"

/* Why generating would refuse to put loops there, in the user's language: of char *, NULL where it would not; as many as
 * addresses (of const char *), which are all marked, or none of which lies in another one. Loops that are not marked are looked
 * at as if they were. stop: asked with data between parts of the work; TRUE: the answer is not wanted any more, and is worth
 * nothing. Caller unrefs. */
GPtrArray *ihop_snapshot_device_refusals (const IhopSnapshot *snapshot, guint file, const GPtrArray *addresses, gboolean are_marked,
                                          gboolean (*stop) (gpointer data), gpointer data);
/* The same for one loop. Caller frees. */
char *ihop_snapshot_device_refusal (const IhopSnapshot *snapshot, guint file, const char *address, gboolean is_marked,
                                    gboolean (*stop) (gpointer data), gpointer data);
