/* What a value is made of: the numbers and addresses in it, each with its place. */
#pragma once
#include "ir/symbol.h"
#include "ir/tree.h"

typedef enum
{
  IHOP_LEAF_BYTES,   /* unions, bit-fields, vectors, what is not known: compared as it stands */
  IHOP_LEAF_INTEGER,
  IHOP_LEAF_REAL,    /* float or double, also each half of a complex number */
  IHOP_LEAF_ADDRESS
} IhopLeafKind;

/* "count" neighbours of one kind: a member, or an array of numbers in it. */
typedef struct
{
  IhopLeafKind kind;
  gsize offset, size, count; /* bytes from the value's start; bytes of one; how many */
  gboolean is_signed;        /* INTEGER */
  char *path;                /* ".velocity.x", "" for the value itself */
} IhopLeaf;

/* The leaves of a type of known size, of IhopLeaf; gaps between members are in none. NULL type: one byte.
 * A struct of more than a few hundred leaves is one of bytes. Caller unrefs. */
GArray *ihop_leaves_of (const IhopType *type);
/* The value at a leaf of kind REAL. */
double ihop_leaf_real (const IhopLeaf *leaf, const char *data);
/* Whether two values at a leaf are the same in two runs: addresses only have to be null in both or in neither. */
gboolean ihop_leaf_is_equal (const IhopLeaf *leaf, const char *a, const char *b);
/* As a reader wants to see it. Caller frees. */
char *ihop_leaf_text (const IhopLeaf *leaf, const char *data);
/* Whether some leaf is a float: results have its few digits. */
gboolean ihop_leaves_have_float (const IhopType *type);
