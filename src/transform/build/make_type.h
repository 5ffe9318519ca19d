/* Types of new code; those that are made live in the new tree's pool. */
#pragma once
#include "ir/known_types.h"
#include "transform/build/build.h"

const IhopType *ihop_type_pointer_to (IhopBuild *build, const IhopType *target);
/* An array of "count" elements; of variable length unless count is a constant. */
const IhopType *ihop_type_array_of (IhopBuild *build, const IhopType *element,
                                    const IhopNode *count);
/* The type without qualifiers, as the value of a variable has it. */
const IhopType *ihop_type_unqualified (IhopBuild *build, const IhopType *type);
/* The same for an array's elements. */
const IhopType *ihop_type_unqualified_elements (IhopBuild *build, const IhopType *type);
