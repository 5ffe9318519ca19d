/* A session without a window: steps, the tree of variants, keeping, replaying; forms and differences. */
#include "project/carry.h"
#include "project/diff.h"
#include "project/form.h"
#include "project/keep.h"
#include "project/loop_view.h"
#include "project/port.h"
#include "project/replay.h"
#include "project/units.h"
#include <glib/gstdio.h>
#include <string.h>

static const char text[] = "double A[100][100], B[100][100];\n"
                           "void f (void)\n"
                           "{\n"
                           "  for (int i = 0; i < 100; i++)\n"
                           "    for (int j = 0; j < 100; j++)\n"
                           "      A[i][j] = B[j][i];\n"
                           "}\n"
                           "void g (void)\n"
                           "{\n"
                           "  for (int i = 1; i < 99; i++)\n"
                           "    for (int j = 1; j < 99; j++)\n"
                           "      A[i][j] = A[i - 1][j + 1];\n"
                           "}\n";

static IhopSession *
session_new (const char *path)
{
  const IhopSettings settings = { 0 };
  IhopSession *session = ihop_session_new (&settings);

  ihop_session_add (session, path, text);
  return session;
}

/* Takes a step as the window does; FALSE: refused. */
static gboolean
take (IhopSession *session, const char *step)
{
  const IhopState *now = ihop_session_current (session);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopSnapshot) after = ihop_snapshot_step (now->snapshot, 0, step, diags);

  g_assert_true ((after == NULL) == (diags->len > 0));
  return after && ihop_session_take (session, now->id, 0, step, after) != NULL;
}

static const char *
shown (const IhopSession *session)
{
  return ihop_snapshot_file (ihop_session_current (session)->snapshot, 0).text;
}

static void
replay (IhopSession *session)
{
  g_autoptr (IhopReplay) replay = ihop_session_replay_new (session);

  g_assert_nonnull (replay);
  ihop_replay_run (replay, NULL, NULL);
  g_assert_true (ihop_session_replay_finish (session, replay));
}

static void
test_steps (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");
  g_autofree char *before = g_strdup (shown (session));

  g_assert_cmpstr (before, ==, text);
  g_assert_true (take (session, "interchange f/i/j"));
  g_assert_nonnull (strstr (shown (session), "for (int j = 0; j < 100; j++)\n    for (int i"));
  g_assert_false (take (session, "interchange g/i/j"));
  g_assert_true (take (session, "target f/j block(16,8)"));
  g_assert_nonnull (strstr (shown (session), "#pragma target block(16,8)"));
  g_autofree char *script = ihop_session_script (session, ihop_session_current (session)->id, 0);
  g_assert_cmpstr (script, ==, "interchange f/i/j\ntarget f/j block(16,8)\n");
  g_assert_true (ihop_session_undo (session) && ihop_session_undo (session));
  g_assert_false (ihop_session_undo (session));
  g_assert_cmpstr (shown (session), ==, before);
  g_assert_true (ihop_session_redo (session) && ihop_session_redo (session));
  g_assert_false (ihop_session_redo (session));
}

static const char *
followed (const IhopSession *session, const char *address, guint line, guint column)
{
  const IhopLoopOrigin loop = { (char *) address, line, column };

  return ihop_loop_follow (ihop_snapshot_file (ihop_session_current (session)->snapshot, 0).origins, &loop);
}

/* A loop is followed by where its owner wrote it, not by its name. */
static void
test_origins (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");

  g_assert_null (ihop_snapshot_file (ihop_session_current (session)->snapshot, 0).origins);
  g_assert_true (take (session, "interchange f/i/j"));
  g_assert_cmpstr (followed (session, "f/i", 4, 3), ==, "f/j/i");
  g_assert_cmpstr (followed (session, "f/i/j", 5, 5), ==, "f/j");
  g_assert_cmpstr (followed (session, "g/i/j", 11, 5), ==, "g/i/j");
  g_assert_true (take (session, "strip-mine f/j/i 4"));
  g_assert_cmpstr (followed (session, "f/i", 4, 3), ==, "f/j/it/i");
  g_assert_cmpstr (followed (session, "f/j", 5, 5), ==, "f/j");
  g_assert_null (followed (session, "f/i", 1, 1));
}

/* After a step, a refusal speaks of the lines of the text that is shown. */
static void
test_refusal_place (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  g_assert_true (take (session, "target f/i"));
  g_assert_null (ihop_snapshot_step (ihop_session_current (session)->snapshot, 0, "interchange g/i/j", diags));
  const IhopDiag *diag = diags->pdata[0];
  g_assert_cmpuint (diag->line, ==, 13); /* 12 before the pragma */
}

static void
test_variants (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");

  g_assert_true (take (session, "interchange f/i/j"));
  guint first = ihop_session_current (session)->id;
  g_assert_true (ihop_session_undo (session));
  g_assert_true (take (session, "strip-mine f/j 4") || take (session, "strip-mine f/i 4"));
  guint second = ihop_session_current (session)->id;
  g_assert_cmpuint (ihop_session_root (session)->children->len, ==, 2);
  g_assert_true (ihop_session_name (session, first, "turned"));
  g_assert_false (ihop_session_name (session, second, "turned"));
  g_assert_true (ihop_session_go (session, first));
  g_assert_true (ihop_session_undo (session)); /* takes back the going there */
  g_assert_cmpuint (ihop_session_current (session)->id, ==, second);
  g_assert_true (ihop_session_go (session, 1));
  g_assert_true (take (session, "interchange f/i/j")); /* the same step is not made twice */
  g_assert_cmpuint (ihop_session_current (session)->id, ==, first);
}

/* Another text of the owner's: steps are taken anew where they apply. */
static void
test_edit (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");
  g_autofree char *other = g_strconcat ("/* new */\n", text, NULL);

  g_assert_true (take (session, "interchange f/i/j"));
  g_assert_true (take (session, "target f/j"));
  ihop_session_set_text (session, 0, other);
  g_assert_true (ihop_session_is_edited (session, 0));
  replay (session);
  g_assert_nonnull (strstr (shown (session), "#pragma target"));
  g_assert_true (g_str_has_prefix (shown (session), "/* new */"));
  ihop_session_set_text (session, 0, "void f (void) { for (int i = 0; i < 9; i++) ; }\n");
  replay (session);
  g_assert_null (ihop_session_current (session)->parent);
  g_autoptr (GPtrArray) states = ihop_session_states (session);
  g_assert_nonnull (((const IhopState *) states->pdata[1])->trouble);
}

/* Typing, settings and steps are taken back in the order in which they came, and done again. */
static void
test_history (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");
  g_autofree char *typed = g_strconcat ("/* new */\n", text, NULL);
  char *flags[] = { (char *) "-DX", NULL };
  const IhopSettings settings = { .flags = flags };

  g_assert_false (ihop_session_can_undo (session));
  g_assert_true (take (session, "interchange f/i/j"));
  ihop_session_set_text (session, 0, typed);
  replay (session);
  g_assert_true (take (session, "target f/j"));
  ihop_session_set_settings (session, &settings);
  g_assert_true (ihop_session_undo (session)); /* the settings; steps are outdated, and the mark is wanted */
  g_assert_null (ihop_session_settings (session)->flags);
  g_assert_true (ihop_session_undo (session)); /* the mark, before anything was replayed */
  replay (session);
  g_assert_null (strstr (shown (session), "#pragma target"));
  g_assert_true (g_str_has_prefix (shown (session), "/* new */\ndouble"));
  g_assert_true (ihop_session_undo (session)); /* what was typed; the step stays */
  replay (session);
  g_assert_true (g_str_has_prefix (shown (session), "double"));
  g_assert_nonnull (strstr (shown (session), "for (int j = 0; j < 100; j++)\n    for (int i"));
  g_assert_true (ihop_session_undo (session));
  g_assert_false (ihop_session_can_undo (session) || ihop_session_undo (session));
  g_assert_cmpstr (shown (session), ==, text);
  for (guint i = 0; i < 4; i++)
    g_assert_true (ihop_session_can_redo (session) && ihop_session_redo (session));
  g_assert_false (ihop_session_redo (session));
  replay (session);
  g_assert_true (g_str_has_prefix (shown (session), "/* new */"));
  g_assert_nonnull (strstr (shown (session), "#pragma target"));
  g_assert_cmpstr (ihop_session_settings (session)->flags[0], ==, "-DX");
}

/* Text that breaks the steps, taken back: the steps are there again. */
static void
test_history_broken (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");

  g_assert_true (take (session, "interchange f/i/j"));
  ihop_session_set_text (session, 0, "void f (void) { for (int i = 0; i < 9; i++) ; }\n");
  replay (session);
  g_assert_null (ihop_session_current (session)->parent);
  g_assert_true (ihop_session_undo (session));
  replay (session);
  g_assert_nonnull (ihop_session_current (session)->parent);
}

static void
test_keep (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ihop-XXXXXX", NULL);
  g_autofree char *source = g_build_filename (folder, "a.c", NULL);
  g_autofree char *path = g_build_filename (folder, "a.ihop", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *then = NULL;
  IhopKeepNews news = { 0 };

  g_assert_true (g_file_set_contents (source, text, -1, NULL));
  g_autoptr (IhopSession) session = session_new (source);
  g_assert_true (take (session, "interchange f/i/j"));
  g_assert_true (take (session, "target f/j"));
  g_assert_true (ihop_session_name (session, 2, "turned"));
  then = g_strdup (shown (session));
  IhopKeep *keep = ihop_keep_open (path, &error);
  g_assert_no_error (error);
  g_assert_true (ihop_keep_write (keep, session, &error));
  const IhopMeasurement measured = { 3, (char *) "cpu", NULL, -1, 0.5, (char *) "2026-01-01T00:00:00Z" };
  g_assert_true (ihop_keep_add_measurement (keep, &measured, &error));
  g_autofree char *hash = ihop_snapshot_hash (ihop_session_current (session)->snapshot);
  g_assert_true (ihop_keep_set_observation (keep, hash, "{\"loops\": []}", &error));
  ihop_keep_close (keep);

  keep = ihop_keep_open (path, &error);
  g_autoptr (IhopSession) again = ihop_keep_read (keep, &news, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (news.n_changed + news.n_absent, ==, 0);
  replay (again);
  g_assert_cmpstr (shown (again), ==, then);
  g_assert_true (ihop_session_undo (again) && ihop_session_undo (again)); /* along the tree */
  g_assert_cmpstr (shown (again), ==, text);
  g_assert_true (ihop_session_redo (again) && ihop_session_redo (again));
  g_assert_cmpstr (shown (again), ==, then);
  g_assert_cmpstr (ihop_session_state (again, 2)->name, ==, "turned");
  g_autoptr (GPtrArray) measurements = ihop_keep_measurements (keep);
  g_assert_cmpuint (measurements->len, ==, 1);
  g_autofree char *same = ihop_snapshot_hash (ihop_session_current (again)->snapshot);
  g_autofree char *other = ihop_snapshot_hash (ihop_session_root (again)->snapshot);
  g_autofree char *seen = ihop_keep_observation (keep, same), *nothing = ihop_keep_observation (keep, other);
  g_assert_cmpstr (seen, ==, "{\"loops\": []}");
  g_assert_null (nothing);
  ihop_keep_close (keep);

  g_assert_true (g_file_set_contents (source, "int changed;\n", -1, NULL));
  keep = ihop_keep_open (path, &error);
  g_autoptr (IhopSession) changed = ihop_keep_read (keep, &news, &error);
  g_assert_cmpuint (news.n_changed, ==, 1);
  ihop_keep_close (keep);
  g_unlink (path);
  g_unlink (source);
  g_rmdir (folder);
}

/* What the window generates is what ihop_project_transform and ihop_project_generate make. */
static void
test_generate (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");
  const IhopGenerateOptions options = { .products = IHOP_PRODUCT_CUDA | IHOP_PRODUCT_CPU };
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  g_assert_true (take (session, "interchange f/i/j"));
  g_assert_true (take (session, "target f/j block(16,8)"));
  g_autoptr (IhopSnapshotProducts) made
    = ihop_snapshot_generate (ihop_session_current (session)->snapshot, 0, &options, diags);
  g_assert_nonnull (made);
  g_assert_cmpuint (made->n_kernels, ==, 1);

  const IhopProjectOptions plain = { 0 };
  g_autoptr (IhopProject) project = ihop_project_new (&plain);
  g_assert_cmpint (ihop_project_open_text (project, "a.c", text), ==, IHOP_OPEN_OK);
  const IhopProjectFile *file = ihop_project_files (project)->pdata[0];
  g_assert_true (ihop_project_transform (project, file, "interchange f/i/j\ntarget f/j block(16,8)\n", "s"));
  g_assert_cmpstr (file->tree->source->text, ==, shown (session));
  IhopGenerateOptions own = options;
  own.plan.choose = ihop_project_usual_choice (file);
  g_autoptr (IhopGenerated) generated = ihop_project_generate (project, file, &own);
  g_assert_cmpuint (generated->products->len, ==, made->products->len);
  for (guint i = 0; i < made->products->len; i++)
    g_assert_cmpstr (((const IhopProduct *) made->products->pdata[i])->text, ==,
                     ((const IhopProduct *) generated->products->pdata[i])->text);
}

static const IhopForm *
form_named (const GPtrArray *forms, const char *name)
{
  for (guint i = 0; i < forms->len; i++)
    if (g_str_equal (((const IhopForm *) forms->pdata[i])->name, name))
      return forms->pdata[i];
  g_assert_not_reached ();
}

static void
test_forms (void)
{
  static const char *const expected[][2]
    = { { "interchange", "interchange f/i/j" },  { "tile", "tile f/i/j 32 32" },
        { "permute", "permute f/i/j j i" },      { "split", "split f/i 'i < 16'" },
        { "unroll-and-jam", "unroll-and-jam f/i 2" }, { "peel", "peel f/i first" },
        { "target", "target f/i" },              { "inline", "inline f 4" } };
  g_autoptr (IhopSession) session = session_new ("a.c");
  g_autoptr (GPtrArray) forms
    = ihop_snapshot_forms (ihop_session_current (session)->snapshot, 0, "f/i", 4);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *step = ihop_form_step (form_named (forms, expected[i][0]));
      g_assert_cmpstr (step, ==, expected[i][1]);
    }
  IhopForm *form = (IhopForm *) form_named (forms, "target");
  IhopField *block = form->fields->pdata[0];
  g_free (block->value);
  block->value = g_strdup ("32,8");
  g_autofree char *step = ihop_form_step (form);
  g_assert_cmpstr (step, ==, "target f/i block(32,8)");
}

/* What a form has filled in is a step that can be judged: whoever is refused learns why, not that the form was wrong. */
static void
test_forms_complete (void)
{
  static const char program[] = "double A[100][100], s[100], t[100];\n"
                                "int one (int n)\n{\n"
                                "  for (int i = 0; i < n; i++)\n    s[i] = 0;\n"
                                "  while (n > 3)\n    n = n / 2;\n"
                                "  for (int i = 0; i < n; i++) {\n    for (int j = 0; j < n; j++)\n      A[i][j] = s[i];\n"
                                "    for (int j = 0; j < n; j++)\n      t[j] = A[i][j];\n  }\n  return n;\n}\n";
  const IhopSettings settings = { 0 };
  g_autoptr (IhopSession) session = ihop_session_new (&settings);
  guint wrong = 0;

  ihop_session_add (session, "one.c", program);
  IhopSnapshot *snapshot = ihop_session_current (session)->snapshot;
  g_autoptr (GPtrArray) loops = ihop_snapshot_loops (snapshot, 0, 0);
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoopView *loop = loops->pdata[i];
      g_autoptr (GPtrArray) forms = ihop_snapshot_forms (snapshot, 0, loop->address, loop->line);
      for (guint k = 0; k < forms->len; k++)
        {
          const IhopForm *form = forms->pdata[k];
          g_autofree char *step = ihop_form_step (form);
          g_autoptr (GPtrArray) diags = ihop_diags_new ();
          g_autoptr (IhopSnapshot) after = form->obstacle ? NULL : ihop_snapshot_step (snapshot, 0, step, diags);
          const IhopDiag *first = diags->len ? diags->pdata[0] : NULL;
          if (first && strstr (ihop_message_text (first->message), "takes other arguments"))
            {
              g_print ("# %s: %s\n", step, ihop_message_text (first->message));
              wrong++;
            }
        }
    }
  g_assert_cmpuint (wrong, ==, 0);
}

static void
test_units (void)
{
  g_autofree char *time = ihop_units_spoken ("5.26 µs"), *none = ihop_units_spoken ("?"), *odd = ihop_units_spoken ("3 %d%n");

  g_assert_cmpstr (time, ==, "5.26 µs");
  g_assert_cmpstr (none, ==, "?");
  g_assert_cmpstr (odd, ==, "3 %d%n"); /* scripts are written by anybody */
}

static void
test_views (void)
{
  g_autoptr (IhopSession) session = session_new ("a.c");
  IhopSnapshot *snapshot = ihop_session_current (session)->snapshot;
  g_autoptr (GPtrArray) functions = ihop_snapshot_functions (snapshot, 0);
  g_autoptr (GPtrArray) loops = ihop_snapshot_loops (snapshot, 0, 1);
  const IhopLoopView *loop = loops->pdata[0];

  g_assert_cmpuint (functions->len, ==, 2);
  g_assert_cmpuint (loops->len, ==, 2);
  g_assert_cmpint (loop->verdict, ==, IHOP_SEQUENTIAL);
  g_assert_cmpuint (loop->line, ==, 10);
  g_assert_cmpuint (loop->last_line, ==, 12);
  g_assert_nonnull (strstr (loop->finding, "writes A["));
}

static void
check_diff (const char *left, const char *right, const char *expected)
{
  static const char letters[] = "=*+-";
  g_autoptr (GArray) rows = ihop_diff_lines (left, right);
  GString *found = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    g_string_append_c (found, letters[g_array_index (rows, IhopDiffRow, i).kind]);
  g_assert_cmpstr (found->str, ==, expected);
  g_string_free (found, TRUE);
}

static void
test_diff (void)
{
  check_diff ("a\nb\nc\n", "a\nb\nc\n", "===");
  check_diff ("a\nb\nc\n", "a\nc\n", "=-=");
  check_diff ("a\nc\n", "a\nb\nc\n", "=+=");
  check_diff ("a\nb\nc\n", "a\nx\nc\n", "=*=");
  check_diff ("", "a\n", "+");
  check_diff ("a\nb\nc\nd\ne\n", "b\nx\nd\ne\nf\n", "-=*==+");
}

/* The text with what differs in [brackets]. */
static char *
bracketed (const char *words, const GArray *spans)
{
  g_auto (GStrv) lines = g_strsplit (words, "\n", -1);
  GString *marked = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    {
      g_autoptr (GString) line = g_string_new (lines[i]);
      for (guint k = spans->len; k-- > 0;)
        {
          const IhopDiffSpan *span = &g_array_index (spans, IhopDiffSpan, k);
          if (span->line != i + 1)
            continue;
          g_string_insert_c (line, (gssize) span->end, ']');
          g_string_insert_c (line, (gssize) span->begin, '[');
        }
      g_string_append_printf (marked, "%s%s", i ? "\n" : "", line->str);
    }
  return g_string_free (marked, FALSE);
}

static void
check_words (const char *left, const char *right, const char *left_marked, const char *right_marked)
{
  g_autoptr (GArray) rows = ihop_diff_lines (left, right);
  GArray *a, *b;

  ihop_diff_words (left, right, rows, &a, &b);
  g_autofree char *left_found = bracketed (left, a), *right_found = bracketed (right, b);
  g_assert_cmpstr (left_found, ==, left_marked);
  g_assert_cmpstr (right_found, ==, right_marked);
  g_array_unref (a);
  g_array_unref (b);
}

static void
test_diff_words (void)
{
  check_words ("for (i = 0; i < n; i++)", "for (i = 0; i < min (n, 32); i += 4)", "for (i = 0; i < n; i+[+])",
               "for (i = 0; i < [min (]n[, 32)]; i +[= 4])");
  check_words ("a + b;\n", "  a + b;\n", "a + b;\n", "  a + b;\n");
  check_words ("x\nfor i\n  s;\n", "x\nfor ii\n  for i\n    s;\n", "x\nfor i\n  s;\n", "x\n[for ii]\n  for i\n    s;\n");
  check_words ("a\nb\n", "a\nnew\nb\n", "a\nb\n", "a\nnew\nb\n");
  check_words ("A[j - 1] = 0;", "A[j - i - 1] = 0;", "A[j - 1] = 0;", "A[j [- i] - 1] = 0;");
  check_words ("f(x);", "f(g(x));", "f(x);", "f([g(]x[)]);");
  check_words ("größe = 1", "länge = 1", "[größe] = 1", "[länge] = 1");
}

/* What the owner types into a stepped text; NULL: it cannot be carried back from this line. */
static void
check_carry (const char *typed, const char *expected, guint expected_line)
{
  guint line;
  g_autofree char *found = ihop_carry_back ("a\nb\nc\nd\n", "a\nX\nY\nc\nd\n", typed, &line);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (line, ==, expected_line);
}

static void
test_carry (void)
{
  check_carry ("a\nX\nY\nc\nd1\n", "a\nb\nc\nd1\n", 0);
  check_carry ("a1\nX\nY\nc\nd\n", "a1\nb\nc\nd\n", 0);
  check_carry ("a\nX1\nY\nc\nd\n", NULL, 2);
  check_carry ("a\nX\nc\nd\n", NULL, 3);
  check_carry ("a\nX\nY\nd\n", "a\nb\nd\n", 0);
  check_carry ("a\nX\nY\nc\nd\ne\n", "a\nb\nc\nd\ne\n", 0);
  check_carry ("a\nn\nX\nY\nc\nd\n", "a\nn\nb\nc\nd\n", 0);
  check_carry ("a\nX\nY\nn\nc\nd\n", "a\nb\nn\nc\nd\n", 0);
  check_carry ("a\nX\nn\nY\nc\nd\n", NULL, 2);
  check_carry ("", NULL, 2);
}

/* Without steps every edit is carried as it is. */
static void
test_carry_plain (void)
{
  for (guint i = 0; i < 400; i++)
    {
      static const char *const bits[] = { "", "\n", "x\n", "y", "\n\n", "if (a)\n  b;\n" };
      gsize n = strlen (text);
      gsize from = (gsize) g_test_rand_int_range (0, (int) n + 1);
      gsize cut = (gsize) g_test_rand_int_range (0, 40), to = MIN (n, from + cut);
      GString *typed = g_string_new_len (text, (gssize) from);
      g_string_append (typed, bits[g_test_rand_int_range (0, G_N_ELEMENTS (bits))]);
      g_string_append (typed, text + to);
      guint line;
      g_autofree char *found = ihop_carry_back (text, text, typed->str, &line);
      g_assert_cmpstr (found, ==, typed->str);
      g_string_free (typed, TRUE);
    }
}

/* Two programs and a file that both need: the second program is its own file and that one. */
static void
test_program (void)
{
  g_autoptr (IhopSnapshot) all = ihop_snapshot_new (&(IhopSettings) { 0 });

  ihop_snapshot_add (all, "a.c", "int main (void) { return 1; }\n");
  ihop_snapshot_add (all, "common.c", "void both (void)\n{\n}\n");
  ihop_snapshot_add (all, "b.c", "int main (void) { return 2; }\n");
  g_autoptr (IhopSnapshot) second = ihop_snapshot_program (all, 2);
  g_assert_cmpuint (ihop_snapshot_n_files (second), ==, 2);
  g_assert_cmpstr (ihop_snapshot_file (second, 0).path, ==, "common.c");
  g_assert_cmpstr (ihop_snapshot_file (second, 1).path, ==, "b.c");
  g_autoptr (IhopSnapshot) same = ihop_snapshot_program (second, 0);
  g_assert_true (same == second);
}

/* ---- a search ---- */

static const char sweep[] = "void sweep (int n, double a[n][n], double b[n][n], double c[n][n])\n"
                            "{\n"
                            "  for (int i = 0; i < n; i++)\n"
                            "    for (int j = 1; j < n; j++) {\n"
                            "      a[j][i] = a[j - 1][i] + b[j][i];\n"
                            "      c[i][j] = 2 * b[i][j];\n"
                            "    }\n"
                            "}\n";

static gboolean
hear (const char *said, gpointer data)
{
  if (said)
    g_ptr_array_add (data, g_strdup (said));
  return TRUE;
}

static gboolean
call_off (const char *said, gpointer data)
{
  return FALSE;
}

/* What is found rests on tests: these stand as lines of their own, without which the steps are refused. */
static void
test_port (void)
{
  g_autoptr (GPtrArray) heard = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (IhopSnapshot) snapshot = ihop_snapshot_new (&(IhopSettings) { 0 });
  const IhopAdviseWatch watch = { hear, heard };

  ihop_snapshot_add (snapshot, "sweep.c", sweep);
  IhopPort *port = ihop_snapshot_port (snapshot, 0, IHOP_ADVISE_QUICKLY, &watch);
  g_assert_true (g_ptr_array_find_with_equal_func (heard, "sweep", g_str_equal, NULL));
  g_assert_cmpuint (port->lines->len, >=, 2);
  g_assert_true (g_str_has_prefix (((const IhopPortLine *) port->lines->pdata[0])->line, "apart sweep "));
  g_autofree gboolean *wanted = g_new (gboolean, port->lines->len);
  for (guint all = 0; all < 2; all++)
    {
      guint refused = 0;
      for (guint i = 0; i < port->lines->len; i++)
        wanted[i] = all || i > 0;
      IhopPort *tried = ihop_port_check (port, snapshot, wanted, &watch);
      for (guint i = 0; i < tried->lines->len; i++)
        refused += ((const IhopPortLine *) tried->lines->pdata[i])->refusal != NULL;
      g_assert_true (all ? refused == 0 : refused > 0);
      ihop_port_unref (tried);
    }
  ihop_port_unref (port);
}

static void
test_port_called_off (void)
{
  g_autoptr (IhopSnapshot) snapshot = ihop_snapshot_new (&(IhopSettings) { 0 });
  const IhopAdviseWatch watch = { call_off, NULL };

  ihop_snapshot_add (snapshot, "sweep.c", sweep);
  IhopPort *port = ihop_snapshot_port (snapshot, 0, IHOP_ADVISE_QUICKLY, &watch);
  g_assert_cmpuint (port->lines->len, ==, 0);
  ihop_port_unref (port);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/steps", test_steps);
  g_test_add_func ("/session/origins", test_origins);
  g_test_add_func ("/session/refusal-place", test_refusal_place);
  g_test_add_func ("/session/variants", test_variants);
  g_test_add_func ("/session/edit", test_edit);
  g_test_add_func ("/session/history", test_history);
  g_test_add_func ("/session/history-broken", test_history_broken);
  g_test_add_func ("/session/keep", test_keep);
  g_test_add_func ("/session/generate", test_generate);
  g_test_add_func ("/session/forms", test_forms);
  g_test_add_func ("/session/forms-complete", test_forms_complete);
  g_test_add_func ("/session/units", test_units);
  g_test_add_func ("/session/views", test_views);
  g_test_add_func ("/session/diff", test_diff);
  g_test_add_func ("/session/diff-words", test_diff_words);
  g_test_add_func ("/session/carry", test_carry);
  g_test_add_func ("/session/carry-plain", test_carry_plain);
  g_test_add_func ("/session/program", test_program);
  g_test_add_func ("/session/port", test_port);
  g_test_add_func ("/session/port-called-off", test_port_called_off);
  return g_test_run ();
}
