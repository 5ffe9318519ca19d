/* The parts of the comparison runs that need nobody else: statistics, ptxas, keeping, showing,
 * comparing. */
#include "bench/entrant.h"
#include "bench/files.h"
#include "bench/keep.h"
#include "bench/settings.h"
#include "bench/show.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static IhopCase *
timed_case (const char *rival, const double *seconds, guint n)
{
  IhopCase *made = ihop_case_new ("gemm", "MINI", rival);

  ihop_case_set (made, IHOP_CASE_EQUAL, NULL);
  for (guint i = 0; i < n; i++)
    ihop_case_add_sample (made, i, seconds[i], seconds[i] + 1);
  return made;
}

static void
test_statistics (void)
{
  const double seconds[] = { 3, 1, 2, 100 }, odd[] = { 10, 11, 9, 10, 50 };
  g_autoptr (IhopCase) even = timed_case ("a", seconds, 4), five = timed_case ("b", odd, 5);
  g_autoptr (IhopCase) none = timed_case ("c", NULL, 0);

  g_assert_cmpfloat (ihop_case_median (even), ==, 2.5);
  g_assert_cmpfloat (ihop_case_whole (even), ==, 3.5);
  g_assert_cmpfloat (ihop_case_median (five), ==, 10);
  g_assert_cmpfloat_with_epsilon (ihop_case_spread (five), 0.14826, 1e-9); /* the 50 does not move it */
  g_assert_true (isnan (ihop_case_median (none)));
  g_assert_false (ihop_case_counts (none));
  ihop_case_set (five, IHOP_CASE_DIFFERENT, NULL);
  g_assert_false (ihop_case_counts (five));
}

/* NULL: equal. */
static const char *
compared (const char *own, guint64 *within)
{
  g_autofree char *difference = ihop_printed_compare ("begin A\n1.00 2.50 -0.01 nan", own, within);

  return difference ? g_intern_string (difference) : NULL;
}

static void
test_printed (void)
{
  guint64 within;

  g_assert_null (compared ("begin A 1.00\n2.50 -0.01 nan\n", &within));
  g_assert_cmpuint (within, ==, 0);
  g_assert_null (compared ("begin A 1.01 2.49 -0.00 nan", &within));
  g_assert_cmpuint (within, ==, 3);
  g_assert_cmpstr (compared ("begin A 1.00 2.53 -0.01 nan", &within), ==,
                   "word 4 that it prints is 2.53, not 2.50");
  g_assert_nonnull (compared ("begin A 1.00 2.50 -0.01 inf", &within));
  g_assert_nonnull (compared ("begin A 1.00 2.50 -0.01", &within));
  g_assert_nonnull (compared ("begin A 1.00 2.50 -0.01 nan 3", &within));
  g_assert_nonnull (compared ("begin B 1.00 2.50 -0.01 nan", &within));
  g_assert_nonnull (compared ("", &within));
}

/* Clan stops at marks that are not its own; lines keep their numbers. */
static void
test_for_others (void)
{
  g_autofree char *text = ihop_text_for_others ("#pragma scop\n  # pragma target map(i:x) \\\n  block(3)\nfor (;;)\n"
                                                "#pragma targets\n#pragma target");

  g_assert_cmpstr (text, ==, "#pragma scop\n\n\nfor (;;)\n#pragma targets\n");
}

static void
test_ptxas (void)
{
  static const char said[]
    = "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function '_Z18kernel_jacobi_2d_2iPA1300_KdPA1300_d' for 'sm_90'\n"
      "ptxas info    : Function properties for _Z18kernel_jacobi_2d_2iPA1300_KdPA1300_d\n"
      "    40 bytes stack frame, 24 bytes spill stores, 16 bytes spill loads\n"
      "ptxas info    : Used 18 registers, used 1 barriers, 4096 bytes smem, 380 bytes cmem[0]\n"
      "ptxas info    : Compiling entry function 'kernel0' for 'sm_90'\n"
      "ptxas info    : Used 255 registers, used 0 barriers\n";
  g_autoptr (IhopCase) read = ihop_case_new ("jacobi-2d", "MINI", "ihop-scop-cuda");

  ihop_ptxas_read (said, read);
  g_assert_cmpfloat (ihop_case_figure (read, "kernel_jacobi_2d_2", "registers"), ==, 18);
  g_assert_cmpfloat (ihop_case_figure (read, "kernel_jacobi_2d_2", "spill stores"), ==, 24);
  g_assert_cmpfloat (ihop_case_figure (read, "kernel_jacobi_2d_2", "spill loads"), ==, 16);
  g_assert_cmpfloat (ihop_case_figure (read, "kernel_jacobi_2d_2", "shared memory"), ==, 4096);
  g_assert_cmpfloat (ihop_case_figure (read, "kernel0", "registers"), ==, 255);
  g_assert_true (isnan (ihop_case_figure (read, "kernel0", "shared memory")));
}

static void
test_kernel_lines (void)
{
  g_assert_cmpuint (ihop_kernel_lines ("int f () { return 1; }"), ==, 0);
  g_assert_cmpuint (ihop_kernel_lines ("__global__ void k (int n);\n__global__ void k (int n)\n{\n\n  if (n) {\n"
                                       "    n = 1;\n  }\n}\nint main () {\n}\n"), ==, 5);
  g_assert_cmpuint (ihop_kernel_lines ("__global__ void cut ("), ==, 0);
}

static GPtrArray *
two_cases (double seconds)
{
  GPtrArray *cases = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_case_free);
  const double base[] = { 1.0, 1.01, 0.99, 1.0, 1.0 };
  double own[5];

  for (guint i = 0; i < 5; i++)
    own[i] = seconds * base[i];
  g_ptr_array_add (cases, timed_case ("gcc-O2", base, 5));
  IhopCase *second = timed_case ("ihop-scop", own, 5);
  ihop_case_add_figure (second, "", "generate", 0.25);
  ihop_case_add_figure (second, "kernel_1", "registers", 18);
  ihop_case_add_text (second, "gemm_cpu.c", "int x; /* </pre><script>alert(1)</script> & \"quoted\" */\n");
  second->memory = 4096;
  ihop_case_set (second, IHOP_CASE_WITHIN, g_strdup ("3 values, \"so\" near"));
  g_ptr_array_add (cases, second);
  return cases;
}

static IhopRun *
keep_and_load (IhopStore *store, const char *name, double seconds)
{
  g_autoptr (GPtrArray) cases = two_cases (seconds);
  g_autoptr (GError) error = NULL;
  IhopRunRival first = { "gcc-O2", "gcc <&> -O2", IHOP_GROUP_ORIGINAL, "12", "gcc -O2", NULL };
  IhopRunRival second = { "ihop-scop", "ihop", IHOP_GROUP_IHOP, "12", "gcc", NULL };
  IhopRunRival third = { "pluto", "Pluto", IHOP_GROUP_OTHER, NULL, NULL, "polycc is not on PATH" };
  gint64 run = ihop_keep_begin (store, name, "0", "{\"processors\": 2}", "{\"repeats\": 5}", &error);

  g_assert_no_error (error);
  g_assert_true (ihop_keep_rival (store, run, 0, &first, NULL));
  g_assert_true (ihop_keep_rival (store, run, 1, &second, NULL));
  g_assert_true (ihop_keep_rival (store, run, 2, &third, NULL));
  g_assert_true (ihop_keep_cases (store, run, cases, NULL));
  g_assert_true (ihop_keep_cases (store, run, cases, NULL)); /* again: replaced, not doubled */
  g_assert_true (ihop_keep_end (store, run, NULL));
  IhopRun *loaded = ihop_keep_load (store, name, TRUE, &error);
  g_assert_no_error (error);
  return loaded;
}

static void
test_keep (void)
{
  g_autoptr (IhopStore) store = ihop_keep_open (":memory:", FALSE, NULL);
  g_autoptr (IhopRun) run = keep_and_load (store, "one", 0.5);
  g_autoptr (GHashTable) done = ihop_keep_done (store, run->id);
  g_autoptr (GError) error = NULL, absent = NULL;
  const IhopCase *read = ihop_run_case (run, "gemm", "MINI", "ihop-scop");

  g_assert_cmpuint (run->cases->len, ==, 2);
  g_assert_cmpuint (read->samples->len, ==, 5);
  g_assert_cmpuint (read->memory, ==, 4096);
  g_assert_cmpint (read->state, ==, IHOP_CASE_WITHIN);
  g_assert_cmpfloat (ihop_case_figure (read, "kernel_1", "registers"), ==, 18);
  g_assert_cmpfloat (ihop_run_speedup (run, "gemm", "MINI", "ihop-scop", "gcc-O2"), ==, 2);
  g_assert_cmpfloat_with_epsilon (ihop_run_mean_speedup (run, "MINI", "ihop-scop", "gcc-O2", NULL), 2, 1e-12);
  g_assert_true (g_hash_table_contains (done, "gemm MINI ihop-scop"));
  g_assert_cmpint (ihop_keep_begin (store, "one", "0", "{}", "{}", &error), ==, 0);
  g_assert_nonnull (strstr (error->message, "--resume"));
  g_assert_null (ihop_keep_load (store, "two", FALSE, &absent));
  g_assert_nonnull (strstr (absent->message, "\"two\""));
}

/* What was lost is to be done again. */
static void
test_lost (void)
{
  g_autoptr (IhopStore) store = ihop_keep_open (":memory:", FALSE, NULL);
  g_autoptr (IhopRun) run = keep_and_load (store, "one", 0.5);
  g_autoptr (GPtrArray) cases = two_cases (1);

  ihop_case_set (cases->pdata[1], IHOP_CASE_LOST, g_strdup ("node failed"));
  g_assert_true (ihop_keep_cases (store, run->id, cases, NULL));
  g_autoptr (GHashTable) done = ihop_keep_done (store, run->id);
  g_assert_false (g_hash_table_contains (done, "gemm MINI ihop-scop"));
  g_assert_true (g_hash_table_contains (done, "gemm MINI gcc-O2"));
}

static void
test_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ihop-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "result.json", NULL);
  g_autoptr (GPtrArray) cases = two_cases (0.125);
  g_autoptr (GError) error = NULL;

  g_assert_null (ihop_cases_read (path, NULL));
  g_assert_true (ihop_cases_write (path, cases, NULL));
  g_autoptr (GPtrArray) read = ihop_cases_read (path, NULL);
  g_assert_cmpuint (read->len, ==, 2);
  const IhopCase *a = cases->pdata[1], *b = read->pdata[1];
  g_assert_cmpfloat (ihop_case_median (a), ==, ihop_case_median (b));
  g_assert_cmpstr (((IhopText *) b->texts->pdata[0])->text, ==, ((IhopText *) a->texts->pdata[0])->text);
  g_assert_cmpstr (b->message, ==, a->message);
  /* Whatever else lies there is no result. */
  const char *const bad[] = { "", "{}", "[1]", "{\"cases\": 3}", "{\"cases\": [", "null" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_file_set_contents (path, bad[i], -1, NULL);
      g_clear_error (&error);
      g_assert_null (ihop_cases_read (path, &error));
      g_assert_nonnull (error);
    }
  g_file_set_contents (path, "{\"cases\": [3, {}, {\"kernel\": \"k\", \"size\": \"s\", \"rival\": \"r\","
                             " \"samples\": [1], \"state\": \"odd\"}]}", -1, NULL);
  g_autoptr (GPtrArray) some = ihop_cases_read (path, NULL);
  g_assert_cmpuint (some->len, ==, 1);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_settings (void)
{
  const char *const kernels[] = { "gemm", "lu", NULL }, *const sizes[] = { "MINI", NULL };
  IhopBenchOptions options = { .folder = "/polybench", .kernels = kernels, .sizes = sizes, .repeats = 7,
                               .threads = 3, .run_seconds = 1.5, .case_seconds = 9, .precision = 0.02, .least_seconds = 0.001, .device = TRUE };
  g_autoptr (GError) error = NULL;

  options.paths[IHOP_TOOL_PPCG] = "/opt/ppcg";
  g_autofree char *json = ihop_bench_settings_to_json (&options);
  g_autoptr (IhopBenchSettings) read = ihop_bench_settings_read (json, &error);
  g_autofree char *again = ihop_bench_settings_to_json (&read->options);
  g_assert_cmpstr (json, ==, again);
  g_assert_null (ihop_bench_settings_read ("{}", &error));
  g_assert_nonnull (error);
}

/* ---- Running ------------------------------------------------------------------------------------------ */

static IhopBenchLaunch
launch_shell (const char *script, double seconds)
{
  const char *const argv[] = { "sh", "-c", script, NULL };
  IhopBenchLaunch launch = { .argv = argv, .seconds = seconds, .processors = 1, .watch_memory = TRUE };

  ihop_launch (&launch);
  return launch;
}

static void
test_launch (void)
{
  IhopBenchLaunch good = launch_shell ("exit 0", 300), bad = launch_shell ("exit 3", 300);
  IhopBenchLaunch killed = launch_shell ("kill -SEGV $$", 300), slow = launch_shell ("sleep 77", 0.2);
  IhopBenchLaunch caught = launch_shell ("trap 'exit 5' USR1; kill -USR1 $$; exit 1", 300);
  IhopBenchLaunch large = launch_shell ("dd if=/dev/zero of=/dev/null bs=50M count=1 2>/dev/null; exec "
                                   "dd if=/dev/zero of=/dev/null bs=50M count=1", 300);

  g_assert_cmpint (good.status, ==, 0);
  g_assert_cmpint (bad.status, ==, 3);
  g_assert_cmpint (killed.status, ==, 128 + 11);
  g_assert_cmpint (caught.status, ==, 5); /* signals reach a program whose memory is watched */
  g_assert_true (slow.timed_out);
  /* A program of a few milliseconds, to its last byte. */
  g_assert_cmpuint (large.memory, >, 50u << 20);
  g_assert_cmpuint (large.memory, <, 60u << 20);
  /* Who is gone before anybody could look has no memory: 0. Ours is never counted. */
  for (guint i = 0; i < 50 && good.memory == 0; i++)
    good = launch_shell ("exit 0", 300);
  g_assert_cmpuint (good.memory, >, 100 << 10);
  g_assert_cmpuint (good.memory, <, 10 << 20);
}

/* ---- Showing -------------------------------------------------------------------------------------- */

static void
test_show (void)
{
  g_autoptr (IhopStore) store = ihop_keep_open (":memory:", FALSE, NULL);
  g_autoptr (IhopRun) run = keep_and_load (store, "one", 0.5);
  g_autofree char *text = ihop_show_run (run), *html = ihop_show_html (run), *csv = ihop_show_csv (run);
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);

  g_assert_nonnull (strstr (text, "2.00"));
  g_assert_nonnull (strstr (text, "absent: Pluto: polycc is not on PATH"));
  g_assert_null (strstr (html, "alert(1)</script>"));
  g_assert_nonnull (strstr (html, "gcc &lt;&amp;&gt; -O2"));
  g_assert_null (strstr (html, "src=")); /* nothing from elsewhere */
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_nonnull (strstr (lines[2], "\"3 values, \"\"so\"\" near\""));
}

static void
test_words (void)
{
  const struct { double value; const char *text; } seconds[]
    = { { 1.5e-6, "1.5 µs" }, { 0.0123, "12.3 ms" }, { 2.5, "2.5 s" }, { NAN, "" } };
  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    {
      g_autofree char *text = ihop_show_seconds (seconds[i].value);
      g_assert_cmpstr (text, ==, seconds[i].text);
    }
  g_autofree char *bytes = ihop_show_bytes (1536), *few = ihop_show_bytes (12), *ratio = ihop_show_ratio (0.05);
  g_assert_cmpstr (bytes, ==, "1.5 KiB");
  g_assert_cmpstr (few, ==, "12 B");
  g_assert_cmpstr (ratio, ==, "0.05");
}

static void
check_change (double before_seconds, double after_seconds, const char *expected, guint expected_worse)
{
  g_autoptr (IhopStore) store = ihop_keep_open (":memory:", FALSE, NULL);
  g_autoptr (IhopRun) before = keep_and_load (store, "before", before_seconds);
  g_autoptr (IhopRun) after = keep_and_load (store, "after", after_seconds);
  guint worse;
  g_autofree char *text = ihop_show_compare (before, after, &worse);

  g_assert_nonnull (strstr (text, expected));
  g_assert_cmpuint (worse, ==, expected_worse);
}

static void
test_compare (void)
{
  check_change (0.5, 0.505, "2 cases: 0 better, 0 worse, 2 the same", 0); /* less than the noise */
  check_change (0.5, 0.6, "2 cases: 0 better, 1 worse, 1 the same", 1);
  check_change (0.5, 0.4, "2 cases: 1 better, 0 worse, 1 the same", 0);
}

/* Several kernels, all slower in the second run by what its machine is; ours at one of them by more. */
static IhopRun *
drifted (IhopStore *store, const char *name, double drift, double scatter, double own)
{
  gint64 run = ihop_keep_begin (store, name, "0", "{\"processors\": 2, \"load\": 1.9}", "{\"repeats\": 5}", NULL);
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_case_free);

  for (guint k = 0; k < 8; k++)
    for (guint rival = 0; rival < 2; rival++)
      {
        g_autofree char *kernel = g_strdup_printf ("k%u", k);
        IhopCase *one = ihop_case_new (kernel, "MINI", rival ? "ihop-scop" : "gcc-O2");
        double odd = 1 + scatter * ((k * 5 + rival * 3) % 7 - 3.0);
        ihop_case_set (one, IHOP_CASE_EQUAL, NULL);
        for (guint i = 0; i < 5; i++)
          ihop_case_add_sample (one, i, drift * odd * (rival && k == 0 ? own : 1), 2);
        g_ptr_array_add (cases, one);
      }
  g_assert_true (ihop_keep_cases (store, run, cases, NULL));
  return ihop_keep_load (store, name, TRUE, NULL);
}

static void
check_drift (double drift, double scatter, double own, const char *expected)
{
  g_autoptr (IhopStore) store = ihop_keep_open (":memory:", FALSE, NULL);
  g_autoptr (IhopRun) before = drifted (store, "before", 1, 0, 1), after = drifted (store, "after", drift, scatter, own);
  guint worse;
  g_autofree char *text = ihop_show_compare (before, after, &worse), *page = ihop_show_compare_html (before, after);

  g_assert_nonnull (strstr (text, expected));
  g_assert_nonnull (strstr (page, expected));
  g_assert_nonnull (strstr (text, "warning: after: other programs are at work"));
}

static void
test_drift (void)
{
  check_drift (1, 0, 1, "16 cases: 0 better, 0 worse");
  check_drift (1.3, 0, 1, "16 cases: 0 better, 8 worse");    /* the original ones, and nobody else */
  check_drift (1.3, 0, 1.2, "16 cases: 0 better, 9 worse");
  check_drift (1, 0.02, 1, "16 cases: 0 better, 0 worse");   /* no two runs of one program lie closer */
  check_drift (1, 0.02, 1.9, "16 cases: 0 better, 1 worse");
}

/* A run of one program by somebody else, with these samples. */
static IhopRun *
sampled (IhopStore *store, const char *name, const double *seconds)
{
  gint64 run = ihop_keep_begin (store, name, "0", "{}", "{\"repeats\": 5}", NULL);
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_case_free);
  IhopCase *one = ihop_case_new ("k", "MINI", "gcc-O3");

  ihop_case_set (one, IHOP_CASE_EQUAL, NULL);
  for (guint i = 0; i < 5; i++)
    ihop_case_add_sample (one, i, seconds[i], seconds[i]);
  g_ptr_array_add (cases, one);
  g_assert_true (ihop_keep_cases (store, run, cases, NULL));
  return ihop_keep_load (store, name, TRUE, NULL);
}

static void
check_samples (const double *first, const double *second, const char *expected)
{
  g_autoptr (IhopStore) store = ihop_keep_open (":memory:", FALSE, NULL);
  g_autoptr (IhopRun) before = sampled (store, "before", first), after = sampled (store, "after", second);
  guint worse;
  g_autofree char *text = ihop_show_compare (before, after, &worse);

  g_assert_nonnull (strstr (text, expected));
}

/* Times on a machine that does something else: medians lie far apart, and nothing has changed. */
static void
test_scatter (void)
{
  static const double quiet[] = { 1, 1.01, 1.02, 1.03, 7 }, slower[] = { 1.2, 1.21, 1.22, 1.23, 6 };
  static const double mixed[] = { 1, 1.1, 1.2, 5, 9 }, mixed_too[] = { 0.9, 4, 5, 6, 9 };
  static const double wide[] = { 1, 1.5, 2, 2.5, 3 }, wide_too[] = { 2.9, 3.3, 4, 4.7, 5 };

  check_samples (quiet, slower, "1 cases: 0 better, 1 worse");        /* one that fell out of the row hides nothing */
  check_samples (slower, quiet, "1 cases: 1 better, 0 worse");
  check_samples (mixed, mixed_too, "1 cases: 0 better, 0 worse");     /* by their errors 1.2 and 5 would lie apart */
  check_samples (wide, wide_too, "1 cases: 0 better, 0 worse");       /* twice is within three errors, taken as a ratio */
}

static void
test_machine (void)
{
  g_autofree char *own = ihop_machine_json ();
  g_autofree char *busy = ihop_machine_busy ("{\"processors\": 4, \"load\": 2.5}"), *idle = ihop_machine_busy ("{\"processors\": 4, \"load\": 0.5}");

  g_assert_nonnull (strstr (own, "\"governor\""));
  g_assert_nonnull (strstr (own, "\"load\""));
  g_assert_nonnull (busy);
  g_assert_null (idle);
  g_assert_null (ihop_machine_busy ("{}"));
  g_assert_true (ihop_machine_is_same ("{\"load\": 1, \"processors\": 2}", "{\"load\": 2, \"processors\": 2}"));
  g_assert_false (ihop_machine_is_same ("{\"load\": 1, \"processors\": 2}", "{\"load\": 1, \"processors\": 3}"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bench/statistics", test_statistics);
  g_test_add_func ("/bench/ptxas", test_ptxas);
  g_test_add_func ("/bench/printed", test_printed);
  g_test_add_func ("/bench/for others", test_for_others);
  g_test_add_func ("/bench/kernel-lines", test_kernel_lines);
  g_test_add_func ("/bench/keep", test_keep);
  g_test_add_func ("/bench/lost", test_lost);
  g_test_add_func ("/bench/files", test_files);
  g_test_add_func ("/bench/settings", test_settings);
  g_test_add_func ("/bench/launch", test_launch);
  g_test_add_func ("/bench/show", test_show);
  g_test_add_func ("/bench/words", test_words);
  g_test_add_func ("/bench/compare", test_compare);
  g_test_add_func ("/bench/scatter", test_scatter);
  g_test_add_func ("/bench/drift", test_drift);
  g_test_add_func ("/bench/machine", test_machine);
  return g_test_run ();
}
