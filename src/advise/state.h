/* Programs reached by steps, and the search's budget.
 *
 * The budget is of work, which is counted (of steps, and of asking what a state is worth; what an idea asks
 * the facts for besides is little): a search finds the same on every machine, however busy. Seconds
 * are for those who want to say how long they will wait, and a guard against work that costs more
 * than its count says.
 *
 * A state is a tree, the steps that led to it from the first one, and what it is worth. States
 * never change; a step gives a new one or none. Every step goes through ihop_transform_run, as it
 * would from a script: what is found is legal because the judge said so, whoever had the idea. */
#pragma once
#include "advise/advise.h"
#include "advise/worth.h"

#define IHOP_LEAST_GAIN 0.97 /* of the time before, that a change must leave at most */

typedef struct
{
  IhopPlanOptions plan;
  IhopFactsOptions facts;
  gboolean is_thorough;    /* ideas that seldom pay are tried, too */
  guint steps_left;        /* that may still be tried */
  guint64 work_left;       /* of ihop_facts_work, and some for each step */
  guint tried;
  const IhopAdviseWatch *watch; /* NULL: nobody waits */
  gboolean is_called_off;
  double deadline;         /* in seconds of the processor; no step is begun behind it */
  GHashTable *known;       /* steps from the first state, as text → the IhopState behind them, or NULL
                              where the last one was refused: ideas come back by several ways */
} IhopSearching;

typedef struct
{
  guint steps;
  guint64 work;
  double seconds; /* of the processor, which a busy machine does not stretch */
} IhopSearchLimits;

typedef struct
{
  gatomicrefcount references;
  IhopTree *tree;
  IhopFacts *facts;        /* of this tree alone, as a script has them */
  gboolean facts_are_lent;
  IhopDiags *diags;
  GPtrArray *names;        /* of IhopLoopName * */
  GPtrArray *steps;        /* of char *: from the first state */
  IhopWorth *worth;        /* NULL: not asked for yet */
} IhopState;

/* Copies the options (the words in them stay the caller's). */
void ihop_searching_init (IhopSearching *search, const IhopFactsOptions *options,
                          const IhopPlanOptions *plan, IhopSearchLimits limits);
void ihop_searching_clear (IhopSearching *search);
/* facts of the tree, which must outlive the state; or NULL. */
IhopState *ihop_state_new (IhopSearching *search, IhopTree *tree, IhopFacts *facts);
IhopState *ihop_state_ref (IhopState *state);
void ihop_state_unref (IhopState *state);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopState, ihop_state_unref)
/* The state behind one more step; NULL: refused, or the budget is spent. */
IhopState *ihop_state_step (IhopSearching *search, IhopState *state, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
/* The same, where a refusal leaves everything as it is. Replaces *state; TRUE: it was taken. */
gboolean ihop_state_try (IhopSearching *search, IhopState **state, const char *step);
const IhopWorth *ihop_state_worth (IhopSearching *search, IhopState *state);
/* Owned by the state. */
IhopFacts *ihop_state_facts (IhopSearching *search, IhopState *state);
/* Tells who waits that this function is worked on; NULL: the same one as before. */
void ihop_searching_tell (IhopSearching *search, const char *function);
gboolean ihop_searching_is_over (const IhopSearching *search);
/* Work for what is tried only where a form asks for it, whatever the search has spent; and so many steps more. */
void ihop_searching_extend (IhopSearching *search, guint steps);

/* ---- loops by address ---- */
const IhopLoopName *ihop_state_loop (const IhopState *state, const char *address);
/* Of this node, which unchanged code shares with earlier states; NULL: it is gone. */
const char *ihop_state_address (const IhopState *state, const IhopNode *loop);
/* Loops directly in a loop ("f/i/j" in "f/i"), of const IhopLoopName *; caller unrefs. */
GPtrArray *ihop_state_inner (const IhopState *state, const IhopNode *loop);
/* Loops of the same iterator beside this one, itself counted. */
guint ihop_state_siblings (const IhopState *state, const char *address);
/* The address of the n-th loop behind this one with the same iterator: "f/i#3" for "f/i#2", 1. */
char *ihop_address_after (const char *address, guint n);
/* The chain of perfectly nested loops from this one inwards, of const IhopLoopName *. */
GPtrArray *ihop_state_chain (const IhopState *state, const IhopLoopName *outer);
