/* What became of a job whose commands have all ended, one way or another. */
#pragma once
#include "web/command.h"

/* NULL: it is done. Else a sentence: a file that is no C, a command that took too long or broke down; what the
 * others made is there all the same. commands: of IhopWebCommand *; analysis: what "analyze" printed, or NULL.
 * Caller frees. */
char *ihop_web_outcome (const GPtrArray *commands, JsonObject *analysis);
