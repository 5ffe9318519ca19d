/* A main for files that have none: calls functions with random data, in several sizes. */
#pragma once
#include "check/instrument.h"

/* C (or C++) text to stand behind the file's own: for each function of the list that it can fill
 * (parameters that are numbers, and arrays whose extents are given by the integers among them) a
 * call for each size. Sizes end with 0; NULL: its own choice. NULL when there is nothing it can
 * call; what it leaves out is noted. Caller frees. */
char *ihop_driver_text (const GPtrArray *functions, const guint *sizes, gboolean is_cuda,
                        GPtrArray *notes);
