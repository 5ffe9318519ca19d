/* What was asked for, as JSON: kept with the run, so that it can be resumed as it began, and handed to
 * its tasks. */
#pragma once
#include "bench/bench.h"

typedef struct
{
  IhopBenchOptions options; /* its strings are owned by "strings" */
  GPtrArray *strings;
} IhopBenchSettings;

/* Caller frees. work is not among them: it is each task's own. */
char *ihop_bench_settings_to_json (const IhopBenchOptions *options);
/* NULL with an error: it is none of ours. */
IhopBenchSettings *ihop_bench_settings_read (const char *json, GError **error);
void ihop_bench_settings_free (IhopBenchSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopBenchSettings, ihop_bench_settings_free)
