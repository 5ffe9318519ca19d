/* What the files of this room ask of facts (facts.h), and others do not. */
#pragma once
#include "ir/tree.h"

typedef struct _IhopFacts IhopFacts;

/* A table of this name that hangs on the facts, made when first asked for: keys are compared as
 * pointers and not owned, values are freed by "destroy" (may be NULL). All tables go before the
 * isl context does, so values may be isl objects. The name is a static string. */
GHashTable *ihop_facts_cache (IhopFacts *facts, const char *name, GDestroyNotify destroy);

/* main has a body here. (Whether nothing outside can call in is a stronger claim: see
 * ihop_points_to_is_closed.) */
gboolean ihop_facts_has_main (const IhopFacts *facts);
/* One symbol for all declarations of one object or function: those with external linkage are
 * declared anew in every file. A symbol that nothing else names is its own. */
const IhopSymbol *ihop_facts_canonical (const IhopFacts *facts, const IhopSymbol *symbol);
/* All declarations that share this one's canonical symbol, of const IhopSymbol *; NULL: only
 * itself. */
const GPtrArray *ihop_facts_namesakes (const IhopFacts *facts, const IhopSymbol *symbol);
/* Whether the symbol is what the function's file declares, of all that share its canonical symbol; where that file declares none of
 * them, the canonical one is. */
gboolean ihop_facts_is_known_by (const IhopFacts *facts, const IhopSymbol *symbol, const IhopFunction *function);
/* Every function with a body in any of the trees, of const IhopFunction *, each once. */
const GPtrArray *ihop_facts_functions (const IhopFacts *facts);
/* Whether the owner says that two names never overlap: --alias trust, or noalias "A, B". */
gboolean ihop_facts_owner_vouches (const IhopFacts *facts, const IhopFunction *function,
                                   const char *a, const char *b);
/* Whether the owner says just this of a function: "no NaN", "permutation p". */
gboolean ihop_facts_owner_says (const IhopFacts *facts, const IhopFunction *function,
                                const char *words);
