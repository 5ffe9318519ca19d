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

struct _IhopSymbol
{
  IhopSymbolKind kind;
  IhopStorage storage;
  gboolean is_global;     /* declared outside any function */
  const char *name;       /* "" for unnamed parameters and fields */
  const IhopType *type;   /* a parameter "double A[N][M]" has the pointer type it decays to */
  const IhopType *declared_type; /* as written: for that parameter the array [N][M]; else = type */
  IhopRange range;        /* the declarator with its specifiers: "double A[N][M]"; may be unknown */
  gint64 value;           /* ENUMERATOR */
  guint64 offset;         /* FIELD: bytes from the record's start */
  guint bit_width;        /* FIELD: bits of a bit field, 0 for others */
  gboolean is_inline;     /* FUNCTION */
  const char *link_name;  /* VARIABLE: what the linker calls memory that has several names
                             (attribute alias, asm ("…")); its types are volatile then. NULL: only one */
  gboolean in_system_header;
};
