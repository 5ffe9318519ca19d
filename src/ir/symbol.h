/* A declared thing: variable, parameter, function, field, enumerator, label. */
#pragma once
#include "ir/type.h"

typedef enum
{
  IHOP_SYMBOL_VARIABLE,
  IHOP_SYMBOL_PARAMETER,
  IHOP_SYMBOL_FUNCTION,
  IHOP_SYMBOL_FIELD,
  IHOP_SYMBOL_ENUMERATOR,
  IHOP_SYMBOL_LABEL
} IhopSymbolKind;

typedef enum
{
  IHOP_STORAGE_AUTO,    /* lives in its block; parameters too */
  IHOP_STORAGE_STATIC,  /* one object for the whole run, known in this file only */
  IHOP_STORAGE_EXTERN,  /* one object for the whole run, known to other files */
  IHOP_STORAGE_THREAD   /* one object a thread */
} IhopStorage;

/* What a macro of the same name makes of the symbol's name. */
typedef enum
{
  IHOP_MASK_NONE,
  IHOP_MASK_CALL,         /* "#define f(x, y) f (x)": only before "(", so that "(f) (x)" is the function */
  IHOP_MASK_NAME          /* "#define n (n - 1)": always, so that it can be said by the owner's bytes only */
} IhopMask;

/* Where CUDA puts a variable. */
typedef enum
{
  IHOP_SPACE_HOST,        /* or a thread's own, inside of a kernel */
  IHOP_SPACE_SHARED,      /* __shared__: one a block */
  IHOP_SPACE_DEVICE,      /* __device__, __managed__ */
  IHOP_SPACE_CONSTANT     /* __constant__ */
} IhopSpace;

struct _IhopSymbol
{
  IhopSymbolKind kind;
  IhopStorage storage;
  gboolean is_global;     /* declared outside any function */
  const char *name;       /* "" for unnamed parameters and fields */
  const IhopType *type;   /* a parameter "double A[N][M]" has the pointer type it decays to */
  const IhopType *declared_type; /* as written: for that parameter the array [N][M]; else = type */
  IhopRange range;        /* the declarator with its specifiers: "double A[N][M]"; may be unknown */
  IhopRange first;        /* its first declaration, from which on the file knows it; unknown: built in, or
                             made by a transformation */
  gint64 value;           /* ENUMERATOR; VARIABLE: with has_value */
  gboolean has_value;     /* VARIABLE: a const integer whose initializer is a constant */
  guint64 offset;         /* FIELD: bytes from the record's start */
  guint bit_width;        /* FIELD: bits of a bit field, 0 for others */
  gboolean is_inline;     /* FUNCTION */
  gboolean is_jumped_to;  /* LABEL: some goto names it, or its address is taken */
  gboolean is_run_unasked; /* FUNCTION: attribute constructor or destructor: runs before main or at the end */
  const char *link_name;  /* VARIABLE: what the linker calls memory that has several names
                             (attribute alias, asm ("…")); its types are volatile then. NULL: only one */
  IhopMask mask;          /* of what is meant from inside a macro by a name that a macro has, too */
  gboolean in_system_header;
  gboolean is_replaceable; /* FUNCTION: its body here may not be the one that runs (attribute weak) */
  const char *attributes; /* VARIABLE of a function: " __attribute__ ((…))", which stands behind its declarator
                             wherever it is declared; NULL: none that matter */
  gboolean is_library;    /* a header of the compiler or of the system declares it (no folder that the owner
                             names, by -isystem say), or nothing in any file: the compiler's own functions */
  gboolean is_builtin;    /* FUNCTION: the compiler takes it for the C library's by its name and type, whoever
                             declares it */
  IhopSpace space;        /* VARIABLE: of a CUDA source */
  gboolean is_kernel;     /* FUNCTION: __global__ */
  guint most_threads;     /* … and __launch_bounds__ (most_threads); 0: not said */
};

/* The set's symbols as they stand in the file, then by name: what is worked out from them is the same in every run.
 * symbols: IhopSymbol * as keys. Caller unrefs. */
GPtrArray *ihop_symbols_in_order (GHashTable *symbols);
