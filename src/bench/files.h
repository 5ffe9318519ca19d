/* Results on their way home: a task writes what it measured as a file, which the driver reads. Written
 * beside its place and renamed: a file that is there is whole, whatever was killed. */
#pragma once
#include "bench/case.h"

/* cases: of IhopCase *. */
gboolean ihop_cases_write (const char *path, const GPtrArray *cases, GError **error);
/* Of IhopCase *; NULL with an error when there is no such file or it is none of ours. Caller unrefs. */
GPtrArray *ihop_cases_read (const char *path, GError **error);
