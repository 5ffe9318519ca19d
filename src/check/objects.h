/* What programs are linked with beside their own texts: objects that are compiled once, when ihop is, wherever the
 * owner's compiler makes objects of the same kind. */
#pragma once
#include "check/build.h"

/* Messages without the line they are about: because of #line in the text it would be another one. */
#define IHOP_GCC_PLAIN "-fno-diagnostics-show-caret"
#define IHOP_CLANG_PLAIN "-fno-caret-diagnostics"

/* What a program never set it may still hand on, or a dump may show: as MALLOC_PERTURB_ for the heap. */
#define IHOP_FILL_LOCALS "-ftrivial-auto-var-init=pattern"

/* Finds out which flags the owner's compiler knows, and puts the objects into the builder's folder. NULL; or why that
 * compiler does not work, which the caller frees. */
char *ihop_objects_prepare (IhopBuilder *builder);
