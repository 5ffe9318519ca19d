/* The counts of a run in memory, and sums over them. */
#pragma once
#include "counts/counts.h"
#include "profiler/occupancy.h"
#include "simt/count/counter.h"

typedef enum
{
  IHOP_ASK_LOAD,
  IHOP_ASK_STORE,
  IHOP_ASK_ATOMIC,
  IHOP_N_ASKS
} IhopAsk;

/* Of one instruction, one line of source, or a whole kernel. */
typedef struct
{
  guint64 executions, lanes; /* instructions: of warps, of threads */
  guint64 operations, double_operations; /* of floating point, by all threads, */
  guint64 matrix_operations;             /* beside those of matrix products, whose speed is not known (data/gpu) */
  guint64 classes[IHOP_N_CLASSES];       /* instructions of warps */
  guint64 branches, divergent, barriers; /* executions by warps */
  IhopCountAsked asked[IHOP_N_COUNT_SPACES][IHOP_N_ASKS];
} IhopFigures;

typedef struct
{
  const char *text;  /* "ld.global.f32" */
  guint line;        /* of the PTX */
  const char *file;  /* "": not known */
  guint source_line; /* 0: not known */
  IhopFigures figures;
} IhopCountedPlace;

/* By ptxas for the card, where it was asked and knows the kernel. */
typedef struct
{
  guint registers, spill_stores, spill_loads, stack; /* a thread; bytes */
  gboolean is_known;
} IhopRegisters;

typedef struct
{
  const char *symbol;
  char *name;        /* as C++ has it */
  guint grid[3], block[3];
  guint shared, dynamic_shared, local; /* bytes: a block, a thread */
  guint64 launches, written_back;
  guint64 waits;     /* of warps for other blocks, in loops that only ask */
  guint64 intervals[IHOP_REACH_BLOCK]; /* of blocks, from barrier to barrier */
  IhopRegisters registers;
  IhopFigures sum;
  GArray *places;    /* IhopCountedPlace, an instruction each, in the order of the text */
  GArray *lines;     /* IhopCountedPlace without text, by file and line; empty: no information on lines */
} IhopCountedKernel;

typedef struct
{
  const char *kind;  /* "host to device" */
  guint64 calls, bytes;
} IhopCountedCopies;

struct IhopCounts
{
  IhopGpu *gpu;
  GPtrArray *kernels; /* IhopCountedKernel */
  GArray *copies;     /* IhopCountedCopies */
  GPtrArray *documents; /* GVariant, which own the texts */
};

/* Adds one to the other. */
void ihop_figures_add (IhopFigures *sum, const IhopFigures *more);
/* Of several kinds of requests: the sum of one space. */
IhopCountAsked ihop_figures_space (const IhopFigures *figures, IhopCountSpace space);

/* Where a launch's time goes, seconds: the launch itself, waits of blocks for each other, the longest of what it moves and computes, and
 * as much of the waits from barrier to barrier as other blocks on a multiprocessor do not fill with their work. */
typedef struct
{
  double launch, memory, float_, double_, issue, sum;
  double meetings;     /* of blocks that wait for each other */
  double intervals;    /* the way of a block from barrier to barrier, each as long as its barrier and what it loads take to come */
  double share;        /* of the device that has something to do, by which the others were divided */
  const char *bound_by;
} IhopPredicted;

IhopPredicted ihop_counts_predict (const IhopCountedKernel *kernel, const IhopGpu *gpu);
/* Sentences on what to look at first, of char *; empty: nothing strikes. Caller unrefs. */
GPtrArray *ihop_counts_findings (const IhopCountedKernel *kernel);
/* Asks ptxas about the modules in the folder. */
void ihop_counts_ask_registers (IhopCounts *counts, const char *folder);
