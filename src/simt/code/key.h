/* What a kernel's code depends on, as a name for the cache. */
#pragma once
#include "simt/lower/lowered.h"

/* "compiler": path of the library that makes code, known by its build-id; "module": a text that differs
 * where the PTX does. Caller frees; NULL: the library is not there or has no build-id. */
char *ihop_code_key (const char *compiler, const char *module, const char *kernel, const IhopLowerOptions *options);
