/* Where the variables of paths are declared. */
#pragma once
#include "transform/storage/unpack_paths.h"

/* A new variable for the path: "im_data" for im->data, "n_value" for *n. */
IhopSymbol *ihop_unpack_variable (IhopUnpack *self, const IhopUnpackPath *path);

/* Has as many references to the path in the loops as can be read from variables: self->before gets the declarations,
 * self->news the references. Where some stay, self->trouble and self->why say why. Sets path->is_placed. */
void ihop_unpack_place (IhopUnpack *self, IhopUnpackPath *path);
