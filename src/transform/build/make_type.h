/* Types and conversions of new code. */
#pragma once
#include "transform/build/build.h"

const IhopType *ihop_type_pointer_to (IhopBuild *build, const IhopType *target);
const IhopType *ihop_type_array_of (IhopBuild *build, const IhopType *element,
                                    const IhopNode *count);
extern const IhopType ihop_type_int;
extern const IhopType ihop_type_long;
extern const IhopType ihop_type_unsigned;
extern const IhopType ihop_type_unsigned_long;
/* A type as the value of a variable has it: without qualifiers. */
const IhopType *ihop_type_unqualified (IhopBuild *build, const IhopType *type);
