/* A kernel as a tree of loops (DESIGN D11): its shape, read from the marks of ir/roles.h, and the proof that the
 * threads of a block may run it together.
 *
 *     blocks   up to three loops marked "block", one in the other, each proved parallel by the ordinary verdict;
 *     body     what a block does: arrays, loops and branches that all threads go through together (uniform),
 *              fences, and
 *              (marked "grid": a single one that all blocks of the card do together, by threads that are numbered along x)
 *     nests    up to three loops marked "thread", one in the other. The iterator is the thread's number; an axis
 *              that a nest does not have is number 0 there.
 *
 * Loops run one thread after another; on the card threads run side by side from fence to fence. Both are the same
 * if no two different threads touch one element, one of them writing, with no fence in between: then whatever is
 * moved past each other commutes. The pairs that touch one element are relations of the ordinary dependences; those
 * with a fence in between are taken out of them, and what is left has to be empty for all sizes. (Barrier intervals
 * of affine programs: Betts et al., GPUVerify, OOPSLA 2012, has the question; the sets are as in PPCG.) */
#pragma once
#include "analysis/program/facts.h"
#include "ir/roles.h"

typedef struct
{
  const IhopNode *loop;
  IhopSymbol *iterator;
  guint axis;
  gint64 least, most;      /* THREAD: numbers of the threads that run it */
  gboolean is_whole;       /* THREAD: all of these do, whenever the loop is reached */
} IhopSpread;

/* Thread loops in each other. */
typedef struct
{
  guint n;
  IhopSpread loop[3];      /* outermost first */
  const IhopNode *body;    /* of the innermost */
  const IhopNode *around;  /* innermost uniform loop, or the innermost block loop */
  guint position;          /* in the text, among nests and fences: between two of them a number is free */
} IhopThreadNest;

typedef struct
{
  const IhopNode *pragma;  /* NULL: not there yet */
  const IhopNode *around;  /* as above */
  guint position;
} IhopFence;

typedef struct
{
  IhopSymbol *symbol;
  const IhopNode *declaration;
  IhopRole memory;         /* SHARED or REGISTERS */
  guint n_own;             /* REGISTERS: its first so many subscripts are the thread's numbers … */
  guint own[3];            /* … along these axes; n_own 0: nobody uses it */
} IhopKernelArray;

typedef struct
{
  const IhopFunction *function;
  guint n_blocks;
  IhopSpread block[3];     /* outermost first */
  const IhopNode *body;    /* of the innermost block loop */
  GPtrArray *nests;        /* of IhopThreadNest *, in the order of the text */
  GArray *fences;          /* of IhopFence, in the order of the text */
  GPtrArray *arrays;       /* of IhopKernelArray * */
  guint threads[3];        /* of a block along x, y, z; at least 1 */
  guint grid;              /* blocks whose threads are numbered through, and which wait for each other at fences; 0: each block is its own */
  GHashTable *exchanged;   /* of IhopSymbol *: of a tree that is proved: variables outside of it in which one thread may leave what another
                              one finds behind a fence: no pointer to them is the only one ("restrict") */
  gboolean blocks_follow_freely; /* of a tree that is proved: a block that takes several iterations of the block loops needs no fence
                                    between them, as far as was found (successive_blocks.c) */
} IhopKernelTree;

/* Why it is no kernel, or not proved to be one. */
typedef struct
{
  const IhopNode *node;
  IhopMessage *message;    /* a sentence part: "the loop ty is …" */
  IhopMessage *remedy;     /* or NULL */
  gboolean says_line;      /* the message names lines itself */
  gboolean is_refuted;     /* two threads that collide are named */
} IhopKernelFlaw;

void ihop_kernel_flaw_free (IhopKernelFlaw *flaw);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopKernelFlaw, ihop_kernel_flaw_free)
/* Notes the first flaw. Takes message and remedy, which may be NULL. Returns NULL, so that it can be returned. */
gpointer ihop_kernel_flaw_set (IhopKernelFlaw **flaw, const IhopNode *node, IhopMessage *message, IhopMessage *remedy);

/* The shape of the kernel whose outermost block loop this is. NULL with *flaw set: it has none. Whether its block loops
 * are parallel is their verdicts' affair. */
IhopKernelTree *ihop_kernel_tree_read (const IhopFunction *function, const IhopNode *loop, IhopKernelFlaw **flaw);
void ihop_kernel_tree_free (IhopKernelTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopKernelTree, ihop_kernel_tree_free)
const IhopKernelArray *ihop_kernel_array_of (const IhopKernelTree *tree, const IhopSymbol *symbol);

/* The loop of the nest that is spread along an axis; NULL: none, the number is 0. */
const IhopSpread *ihop_thread_nest_spread (const IhopThreadNest *nest, guint axis);

/* races.c: the same with the proof that the numbers of threads are known, registers are used by their own threads only, and
 * no two threads race. Worked out when first asked for. The tree and *why are owned by the facts; NULL with *why set: it is
 * none, or not proved to be one. */
const IhopKernelTree *ihop_kernel_tree_proved (IhopFacts *facts, const IhopTree *program, const IhopFunction *function,
                                               const IhopNode *loop, const IhopKernelFlaw **why);
/* fences.c: where fences have to stand for that, as few as are found: in front of these loops (of const IhopNode *,
 * of nests or around them; caller unrefs), those that stand already not counted. NULL with *flaw set: fences do not help. */
GPtrArray *ihop_kernel_tree_fences (IhopFacts *facts, const IhopTree *program, IhopKernelTree *tree,
                                    IhopKernelFlaw **flaw);
