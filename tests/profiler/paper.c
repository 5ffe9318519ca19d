/* The published tables against a count of the threads that share the first thread's line.
 *
 * Run with --verbose to see every deviation; the checks say which entries hold, and that the others
 * deviate as paper.c describes. */
#include "case.h"
#include "profiler/paper.h"
#include <math.h>

#define CS 16

static const guint sides_2d[][2] = { { 256, 1 }, { 64, 4 }, { 32, 8 }, { 16, 16 }, { 4, 64 },
                                     { 1, 256 } };
static const guint sides_3d[][3] = { { 256, 1, 1 }, { 32, 8, 1 }, { 32, 2, 4 }, { 16, 4, 4 },
                                     { 4, 8, 8 }, { 1, 16, 16 }, { 1, 1, 256 } };
static const gint64 small[] = { 1, 2, 4, 8, 3, 5 };

/* Threads of the block that read line 0; large coefficients keep everything apart. */
static guint
count_sharers (const guint type[3], const gint64 a[3], const guint b[3])
{
  guint count = 0;

  for (gint64 z = 0; z < b[2]; z++)
    for (gint64 y = 0; y < b[1]; y++)
      for (gint64 x = 0; x < b[0]; x++)
        {
          gint64 at[3] = { x, y, z }, address = 0;

          for (guint k = 0; k < 3; k++)
            address += at[k] * (type[k] == 1 ? 0 : type[k] == 2 ? a[k] : 100003 + 1000 * k);
          count += address < CS;
        }
  return count;
}

/* Which entries promise to be the count, if small coefficients divide the line: no two small ones, and
 * no small one after a large one. */
static gboolean
promises (const guint type[3])
{
  guint n_small = 0, seen_large = 0;

  for (guint k = 0; k < 3; k++)
    {
      n_small += type[k] == 2;
      if (type[k] == 2 && seen_large)
        return FALSE;
      seen_large |= type[k] == 3;
    }
  return n_small <= 1 && type[0] + type[1] + type[2] > 3;
}

/* Entries with a large coefficient in x and zero … are exact; with large after large too. */
static void
check_entry (const guint type[3], const gint64 a[3], const guint b[3], double entry)
{
  double counted = 1.0 / count_sharers (type, a, b);
  gboolean divides = TRUE;

  for (guint k = 0; k < 3; k++)
    divides = divides && (type[k] != 2 || CS % a[k] == 0);
  if (type[0] + type[1] + type[2] == 3)
    g_assert_cmpfloat (entry, ==, 0);
  else if (promises (type) && divides)
    g_assert_cmpfloat_with_epsilon (entry, counted, 1e-12);
  else if (promises (type))
    g_assert_true (entry >= counted - 1e-12 && entry <= 2 * counted + 1e-12);
  else
    g_assert_cmpfloat (entry, <=, 1);
  if (fabs (entry - counted) > 1e-9)
    g_test_message ("t%u%u%u a=(%d,%d,%d) b=(%u,%u,%u): table 1/%.4g, counted 1/%.4g", type[0],
                    type[1], type[2], (int) a[0], (int) a[1], (int) a[2], b[0], b[1], b[2],
                    1 / entry, 1 / counted);
}

static void
test_tables_2d (void)
{
  for (guint t = 0; t < 9; t++)
    for (guint s = 0; s < G_N_ELEMENTS (sides_2d); s++)
      for (guint i = 0; i < G_N_ELEMENTS (small) * G_N_ELEMENTS (small); i++)
        {
          guint type[3] = { 1 + t / 3, 1 + t % 3, 1 };
          guint b[3] = { sides_2d[s][0], sides_2d[s][1], 1 };
          gint64 a[3] = { small[i % 6], small[i / 6], 0 };

          check_entry (type, a, b, ihop_paper_reads_2d (type, a, b, CS));
        }
}

static void
test_tables_3d (void)
{
  for (guint t = 0; t < 27; t++)
    for (guint s = 0; s < G_N_ELEMENTS (sides_3d); s++)
      for (guint i = 0; i < 216; i++)
        {
          guint type[3] = { 1 + t / 9, 1 + t / 3 % 3, 1 + t % 3 };
          gint64 a[3] = { small[i % 6], small[i / 6 % 6], small[i / 36] };

          check_entry (type, a, sides_3d[s], ihop_paper_reads_3d (type, a, sides_3d[s], CS));
        }
}

/* With one axis of one thread the three-dimensional table is the two-dimensional one. */
static void
test_tables_agree (void)
{
  for (guint t = 0; t < 9; t++)
    for (guint s = 0; s < G_N_ELEMENTS (sides_2d); s++)
      {
        guint type[3] = { 1 + t / 3, 1 + t % 3, 1 };
        guint b[3] = { sides_2d[s][0], sides_2d[s][1], 1 };
        gint64 a[3] = { 2, 4, 0 };

        g_assert_cmpfloat_with_epsilon (ihop_paper_reads_2d (type, a, b, CS),
                                        ihop_paper_reads_3d (type, a, b, CS), 1e-12);
      }
}

/* t221's bound: the scan reads "b0 b1", paper.c has the block. The third loop does not move
 * the address, so all its threads share: the count exceeds b0 b1. */
static void
test_t221_bound (void)
{
  const guint type[3] = { 2, 2, 1 }, b[3] = { 2, 2, 64 };
  const gint64 a[3] = { 1, 2, 0 };

  g_assert_cmpuint (count_sharers (type, a, b), ==, 256);
  g_assert_cmpfloat_with_epsilon (ihop_paper_reads_3d (type, a, b, CS), 1.0 / 256, 1e-12);
}

static void
test_classes (void)
{
  g_assert_cmpuint (ihop_paper_class ((IhopCongruence){ 0, 0 }, 16), ==, 1);
  g_assert_cmpuint (ihop_paper_class ((IhopCongruence){ -15, 0 }, 16), ==, 2);
  g_assert_cmpuint (ihop_paper_class ((IhopCongruence){ 16, 0 }, 16), ==, 3);
  g_assert_cmpuint (ihop_paper_class ((IhopCongruence){ 0, 1 }, 16), ==, 3);
}

static void
add_lu_access (IhopPattern *pattern, IhopCongruence i, IhopCongruence j, gboolean is_store)
{
  IhopPatternAccess access = { .bytes = 8, .executions = 1, .varying = 1, .is_store = is_store };

  access.address = ihop_form_constant (0);
  access.address.count[0] = i;
  access.address.count[1] = j;
  g_array_append_val (pattern->accesses, access);
}

/* The paper's LU example: A[i][j] = A[i][j] - A[i][k] * A[k][j] gets (64, 4, 1), j along x. */
static void
test_lu_example (void)
{
  g_autoptr (IhopGpu) gpu = ihop_gpu_load ("c2075", NULL);
  g_autoptr (IhopPattern) pattern = ihop_pattern_new_empty (2);
  IhopCongruence none = { 0, 0 }, one = { 8, 0 }, row = { 8 * 4099, 8 };
  g_autoptr (IhopProfile) profile = NULL;
  const IhopCandidate *best;

  add_lu_access (pattern, row, one, TRUE);
  add_lu_access (pattern, row, one, FALSE);
  add_lu_access (pattern, row, none, FALSE);
  add_lu_access (pattern, none, one, FALSE);
  profile = ihop_profile_pattern (pattern, gpu, IHOP_MODEL_PAPER, NULL, NULL);
  best = &g_array_index (profile->candidates, IhopCandidate, 0);
  g_assert_cmpuint (best->axis_of[0], ==, 1);
  g_assert_cmpuint (best->axis_of[1], ==, 0);
  g_assert_cmpuint (best->block[0], ==, 64);
  g_assert_cmpuint (best->block[1], ==, 4);
  g_assert_cmpfloat_with_epsilon (best->cost, 2.0 / 16 + 1.0 / 64 + 1.0 / 64, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profiler/paper/classes", test_classes);
  g_test_add_func ("/profiler/paper/tables-2d", test_tables_2d);
  g_test_add_func ("/profiler/paper/tables-3d", test_tables_3d);
  g_test_add_func ("/profiler/paper/tables-agree", test_tables_agree);
  g_test_add_func ("/profiler/paper/t221", test_t221_bound);
  g_test_add_func ("/profiler/paper/lu", test_lu_example);
  return g_test_run ();
}
