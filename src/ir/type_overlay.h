/* What lies where in the memory of a type, by kinds of scalars: whether a pointer here is a number there, where the same bytes are
 * taken for both types. */
#pragma once
#include "ir/type.h"

typedef enum
{
  IHOP_SCALAR_POINTER = 1 << 0, /* also what is not known: vectors, incomplete structs */
  IHOP_SCALAR_NUMBER = 1 << 1,  /* an integer of several bytes */
  IHOP_SCALAR_BYTE = 1 << 2,    /* a character; an integer that may alias anything is one, too */
  IHOP_SCALAR_WIDE = 1 << 3,    /* a floating number in which a pointer has room */
  IHOP_SCALAR_VOID = 1 << 4     /* "void": anything */
} IhopScalarKinds;

/* The kinds of all scalars in it, those of members and elements as well. */
IhopScalarKinds ihop_type_scalars (const IhopType *type);
/* Whether a scalar of the first kinds in one of the types lies where the other one has one of the second kinds. Two structs both
 * begin at the same place, and what only the longer one has is nothing in the other; of all else many stand one after the other. */
gboolean ihop_types_overlay (const IhopType *a, const IhopType *b, IhopScalarKinds first, IhopScalarKinds second);
