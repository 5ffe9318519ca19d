/* Loops, and code under conditions, that may not run: the condition under which they do, as it can be asked in front of them. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* The condition under which the statement, a loop or an "if", reads the path at all: "n > 0". NULL: not known. */
const IhopNode *ihop_unpack_guard (IhopUnpack *self, const IhopNode *statement, const IhopUnpackPath *path);

/* The condition under which the loop runs; it may read memory. NULL: not known. */
const IhopNode *ihop_unpack_runs (IhopUnpack *self, const IhopNode *loop);
