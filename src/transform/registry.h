/* The list of all transformations, from which the command line, the window and the manual are made. A new one is a file
 * in one of the rooms here and a row in registry.c (D5); tools/new-step writes both. */
#pragma once
#include "transform/build/step.h"

/* In the order of the manual; ends with NULL. */
extern const IhopTransform *const ihop_transforms[];

/* NULL: there is none of this name. */
const IhopTransform *ihop_transform_find (const char *name);
