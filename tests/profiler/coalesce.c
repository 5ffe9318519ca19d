/* Sectors and lines against a run over every thread of every block with real addresses. */
#include "case.h"

typedef struct
{
  gint64 stride[3], offset;
  guint bytes;
} Access;

/* What the emulated program counts: distinct pieces per warp over all warps that have work. */
static double
run_grid (const Access *access, const IhopShape *shape, guint warp, gint64 piece)
{
  guint64 grid[3], sum = 0, warps = 0, threads = 1;

  for (guint k = 0; k < 3; k++)
    {
      grid[k] = ((guint64) shape->trips[k] + shape->block[k] - 1) / shape->block[k];
      threads *= shape->block[k];
    }
  for (guint64 block = 0; block < grid[0] * grid[1] * grid[2]; block++)
    for (guint64 first = 0; first < threads; first += warp)
      {
        g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

        for (guint64 t = first; t < MIN (first + warp, threads); t++)
          {
            gint64 at[3] = { (gint64) (block % grid[0] * shape->block[0] + t % shape->block[0]),
                             (gint64) (block / grid[0] % grid[1] * shape->block[1]
                                       + t / shape->block[0] % shape->block[1]),
                             (gint64) (block / grid[0] / grid[1] * shape->block[2]
                                       + t / shape->block[0] / shape->block[1]) };
            gint64 address = (G_GINT64_CONSTANT (1) << 40) + access->offset;
            gboolean works = TRUE;

            for (guint k = 0; k < 3; k++)
              {
                guint loop = shape->loop_of[k];

                works = works && at[k] < (gint64) shape->trips[k];
                address += loop < shape->n_loops ? access->stride[loop] * at[k] : 0;
              }
            for (gint64 s = address / piece; works && s <= (address + access->bytes - 1) / piece; s++)
              g_hash_table_add (seen, GSIZE_TO_POINTER ((gsize) s));
          }
        sum += g_hash_table_size (seen);
        warps += g_hash_table_size (seen) > 0;
      }
  return (double) sum / (double) warps;
}

static void
check (guint n, const Access *access, const double *trips, const guint *axis_of,
       const guint *block, double tolerance)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("a100", NULL);
  g_autoptr (IhopPattern) pattern
    = case_pattern (n, access->stride, access->offset, access->bytes, trips);
  const IhopPatternAccess *only = &g_array_index (pattern->accesses, IhopPatternAccess, 0);
  IhopCandidate candidate = { 0 };
  IhopShape shape;
  IhopTouched touched;

  memcpy (candidate.axis_of, axis_of, sizeof candidate.axis_of);
  memcpy (candidate.block, block, sizeof candidate.block);
  shape = ihop_shape_of (pattern, &candidate);
  touched = ihop_coalesce_warp (pattern, only, &shape, gpu);
  g_test_message ("strides (%d,%d,%d) + %d, %u bytes, block (%u,%u,%u): sectors %g, lines %g",
                  (int) access->stride[0], (int) access->stride[1], (int) access->stride[2],
                  (int) access->offset, access->bytes, block[0], block[1], block[2],
                  touched.sectors, touched.lines);
  g_assert_cmpfloat_with_epsilon (touched.sectors, run_grid (access, &shape, 32, 32), tolerance);
  g_assert_cmpfloat_with_epsilon (touched.lines, run_grid (access, &shape, 32, 128), tolerance);
}

static const Access accesses[] = {
  { { 8 * 1024, 8, 0 }, 0, 8 },        /* A[i][j], rows in step */
  { { 8 * 1024, 8, 0 }, -8, 8 },       /* A[i][j-1] */
  { { 8, 8 * 1024, 0 }, 0, 8 },        /* A[j][i] */
  { { 4 * 1001, 4, 0 }, 4, 4 },        /* rows that start anywhere */
  { { 8, 0, 0 }, 0, 8 },               /* x[i] */
  { { 8, 8, 0 }, 0, 8 },               /* x[i + j] */
  { { 0, -8, 0 }, 8 * 2000, 8 },       /* x[n - j] */
  { { 24 * 512, 24, 0 }, 8, 8 },       /* s[i][j].y of three doubles */
  { { 0, 2, 0 }, 0, 1 },               /* every second byte */
  { { 56, 8, 0 }, 0, 8 },              /* rows that overlap */
  { { 4096, 40, 0 }, 0, 40 },          /* whole structs */
};
static const guint blocks[][3] = { { 256, 1, 1 }, { 32, 8, 1 },  { 16, 16, 1 },
                                   { 8, 32, 1 },  { 1, 256, 1 }, { 64, 1, 1 } };

static void
test_two_loops (void)
{
  const double trips[3] = { 256, 256, 1 };
  const guint orders[][3] = { { 1, 0, 2 }, { 0, 1, 2 } };

  for (guint a = 0; a < G_N_ELEMENTS (accesses); a++)
    for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
      for (guint o = 0; o < 2; o++)
        check (2, &accesses[a], trips, orders[o], blocks[b], 1e-9);
}

static void
test_three_loops (void)
{
  const double trips[3] = { 64, 64, 64 };
  const guint orders[][3] = { { 2, 1, 0 }, { 0, 1, 2 }, { 1, 2, 0 }, { 0, 2, 1 } };
  const guint shapes[][3] = { { 32, 8, 1 }, { 8, 8, 4 }, { 4, 4, 16 }, { 2, 64, 2 }, { 1, 1, 64 } };
  const Access list[] = { { { 8 * 4096, 8 * 64, 8 }, 0, 8 },
                          { { 4 * 66 * 66, 4 * 66, 4 }, 4 * 67, 4 },
                          { { 8, 0, 8 * 64 }, 8, 8 } };

  for (guint a = 0; a < G_N_ELEMENTS (list); a++)
    for (guint b = 0; b < G_N_ELEMENTS (shapes); b++)
      for (guint o = 0; o < G_N_ELEMENTS (orders); o++)
        check (3, &list[a], trips, orders[o], shapes[b], 1e-9);
}

/* Sides that are no powers of two: warps wrap round the rows of a block. The grid is too small for
 * all places of a line to come up equally often, hence the tolerance. */
static void
test_odd_blocks (void)
{
  const double trips[3] = { 240, 480, 1 };
  const guint order[3] = { 1, 0, 2 };
  const guint shapes[][3] = { { 48, 4, 1 }, { 24, 8, 1 }, { 3, 80, 1 }, { 96, 2, 1 }, { 20, 12, 1 } };

  for (guint a = 0; a < 5; a++)
    for (guint b = 0; b < G_N_ELEMENTS (shapes); b++)
      check (2, &accesses[a], trips, order, shapes[b], 0.02);
}

/* Loops shorter than a block's side: lanes without work touch nothing. Left out: rows that start
 * anywhere, of which three do not start everywhere. */
static void
test_short_loops (void)
{
  const double trips[3] = { 512, 3, 1 };
  const guint orders[][3] = { { 1, 0, 2 }, { 0, 1, 2 } };

  for (guint a = 0; a < G_N_ELEMENTS (accesses); a++)
    for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
      for (guint o = 0; o < 2; o++)
        if (a != 3)
          check (2, &accesses[a], trips, orders[o], blocks[b], 1e-9);
}

/* A pitch that is known when the program runs only: all places of a sector are as likely. */
static void
test_unknown_pitch (void)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("a100", NULL);
  const gint64 strides[2] = { 8 * 4099, 8 };
  const double trips[2] = { 512, 512 };
  g_autoptr (IhopPattern) pattern = case_pattern (2, strides, 0, 8, trips);
  IhopPatternAccess *access = &g_array_index (pattern->accesses, IhopPatternAccess, 0);
  IhopCandidate candidate = { .axis_of = { 1, 0, 2 }, .block = { 32, 8, 1 } };
  IhopShape shape;

  access->address.count[0].unit = 8;
  shape = ihop_shape_of (pattern, &candidate);
  g_assert_cmpfloat_with_epsilon (ihop_coalesce_warp (pattern, access, &shape, gpu).sectors,
                                  (8 + 3 * 9) / 4.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (ihop_coalesce_warp (pattern, access, &shape, gpu).lines,
                                  (2 + 15 * 3) / 16.0, 1e-12);
}

/* A five-point stencil: the block counts what its rows share once. */
static void
test_block_shares (void)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("a100", NULL);
  const gint64 strides[2] = { 8 * 1024, 8 };
  const double trips[2] = { 512, 512 };
  g_autoptr (IhopPattern) pattern = case_pattern (2, strides, 0, 8, trips);
  const gint64 offsets[] = { 8, -8, 8 * 1024, -8 * 1024 };
  IhopCandidate candidate = { .axis_of = { 1, 0, 2 }, .block = { 32, 8, 1 } };
  g_autoptr (GPtrArray) groups = NULL;
  IhopShape shape = ihop_shape_of (pattern, &candidate);

  for (guint i = 0; i < 4; i++)
    {
      IhopPatternAccess access = g_array_index (pattern->accesses, IhopPatternAccess, 0);

      access.address.constant.value = offsets[i];
      g_array_append_val (pattern->accesses, access);
    }
  groups = ihop_coalesce_groups (pattern, 0);
  g_assert_cmpuint (groups->len, ==, 1);
  g_assert_cmpfloat (ihop_coalesce_block (pattern, g_ptr_array_index (groups, 0), &shape, gpu), ==,
                     8 * 10 + 2 * 8); /* rows with both ends, and two rows without */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profiler/coalesce/two-loops", test_two_loops);
  g_test_add_func ("/profiler/coalesce/three-loops", test_three_loops);
  g_test_add_func ("/profiler/coalesce/odd-blocks", test_odd_blocks);
  g_test_add_func ("/profiler/coalesce/short-loops", test_short_loops);
  g_test_add_func ("/profiler/coalesce/unknown-pitch", test_unknown_pitch);
  g_test_add_func ("/profiler/coalesce/block-shares", test_block_shares);
  return g_test_run ();
}
