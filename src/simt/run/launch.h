/* Runs a kernel's grid: blocks spread over threads that stay, warps of a block one after the other
 * from barrier to barrier. */
#pragma once
#include "simt/code/provide.h"
#include "simt/count/counter.h"
#include "simt/run/children.h"
#include "simt/run/schedule.h"

typedef struct
{
  guint grid[3], block[3];
  guint dynamic_shared;  /* bytes */
  const guint8 *params;  /* laid out as PTX says; sizes.param_size bytes */
  gpointer *symbols;     /* addresses of the module's variables, by number */
  /* The kernel's exact code, or NULL if it cannot be made; called from any thread. */
  const IhopCompiledKernel *(*exact) (gpointer data);
  gpointer data;
  /* Called once, from any thread, when all blocks that run have waited for long for what others write; or NULL. */
  void (*waits) (gpointer data);
  gpointer waits_data;
  IhopCounter *counter; /* counted code: where to; else NULL */
  struct IhopCheckLaunch *checked; /* checked code (check/launch.h); else NULL */
  IhopChildren *children; /* what its kernels ask for */
  const IhopSchedule *schedule; /* of checked code; NULL: the usual order */
} IhopLaunch;

/* Returns when all blocks are done: IHOP_WARP_DONE; else how a warp failed, and the line of the PTX text in *line. */
IhopWarpStatus ihop_launch_run (const IhopCompiledKernel *kernel, const IhopLaunch *launch, guint *line);
