/* All that is known about a program: the room's front door.
 *
 * An IhopFacts is made from the trees of a project and answers questions about them; answers are
 * worked out when first asked for and kept. It belongs to one thread (it owns an isl_ctx). When a
 * tree changes, make new facts: no answer survives a change of the tree (DESIGN D3). */
#pragma once
#include "base/budget.h"
#include "ir/address.h"
#include "ir/tree.h"
#include <isl/ctx.h>

typedef struct _IhopFacts IhopFacts;

typedef enum
{
  IHOP_ALIAS_CHECK, /* overlap that cannot be excluded is tested when the program runs */
  IHOP_ALIAS_TRUST, /* the owner vouches that different pointers never overlap; recorded */
  IHOP_ALIAS_REFUSE /* what would need a test is "unknown" */
} IhopAliasMode;

typedef struct
{
  IhopAliasMode alias;
  /* The owner's word, NULL-terminated, or NULL; with "f: " in front it holds for the function f only.
   * "n > 0" (true at every function's entry), "permutation p" (no two elements of p are equal, in
   * any loop), "no NaN" (no floating-point number that is compared is NaN). */
  const char *const *assume;
  const char *const *noalias; /* "A, B": the memory of these names */
  double seconds;            /* budget for one function's analysis: what a processor does in them, counted; 0: the default, 5 */
} IhopFactsOptions;

/* Keeps the trees (of IhopTree *, referenced). options may be NULL. Problems go to diags, which
 * must outlive the facts. */
IhopFacts *ihop_facts_new (const GPtrArray *trees, const IhopFactsOptions *options,
                           IhopDiags *diags);
/* Facts of other trees that speak the same isl: sets of both can be compared. "host" must outlive
 * them; options are those of the host. */
IhopFacts *ihop_facts_new_beside (IhopFacts *host, const GPtrArray *trees, IhopDiags *diags);
void ihop_facts_free (IhopFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopFacts, ihop_facts_free)

isl_ctx *ihop_facts_isl (IhopFacts *facts);
/* For expressions that are worked out from the trees (ir/expression.h) and are asked for as long as the facts. */
IhopPool *ihop_facts_pool (IhopFacts *facts);
const GPtrArray *ihop_facts_trees (const IhopFacts *facts);
const IhopFactsOptions *ihop_facts_options (const IhopFacts *facts);
/* For one analysis: as much as the options give it. What is spent counts as these facts' work. */
IhopBudget ihop_facts_budget (IhopFacts *facts);
/* Steps of all budgets so far, those of facts beside these included: how much has been worked out. The
 * same program and the same questions give the same number, on every machine; a step is in the order
 * of 30 microseconds. */
guint64 ihop_facts_work (const IhopFacts *facts);
IhopDiags *ihop_facts_diags (const IhopFacts *facts);
/* The function with a body that a call of this symbol runs: in its own tree, or (external linkage)
 * in another tree of the project. NULL: no body here. */
const IhopFunction *ihop_facts_function (const IhopFacts *facts, const IhopSymbol *symbol);
/* What these words of the owner say of a function: they themselves, without a function's name in
 * front; NULL: they are about another function. */
const char *ihop_facts_words_for (const char *words, const IhopFunction *function);
/* The tree a function belongs to. */
const IhopTree *ihop_facts_tree_of (const IhopFacts *facts, const IhopFunction *function);
