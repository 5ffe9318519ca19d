/* Headers that are read before the text is there: what is read, and what is said of it, must be as without. */
#include "frontend/frontend.h"
#include "support.h"
#include <glib/gstdio.h>
#include <string.h>

#define FRONT "/* by somebody */\n#include <stdio.h>\n#include <math.h>\n"
#define BODY "double f (double x) { return sqrt (x) + __LINE__; }\n"

/* Expected first, then read. */
static const struct
{
  const char *expected, *text;
} rows[] = {
  { FRONT BODY, FRONT "double f (double x)\n{\n  double y = sqrt (x);\n  return y;\n}\n" },
  { FRONT BODY, FRONT },
  { FRONT BODY, FRONT "double f (double x) { return sqrt (x) + ; }\n" },                    /* no C */
  { FRONT BODY, FRONT "int f (void) { return g (); }\n" },                                  /* a warning */
  { FRONT BODY, FRONT "#include <float.h>\n#pragma omp parallel\n#define abs(x) x\nint f (void) { return DBL_DIG; }\n" },
  { FRONT BODY, "#include <math.h>\n" BODY },                                               /* begins otherwise */
  { FRONT BODY, "/* Made. */\n" FRONT BODY },                                               /* a headline */
  { FRONT BODY, "/* never ends" },
  { FRONT BODY, "" },
  { "#include <math.h>\n#include <math.h>\n" BODY, "#include <math.h>\n#include <math.h>\n\n" BODY }, /* read once */
  { "/*\n#include <math.h>\n*/\n" BODY, "/*\n#include <math.h>\n*/\n\n" "int f (void) { return 1; }\n" },
  { "#if 0\n#include <math.h>\n#endif\n" BODY, "#if 0\n#include <math.h>\n#endif\n\n" "int f (void) { return 1; }\n" },
  { "#if 1\n#include <math.h>\n#endif\n" BODY, "#if 1\n#include <math.h>\n#endif\n\n" BODY },
  { "#ifdef X\n#include <stdio.h>\n#else\n#include <math.h>\n#endif\n" BODY,
    "#ifdef X\n#include <stdio.h>\n#else\n#include <math.h>\n#endif\n/* */ " BODY },
  { "#include \"nowhere.h\"\n" BODY, "#include \"nowhere.h\"\n" BODY },
  { "# \t include <math.h> /* goes\n on */ int g;\n" BODY, "# \t include <math.h> /* goes\n on */ int g;\n\n" BODY },
  { "#include <math.h>\nint f (void) { return 1; }\n#include <stdio.h>\n", "#include <math.h>\n" BODY },
  { "#include <math.h>", "#include <math.h>" },
  { "#include <math.h>", "#include <math.h>\n" BODY },                                     /* a line that goes on */
  { "#include <math.h> \\\n\n" BODY, "#include <math.h> \\\n\n\n" BODY },
  { "#include <math.h> // \\\n\n" BODY, "#include <math.h> // \\\n\n\n" BODY },
  { "#include <math.h> // roots\n" BODY, "#include <math.h> // roots\n\n" BODY },
  { "#include <math.h> /* roots */\r\n" BODY, "#include <math.h> /* roots */\r\n\n" BODY },
  { "#include <math.h> /* a */ /* b\n*/\n" BODY, "#include <math.h> /* a */ /* b\n*/\n\n" BODY },
  { "#define H <math.h>\n#include H\n" BODY, "#define H <math.h>\n#include H\n\n" BODY },
  { "#include <math.h>\n#include <math.h> \\\n\n" BODY, "#include <math.h>\n#include <math.h> \\\n\n\n" BODY },
  { "int f (void) { return 1; }\n", "int f (void) { return 2; }\n" },
  { "", FRONT BODY },
};

static void
assert_same_diags (const IhopDiags *one, const IhopDiags *two)
{
  g_assert_cmpuint (one->len, ==, two->len);
  for (guint i = 0; i < one->len; i++)
    {
      g_autofree char *first = ihop_diag_to_text (one->pdata[i]), *second = ihop_diag_to_text (two->pdata[i]);
      g_assert_cmpstr (first, ==, second);
    }
}

static void
assert_same_trees (const IhopTree *one, const IhopTree *two)
{
  g_assert_cmpint (one == NULL, ==, two == NULL);
  if (one == NULL)
    return;
  g_autofree char *first = ihop_print_tree (one), *second = ihop_print_tree (two);
  g_autofree char *difference = compare_trees (one, two);
  g_assert_cmpstr (first, ==, second);
  g_assert_cmpstr (difference, ==, NULL);
  g_assert_cmpuint (one->directives->len, ==, two->directives->len);
  g_assert_cmpuint (one->line_uses->len, ==, two->line_uses->len);
  g_assert_cmpuint (g_strv_length (one->hidden), ==, g_strv_length (two->hidden));
}

static void
test_read (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *text = rows[i].text;
      g_autoptr (GPtrArray) plainly = ihop_diags_new (), ahead = ihop_diags_new ();
      g_test_message ("%s", text);
      g_autoptr (IhopTree) one = ihop_frontend_parse_text ("t.c", text, strlen (text), NULL, plainly);
      ihop_frontend_expect_again ("t.c", rows[i].expected, NULL);
      g_autoptr (IhopTree) two = ihop_frontend_parse_text ("t.c", text, strlen (text), NULL, ahead);
      assert_same_trees (one, two);
      assert_same_diags (plainly, ahead);
    }
}

static void
test_check (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *text = rows[i].text;
      g_autoptr (GPtrArray) plainly = ihop_diags_new (), ahead = ihop_diags_new ();
      g_test_message ("%s", text);
      gboolean is_valid = ihop_frontend_check_c ("t.c", text, strlen (text), NULL, plainly);
      ihop_frontend_expect_c ("t.c", rows[i].expected, NULL);
      g_assert_cmpint (ihop_frontend_check_c ("t.c", text, strlen (text), NULL, ahead), ==, is_valid);
      assert_same_diags (plainly, ahead);
    }
}

/* Another file, other flags, nobody at all. */
static void
test_others (void)
{
  const IhopFrontendOptions defined = { .flags = (const char *[]) { "-DN=3", NULL } };
  const char *text = FRONT "int f (void) { return N; }\n", *named = FRONT "int f (void) { return __FILE__[0] + sizeof __FILE__; }\n";
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  ihop_frontend_expect_again ("t.c", FRONT, NULL);
  g_autoptr (IhopTree) tree = ihop_frontend_parse_text ("t.c", text, strlen (text), &defined, diags);
  g_assert_nonnull (tree);
  ihop_frontend_expect_again ("other.c", FRONT, NULL);
  g_autoptr (IhopTree) second = ihop_frontend_parse_text ("t.c", named, strlen (named), NULL, diags);
  g_autoptr (IhopTree) plain = ihop_frontend_parse_text ("t.c", named, strlen (named), NULL, diags);
  assert_same_trees (plain, second);
  for (guint i = 0; i < 2; i++)
    {
      ihop_frontend_expect_again ("t.c", FRONT, NULL);
      ihop_frontend_expect_c ("t.c", FRONT, NULL);
    }
  ihop_frontend_forget_again ();
  ihop_frontend_forget_again ();
  ihop_frontend_forget_c ();
}

/* A text that has no room where the headers wait. */
static void
test_long (void)
{
  g_autoptr (GString) text = g_string_new (FRONT);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "int f%u (int x) { return x + %u; }\n", i, i);
  ihop_frontend_expect_again ("t.c", FRONT, NULL);
  g_autoptr (IhopTree) tree = ihop_frontend_parse_text ("t.c", text->str, text->len, NULL, diags);
  g_assert_nonnull (tree);
  g_assert_nonnull (ihop_tree_function (tree, "f19999"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ahead/read", test_read);
  g_test_add_func ("/ahead/check", test_check);
  g_test_add_func ("/ahead/others", test_others);
  g_test_add_func ("/ahead/long", test_long);
  return g_test_run ();
}
