/* What the front end says about files that are no C, odd C, old C, or no files. */
#include "frontend/frontend.h"
#include <glib/gstdio.h>
#include <isl/version.h>
#include <string.h>

typedef struct
{
  const char *text;
  const char *id;      /* of the first message; NULL: there is none */
  guint line, column;
  const char *part;    /* of the message */
} Expected;

static IhopTree *
parse_text (const char *text, gsize length, IhopDiags *diags)
{
  return ihop_frontend_parse_text ("t.c", text, length, NULL, diags);
}

static const IhopDiag *
first (const IhopDiags *diags)
{
  g_assert_cmpuint (diags->len, >, 0);
  return diags->pdata[0];
}

static void
test_expected (gconstpointer data)
{
  const Expected *expected = data;
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopTree) tree = parse_text (expected->text, strlen (expected->text), diags);

  if (expected->id == NULL)
    {
      g_assert_nonnull (tree);
      g_assert_cmpuint (diags->len, ==, 0);
      return;
    }
  const IhopDiag *diag = first (diags);
  g_assert_cmpstr (diag->id, ==, expected->id);
  g_assert_true ((tree == NULL) == (diag->severity == IHOP_ERROR));
  g_assert_cmpstr (diag->path, ==, "t.c");
  g_assert_cmpuint (diag->line, ==, expected->line);
  g_assert_cmpuint (diag->column, ==, expected->column);
  if (strstr (ihop_message_text (diag->message), expected->part) == NULL)
    g_assert_cmpstr (ihop_message_text (diag->message), ==, expected->part);
}

static const Expected cases[] = {
  { "", NULL, 0, 0, NULL },
  { "/* only a comment", "IHOP-F001", 1, 1, "unterminated" },
  { "int x;\nint f (void) { return y; }\n", "IHOP-F001", 2, 23, "undeclared identifier 'y'" },
  { "int f (void)\n{\n  return 1\n}\n", "IHOP-F001", 3, 11, "expected ';'" },
  { "int f (void) { return g (1); }\n", "IHOP-F005", 1, 23, "undeclared function 'g'" },
  { "f () { return 1; }\n", "IHOP-F005", 1, 1, "type specifier missing" },
  { "char *f (void) { return 5; }\n", "IHOP-F005", 1, 25, "integer to pointer" },
  { "#include \"nowhere.h\"\n", "IHOP-F008", 1, 10, "'nowhere.h' file not found" },
  { "int f (void) { int g (void) { return 1; } return g (); }\n", "IHOP-F001", 1, 29,
    "function definition is not allowed here" },
  { "int main (void) { if (1)\n#pragma odd\n  return 1; return 0; }\n", NULL, 0, 0, NULL },
  { "void f (int n) {\n#pragma unroll 4\n  for (int i = 0; i < n; i++)\n#pragma clang loop vectorize (enable)\n"
    "    for (int j = 0; j < n; j++) ; }\n", NULL, 0, 0, NULL },
  { "int main (void) { if (1)\n#pragma scop\n  return 1; return 0; }\n", "IHOP-F010", 2, 1,
    "\"#pragma scop\"" },
  { "int f (int a) { return a +\n#pragma odd\n  1; }\n", "IHOP-F010", 2, 1, "\"#pragma odd\"" },
  { "int unused (int a) { int b; a == 3; return 1; }\n", NULL, 0, 0, NULL },
};

static void
test_files (void)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  g_assert_null (ihop_frontend_parse ("/no/such/file.c", NULL, diags));
  g_assert_cmpstr (first (diags)->id, ==, "IHOP-F002");
  g_assert_nonnull (strstr (ihop_message_text (first (diags)->message), "cannot be read"));
  g_ptr_array_set_size (diags, 0);
  g_assert_null (ihop_frontend_parse ("/", NULL, diags));
  g_assert_cmpstr (ihop_message_text (first (diags)->message), ==, "This is a folder, not a file.");
  g_ptr_array_set_size (diags, 0);
  g_assert_null (ihop_frontend_parse ("/dev/zero", NULL, diags));
  g_assert_cmpstr (ihop_message_text (first (diags)->message), ==, "This is a device or a pipe, not a file.");
}

/* Bytes of all values: a message, no crash. */
static void
test_garbage (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  char bytes[4096];

  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      for (guint i = 0; i < sizeof bytes; i++)
        bytes[i] = (char) g_rand_int_range (random, 0, 256);
      g_assert_null (parse_text (bytes, sizeof bytes, diags));
      g_assert_true (ihop_diags_has (diags, IHOP_ERROR));
      for (guint i = 0; i < diags->len; i++)
        {
          g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
          g_assert_cmpuint (strlen (text), >, 0);
        }
    }
}

static char *
repeat (const char *before, const char *piece, guint times, const char *after)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < times; i++)
    g_string_append (text, piece);
  return g_string_free (g_string_append (text, after), FALSE);
}

/* Deep nesting ends in a sentence. */
static void
test_deep (void)
{
  static const struct { const char *before, *piece, *after, *id; guint times; } deep[] = {
    { "int f (int x) { return ", "(", "x;", "IHOP-F001", 10000 },
    { "void f (void) {", "{", "}", "IHOP-F001", 10000 },
    { "int f (int x) { return ", "- ", "x; }", "IHOP-F003", 1000000 },
    { "int f (int x) { ", "if (x) ", "x--; return x; }", "IHOP-F003", 100000 },
    { "int f (int x) { ", "if (x) x++; else ", "x--; return x; }", "IHOP-F003", 100000 },
    { "void f (int x) { ", "x = ", "1; }", "IHOP-F003", 100000 },
    { "int f (int x) { return ", "x ? x : ", "1; }", "IHOP-F003", 100000 },
    { "int f (int x) { return ", "- ", "x; }", "IHOP-F004", 15000 },
    { "int f (int x) { return ", "x + ", "x; }", "IHOP-F004", 15000 },
    { "int f (int x) { ", "if (x) x++; else ", "x--; return x; }", "IHOP-F004", 1900 },
    { "int a[] = { ", "-1, ", "};", NULL, 100000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (deep); i++)
    {
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      g_autofree char *text
        = repeat (deep[i].before, deep[i].piece, deep[i].times, deep[i].after);
      g_autoptr (IhopTree) tree = parse_text (text, strlen (text), diags);
      g_assert_cmpstr (diags->len ? first (diags)->id : NULL, ==, deep[i].id);
      g_assert_true ((tree != NULL) == (deep[i].id == NULL || g_str_equal (deep[i].id, "IHOP-F004")));
      g_autofree char *trouble = tree ? ihop_tree_verify (tree) : NULL;
      g_assert_cmpstr (trouble, ==, NULL);
    }
}

/* "#define A0 WORDS", and "#define A1 A0 A0" and so on to TOP. */
static char *
doubled (const char *words, guint top, const char *after)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "#define A0 %s\n", words);
  for (guint i = 1; i <= top; i++)
    g_string_append_printf (text, "#define A%u A%u A%u\n", i, i - 1, i - 1);
  return g_string_free (g_string_append (text, after), FALSE);
}

static void
ends_with (const char *text, const char *part)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopTree) tree = parse_text (text, strlen (text), diags);

  g_assert_null (tree);
  g_assert_cmpstr (first (diags)->id, ==, "IHOP-F003");
  g_assert_nonnull (strstr (ihop_message_text (first (diags)->message), part));
  g_assert_cmpuint (first (diags)->line, >, 0);
}

/* A few lines may ask for more than there is: each way ends in its sentence, however much it is. That none of them
 * is met by time alone but the one that would run for years shows that no limit hopes for a quick machine; of that
 * one, a quick machine meets the limit of memory first. */
static void
test_limits (void)
{
  if (g_getenv ("IHOP_TEST_TEXTS_ONLY"))
    {
      g_test_skip ("sanitizers have limits of their own");
      return;
    }
  g_autofree char *deep = doubled ("x +", 30, "int f (int x) { return A30 x; }"),
                  *many = doubled ("1 ,", 30, "int a[] = { A30 };"),
                  *nothing = doubled ("", 60, "int f (void) { return 0 A60; }"),
                  *minus = repeat ("int x;\n#if ", "- ", 1000000, "1\n#endif\n");

  ends_with (deep, "nested too deeply");
  ends_with (minus, "nested too deeply");
  ends_with (many, "over 4,000,000 tokens");
  ends_with (nothing, "Clang was stopped here, because the file takes more ");
  ends_with ("#define A(x) x + x + x + x + x + x + x + x\nint f (int x) { return A(A(A(A(A(A(A(A(A(A(x)))))))))); }",
             "more memory than");
  ends_with ("\nint a[1 << 28] = { [1 << 27] = 1 };", "more memory than");
}

/* The other side: what is long is no bomb. */
static void
test_long (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "int g%u = %u;\n", i, i);
  g_autofree char *all = g_string_free (text, FALSE);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopTree) tree = parse_text (all, strlen (all), diags);
  g_assert_nonnull (tree);
  g_assert_cmpuint (tree->globals->len, ==, 100000);
  g_assert_cmpuint (diags->len, ==, 0);
}

/* A project's own flags: from the command line, and from compile_commands.json. */
static void
test_flags (void)
{
  const char *text = "#ifndef A\n#error no A\n#endif\nint a = A;\n";
  const char *const flags[]
    = { "-c", "-O2", "-Wno-such-warning", "-fno-such-option", "-o", "x.o", "-D", "A=1", "-flto",
        "-MD", "-MF", "x.d", "-fplugin=/evil.so", "-Xclang", "-load", "-Werror", NULL };
  IhopFrontendOptions options = { .flags = flags };
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopTree) tree = ihop_frontend_parse_text ("t.c", text, strlen (text), &options, diags);

  g_assert_nonnull (tree);
  g_assert_cmpuint (diags->len, ==, 0);
  g_assert_cmpstr (tree->flags[0], ==, "-O2");
  g_assert_cmpstr (tree->flags[2], ==, "A=1");
  g_assert_null (tree->flags[3]);
}

static void
test_openmp (void)
{
  const char *text = "#ifndef _OPENMP\n#error\n#endif\nvoid f (int *a)\n{\n#pragma omp parallel for\n"
                     "  for (int i = 0; i < 9; i++) a[i] = 0;\n}\n";
  const char *const flags[] = { "-fopenmp", NULL };
  IhopFrontendOptions options = { .flags = flags };
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopTree) tree = ihop_frontend_parse_text ("t.c", text, strlen (text), &options, diags);

  g_assert_nonnull (tree);
  const IhopNode *body = ihop_tree_function (tree, "f")->body;
  g_assert_cmpint (body->child[0]->kind, ==, IHOP_PRAGMA);
  g_assert_cmpstr (body->child[0]->text, ==, "omp parallel for");
}

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
remove_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_remove (path);
}

static void
test_database (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ihop-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.c", NULL);
  g_autofree char *inner = g_build_filename (folder, "inc", NULL);
  g_autofree char *commands = g_strdup_printf (
    "[{\"directory\": \"%s\", \"file\": \"a.c\", \"command\": \"gcc -Iinc -DA='2 + 3' -c -o a.o a.c\"}]",
    folder);
  IhopFrontendOptions options = { .database = folder };
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  write_file (inner, "b.h", "#define B 1\n");
  write_file (folder, "a.c", "#include \"b.h\"\nint a[A + B];\n");
  write_file (folder, "compile_commands.json", commands);
  g_autoptr (IhopTree) tree = ihop_frontend_parse (path, &options, diags);
  g_assert_nonnull (tree);
  const IhopSymbol *symbol = tree->globals->pdata[0];
  g_assert_cmpuint (symbol->type->count, ==, 6);
  g_autoptr (IhopTree) other = ihop_frontend_parse_text ("other.c", "", 0, &options, diags);
  g_assert_cmpstr (first (diags)->id, ==, "IHOP-F007");
  g_ptr_array_set_size (diags, 0);
  write_file (folder, "compile_commands.json", "nonsense");
  g_assert_null (ihop_frontend_parse (path, &options, diags));
  g_assert_cmpstr (first (diags)->id, ==, "IHOP-F006");
  remove_file (inner, "b.h");
  remove_file (folder, "a.c");
  remove_file (folder, "compile_commands.json");
  g_rmdir (inner);
  g_rmdir (folder);
}

/* libLLVM exports an isl of its own; ours must win. */
static void
test_isl (void)
{
  g_assert_nonnull (strstr (isl_version (), "GMP"));
  g_assert_true (g_str_has_prefix (ihop_frontend_clang_version (), "19."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/frontend/messages/%u", i);
      g_test_add_data_func (name, &cases[i], test_expected);
    }
  g_test_add_func ("/frontend/files", test_files);
  g_test_add_func ("/frontend/garbage", test_garbage);
  g_test_add_func ("/frontend/deep", test_deep);
  g_test_add_func ("/frontend/limits", test_limits);
  g_test_add_func ("/frontend/long", test_long);
  g_test_add_func ("/frontend/flags", test_flags);
  g_test_add_func ("/frontend/openmp", test_openmp);
  g_test_add_func ("/frontend/database", test_database);
  g_test_add_func ("/frontend/isl", test_isl);
  return g_test_run ();
}
