/* Whether the kernels of a CUDA source are free of races for all sizes, without running them.
 *
 * A kernel is read as sets of instances: who (block, first thread number of the block, thread), and how often each loop
 * around has gone round; accesses are relations from instances to elements. A race is a pair of instances of two threads
 * that touch one element, one of them writing, with nothing between them that orders both: within a block no barrier,
 * between blocks nothing ever does. (Two arbitrary threads: GPUVerify, Betts et al., OOPSLA 2012; sets of instances: PPCG,
 * Verdoolaege et al., TACO 2013.) A barrier that some threads of a block do not reach is a fault of its own, and so is an
 * access outside of a declared shared array.
 *
 * Numbers of threads are as a launch may have them: at most 1024 a block, and no more than 2^30 along an axis; sizes that are
 * parameters are at most 2^30, too. An axis that a kernel does not mention is 1 long, unless a launch in the file says
 * otherwise. Blocks are of any size first; if that is not proved, of the size that the file's launches say. What is not
 * understood makes the kernel unknown, with its place. */
#pragma once
#include "ir/tree.h"

typedef enum
{
  IHOP_PROVED,
  IHOP_REFUTED,
  IHOP_NOT_KNOWN
} IhopProofVerdict;

typedef enum
{
  IHOP_FINDING_RACE,        /* within a block */
  IHOP_FINDING_BLOCK_RACE,  /* between blocks */
  IHOP_FINDING_SAME_VALUE,  /* a race whose two writes store the same constant: no more than a note */
  IHOP_FINDING_DIVERGENCE,  /* a barrier that not all threads of a block reach */
  IHOP_FINDING_MASK,        /* a barrier of a warp that waits for threads which do not come */
  IHOP_FINDING_OUTSIDE,     /* an access beyond a declared array */
  IHOP_FINDING_OBSTACLE,    /* what is not understood */
  IHOP_FINDING_N_KINDS
} IhopFindingKind;

/* A thread, and where it stands. */
typedef struct
{
  const IhopNode *node;
  gboolean is_write;
  gint64 block[3], thread[3];
  GArray *trips;            /* of gint64: which iteration of each loop around, from 0, outermost first */
} IhopProofPlace;

typedef struct
{
  IhopFindingKind kind;
  gboolean is_certain;      /* FALSE: it may be so: the kernel is not known */
  IhopMessage *message;     /* a whole sentence */
  guint n_places;           /* 1 or 2 */
  IhopProofPlace place[2];  /* numbers only with has_witness */
  gboolean has_witness;
  const IhopSymbol *array;  /* or NULL */
  GArray *element;          /* of gint64: subscripts; NULL: none */
  GPtrArray *names;         /* of char *: parameters, and sizes of block and grid … */
  GArray *values;           /* … and what they are, of gint64 */
} IhopFinding;

typedef enum
{
  IHOP_PROOF_NEEDED,        /* without it the kernel is refuted */
  IHOP_PROOF_NOT_NEEDED,    /* without it the kernel is proved for all that it is proved for with it */
  IHOP_PROOF_NOT_KNOWN
} IhopProofNeed;

/* A barrier of a kernel, of its block or of a warp, and what would be if it were taken out: wherever the kernel comes to it, as a function
 * that is called twice has it in one place. */
typedef struct
{
  const IhopNode *node;
  IhopProofNeed need;
  const IhopFinding *finding; /* needed: two threads; not known: the first doubt, or NULL */
  GPtrArray *findings;      /* owns that one */
  GPtrArray *members;       /* as in IhopProof */
} IhopProofFence;

typedef struct
{
  const IhopFunction *kernel;
  IhopProofVerdict verdict;
  guint64 block[3];         /* the size of blocks that it is said of; 0: any */
  gboolean is_of_arguments; /* and of the numbers that launches pass */
  const IhopLaunch *launch; /* that says so, or NULL */
  GPtrArray *assumptions;   /* of IhopMessage *: what it rests on */
  GPtrArray *findings;      /* of IhopFinding * */
  GPtrArray *members;       /* owns what findings name of structs: "p.x" */
  GPtrArray *barriers;      /* of const IhopNode *: those that threads come to, each once, in the order of the walk */
  GPtrArray *fences;        /* of IhopProofFence *; NULL: nobody has asked (ihop_prove_fences) */
} IhopProof;

/* The device's part of a source; see ihop_frontend_parse_device. */
IhopTree *ihop_prove_read (const char *path, const char *headers, const char *const *flags, const char *database, IhopDiags *diags);
/* All kernels of a tree of ihop_frontend_parse_device, in the order of the file: of IhopProof *, owned. trust: pointers of
 * parameters are believed to lead to memory of their own, which is then an assumption; else that is an obstacle. */
GPtrArray *ihop_prove (const IhopTree *tree, gboolean trust);
/* Says of each barrier of each kernel that is not refuted whether it is needed, by proving the kernel without it: into the proofs, which are of
 * ihop_prove with this tree and "trust". That no race comes of it is all that is asked, and that no order of atomic operations is lost: what
 * is not needed so may still be quicker with it. Each takes as long as the kernel's proof: of kernels with more than "most" barriers
 * nothing is said. */
void ihop_prove_fences (const IhopTree *tree, GPtrArray *proofs, gboolean trust, guint most);
const char *ihop_proof_need_name (IhopProofNeed need);            /* "needed", "not-needed", "unknown" */
/* Line (from 1; 0: none) and path of where that stands in the source; the path is the tree's. */
guint ihop_proof_line (const IhopNode *node, const char **path);
const char *ihop_proof_verdict_name (IhopProofVerdict verdict);   /* "proved", "refuted", "unknown" */
const char *ihop_finding_kind_name (IhopFindingKind kind);        /* "race", "block-race" … */
char *ihop_prove_to_text (const IhopTree *tree, const GPtrArray *proofs); /* caller frees, both */
char *ihop_prove_to_sarif (const GPtrArray *proofs);              /* as above */
char *ihop_prove_to_json (const IhopTree *tree, const GPtrArray *proofs);
