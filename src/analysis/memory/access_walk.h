/* The memory accesses and calls of a piece of code, one by one. */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  const IhopNode *node;     /* the place read or written; the CALL; the OPAQUE; the VARIABLE */
  const IhopSymbol *symbol; /* a place inside this variable's own storage; NULL: behind a pointer */
  gboolean is_read, is_written, is_call, is_opaque;
  const IhopNode *value;    /* what a plain assignment or initializer stores; else NULL */
} IhopMemoryAccess;

typedef void (*IhopMemoryAccessVisit) (const IhopMemoryAccess *access, gpointer data);

/* Operands of sizeof and constants are not accesses, nor are arrays that merely decay. */
void ihop_access_walk (const IhopNode *node, IhopMemoryAccessVisit visit, gpointer data);
/* Opaque only in name: an attribute, a cleanup, offsetof, "({ … })", whose parts are all there is to it. */
gboolean ihop_opaque_is_harmless (const IhopNode *node);
/* The variable in whose own storage a place lies: A for A[i].x, NULL for p->x or p[i]. */
const IhopSymbol *ihop_access_symbol (const IhopNode *place);
