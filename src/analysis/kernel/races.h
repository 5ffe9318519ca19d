/* Between the files of this room: how a kernel's tree is proved free of races.
 *
 * Two accesses of different threads collide where they touch one element, one of them writing; that is a relation of their
 * instances, in whichever order these run (races.c). A fence separates iterations of the uniform loops, whichever
 * thread is looked at (barrier_intervals.c): so the two questions are asked apart, the second of them once for all accesses
 * of two nests, and put together only where neither alone answers. */
#pragma once
#include "analysis/dependence/dependences.h"
#include "analysis/kernel/kernel.h"
#include "analysis/program/isl_operations.h"

/* Two accesses of different threads of one block to one element. */
typedef struct
{
  const IhopAccess *a, *b; /* b is not in a nest in front of a's */
  IhopOverlap overlap;
  gboolean is_certain;     /* where the relation has a pair, they do meet */
  gboolean is_known;       /* the relation has been worked out … */
  isl_map *collisions;     /* … { instance of a → instance of b }; NULL: isl ran out of operations */
} IhopRacePair;

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
  GArray *fences;          /* of IhopFence: those that are asked about … */
  GHashTable *unfenced;    /* … and what was found with them, isl_map * of two nests */
} IhopRaces;

/* FALSE with the flaw set. To be ended either way. */
gboolean ihop_races_begin (IhopRaces *races, IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree,
                           IhopKernelFlaw **flaw);
void ihop_races_end (IhopRaces *races);
const IhopThreadNest *ihop_races_nest_of (const IhopRaces *races, const IhopAccess *access);
/* From here on the questions are about these fences (of IhopFence; copied). */
void ihop_races_set_fences (IhopRaces *races, const GArray *fences);
/* Whether these fences separate whatever collides of the pair: of a's instances that run before b's, or, back, of those
 * that run behind them. If not, *left (caller frees; left may be NULL) is what they leave together, { earlier → later
 * instance }, or NULL where isl ran out of operations. */
gboolean ihop_races_are_separated (IhopRaces *races, IhopRacePair *pair, gboolean back, isl_map **left);
/* Whether that is so of all pairs, both ways; else FALSE with the flaw set. */
gboolean ihop_races_judge (IhopRaces *races);

/* threads.c: the number of threads is a constant that a card takes; fills in the tree's. FALSE with the flaw set. */
gboolean ihop_races_count_threads (IhopRaces *races);
/* Shared arrays are no larger than a block's share. FALSE with the flaw set. */
gboolean ihop_races_fit_shared (IhopRaces *races);
/* uniform.c: it is known how often loops around thread loops and fences run. FALSE with the flaw set. */
gboolean ihop_races_check_uniform_loops (IhopRaces *races);
/* What all threads read between their loops, no thread writes. FALSE with the flaw set. */
gboolean ihop_races_check_uniform_accesses (IhopRaces *races);
/* registers.c: each thread uses its own elements of arrays in registers only. FALSE with the flaw set. */
gboolean ihop_races_check_registers (IhopRaces *races);
/* barrier_intervals.c: { iteration of the uniform loops around a → around b }: a's threads run before b's, in one block,
 * with no fence in between. Nothing is said of what they touch. Owned by races, until fences are set anew; NULL: isl ran
 * out of operations. */
const isl_map *ihop_races_unfenced (IhopRaces *races, const IhopThreadNest *a, const IhopThreadNest *b);
/* Whether in each block's iteration a fence stands somewhere behind (or else before) each time that the nest runs. */
gboolean ihop_races_are_fenced (const IhopRaces *races, const IhopThreadNest *nest, gboolean behind);
/* successive_blocks.c: whether a block of the card may begin with its next iteration of the block loops before all its threads are
 * through with this one, as far as memory goes that each iteration has anew. */
gboolean ihop_races_blocks_follow_freely (const IhopRaces *races);
/* race_witness.c: sets the flaw: two threads, the element, where the fence is missing. Keeps left, as above. */
void ihop_races_refuse (IhopRaces *races, IhopRacePair *pair, gboolean back, isl_map *left);
/* Sets the flaw; always FALSE. Takes message and remedy, which may be NULL. */
gboolean ihop_races_flaw_message (IhopRaces *races, const IhopNode *node, IhopMessage *remedy, IhopMessage *message);
#define ihop_races_flaw(races, node, remedy, ...) ihop_races_flaw_message (races, node, remedy, ihop_message (__VA_ARGS__))
