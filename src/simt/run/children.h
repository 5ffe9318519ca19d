/* What kernels ask for themselves: grids, copies and fills ("CUDA C++ Programming Guide", "CUDA Dynamic Parallelism", version 2). A kernel cannot wait
 * for them, so all of it may be done when its own grid has ended: in the order in which it was asked for, which no stream or event of
 * the device is against, each with what it asks for in turn; and last what was to come behind everything else (cudaStreamTailLaunch). */
#pragma once
#include <glib.h>

typedef enum { IHOP_CHILD_GRID, IHOP_CHILD_COPY, IHOP_CHILD_FILL } IhopChildKind;

typedef struct
{
  IhopChildKind kind;
  guint64 function; /* the kernel's value in PTX (ihop_ptx_function_value) */
  guint grid[3], block[3], shared;
  guint8 *params;   /* laid out as PTX says; allocate's */
  guint8 *to;
  const guint8 *from; /* NULL: it is filled */
  gsize to_pitch, from_pitch, width, height; /* bytes, rows */
  guint8 value;
} IhopChild;

/* What one grid asks for. Kept by who launches it; threads of several processors ask. */
typedef struct
{
  /* 0, and the bytes of its parameters; or why it cannot be launched, by the numbers of cudaError_t. */
  int (*check) (const IhopChild *child, gsize *size, gpointer data);
  /* Memory that kernels may write. */
  gpointer (*allocate) (gsize size);
  void (*release) (gpointer place);
  gpointer data;
  GMutex lock;
  GHashTable *open;   /* params → IhopChild, as long as nobody has launched it */
  GQueue list, tail;  /* IhopChild */
  GHashTable *errors; /* number of the thread in its grid → its last error */
} IhopChildren;

void ihop_children_init (IhopChildren *children);
/* What is left is dropped. */
void ihop_children_clear (IhopChildren *children);
/* Everything that was asked for, before what is in the queue already. */
void ihop_children_take (IhopChildren *children, GQueue *queue);
void ihop_child_free (IhopChildren *children, IhopChild *child);
/* Of a copy or a fill. */
void ihop_child_move (const IhopChild *child);
