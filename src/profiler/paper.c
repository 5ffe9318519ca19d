/* The published model: a table of line reads per thread over the classes of the coefficients.
 *
 * The idea (the paper derives one entry): how many threads of the first block use the line that its
 * first thread reads; the reciprocal is the thread's share of the read. tests/profiler/paper.c
 * counts those threads for every entry. What that showed:
 *   - With one small coefficient, or none, the entries hold exactly where the coefficient
 *     divides the line; else they are up to twice too high, "CS / a" being rounded down where
 *     ceil (CS / a) threads fit. t11 = t111 = 0 is meant: what all threads share is read for nothing.
 *   - A small coefficient above a large one in the order x, y, z counts as if it were large (t32 =
 *     1, not 1 / min (CS / a1, b1)). Meant as well: such threads are far apart in number.
 *   - Two or three small coefficients: the entries hold for a1 i1 read as (a0 b0 a1) i1, that
 *     is, coefficients relative to a full row of threads. For x[i + j], where rows overlap,
 *     they are far too high. Both the scan's tables agree in this, so it is no misprint; kept, and
 *     one of the reasons for the successor.
 *   - t221 ends in "b0 b1" in the scan; its third loop does not move the address, so the bound has
 *     to be the whole block, as in t121 and t211, and the count says so too: BV below. */
#include "profiler/paper.h"

static gint64
shared_by (gint64 count, gint64 most)
{
  return MAX (MIN (count, most), 1);
}

/* Threads of two axes in a line when both coefficients are small: t22, t122, t212, t221, t223. */
static gint64
small_pair (gint64 a, gint64 b, gint64 next, gint64 cs)
{
  gint64 row = a * b * next;

  return cs / row * b + cs % row / a;
}

guint
ihop_paper_class (IhopCongruence coefficient, gint64 cs)
{
  if (coefficient.unit != 0)
    return 3;
  if (coefficient.value == 0)
    return 1;
  return coefficient.value < cs && coefficient.value > -cs ? 2 : 3;
}

double
ihop_paper_reads_2d (const guint type[2], const gint64 a[2], const guint b[2], gint64 cs)
{
  gint64 b0 = b[0], b1 = b[1], bv = b0 * b1;

  switch (type[0] * 10 + type[1])
    {
    case 11: return 0;
    case 12: return 1.0 / shared_by (cs / a[1] * b0, bv);
    case 13: return 1.0 / b0;
    case 21: return 1.0 / shared_by (cs / a[0] * b1, bv);
    case 22: return 1.0 / shared_by (small_pair (a[0], b0, a[1], cs), bv);
    case 23: return 1.0 / shared_by (cs / a[0], b0);
    case 31: return 1.0 / b1;
    default: return 1; /* t32, t33 */
    }
}

/* t222: all three small. */
static gint64
small_triple (const gint64 a[3], gint64 b0, gint64 b1, gint64 cs)
{
  gint64 row = a[0] * b0 * a[1], plane = row * b1 * a[2];

  return cs / plane * b0 * b1 + cs % plane / row * b0 + cs % plane % row / a[0];
}

static double
reads_zero_x (const guint type[3], const gint64 a[3], gint64 b0, gint64 b1, gint64 b2, gint64 cs)
{
  gint64 bv = b0 * b1 * b2;

  switch (type[1] * 10 + type[2])
    {
    case 11: return 0;
    case 21: return 1.0 / shared_by (cs / a[1] * b0 * b2, bv);
    case 31: return 1.0 / (b0 * b2);
    case 12: return 1.0 / shared_by (cs / a[2] * b0 * b1, bv);
    case 22: return 1.0 / shared_by (small_pair (a[1], b1, a[2], cs) * b0, bv);
    case 13: return 1.0 / (b0 * b1);
    case 23: return 1.0 / shared_by (cs / a[1] * b0, b0 * b1);
    default: return 1.0 / b0; /* t132, t133 */
    }
}

static double
reads_small_x (const guint type[3], const gint64 a[3], gint64 b0, gint64 b1, gint64 b2, gint64 cs)
{
  gint64 bv = b0 * b1 * b2;

  switch (type[1] * 10 + type[2])
    {
    case 11: return 1.0 / shared_by (cs / a[0] * b1 * b2, bv);
    case 21: return 1.0 / shared_by (small_pair (a[0], b0, a[1], cs) * b2, bv);
    case 31: return 1.0 / shared_by (cs / a[0] * b2, b0 * b2);
    case 12: return 1.0 / shared_by (small_pair (a[0], b0, a[2], cs) * b1, bv);
    case 22: return 1.0 / shared_by (small_triple (a, b0, b1, cs), bv);
    case 13: return 1.0 / shared_by (cs / a[0] * b1, b0 * b1);
    case 23: return 1.0 / shared_by (small_pair (a[0], b0, a[1], cs), b0 * b1);
    default: return 1.0 / shared_by (cs / a[0], b0); /* t232, t233 */
    }
}

static double
reads_large_x (const guint type[3], gint64 b1, gint64 b2)
{
  switch (type[1] * 10 + type[2])
    {
    case 11: return 1.0 / (b1 * b2);
    case 21:
    case 31: return 1.0 / b2;
    case 12:
    case 13: return 1.0 / b1;
    default: return 1; /* t322, t332, t323, t333 */
    }
}

double
ihop_paper_reads_3d (const guint type[3], const gint64 a[3], const guint b[3], gint64 cs)
{
  if (type[0] == 1)
    return reads_zero_x (type, a, b[0], b[1], b[2], cs);
  if (type[0] == 2)
    return reads_small_x (type, a, b[0], b[1], b[2], cs);
  return reads_large_x (type, b[1], b[2]);
}

/* A coefficient in elements; what is not a whole number of them (fields of different sizes) is
 * rounded away from zero. */
static IhopCongruence
in_elements (IhopCongruence bytes, gint64 element)
{
  gint64 size = bytes.value < 0 ? -bytes.value : bytes.value;

  return (IhopCongruence){ (size + element - 1) / element, bytes.unit };
}

static double
reads_of (const IhopPatternAccess *access, const IhopShape *shape, const IhopGpu *gpu)
{
  gint64 cs = MAX (gpu->line / access->bytes, 1), a[3] = { 0, 0, 0 };
  guint type[3] = { 1, 1, 1 };

  for (guint axis = 0; axis < 3; axis++)
    {
      guint k = shape->loop_of[axis];
      IhopCongruence c;

      if (k >= shape->n_loops)
        continue;
      c = in_elements (access->address.count[k], access->bytes);
      a[axis] = c.value;
      type[axis] = ihop_paper_class (c, cs);
    }
  if (shape->loop_of[2] >= shape->n_loops)
    return ihop_paper_reads_2d (type, a, shape->block, cs);
  return ihop_paper_reads_3d (type, a, shape->block, cs);
}

double
ihop_paper_cost (const IhopPattern *pattern, const IhopShape *shape, const IhopGpu *gpu)
{
  double sum = 0;

  for (guint i = 0; i < pattern->accesses->len; i++)
    {
      const IhopPatternAccess *access
        = &g_array_index (pattern->accesses, IhopPatternAccess, i);

      sum += access->executions * reads_of (access, shape, gpu);
    }
  return sum;
}
