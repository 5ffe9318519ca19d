/* The walk that prices a program, shared by the files of worth.h. */
#pragma once
#include "advise/worth_parts.h"
#include "profiler/mean_trips.h"

/* Who touches a variable. */
typedef enum
{
  IHOP_WORTH_DEVICE_READS = 1,
  IHOP_WORTH_DEVICE_WRITES = 2,
  IHOP_WORTH_HOST_READS = 4,
  IHOP_WORTH_HOST_WRITES = 8,
  IHOP_WORTH_CHARGED = 16  /* its copies are counted already, in a loop inside */
} IhopWorthTouch;

typedef struct
{
  guint touch;
  double host_accesses;    /* in one execution of what is being looked at */
} IhopWorthShare;

typedef struct
{
  IhopFacts *facts;
  const IhopPlan *plan;
  const IhopWorthView *view;
  IhopTripMeans *means;
  GHashTable *read_callers; /* of the functions whose parameters have got their means */
  IhopWorthPart *part;     /* NULL: outside of what is worked on */
  IhopWorth *worth;
  const IhopFunction *on_host; /* its kernels are priced as if the host did their work; NULL: none */
  GHashTable *called;      /* IhopFunction → what one call of it costs, with this on_host (worth_calls.c) */
} IhopWorthWalk;

/* How often this loop runs; "otherwise" if it is none that is known. */
double ihop_worth_trips (IhopWorthWalk *walk, const IhopNode *loop, double otherwise);
/* Means of the function's parameters, once. */
void ihop_worth_read_callers (IhopWorthWalk *walk, const IhopFunction *function);
/* Of an array, or of what a pointer may well point to. */
double ihop_worth_bytes (const IhopSymbol *symbol);
/* shares: IhopSymbol → IhopWorthShare, owned by the table. Adds one where there is none. */
IhopWorthShare *ihop_worth_share (GHashTable *shares, const IhopSymbol *symbol);
GHashTable *ihop_worth_shares_new (void);
/* Prices a statement that is executed so often, and notes in "shares" who touches what. */
void ihop_worth_walk (IhopWorthWalk *walk, const IhopNode *node, double times, GHashTable *shares);
/* The variable that an expression is a part of, or points into: a in "a[i].x", "&a[2]". */
const IhopNode *ihop_worth_base (const IhopNode *node);
gboolean ihop_worth_is_memory (const IhopSymbol *symbol);

/* worth_kernel.c: a kernel that is spread over threads. */
void ihop_worth_add_mapped (IhopWorthWalk *walk, const IhopKernel *kernel, double times);
/* Of one launch: how long moving and computing take, where so many threads have something to do. */
double ihop_worth_busy_seconds (const IhopGpu *gpu, double seconds, double threads);
/* worth_tree.c: one whose blocks and threads are laid out. */
void ihop_worth_add_tree (IhopWorthWalk *walk, const IhopKernel *kernel, double times);
/* Blocks of a grid that waits: one on each multiprocessor; 0: the card has none. */
guint ihop_worth_grid_blocks (const IhopGpu *gpu);
/* Bytes a second to and from one multiprocessor. */
double ihop_worth_single_rate (const IhopGpu *gpu);
/* worth_calls.c: what the functions do that this statement of the host calls. */
GHashTable *ihop_worth_called_new (void);
void ihop_worth_add_calls (IhopWorthWalk *walk, const IhopNode *node, double times, GHashTable *shares);
