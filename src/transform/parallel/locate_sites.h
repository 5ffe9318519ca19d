/* The statements of a loop that search: they take what is better than the best so far. */
#pragma once
#include "ir/tree.h"

/* "if (better > best) { best = better; place = i; }", or an assignment without a comparison: the last place where
 * something holds. */
typedef struct
{
  const IhopNode *statement; /* the if; without a comparison the assignment */
  const IhopNode *better;    /* what is compared … */
  const IhopNode *best;      /* … with what was found so far; both NULL: without a comparison */
  IhopOperator relation;     /* better RELATION best */
  gboolean is_guarded;       /* "if (c && a[i] > m)" */
  GPtrArray *assigns;        /* of const IhopNode *: "m = a[i]", "p = i" */
} IhopLocateSite;

/* The sites that set this variable, of IhopLocateSite *: those with a comparison, and if there are none, plain
 * assignments. The caller unrefs. */
GPtrArray *ihop_locate_sites (const IhopNode *body, const IhopSymbol *symbol);

/* The variable that an assignment sets. */
IhopSymbol *ihop_locate_target (const IhopNode *assign);
/* The one of these assignments that sets the variable. NULL: none. */
const IhopNode *ihop_locate_assigned (const GPtrArray *assigns, const IhopSymbol *symbol);
/* Whether every value of the type "value" is one of "type". */
gboolean ihop_locate_holds (const IhopType *type, const IhopType *value);
/* Whether they are the same expression but for implicit conversions. Calls of the same function with the same arguments
 * are; that they have no effect is asked elsewhere. */
gboolean ihop_locate_is_same (const IhopNode *a, const IhopNode *b);
