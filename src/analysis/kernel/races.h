/* Between races.c, race_witness.c and fences.c. */
#pragma once
#include "analysis/dependence/dependences.h"
#include "analysis/kernel/kernel.h"
#include "analysis/program/isl_operations.h"

/* Two accesses of different threads of one block to one element, b after a as the loops stand. */
typedef struct
{
  const IhopAccess *a, *b;
  isl_map *pairs;          /* { instance of a → instance of b }; NULL: isl ran out of operations */
  gboolean is_certain;     /* where the relation has a pair, they do meet */
} IhopRacePair;

void ihop_race_pair_free (gpointer pair);

typedef struct
{
  IhopFacts *facts;
  const IhopTree *program;
  IhopKernelTree *tree;
  IhopKernelFlaw **flaw;
  IhopBudget budget;
  IhopScop *scop;          /* of the innermost block loop */
  GHashTable *nest_of;     /* const IhopAccess * → IhopThreadNest *; others are in uniform code */
  GHashTable *own;         /* of IhopSymbol *: declared in thread loops */
  GPtrArray *pairs;        /* of IhopRacePair *, owned */
} IhopRaces;

/* FALSE with the flaw set. To be ended either way. */
gboolean ihop_races_begin (IhopRaces *races, IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree,
                           IhopKernelFlaw **flaw);
void ihop_races_end (IhopRaces *races);
const IhopThreadNest *ihop_races_nest_of (const IhopRaces *races, const IhopAccess *access);
/* What of the pair no fence (of IhopFence) separates. Caller frees; NULL: isl ran out of operations. */
isl_map *ihop_races_between (const IhopRaces *races, const IhopRacePair *pair, const GArray *fences);
/* Whether nothing is left of all pairs; else FALSE with the flaw set. */
gboolean ihop_races_judge (IhopRaces *races, const GArray *fences);
/* race_witness.c: sets the flaw: two threads, the element, where the fence is missing. Keeps left, which may be NULL. */
void ihop_races_refuse (IhopRaces *races, const IhopRacePair *pair, isl_map *left);
/* Sets the flaw; always FALSE. remedy may be NULL. */
gboolean ihop_races_flaw (IhopRaces *races, const IhopNode *node, const char *remedy, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
