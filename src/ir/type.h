/* C types, as far as moving data and printing declarations needs them.
 *
 * Types live in a pool (tree.h) and are never changed once built. Two types may be
 * equal without being the same pointer: compare with ihop_type_equal. */
#pragma once
#include "base/source.h"

typedef struct _IhopNode IhopNode;
typedef struct _IhopSymbol IhopSymbol;
typedef struct _IhopType IhopType;
typedef struct _IhopPool IhopPool;

typedef enum
{
  IHOP_TYPE_VOID,
  IHOP_TYPE_INTEGER,  /* bool, char, enums' underlying type, all widths */
  IHOP_TYPE_FLOATING, /* float, double, long double, _Float16 … */
  IHOP_TYPE_COMPLEX,
  IHOP_TYPE_POINTER,  /* target: what it points to */
  IHOP_TYPE_ARRAY,    /* target: the element */
  IHOP_TYPE_RECORD,   /* struct or union */
  IHOP_TYPE_ENUM,     /* target: the underlying integer */
  IHOP_TYPE_FUNCTION, /* target: what it returns */
  IHOP_TYPE_NAMED,    /* a typedef; target: what it stands for */
  IHOP_TYPE_OTHER     /* vectors, atomics, blocks …: only its size and name are known */
} IhopTypeKind;

typedef enum
{
  IHOP_CONST = 1 << 0,
  IHOP_VOLATILE = 1 << 1,
  IHOP_RESTRICT = 1 << 2
} IhopQualifiers;

struct _IhopType
{
  IhopTypeKind kind;
  IhopQualifiers qualifiers;
  const char *name;       /* as C spells it ("unsigned long", "struct point", "DATA"); NULL for
                             pointers, arrays and functions, and for records without a tag */
  guint64 size, align;    /* bytes; 0: not known before the program runs, or incomplete */
  gboolean is_signed;     /* INTEGER */
  gboolean may_alias;     /* NAMED, RECORD: attribute may_alias: it may stand for memory of any other type */
  gboolean is_local;      /* NAMED, RECORD, ENUM: declared inside of a function, where alone its name says it */
  const IhopType *target;
  /* ARRAY */
  gboolean has_count;     /* count is known when compiling */
  guint64 count;          /* elements */
  const IhopNode *count_expr; /* the extent as written (NI, n + 1); NULL: A[], or is_folded */
  gboolean is_folded;     /* a number, but its words name what only the function knows: "const int n = 8; double a[n];", enumerators */
  /* RECORD */
  gboolean is_union;
  guint n_fields;
  IhopSymbol **fields;    /* NULL while incomplete */
  /* FUNCTION */
  guint n_params;
  const IhopType **params;
  gboolean is_variadic, has_prototype;
};

/* The type behind typedefs (and behind an enum: its integer). Qualifiers of the outside are lost. */
const IhopType *ihop_type_strip (const IhopType *type);
gboolean ihop_type_equal (const IhopType *a, const IhopType *b);
gboolean ihop_type_is_integer (const IhopType *type);
gboolean ihop_type_is_bool (const IhopType *type); /* stripped: conversions to it ask for "not zero" */
gboolean ihop_type_is_floating (const IhopType *type);
gboolean ihop_type_is_scalar (const IhopType *type);  /* arithmetic, enum or pointer */
gboolean ihop_type_is_volatile (const IhopType *type); /* anywhere inside */
/* Whether some array extent inside is_folded: what is written names a variable that the type does not. */
gboolean ihop_type_is_folded (const IhopType *type);
/* Whether some array extent inside is only known when the program runs. */
gboolean ihop_type_is_variable_length (const IhopType *type);
/* Whether a pointer is stored in it (a struct that points elsewhere cannot be copied whole). */
gboolean ihop_type_holds_pointer (const IhopType *type);
/* Whether a struct ends with "T a[]", or with a[0] or a[1], by which older C means the same: memory goes on behind it, as
 * far as whoever allocated it wanted. (GCC manual, "Zero Length".) */
gboolean ihop_type_is_open_ended (const IhopType *type);
/* The element below all array levels; rank counts them. */
const IhopType *ihop_type_element (const IhopType *type, guint *rank);
/* The field, or what element or field, that the i-th place of an initializer's list is for: unnamed bit-fields
 * have none. NULL: unknown. */
const IhopSymbol *ihop_type_field (const IhopType *record, guint i);
const IhopType *ihop_type_place (const IhopType *aggregate, guint i);
/* A declaration "double (*A)[N]" of this name (or an abstract one for name NULL or ""). Array
 * extents are printed as the owner wrote them. Caller frees. */
char *ihop_type_declare (const IhopType *type, const char *name);
