/* A folder goes with all that is below it, and nothing that links lead to. */
#include "base/folder.h"
#include "base/source.h"
#include <glib/gstdio.h>
#include <unistd.h>

static void
test_remove (void)
{
  g_autofree char *root = g_dir_make_tmp ("ihop-folder-XXXXXX", NULL);
  g_autofree char *kept = g_build_filename (root, "kept", NULL), *file = g_build_filename (kept, "file", NULL);
  g_autofree char *gone = g_build_filename (root, "gone", NULL), *deep = g_build_filename (gone, "a", "b", NULL);
  g_autofree char *link = g_build_filename (deep, "link", NULL), *dangling = g_build_filename (gone, "dangling", NULL);
  g_autofree char *below = g_build_filename (deep, "file", NULL);

  g_assert_cmpint (g_mkdir_with_parents (kept, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (deep, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "x", 1, NULL) && g_file_set_contents (below, "x", 1, NULL));
  g_assert_cmpint (symlink (kept, link), ==, 0);
  g_assert_cmpint (symlink ("nowhere", dangling), ==, 0);
  ihop_folder_remove (gone);
  g_assert_false (g_file_test (gone, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));
  ihop_folder_remove (gone); /* that is not there */
  ihop_folder_remove (root);
  g_assert_false (g_file_test (root, G_FILE_TEST_EXISTS));
}

static void
check_line (const char *text, guint line, const char *expected)
{
  g_autofree char *found = ihop_text_line (text, line);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_line (void)
{
  check_line ("a\n  b; \n", 1, "a");
  check_line ("a\n  b; \n", 2, "b;");
  check_line ("a\n  b; \n", 3, "");
  check_line ("a\n  b; \n", 4, "");
  check_line ("a", 0, "");
  check_line (NULL, 1, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/folder/remove", test_remove);
  g_test_add_func ("/base/source/line", test_line);
  return g_test_run ();
}
