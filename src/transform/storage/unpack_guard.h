/* Loops that may not run: the condition under which one does, as it can be asked in front of it. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* The condition under which the loop reads the path at all: "n > 0". NULL: not known. */
const IhopNode *ihop_unpack_guard (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path);

/* The condition under which the loop runs; it may read memory. NULL: not known. */
const IhopNode *ihop_unpack_runs (IhopUnpack *self, const IhopNode *loop);
