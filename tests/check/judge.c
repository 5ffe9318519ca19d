/* Does the judge see what it must see? Original and product are given as texts; the product is
 * wrong in one way or another. No generator takes part. */
#include "check/compare.h"
#include "check/compile.h"
#include "check/objects.h"
#include "check/run.h"
#include <glib/gstdio.h>
#include <string.h>

static const char head[] = "#include <stdio.h>\n#include <stdlib.h>\n"
                           "void ihop_check_dump (const char *, const void *, unsigned long, int, ...);\n";

typedef struct
{
  char *folder;
  IhopCheckOptions options;
  IhopBuilder *builder;
  GHashTable *types;
  IhopType real, whole;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  static char *no_flags[] = { NULL };
  g_autofree char *failure = NULL;

  fixture->folder = g_dir_make_tmp ("ihop-judge-XXXXXX", NULL);
  fixture->options.seconds = 5;
  fixture->builder = ihop_builder_new (&fixture->options, no_flags, fixture->folder, &failure);
  g_assert_cmpstr (failure, ==, NULL);
  fixture->real = (IhopType) { .kind = IHOP_TYPE_FLOATING, .size = 8, .name = "double" };
  fixture->whole = (IhopType) { .kind = IHOP_TYPE_INTEGER, .size = 4, .is_signed = TRUE };
  fixture->types = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_insert (fixture->types, (gpointer) "f:a", &fixture->real);
  g_hash_table_insert (fixture->types, (gpointer) "f:n", &fixture->whole);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  const char *const argv[] = { "rm", "-rf", fixture->folder, NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
  ihop_builder_free (fixture->builder);
  g_hash_table_unref (fixture->types);
  g_free (fixture->folder);
}

static IhopProgram *
program (Fixture *fixture, const char *name, const char *body)
{
  IhopProgram *build = ihop_program_new (fixture->builder, IHOP_VARIANT_ORIGINAL, name);

  ihop_program_add (build, g_strdup ("p.c"), g_strconcat (head, body, NULL), ".");
  ihop_program_all (fixture->builder, &build, 1);
  g_assert_cmpstr (build->failure, ==, NULL);
  ihop_program_run (fixture->builder, build, "run");
  return build;
}

/* Both programs run; "sentence" is what the judge must say of the product (a part of it), NULL:
 * nothing. */
static void
check_pair (Fixture *fixture, const char *original, const char *product, double tolerance,
            const char *sentence)
{
  IhopProgram *a = program (fixture, "a", original), *b = program (fixture, "b", product);
  IhopComparison comparison = { .tolerance.relative = tolerance };
  g_autofree char *said = ihop_compare_runs (a, b, fixture->types, &comparison);

  if (sentence == NULL)
    g_assert_cmpstr (said, ==, NULL);
  else
    {
      g_assert_nonnull (said);
      if (!strstr (said, sentence))
        g_error ("\"%s\" does not say \"%s\"", said, sentence);
    }
  ihop_program_free (a);
  ihop_program_free (b);
}

static void
test_equal (Fixture *fixture, gconstpointer data)
{
  const char *text = "int main (void) { double a[3] = { 1, 2, 3 }; puts (\"x\");\n"
                     "  ihop_check_dump (\"f:a\", a, sizeof *a, 1, 3L); return 3; }\n";

  check_pair (fixture, text, text, 0, NULL);
}

static void
test_one_bit (Fixture *fixture, gconstpointer data)
{
  const char *a = "int main (void) { double a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };\n"
                  "  ihop_check_dump (\"f:a\", a, sizeof *a, 2, 2L, 3L); return 0; }\n";
  const char *b = "int main (void) { double a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };\n"
                  "  a[1][1] += 1e-15; ihop_check_dump (\"f:a\", a, sizeof *a, 2, 2L, 3L); return 0; }\n";

  check_pair (fixture, a, b, 0, "f:a[1][1]");
  check_pair (fixture, a, b, 1e-13, NULL);
  check_pair (fixture, a, b, 1e-17, "1 of 6 differ");
}

static void
test_tolerance_is_for_numbers (Fixture *fixture, gconstpointer data)
{
  const char *a = "int main (void) { int n = 1; ihop_check_dump (\"f:n\", &n, 4, 0); return 0; }\n";
  const char *b = "int main (void) { int n = 2; ihop_check_dump (\"f:n\", &n, 4, 0); return 0; }\n";
  const char *x = "int main (void) { double a = 1; ihop_check_dump (\"f:a\", &a, 8, 0); return 0; }\n";
  const char *y = "int main (void) { double a = 0. / 0; ihop_check_dump (\"f:a\", &a, 8, 0); return 0; }\n";

  check_pair (fixture, a, b, 1, "is 2 and should be 1");
  check_pair (fixture, x, y, 1e-3, "f:a");
}

static void
test_ends (Fixture *fixture, gconstpointer data)
{
  const char *good = "int main (void) { return 0; }\n";

  check_pair (fixture, good, "int main (void) { return 2; }\n", 0, "ended with status 2");
  check_pair (fixture, good, "int main (void) { abort (); }\n", 0, "killed by signal 6");
  fixture->options.seconds = 0.3;
  check_pair (fixture, good, "int main (void) { for (;;) ; }\n", 0, "ran longer");
}

static void
test_streams (Fixture *fixture, gconstpointer data)
{
  const char *a = "int main (void) { puts (\"one\\n1.5\"); fputs (\"e\\n\", stderr); return 0; }\n";

  check_pair (fixture, a, "int main (void) { puts (\"one\\n1.6\"); fputs (\"e\\n\", stderr); return 0; }\n",
              0, "standard output differs in line 2");
  check_pair (fixture, a, "int main (void) { puts (\"one\\n1.5000001\"); fputs (\"e\\n\", stderr); return 0; }\n",
              1e-6, NULL);
  check_pair (fixture, a, "int main (void) { puts (\"one\\n1.5\"); return 0; }\n", 0, "standard error");
  check_pair (fixture, a, "int main (void) { puts (\"one\\n1.5\"); fputs (\"ihop: x\\ne\\n\", stderr); return 0; }\n",
              0, NULL);
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  const char *a = "int main (void) { FILE *f = fopen (\"r.txt\", \"w\"); fputs (\"1\", f); return fclose (f); }\n";

  check_pair (fixture, a, "int main (void) { return 0; }\n", 0, "r.txt was not written");
  check_pair (fixture, a, "int main (void) { FILE *f = fopen (\"r.txt\", \"w\"); fputs (\"2\", f); return fclose (f); }\n",
              0, "r.txt that it wrote differs");
}

static void
test_missing_dump (Fixture *fixture, gconstpointer data)
{
  const char *a = "int main (void) { double a = 1; ihop_check_dump (\"f:a\", &a, 8, 0); return 0; }\n";

  check_pair (fixture, a, "int main (void) { return 0; }\n", 0, "0 arrays were written");
}

/* struct { char kind; double at[2]; int n; void *next; } */
static IhopType *
body_type (void)
{
  static IhopType character = { .kind = IHOP_TYPE_INTEGER, .size = 1, .is_signed = TRUE };
  static IhopType real = { .kind = IHOP_TYPE_FLOATING, .size = 8 }, pair = { .kind = IHOP_TYPE_ARRAY, .size = 16, .target = &real };
  static IhopType whole = { .kind = IHOP_TYPE_INTEGER, .size = 4, .is_signed = TRUE };
  static IhopType pointer = { .kind = IHOP_TYPE_POINTER, .size = 8 };
  static IhopSymbol kind = { .name = "kind", .type = &character }, at = { .name = "at", .type = &pair, .offset = 8 };
  static IhopSymbol n = { .name = "n", .type = &whole, .offset = 24 }, next = { .name = "next", .type = &pointer, .offset = 32 };
  static IhopSymbol *fields[] = { &kind, &at, &n, &next };
  static IhopType body = { .kind = IHOP_TYPE_RECORD, .size = 40, .n_fields = 4, .fields = fields };

  return &body;
}

/* Numbers in structs are numbers, too: measured against the same member of all elements; what lies between members is
 * nobody's. */
static void
test_members (Fixture *fixture, gconstpointer data)
{
  static const char form[] = "struct body { char kind; double at[2]; int n; void *next; };\n"
                             "int main (void) { struct body *b = calloc (2, sizeof *b); b[0].at[0] = 1e6; b[0].at[1] = 2; b[0].next = b;\n"
                             "  b[1] = b[0]; b[1].n = 7; %s ihop_check_dump (\"f:b\", b, sizeof *b, 1, 2L); return 0; }\n";
  g_autofree char *a = g_strdup_printf (form, ""), *gap = g_strdup_printf (form, "((char *) b)[3] = 1;");
  g_autofree char *rounded = g_strdup_printf (form, "b[1].at[1] += 1e-9;"), *whole = g_strdup_printf (form, "b[1].n++;");
  g_autofree char *null = g_strdup_printf (form, "b[1].next = NULL;");

  g_hash_table_insert (fixture->types, (gpointer) "f:b", body_type ());
  check_pair (fixture, a, gap, 0, NULL);
  check_pair (fixture, a, rounded, 0, "f:b[1].at[1]");
  check_pair (fixture, a, rounded, 1e-14, NULL);
  check_pair (fixture, a, rounded, 1e-16, "1 of 2 differ");
  check_pair (fixture, a, whole, 1, "f:b[1].n (dump 1) is 8 and should be 7");
  check_pair (fixture, a, null, 1, "f:b[1].next (dump 1) is NULL");
}

/* Fresh memory holds the same pattern in every run, so what nobody wrote does not differ. */
static void
test_fresh_memory (Fixture *fixture, gconstpointer data)
{
  const char *a = "int main (void) { double *a = malloc (800); a[1] = 1;\n"
                  "  ihop_check_dump (\"f:a\", a, 8, 1, 100L); return 0; }\n";

  check_pair (fixture, a, a, 0, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/check/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("equal", test_equal);
  ADD ("one-bit", test_one_bit);
  ADD ("tolerance-is-for-numbers", test_tolerance_is_for_numbers);
  ADD ("members", test_members);
  ADD ("ends", test_ends);
  ADD ("streams", test_streams);
  ADD ("files", test_files);
  ADD ("missing-dump", test_missing_dump);
  ADD ("fresh-memory", test_fresh_memory);
  return g_test_run ();
}
