/* Types and conversions of new code. */
#pragma once
#include "transform/build/build.h"

const IhopType *ihop_type_pointer_to (IhopBuild *build, const IhopType *target);
const IhopType *ihop_type_array_of (IhopBuild *build, const IhopType *element,
                                    const IhopNode *count);
const IhopNode *ihop_make_cast (IhopBuild *build, const IhopType *type, const IhopNode *operand);
/* The number as that type, without a word about it. */
const IhopNode *ihop_make_number (IhopBuild *build, const IhopType *type, gint64 value);
/* "it" is used like this value: with a cast where its type is another. */
const IhopNode *ihop_make_as (IhopBuild *build, const IhopType *type, const IhopNode *value);
extern const IhopType ihop_type_int;
extern const IhopType ihop_type_long;
extern const IhopType ihop_type_unsigned;
extern const IhopType ihop_type_unsigned_long;
/* A type as the value of a variable has it: without qualifiers. */
const IhopType *ihop_type_unqualified (IhopBuild *build, const IhopType *type);
