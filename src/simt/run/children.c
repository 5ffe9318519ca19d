#include "simt/run/children.h"
#include "simt/run/frame.h"
#include "simt/run/schedule.h"
#include <stdlib.h>
#include <string.h>

/* By the numbers of cudaError_t, and of streams that are none. */
enum { INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_SUPPORTED = 801, TAIL = 3, VERSION = 13000, HANDLE = 64 };

void
ihop_children_init (IhopChildren *children)
{
  g_mutex_init (&children->lock);
  children->open = g_hash_table_new (NULL, NULL);
  children->errors = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_queue_init (&children->list);
  g_queue_init (&children->tail);
}

void
ihop_child_free (IhopChildren *children, IhopChild *child)
{
  if (child->params)
    children->release (child->params);
  g_free (child);
}

void
ihop_children_clear (IhopChildren *children)
{
  GHashTableIter iter;
  gpointer child;

  g_hash_table_iter_init (&iter, children->open);
  while (g_hash_table_iter_next (&iter, NULL, &child))
    ihop_child_free (children, child);
  g_hash_table_unref (children->open);
  g_hash_table_unref (children->errors);
  while ((child = g_queue_pop_head (&children->list)) || (child = g_queue_pop_head (&children->tail)))
    ihop_child_free (children, child);
  g_mutex_clear (&children->lock);
}

void
ihop_children_take (IhopChildren *children, GQueue *queue)
{
  gpointer child;

  while ((child = g_queue_pop_tail (&children->tail)) || (child = g_queue_pop_tail (&children->list)))
    g_queue_push_head (queue, child);
}

void
ihop_child_move (const IhopChild *child)
{
  for (gsize row = 0; row < child->height; row++)
    if (child->kind == IHOP_CHILD_COPY)
      memmove (child->to + row * child->to_pitch, child->from + row * child->from_pitch, child->width);
    else
      memset (child->to + row * child->to_pitch, child->value, child->width);
}

/* --- errors, which each thread has for itself -------------------------------------------------- */

static gint64
thread_number (const IhopWarpFrame *frame, guint lane)
{
  const guint32 *at = ihop_warp_place (frame);
  gint64 block = ((gint64) at[2] * frame->grid[1] + at[1]) * frame->grid[0] + at[0];

  return block * frame->thread_count + 32 * frame->warp + lane;
}

static guint64
note (IhopWarpFrame *frame, guint lane, int error)
{
  IhopChildren *children = frame->children;
  gint64 thread = thread_number (frame, lane);

  if (error == 0)
    return 0;
  g_mutex_lock (&children->lock);
  g_hash_table_insert (children->errors, g_memdup2 (&thread, sizeof thread), GINT_TO_POINTER (error));
  g_mutex_unlock (&children->lock);
  return error;
}

static guint64
peek_error (IhopWarpFrame *frame, guint lane)
{
  IhopChildren *children = frame->children;
  gint64 thread = thread_number (frame, lane);

  g_mutex_lock (&children->lock);
  int error = GPOINTER_TO_INT (g_hash_table_lookup (children->errors, &thread));
  g_mutex_unlock (&children->lock);
  return error;
}

static guint64
take_error (IhopWarpFrame *frame, guint lane)
{
  IhopChildren *children = frame->children;
  gint64 thread = thread_number (frame, lane);
  guint64 error = peek_error (frame, lane);

  g_mutex_lock (&children->lock);
  g_hash_table_remove (children->errors, &thread);
  g_mutex_unlock (&children->lock);
  return error;
}

/* --- grids -------------------------------------------------------------------------------------- */

/* Three words, of which the first two came as one. */
static void
set_shape (guint shape[3], guint64 xy, guint64 z)
{
  shape[0] = (guint) xy;
  shape[1] = xy >> 32;
  shape[2] = (guint) z;
}

/* What is tried in another order asks for nothing. */
static void
append (IhopChildren *children, IhopChild *child, guint64 stream)
{
  g_mutex_lock (&children->lock);
  if (child->params)
    g_hash_table_remove (children->open, child->params);
  if (!ihop_schedule_is_tried)
    g_queue_push_tail (stream == TAIL ? &children->tail : &children->list, child);
  g_mutex_unlock (&children->lock);
  if (ihop_schedule_is_tried)
    ihop_child_free (children, child);
}

/* Where its parameters are to be written; 0 and an error: it cannot be launched. */
static guint64
open_grid (IhopWarpFrame *frame, guint lane, IhopChild *child)
{
  IhopChildren *children = frame->children;
  gsize size;
  int error = children->check (child, &size, children->data);

  child->params = error ? NULL : children->allocate (MAX (size, 8));
  if (child->params == NULL)
    {
      g_free (child);
      note (frame, lane, error ? error : OUT_OF_MEMORY);
      return 0;
    }
  g_mutex_lock (&children->lock);
  g_hash_table_insert (children->open, child->params, child);
  g_mutex_unlock (&children->lock);
  return (gsize) child->params;
}

/* cudaGetParameterBufferV2 (function, grid, block, shared) */
static guint64
get_buffer (IhopWarpFrame *frame, guint lane, guint64 function, guint64 grid, guint64 grid_z, guint64 block, guint64 block_z, guint64 shared)
{
  IhopChild *child = g_new0 (IhopChild, 1);

  child->function = function;
  set_shape (child->grid, grid, grid_z);
  set_shape (child->block, block, block_z);
  child->shared = (guint) shared;
  return open_grid (frame, lane, child);
}

/* cudaLaunchDeviceV2 (buffer, stream) */
static guint64
launch_buffer (IhopWarpFrame *frame, guint lane, guint64 buffer, guint64 stream)
{
  IhopChildren *children = frame->children;

  g_mutex_lock (&children->lock);
  IhopChild *child = g_hash_table_lookup (children->open, (gpointer) (gsize) buffer);
  g_mutex_unlock (&children->lock);
  if (child == NULL)
    return note (frame, lane, INVALID_VALUE);
  append (children, child, stream);
  return 0;
}

/* --- copies and fills --------------------------------------------------------------------------- */

static guint64
move (IhopWarpFrame *frame, guint lane, IhopChild child, guint64 stream)
{
  if (child.width && child.height && (child.to == NULL || (child.kind == IHOP_CHILD_COPY && child.from == NULL)))
    return note (frame, lane, INVALID_VALUE);
  append (frame->children, g_memdup2 (&child, sizeof child), stream);
  return 0;
}

/* cudaMemcpyAsync (to, from, size, kind, stream) */
static guint64
copy (IhopWarpFrame *frame, guint lane, guint64 to, guint64 from, guint64 size, guint64 kind, guint64 stream)
{
  return move (frame, lane, (IhopChild){ .kind = IHOP_CHILD_COPY, .to = (guint8 *) (gsize) to, .from = (const guint8 *) (gsize) from,
                                         .to_pitch = size, .from_pitch = size, .width = size, .height = 1 }, stream);
}

/* cudaMemcpy2DAsync (to, pitch, from, pitch, width, height, kind, stream) */
static guint64
copy_rows (IhopWarpFrame *frame, guint lane, guint64 to, guint64 to_pitch, guint64 from, guint64 from_pitch, guint64 width, guint64 height,
           guint64 kind, guint64 stream)
{
  return move (frame, lane, (IhopChild){ .kind = IHOP_CHILD_COPY, .to = (guint8 *) (gsize) to, .from = (const guint8 *) (gsize) from,
                                         .to_pitch = to_pitch, .from_pitch = from_pitch, .width = width, .height = height }, stream);
}

/* cudaMemsetAsync (to, value, size, stream) */
static guint64
fill (IhopWarpFrame *frame, guint lane, guint64 to, guint64 value, guint64 size, guint64 stream)
{
  return move (frame, lane, (IhopChild){ .kind = IHOP_CHILD_FILL, .to = (guint8 *) (gsize) to, .to_pitch = size, .width = size,
                                         .height = 1, .value = (guint8) value }, stream);
}

/* cudaMemset2DAsync (to, pitch, value, width, height, stream) */
static guint64
fill_rows (IhopWarpFrame *frame, guint lane, guint64 to, guint64 pitch, guint64 value, guint64 width, guint64 height, guint64 stream)
{
  return move (frame, lane, (IhopChild){ .kind = IHOP_CHILD_FILL, .to = (guint8 *) (gsize) to, .to_pitch = pitch, .width = width,
                                         .height = height, .value = (guint8) value }, stream);
}

/* --- streams and events, which change nothing in the order here --------------------------------- */

/* f (*handle, flags) */
static guint64
make_handle (IhopWarpFrame *frame, guint lane, guint64 place, guint64 flags)
{
  static guint64 last = HANDLE;
  guint64 handle = __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);

  memcpy ((gpointer) (gsize) place, &handle, sizeof handle);
  return 0;
}

static guint64
allocate (IhopWarpFrame *frame, guint lane, guint64 place, guint64 size)
{
  gpointer memory = malloc (size ? size : 1);

  memcpy ((gpointer) (gsize) place, &memory, sizeof memory);
  return memory ? 0 : OUT_OF_MEMORY;
}

static guint64
give_back (IhopWarpFrame *frame, guint lane, guint64 memory)
{
  free ((gpointer) (gsize) memory);
  return 0;
}

/* The handle is the number's address (cudart/graph_conditional.h). */
static guint64
set_condition (IhopWarpFrame *frame, guint lane, guint64 handle, guint64 value)
{
  __atomic_store_n ((guint32 *) (gsize) handle, (guint32) value, __ATOMIC_RELEASE);
  return 0;
}

static guint64
nothing (IhopWarpFrame *frame, guint lane)
{
  return 0;
}

/* --- questions ---------------------------------------------------------------------------------- */

static guint64
put_int (guint64 place, int value)
{
  memcpy ((gpointer) (gsize) place, &value, sizeof value);
  return 0;
}

static guint64
get_device (IhopWarpFrame *frame, guint lane, guint64 place)
{
  return put_int (place, 0);
}

static guint64
get_device_count (IhopWarpFrame *frame, guint lane, guint64 place)
{
  return put_int (place, 1);
}

static guint64
get_version (IhopWarpFrame *frame, guint lane, guint64 place)
{
  return put_int (place, VERSION);
}

static guint64
name_error (IhopWarpFrame *frame, guint lane, guint64 error)
{
  switch ((int) error)
    {
    case 0:
      return (gsize) "no error";
    case INVALID_VALUE:
      return (gsize) "invalid argument";
    case OUT_OF_MEMORY:
      return (gsize) "out of memory";
    case 9:
      return (gsize) "invalid configuration argument";
    case 98:
      return (gsize) "invalid device function";
    default:
      return (gsize) "unknown error";
    }
}

#define ROW(name, function) { "__cudaCDP2" name, function }, { "cuda" name, function }
#define IN_STREAM(name, function) ROW (name, function), ROW (name "_ptsz", function)

const IhopWarpService ihop_warp_children[] = { ROW ("GetParameterBufferV2", get_buffer),
                                               IN_STREAM ("LaunchDeviceV2", launch_buffer),
                                               IN_STREAM ("MemcpyAsync", copy),
                                               IN_STREAM ("Memcpy2DAsync", copy_rows),
                                               IN_STREAM ("MemsetAsync", fill),
                                               IN_STREAM ("Memset2DAsync", fill_rows),
                                               ROW ("Malloc", allocate),
                                               ROW ("Free", give_back),
                                               ROW ("StreamCreateWithFlags", make_handle),
                                               ROW ("EventCreateWithFlags", make_handle),
                                               ROW ("StreamDestroy", nothing),
                                               ROW ("EventDestroy", nothing),
                                               IN_STREAM ("StreamWaitEvent", nothing),
                                               IN_STREAM ("EventRecord", nothing),
                                               IN_STREAM ("EventRecordWithFlags", nothing),
                                               ROW ("GetLastError", take_error),
                                               ROW ("PeekAtLastError", peek_error),
                                               ROW ("GetErrorString", name_error),
                                               ROW ("GetDevice", get_device),
                                               ROW ("GetDeviceCount", get_device_count),
                                               ROW ("RuntimeGetVersion", get_version),
                                               { "cudaGraphSetConditional", set_condition },
                                               { NULL, NULL } };
