/* Between locate.c (a search in strips) and locate_sites.c (the statements that search). */
#pragma once
#include "ir/tree.h"

/* One statement that takes what is better. */
typedef struct
{
  const IhopNode *statement; /* the if; without a comparison the assignment itself */
  const IhopNode *better;    /* what is compared … */
  const IhopNode *best;      /* … with what was found so far; both NULL: without a comparison */
  IhopOperator relation;     /* better RELATION best */
  gboolean is_guarded;       /* "if (c && a[i] > m)" */
  GPtrArray *assigns;        /* of const IhopNode *: "m = a[i]", "p = i" */
} IhopLocateSite;

/* The statements that set this variable: "if (better > best) { … }"; if there are none, plain assignments. Of
 * IhopLocateSite *; caller unrefs. */
GPtrArray *ihop_locate_sites (const IhopNode *body, const IhopSymbol *symbol);
/* The variable that an assignment sets. */
IhopSymbol *ihop_locate_target (const IhopNode *assign);
/* The one of the assignments that sets the variable; or NULL. */
const IhopNode *ihop_locate_assigned (const GPtrArray *assigns, const IhopSymbol *symbol);
/* Every value of the one type is a value of the other. */
gboolean ihop_locate_holds (const IhopType *type, const IhopType *value);
/* The same expression but for implicit conversions; calls are looked at later. */
gboolean ihop_locate_is_same (const IhopNode *a, const IhopNode *b);
