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
#include <math.h>

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

/* ---- Parts ------------------------------------------------------------------------------- */

/* Boxes of threads (tiles of a warp, or blocks) that lie alike in the grid: along each axis either
 * those that are full, or the last one that is not. */
typedef struct
{
  guint busy[3];           /* threads with work along each axis */
  gint64 origin[3];        /* the first such box's first thread */
  gboolean repeats[3];     /* there are several, "side" threads apart */
  guint side[3];
  double boxes;            /* how many; relative where some extent is not known */
} Part;

/* A mean over all alignments says nothing of three boxes: few are looked at one by one. */
#define FEW 4
#define MOST_PARTS ((FEW + 1) * (FEW + 1) * (FEW + 1))

static guint
split_axis (const IhopShape *shape, guint axis, guint side, const Part *from, Part *parts)
{
  double trips = shape->trips[axis], full = trips > 0 ? floor (trips / side) : 1;
  gboolean repeats = trips <= 0 || full > FEW;
  guint n = 0, rest = trips > 0 ? (guint) (trips - full * side) : 0;

  for (guint i = 0; i < (repeats ? 1 : (guint) full); i++)
    {
      parts[n] = *from;
      parts[n].busy[axis] = side;
      parts[n].origin[axis] = (gint64) i * side;
      parts[n].repeats[axis] = repeats;
      parts[n++].boxes *= repeats ? full : 1;
    }
  if (rest > 0)
    {
      parts[n] = *from;
      parts[n].busy[axis] = rest;
      parts[n++].origin[axis] = (gint64) (full * side);
    }
  return n;
}

static guint
split (const IhopShape *shape, const guint side[3], Part parts[MOST_PARTS])
{
  Part whole = { .boxes = 1, .side = { side[0], side[1], side[2] } }, x[FEW + 1], y[FEW + 1];
  guint n = 0, n_x = split_axis (shape, 0, side[0], &whole, x);

  for (guint i = 0; i < n_x; i++)
    {
      guint n_y = split_axis (shape, 1, side[1], &x[i], y);

      for (guint j = 0; j < n_y; j++)
        n += split_axis (shape, 2, side[2], &y[j], parts + n);
    }
  return n;
}

/* ---- Alignments -------------------------------------------------------------------------- */

/* What the offset of a box's first byte is known modulo: the generator of the coset. */
static gint64
origin_modulus (const IhopPattern *pattern, const IhopPatternAccess *access,
                const IhopShape *shape, const Part *part, gint64 size)
{
  gint64 modulus = gcd (size, access->address.constant.unit);

  for (guint axis = 0; axis < 3; axis++)
    {
      guint k = shape->loop_of[axis];

      if (k >= shape->n_loops || !part->repeats[axis])
        continue;
      modulus = gcd (modulus, access->address.count[k].value % size * part->side[axis]);
      modulus = gcd (modulus, access->address.count[k].unit % size * part->side[axis]);
    }
  for (guint k = shape->n_loops; k < IHOP_FORM_MAX; k++)
    if (pattern->moves[k])
      modulus = gcd (modulus, gcd (access->address.count[k].value % size,
                                   access->address.count[k].unit % size));
  return modulus;
}

static gint64
origin_of (const IhopPatternAccess *access, const IhopShape *shape, const Part *part)
{
  gint64 origin = access->address.constant.value;

  for (guint axis = 0; axis < 3; axis++)
    origin += stride_of (access, shape, axis) * part->origin[axis];
  return origin;
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

/* Addresses of a box of threads relative to its first one, "shift" bytes on. */
static void
add_box (GArray *runs, const IhopPatternAccess *access, const IhopShape *shape, const Part *part,
         gint64 shift, guint sector)
{
  gint64 stride[3];

  for (guint axis = 0; axis < 3; axis++)
    stride[axis] = stride_of (access, shape, axis);
  for (guint z = 0; z < part->busy[2]; z++)
    for (guint y = 0; y < part->busy[1]; y++)
      add_row (runs, shift + stride[1] * y + stride[2] * z, stride[0], part->busy[0],
               access->bytes, sector);
}

/* ---- Warps ------------------------------------------------------------------------------------ */

/* The lanes of one warp of a block whose sides do not divide into warps. */
static void
add_lanes (GArray *runs, const IhopPatternAccess *access, const IhopShape *shape,
           const Part *part, guint first, guint n)
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
          works = works && at[axis] < part->busy[axis];
        }
      if (works)
        add_run (runs, low, low + access->bytes - 1);
    }
}

/* Sums over warps; "warps" counts them. */
typedef struct
{
  const IhopPattern *pattern;
  const IhopPatternAccess *access;
  const IhopShape *shape;
  const IhopGpu *gpu;
  GArray *runs;
  double sectors, lines, warps;
} Tally;

static void
tally_warp (Tally *tally, const Part *part)
{
  gint64 start = origin_of (tally->access, tally->shape, part);
  gint64 sector = tally->gpu->sector, line = tally->gpu->line;

  if (tally->runs->len == 0)
    return;
  g_array_sort (tally->runs, compare_runs);
  tally->warps += part->boxes;
  tally->sectors += part->boxes
                    * mean_pieces (tally->runs, sector, start,
                                   origin_modulus (tally->pattern, tally->access, tally->shape,
                                                   part, sector));
  tally->lines += part->boxes
                  * mean_pieces (tally->runs, line, start,
                                 origin_modulus (tally->pattern, tally->access, tally->shape, part,
                                                 line));
  g_array_set_size (tally->runs, 0);
}

static void
tally_odd_block (Tally *tally, const Part *part)
{
  const guint *b = tally->shape->block;

  for (guint first = 0; first < b[0] * b[1] * b[2]; first += tally->gpu->warp)
    {
      add_lanes (tally->runs, tally->access, tally->shape, part, first, tally->gpu->warp);
      tally_warp (tally, part);
    }
}

IhopTouched
ihop_coalesce_warp (const IhopPattern *pattern, const IhopPatternAccess *access,
                    const IhopShape *shape, const IhopGpu *gpu)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  Tally tally = { pattern, access, shape, gpu, runs, 0, 0, 0 };
  guint tile[3];
  gboolean is_box = ihop_shape_tile (shape, gpu->warp, tile);
  Part parts[MOST_PARTS];
  guint n = split (shape, is_box ? tile : shape->block, parts);

  for (guint i = 0; i < n; i++)
    if (is_box)
      {
        add_box (runs, access, shape, &parts[i], 0, gpu->sector);
        tally_warp (&tally, &parts[i]);
      }
    else
      tally_odd_block (&tally, &parts[i]);
  return (IhopTouched){ tally.sectors / tally.warps, tally.lines / tally.warps };
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

/* All accesses of the group share the first one's strides: they are counted relative to it. */
static double
part_sectors (const IhopPattern *pattern, const GPtrArray *group, const IhopShape *shape,
              const Part *part, const IhopGpu *gpu, GArray *runs)
{
  const IhopPatternAccess *first = g_ptr_array_index (group, 0);

  g_array_set_size (runs, 0);
  for (guint i = 0; i < MIN (group->len, MOST_IN_BLOCK); i++)
    {
      const IhopPatternAccess *access = g_ptr_array_index (group, i);

      add_box (runs, access, shape, part,
               access->address.constant.value - first->address.constant.value, gpu->sector);
    }
  g_array_sort (runs, compare_runs);
  return mean_pieces (runs, gpu->sector, origin_of (first, shape, part),
                      origin_modulus (pattern, first, shape, part, gpu->sector));
}

double
ihop_coalesce_block (const IhopPattern *pattern, const GPtrArray *group, const IhopShape *shape,
                     const IhopGpu *gpu)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  double sectors = 0, blocks = 0;
  Part parts[MOST_PARTS];
  guint n = split (shape, shape->block, parts);

  for (guint i = 0; i < n; i++)
    {
      sectors += parts[i].boxes * part_sectors (pattern, group, shape, &parts[i], gpu, runs);
      blocks += parts[i].boxes;
    }
  return sectors / blocks;
}

double
ihop_coalesce_fresh (const IhopPattern *pattern, const IhopPatternAccess *access,
                     const IhopGpu *gpu)
{
  double share = 1;

  for (guint k = pattern->n_loops; k < IHOP_FORM_MAX; k++)
    {
      IhopCongruence c = access->address.count[k];

      if (c.unit == 0 && c.value != 0)
        share = MIN (share, fabs ((double) c.value) / gpu->sector);
    }
  return share;
}
