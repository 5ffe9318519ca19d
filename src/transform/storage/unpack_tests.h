/* The tests at the function's entry that variables rest on. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* Adds those that the variables of all paths need to "guards" (of IhopGuard *, owned). FALSE: one cannot be written, or
 * guards is NULL and one is needed. */
gboolean ihop_unpack_add_guards (IhopUnpack *self, GPtrArray *guards);
