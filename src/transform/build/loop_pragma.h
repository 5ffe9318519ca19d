/* Pragmas that stand in front of a loop and belong to it ("marks"). */
#pragma once
#include "ir/tree.h"

/* Any pragma but those that bound a region ("scop", "endscop", "target begin", "target end"). */
gboolean ihop_is_mark (const IhopNode *node);
/* A mark that claims nothing about dependences: "GCC unroll 4". It stays as long as a loop stands behind it. */
gboolean ihop_is_hint (const IhopNode *node);
