/* JSON that strangers send; its members are read with base/json_read.h. */
#pragma once
#include "base/json.h"
#include "base/json_read.h"

/* NULL: no JSON, deeper than 32 levels (the parser recurses), or not an object; fault says which
 * (static). Caller unrefs. */
JsonNode *ihop_web_json_read (const char *text, gsize size, const char **fault);
