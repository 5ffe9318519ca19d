/* The types of C that new code is written in. */
#include "ir/known_types.h"

const IhopType ihop_type_void = { .kind = IHOP_TYPE_VOID, .name = "void" };
const IhopType ihop_type_int = { .kind = IHOP_TYPE_INTEGER, .name = "int", .size = 4, .align = 4, .is_signed = TRUE };
const IhopType ihop_type_long = { .kind = IHOP_TYPE_INTEGER, .name = "long", .size = 8, .align = 8, .is_signed = TRUE };
const IhopType ihop_type_long_long = { .kind = IHOP_TYPE_INTEGER, .name = "long long", .size = 8, .align = 8, .is_signed = TRUE };
const IhopType ihop_type_unsigned = { .kind = IHOP_TYPE_INTEGER, .name = "unsigned", .size = 4, .align = 4 };
const IhopType ihop_type_unsigned_long = { .kind = IHOP_TYPE_INTEGER, .name = "unsigned long", .size = 8, .align = 8 };
