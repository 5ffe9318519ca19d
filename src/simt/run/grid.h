/* What a launch asks for, and what all its blocks share. */
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

/* Everything that the blocks of a launch share. */
typedef struct
{
  const IhopCompiledKernel *kernel;
  const IhopLaunch *launch;
  guint64 n_blocks;
  gboolean is_backwards; /* blocks and warps from the last to the first: no program may depend on it */
  gpointer workspace;    /* what cooperative groups keep for the grid */
} IhopGrid;
