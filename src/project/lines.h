/* Numbers of lines in texts that were made from another one. */
#pragma once
#include "ir/tree.h"

/* "text", made from "original", with a "#line" wherever a line that asks for its number (uses, of IhopLineUse, in
 * order) would be told another one. Lines that are not in the text any more, as they were changed, are added to
 * "lost" (of guint). Caller frees. */
char *ihop_lines_keep (const char *original, const GArray *uses, const char *text, GArray *lost);
