/* Devices: every built-in file is complete, a folder of one's own goes first, bad ones are refused. */
#include "profiler/occupancy.h"
#include <glib/gstdio.h>
#include <string.h>

static void
test_all (void)
{
  g_autoptr (GPtrArray) names = ihop_gpu_list ();
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  g_assert_cmpuint (names->len, >=, 9);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (IhopGpu) gpu = ihop_gpu_load (g_ptr_array_index (names, i), diags);

      g_assert_nonnull (gpu);
      g_assert_cmpuint (gpu->warp, ==, 32);
      g_assert_true (g_str_has_prefix (gpu->architecture, "sm_"));
      g_assert_cmpuint (gpu->max_grid[1], ==, 65535);
    }
  g_assert_cmpuint (diags->len, ==, 0);
}

static void
test_refusals (void)
{
  static const char *const names[] = { "voodoo2", "", "../h100", "/etc/passwd", "a b" };
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_null (ihop_gpu_load (names[i], diags));
  g_assert_cmpuint (diags->len, ==, G_N_ELEMENTS (names));
  g_assert_true (ihop_diags_has (diags, IHOP_ERROR));
}

static void
test_own_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ihop-XXXXXX", NULL);
  g_autofree char *sub = g_build_filename (folder, "gpu", NULL);
  g_autofree char *path = g_build_filename (sub, "mine.ini", NULL);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (IhopGpu) built_in = NULL;

  g_mkdir (sub, 0700);
  g_file_set_contents (path, "[gpu]\ntitle=Mine\narchitecture=sm_99\nwarp=0\n", -1, NULL);
  g_setenv ("IHOP_DATA", folder, TRUE);
  names = ihop_gpu_list ();
  g_assert_true (g_ptr_array_find_with_equal_func (names, "mine", g_str_equal, NULL));
  g_assert_null (ihop_gpu_load ("mine", diags));
  g_assert_nonnull (strstr (ihop_message_text (((IhopDiag *) g_ptr_array_index (diags, 0))->message), "\"warp\""));
  built_in = ihop_gpu_load ("H100", diags);
  g_assert_nonnull (built_in);
  g_unsetenv ("IHOP_DATA");
  g_remove (path);
  g_rmdir (sub);
  g_rmdir (folder);
}

static void
test_occupancy (void)
{
  g_autoptr (IhopGpu) fermi = ihop_gpu_load ("c2075", NULL), a100 = ihop_gpu_load ("a100", NULL);

  g_assert_cmpfloat (ihop_occupancy (a100, 256, 32), ==, 1);
  g_assert_cmpfloat (ihop_occupancy (a100, 32, 32), ==, 0.5);  /* 32 blocks of one warp */
  g_assert_cmpfloat (ihop_occupancy (a100, 256, 64), ==, 0.5); /* registers */
  g_assert_cmpfloat (ihop_occupancy (fermi, 256, 14), ==, 1);
  g_assert_cmpfloat (ihop_occupancy (fermi, 64, 14), ==, 512.0 / 1536); /* 8 blocks */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profiler/gpu/all", test_all);
  g_test_add_func ("/profiler/gpu/refusals", test_refusals);
  g_test_add_func ("/profiler/gpu/own-folder", test_own_folder);
  g_test_add_func ("/profiler/gpu/occupancy", test_occupancy);
  return g_test_run ();
}
