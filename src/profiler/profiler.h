/* The static profiler: which loop goes to which thread axis, and how large a block is.
 *
 * Two models: the published one (Allazov, Guda, Morylev 2017: line reads per thread from tables
 * over the classes of subscript coefficients) and its successor, the default: the distinct 32-byte
 * sectors and 128-byte lines that a warp touches, counted exactly from the access relation, with
 * occupancy. Both try every permutation of the loops and every power-of-two block. */
#pragma once
#include "analysis/verdict/loops.h"
#include "profiler/mean_trips.h"
#include <json-glib/json-glib.h>

/* Used where no device is named. */
#define IHOP_GPU_DEFAULT "generic"

typedef struct
{
  char *name;              /* "h100": the file data/gpu/h100.ini */
  char *title;             /* "NVIDIA H100 SXM" */
  char *architecture;      /* "sm_90" */
  guint warp;              /* threads */
  guint sector, line;      /* bytes */
  guint max_threads_block, max_block[3];
  guint64 max_grid[3];
  guint max_threads_sm, max_blocks_sm, sm_count;
  guint registers_sm, shared_sm; /* registers, bytes */
  guint l1_sm, l2;         /* bytes: the first-level cache of a multiprocessor with its shared memory, the second level;
                              0: the file does not say */
  double memory_gbs, double_gflops, float_gflops, launch_us, copy_gbs;
} IhopGpu;

/* By name from $IHOP_DATA/gpu/NAME.ini, else from the built-in data/gpu; NULL name: the default.
 * NULL with an error in diags (which may be NULL) if there is no such device or its file lacks
 * something. Caller frees. */
IhopGpu *ihop_gpu_load (const char *name, IhopDiags *diags);
/* Whether the blocks of a grid can wait for each other (cooperative launches). */
gboolean ihop_gpu_launches_grids (const IhopGpu *gpu);
void ihop_gpu_free (IhopGpu *gpu);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopGpu, ihop_gpu_free)
/* Names of all devices there are, of char *, sorted. Caller unrefs. */
GPtrArray *ihop_gpu_list (void);

typedef enum
{
  IHOP_MODEL_SECTORS, /* successor, the default */
  IHOP_MODEL_PAPER
} IhopProfileModel;

typedef struct
{
  guint axis_of[3];        /* loop number (0: outermost) → 0: x, 1: y, 2: z */
  guint block[3];          /* threads along x, y, z */
  double cost;             /* lower is better. PAPER: lines read per thread. SECTORS: sectors moved per
                              thread, each hardware level counted once: choose.c has the formula */
  double sectors, lines;   /* per warp and execution of the body, summed over accesses */
  double occupancy;        /* 0 … 1: threads with work that a multiprocessor can hold, of those it
                              could with the best of blocks */
} IhopCandidate;

/* One place where the body touches memory. */
typedef struct
{
  const IhopNode *node;    /* the reference: outermost INDEX, MEMBER or dereference */
  const IhopSymbol *array; /* what it goes through; NULL: not known */
  gboolean is_store;
  guint bytes;             /* of one thread's access */
  gboolean is_exact;       /* FALSE: the subscript is not affine, the worst is assumed */
  double executions;       /* how often a thread comes here (100 for each loop of unknown length) */
  double varying;          /* the same without loops inside in which the place stays the same */
  double sectors, lines;   /* that one warp's access touches, mean over the alignments that occur */
} IhopSite;

typedef struct
{
  guint n_loops;
  IhopProfileModel model;
  GArray *candidates;      /* of IhopCandidate, best first; never empty */
  GPtrArray *notes;        /* of IhopMessage *: accesses that could only be guessed, and how */
  GPtrArray *iterators;    /* of char *: names of the loops, outermost first */
} IhopProfile;

/* For a nest of n (1 to 3) perfectly nested loops, outermost first. pinned_axis (3 values, -1: free)
 * and pinned_block (3 values, 0: free) come from map() and block(); both may be NULL. Pins are
 * honoured even where the device cannot do it: a note says so, and the caller refuses.
 * told may be NULL. Caller frees. */
IhopProfile *ihop_profile_nest (IhopFacts *facts, IhopToldTrips *told, const IhopFunction *function,
                                const IhopNode *const *loops, guint n, const IhopGpu *gpu,
                                IhopProfileModel model, const int *pinned_axis,
                                const guint *pinned_block);
void ihop_profile_free (IhopProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopProfile, ihop_profile_free)

/* Iterations of a loop whose number the text does not tell, by whoever knows more (the callers):
 * asked of every loop of the nest, from the outside in; negative: no idea. */
typedef struct
{
  double (*trips) (const IhopNode *loop, gpointer data);
  gpointer data;
} IhopTripsGuess;

/* Every access of the nest's body in the order of the text, counted for this candidate: what the
 * emulated program counts under IHOP_EMU_SECTORS. Of IhopSite; caller unrefs. guess may be NULL. */
GArray *ihop_profile_sites (IhopFacts *facts, const IhopFunction *function, const IhopNode *const *loops, guint n,
                            const IhopGpu *gpu, const IhopCandidate *candidate,
                            const IhopTripsGuess *guess);

/* What one launch costs, roughly: enough to say whether a loop pays, not to compare kernels. */
typedef struct
{
  double threads;          /* iterations of the nest */
  double operations;       /* arithmetic operations of all threads */
  double bytes;            /* that travel between device memory and the multiprocessors */
  double seconds;          /* on this device: launch + the longer of moving and computing */
  gboolean is_guess;       /* some trip count was not known: 1000 for a spread loop, 100 inside */
} IhopEstimate;

IhopEstimate ihop_profile_estimate (IhopFacts *facts, const IhopFunction *function, const IhopNode *const *loops,
                                    guint n, const IhopGpu *gpu, const IhopCandidate *candidate,
                                    const IhopTripsGuess *guess);

/* "i:y,j:x block (32,8)". Caller frees. */
char *ihop_candidate_to_text (const IhopProfile *profile, const IhopCandidate *candidate);
/* The table that "ihop profile" prints: at most "rows" candidates (0: all), the best first, how much
 * better it is than the next and than the worst, and the notes. Caller frees. */
char *ihop_profile_to_text (const IhopProfile *profile, const IhopGpu *gpu, guint rows);
/* The same as one JSON object, added to a builder that expects a value. */
void ihop_profile_to_json (const IhopProfile *profile, const IhopGpu *gpu, guint rows,
                           JsonBuilder *builder);
