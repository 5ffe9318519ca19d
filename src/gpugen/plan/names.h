/* The variables that names mean in a function. */
#pragma once
#include "gpugen/plan/work.h"

/* A variable of this name as the function sees it (parameter, local, global); NULL: no variable.
 * *is_unique: no second one is in sight. */
IhopSymbol *ihop_name_symbol (const IhopWork *work, const char *name, gboolean *is_unique);
/* Whether a variable's name means this variable, and no other one, all over the function. */
gboolean ihop_name_is_unique (const IhopWork *work, const IhopSymbol *symbol);
/* Whether all macros in the owner's words for this mean the same all over the file. */
gboolean ihop_macros_are_fixed (const IhopWork *work, const IhopNode *node);
