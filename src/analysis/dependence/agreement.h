/* Two loops that decide alike: what the one counts, the other one goes through, as its conditions are spelt alike and what they mean
 * does not change from the one to the other (memory/invariance.h). For compaction.c. */
#pragma once
#include "analysis/scop/scop.h"

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *loop[3];        /* that counts, that adds up, that fills */
  IhopCounting counting[3];
  const IhopNode *block;          /* where they stand: statements number first … last */
  guint first, last;
  const IhopSymbol *at;           /* the place, in the last loop */
  const IhopSymbol *from, *count; /* arrays: where iterations start, how far they get */
  GHashTable *same;               /* variable of the first loop → that of the last one */
} IhopCountedLoops;

/* The statements of a body one by one, each variable that is declared by itself. */
void ihop_agreement_items (const IhopNode *node, GPtrArray *into);
/* The same expression, of each loop's own variables. */
gboolean ihop_agreement_is_same (const IhopCountedLoops *self, const IhopNode *a, const IhopNode *b);
/* Its value is the same from the first loop to the last, but for variables of an iteration's own. */
gboolean ihop_agreement_is_steady (const IhopCountedLoops *self, const IhopNode *value);
/* Notes that variable "a" of the first loop is "b" of the last one. */
void ihop_agreement_pair (IhopCountedLoops *self, const IhopSymbol *a, const IhopSymbol *b);
/* Only what is seen of the function changes it (memory/definitions.h). */
gboolean ihop_agreement_is_tame (const IhopCountedLoops *self, const IhopSymbol *symbol);
/* Whether everything in "as" from number a on is done by "bs" from b on in the same order, and advances the place by what is counted;
 * what "bs" do beside it does not matter. */
gboolean ihop_agreement_holds (IhopCountedLoops *self, const GPtrArray *as, guint a, const GPtrArray *bs, guint b);
