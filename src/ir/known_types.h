/* The types of C that new code is written in, as they are on 64-bit Linux. They live as long as the program, in no pool. */
#pragma once
#include "ir/type.h"

extern const IhopType ihop_type_void;
extern const IhopType ihop_type_int;
extern const IhopType ihop_type_long;
extern const IhopType ihop_type_long_long;
extern const IhopType ihop_type_unsigned;
extern const IhopType ihop_type_unsigned_long;
