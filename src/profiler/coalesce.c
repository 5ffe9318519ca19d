/* Counts distinct sectors and lines.
 *
 * The lanes of a warp are enumerated, so that any coefficients, negative and overlapping ones too,
 * count right. The one thing that varies from warp to warp is how the first byte lies to a
 * sector's border. Allocations start at multiples of 256 bytes (CUDA C++ Programming Guide, "Device
 * Memory Accesses"), hence the borders that occur are those that can be reached from the
 * constant part of the address by strides of the grid, of the loops inside and of parameters: a
 * coset modulo the sector's size, over which the mean is taken. A row of 1100 doubles is 275 whole
 * sectors, one of 1001 floats starts at all eight places in turn; a pitch known when the program
 * runs only is taken to do the latter.
 *
 * The obvious way, one warp at offset 0, calls A[i][j] and A[i][j+1] equally good. */
#include "profiler/coalesce.h"

/* Bodies unrolled by machines have thousands of accesses; these say enough. */
#define MOST_GROUPS 200
#define MOST_IN_BLOCK 40

/* Bytes [low, high] in which no sector is left out. */
typedef struct
{
  gint64 low, high;
} Run;

static gint64
gcd (gint64 a, gint64 b)
{
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

static gint64
floor_div (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

/* ---- Shapes --------------------------------------------------------------------------- */

IhopShape
ihop_shape_of (const IhopPattern *pattern, const IhopCandidate *candidate)
{
  IhopShape shape = { .n_loops = pattern->n_loops };

  for (guint axis = 0; axis < 3; axis++)
    {
      shape.loop_of[axis] = pattern->n_loops;
      shape.block[axis] = MAX (candidate->block[axis], 1);
      shape.trips[axis] = 1;
    }
  for (guint k = 0; k < pattern->n_loops; k++)
    {
      guint axis = candidate->axis_of[k];

      shape.loop_of[axis] = k;
      shape.trips[axis] = pattern->is_known[k] ? MAX (pattern->trips[k], 1) : 0;
    }
  return shape;
}

gboolean
ihop_shape_tile (const IhopShape *shape, guint warp, guint tile[3])
{
  guint left = warp;

  for (guint axis = 0; axis < 3; axis++)
    {
      guint side = shape->block[axis];

      tile[axis] = MIN (side, left);
      if (left > 1 && left % tile[axis] != 0)
        return FALSE;
      if (left > side)
        left /= side;
      else if (side % left == 0)
        left = 1;
      else
        return FALSE;
    }
  return TRUE;
}

static gint64
stride_of (const IhopPatternAccess *access, const IhopShape *shape, guint axis)
{
  guint k = shape->loop_of[axis];

  return k < shape->n_loops ? access->address.count[k].value : 0;
}

/* Threads along an axis that have work, of "side" starting at thread 0. */
static guint
busy (const IhopShape *shape, guint axis, guint side)
{
  double trips = shape->trips[axis];

  return trips > 0 && trips < side ? (guint) trips : side;
}

/* ---- Alignments -------------------------------------------------------------------------- */

/* What the offset of a warp's (or block's) origin is known modulo: the generator of the coset.
 * "step" is by how many threads origins lie apart along each axis. */
static gint64
origin_modulus (const IhopPattern *pattern, const IhopPatternAccess *access,
                const IhopShape *shape, const guint step[3], gint64 size)
{
  gint64 modulus = gcd (size, access->address.constant.unit);

  for (guint axis = 0; axis < 3; axis++)
    {
      guint k = shape->loop_of[axis];
      IhopCongruence c = { 0, 0 };

      if (k < shape->n_loops)
        c = access->address.count[k];
      if (shape->trips[axis] > 0 && shape->trips[axis] <= step[axis])
        continue;
      modulus = gcd (modulus, (c.value % size) * step[axis]);
      modulus = gcd (modulus, (c.unit % size) * step[axis]);
    }
  for (guint k = shape->n_loops; k < IHOP_FORM_MAX; k++)
    if (pattern->moves[k])
      modulus = gcd (modulus, gcd (access->address.count[k].value % size,
                                   access->address.count[k].unit % size));
  return modulus;
}

/* ---- Counting ------------------------------------------------------------------------------ */

static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const Run *x = a, *y = b;

  return x->low < y->low ? -1 : x->low > y->low ? 1 : x->high < y->high ? -1 : x->high > y->high;
}

/* Distinct pieces of "size" bytes under sorted runs, all moved by "shift". */
static guint64
count_pieces (const GArray *runs, gint64 size, gint64 shift)
{
  gint64 last = G_MININT64;
  guint64 count = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);
      gint64 from = floor_div (run->low + shift, size), to = floor_div (run->high + shift, size);

      from = MAX (from, last == G_MININT64 ? from : last + 1);
      if (to >= from)
        {
          count += (guint64) (to - from) + 1;
          last = to;
        }
    }
  return count;
}

/* The mean over origins start + modulus * t (mod size). */
static double
mean_pieces (const GArray *runs, gint64 size, gint64 start, gint64 modulus)
{
  guint64 sum = 0, n = 0;

  start -= floor_div (start, modulus) * modulus;
  for (gint64 shift = start; shift < size; shift += modulus, n++)
    sum += count_pieces (runs, size, shift);
  return (double) sum / (double) n;
}

static void
add_run (GArray *runs, gint64 low, gint64 high)
{
  Run run = { low, high };

  g_array_append_val (runs, run);
}

/* A row of n threads along x from "at". Steps below the smallest piece leave none out. */
static void
add_row (GArray *runs, gint64 at, gint64 stride, guint n, guint bytes, guint sector)
{
  gint64 far = at + stride * (n - 1);

  if ((stride < 0 ? -stride : stride) < (gint64) sector + bytes)
    add_run (runs, MIN (at, far), MAX (at, far) + bytes - 1);
  else
    for (guint x = 0; x < n; x++)
      add_run (runs, at + stride * x, at + stride * x + bytes - 1);
}

/* Addresses of a box of threads at the origin, "shift" bytes on. */
static void
add_box (GArray *runs, const IhopPatternAccess *access, const IhopShape *shape,
         const guint side[3], gint64 shift, guint sector)
{
  gint64 stride[3];

  for (guint axis = 0; axis < 3; axis++)
    stride[axis] = stride_of (access, shape, axis);
  for (guint z = 0; z < busy (shape, 2, side[2]); z++)
    for (guint y = 0; y < busy (shape, 1, side[1]); y++)
      add_row (runs, shift + stride[1] * y + stride[2] * z, stride[0],
               busy (shape, 0, side[0]), access->bytes, sector);
}

/* ---- Warps ------------------------------------------------------------------------------------ */

/* Blocks whose sides do not divide into warps: the lanes of one warp, numbered within the block. */
static void
add_lanes (GArray *runs, const IhopPatternAccess *access, const IhopShape *shape, guint first,
           guint n)
{
  const guint *b = shape->block;

  for (guint t = first; t < first + n && t < b[0] * b[1] * b[2]; t++)
    {
      guint at[3] = { t % b[0], t / b[0] % b[1], t / (b[0] * b[1]) };
      gint64 low = 0;
      gboolean works = TRUE;

      for (guint axis = 0; axis < 3; axis++)
        {
          low += stride_of (access, shape, axis) * at[axis];
          works = works && at[axis] < busy (shape, axis, b[axis]);
        }
      if (works)
        add_run (runs, low, low + access->bytes - 1);
    }
}

static void
add_touched (IhopTouched *touched, GArray *runs, const IhopPattern *pattern,
             const IhopPatternAccess *access, const IhopShape *shape, const guint step[3],
             const IhopGpu *gpu)
{
  gint64 start = access->address.constant.value;

  g_array_sort (runs, compare_runs);
  touched->sectors += mean_pieces (runs, gpu->sector, start,
                                   origin_modulus (pattern, access, shape, step, gpu->sector));
  touched->lines += mean_pieces (runs, gpu->line, start,
                                 origin_modulus (pattern, access, shape, step, gpu->line));
}

static IhopTouched
mean_over_warps (const IhopPattern *pattern, const IhopPatternAccess *access,
                 const IhopShape *shape, const IhopGpu *gpu)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  guint threads = shape->block[0] * shape->block[1] * shape->block[2], n = 0;
  IhopTouched touched = { 0 };

  for (guint first = 0; first < threads; first += gpu->warp)
    {
      g_array_set_size (runs, 0);
      add_lanes (runs, access, shape, first, gpu->warp);
      if (runs->len == 0)
        continue;
      add_touched (&touched, runs, pattern, access, shape, shape->block, gpu);
      n++;
    }
  return (IhopTouched){ touched.sectors / n, touched.lines / n };
}

IhopTouched
ihop_coalesce_warp (const IhopPattern *pattern, const IhopPatternAccess *access,
                    const IhopShape *shape, const IhopGpu *gpu)
{
  g_autoptr (GArray) runs = NULL;
  IhopTouched touched = { 0 };
  guint tile[3];

  if (!ihop_shape_tile (shape, gpu->warp, tile))
    return mean_over_warps (pattern, access, shape, gpu);
  runs = g_array_new (FALSE, FALSE, sizeof (Run));
  add_box (runs, access, shape, tile, 0, gpu->sector);
  add_touched (&touched, runs, pattern, access, shape, tile, gpu);
  return touched;
}

/* ---- Blocks -------------------------------------------------------------------------------------- */

/* "modulo" 0: the constants may differ by anything; else by multiples of that only. */
static gboolean
is_translate (const IhopPatternAccess *a, const IhopPatternAccess *b, gint64 modulo)
{
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (a->address.count[k].value != b->address.count[k].value
        || a->address.count[k].unit != b->address.count[k].unit)
      return FALSE;
  return modulo == 0
           ? a->array == b->array && a->is_store == b->is_store
           : a->bytes == b->bytes && a->address.constant.unit == b->address.constant.unit
               && (a->address.constant.value - b->address.constant.value) % modulo == 0;
}

static GPtrArray *
find_group (const GPtrArray *groups, const IhopPatternAccess *access, gint64 modulo)
{
  for (guint i = 0; i < groups->len; i++)
    {
      GPtrArray *group = g_ptr_array_index (groups, i);

      if (is_translate (access, g_ptr_array_index (group, 0), modulo))
        return group;
    }
  return NULL;
}

GPtrArray *
ihop_coalesce_groups (const IhopPattern *pattern, gint64 modulo)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < pattern->accesses->len; i++)
    {
      IhopPatternAccess *access = &g_array_index (pattern->accesses, IhopPatternAccess, i);
      GPtrArray *group = access->is_twin ? NULL : find_group (groups, access, modulo);

      if (group == NULL && !access->is_twin && groups->len < MOST_GROUPS)
        g_ptr_array_add (groups, group = g_ptr_array_new ());
      if (group != NULL)
        g_ptr_array_add (group, access);
    }
  return groups;
}

double
ihop_coalesce_block (const IhopPattern *pattern, const GPtrArray *group, const IhopShape *shape,
                     const IhopGpu *gpu)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  const IhopPatternAccess *first = g_ptr_array_index (group, 0);

  for (guint i = 0; i < MIN (group->len, MOST_IN_BLOCK); i++)
    {
      const IhopPatternAccess *access = g_ptr_array_index (group, i);

      add_box (runs, access, shape, shape->block,
               access->address.constant.value - first->address.constant.value, gpu->sector);
    }
  g_array_sort (runs, compare_runs);
  return mean_pieces (runs, gpu->sector, first->address.constant.value,
                      origin_modulus (pattern, first, shape, shape->block, gpu->sector));
}
