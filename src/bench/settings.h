/* What was asked for, as JSON: kept with the run, so that it can be resumed as it began, and handed to
 * its tasks. */
#pragma once
#include "bench/bench.h"

typedef struct
{
  IhopBenchOptions options; /* its strings are owned by "strings" */
  GPtrArray *strings;
} IhopSettings;

/* Caller frees. work is not among them: it is each task's own. */
char *ihop_settings_to_json (const IhopBenchOptions *options);
/* NULL with an error: it is none of ours. */
IhopSettings *ihop_settings_read (const char *json, GError **error);
void ihop_settings_free (IhopSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSettings, ihop_settings_free)
