/* The queue of the web service: every way through its states, limits, several processes. */
#include "store/jobs.h"
#include <glib/gstdio.h>
#include <string.h>

static IhopJobs *
open_queue (const char *path)
{
  g_autoptr (GError) error = NULL;
  IhopJobs *jobs = ihop_jobs_open (path, &error);

  g_assert_no_error (error);
  return jobs;
}

static IhopJobsAdd
add (IhopJobs *jobs, const char *id, const char *address, const IhopJobLimits *limits)
{
  static const IhopJobLimits none = { 0 };
  const IhopJob job = { .id = (char *) id, .address = (char *) address, .options = (char *) "{}",
                        .expires = 100 };
  g_autoptr (GError) error = NULL;
  IhopJobsAdd result = ihop_jobs_add (jobs, &job, limits ? limits : &none, &error);

  g_assert_no_error (error);
  return result;
}

static void
assert_state (IhopJobs *jobs, const char *id, IhopJobState state)
{
  g_autoptr (IhopJob) job = ihop_jobs_find (jobs, id, NULL);

  g_assert_nonnull (job);
  g_assert_cmpstr (ihop_job_state_name (job->state), ==, ihop_job_state_name (state));
}

static void
test_order (void)
{
  g_autoptr (IhopJobs) jobs = open_queue (":memory:");

  add (jobs, "a", "x", NULL);
  add (jobs, "b", "x", NULL);
  g_autoptr (IhopJob) second = ihop_jobs_find (jobs, "b", NULL);
  g_assert_cmpuint (ihop_jobs_ahead (jobs, second), ==, 1);
  g_autoptr (IhopJob) first = ihop_jobs_claim (jobs, 9, NULL);
  g_assert_cmpstr (first->id, ==, "a");
  g_assert_cmpuint (first->attempts, ==, 1);
  g_assert_cmpuint (ihop_jobs_ahead (jobs, second), ==, 0);
  assert_state (jobs, "a", IHOP_JOB_RUNNING);
  g_assert_true (ihop_jobs_set_worker (jobs, "a", 1, "7 8", NULL));
  g_assert_false (ihop_jobs_set_worker (jobs, "a", 2, "7 8", NULL)); /* another attempt's */
  g_assert_true (ihop_jobs_set_stage (jobs, "a", "analyze", NULL));
  g_assert_true (ihop_jobs_finish (jobs, "a", NULL, NULL));
  assert_state (jobs, "a", IHOP_JOB_DONE);
  g_assert_true (ihop_jobs_finish (jobs, "a", "too late", NULL)); /* it is over already */
  assert_state (jobs, "a", IHOP_JOB_DONE);
}

static char *
next (IhopJobs *jobs, guint most)
{
  g_autoptr (IhopJob) job = ihop_jobs_claim (jobs, most, NULL);

  return job ? g_strdup (job->id) : g_strdup ("none");
}

/* Who sends many waits for others, but for nobody else's absence. */
static void
test_turns (void)
{
  static const char *const order[] = { "x1", "y1", "x2", "y2", "x3", "x4" };
  g_autoptr (IhopJobs) jobs = open_queue (":memory:");
  g_autofree char *none = NULL;

  for (guint i = 1; i <= 4; i++)
    add (jobs, ((const char *[]) { "x1", "x2", "x3", "x4" })[i - 1], "x", NULL);
  add (jobs, "y1", "y", NULL);
  add (jobs, "y2", "y", NULL);
  g_autoptr (IhopJob) second = ihop_jobs_find (jobs, "y1", NULL);
  g_assert_cmpuint (ihop_jobs_ahead (jobs, second), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_autofree char *id = next (jobs, 9);
      g_assert_cmpstr (id, ==, order[i]);
    }
  add (jobs, "x5", "x", NULL);
  none = next (jobs, 4); /* its address has four that run */
  g_assert_cmpstr (none, ==, "none");
  ihop_jobs_finish (jobs, "x1", NULL, NULL);
  g_autofree char *id = next (jobs, 4);
  g_assert_cmpstr (id, ==, "x5");
}

static void
test_cancel (void)
{
  g_autoptr (IhopJobs) jobs = open_queue (":memory:");

  add (jobs, "a", "x", NULL);
  add (jobs, "b", "x", NULL);
  ihop_job_free (ihop_jobs_claim (jobs, 9, NULL));
  g_assert_true (ihop_jobs_cancel (jobs, "a", "cancelled", NULL));
  g_assert_true (ihop_jobs_cancel (jobs, "b", "cancelled", NULL));
  assert_state (jobs, "a", IHOP_JOB_FAILED);
  assert_state (jobs, "b", IHOP_JOB_FAILED);
  g_assert_true (ihop_jobs_finish (jobs, "a", NULL, NULL)); /* its worker comes too late */
  g_assert_true (ihop_jobs_release (jobs, "a", 2, "died", NULL));
  assert_state (jobs, "a", IHOP_JOB_FAILED);
  g_assert_false (ihop_jobs_cancel (jobs, "a", "again", NULL));
}

static void
test_release (void)
{
  g_autoptr (IhopJobs) jobs = open_queue (":memory:");

  add (jobs, "a", "x", NULL);
  for (guint attempt = 1; attempt <= 2; attempt++)
    {
      g_autoptr (IhopJob) job = ihop_jobs_claim (jobs, 9, NULL);
      g_assert_cmpuint (job->attempts, ==, attempt);
      g_assert_true (ihop_jobs_release (jobs, "a", 2, "given up", NULL));
      assert_state (jobs, "a", attempt == 1 ? IHOP_JOB_QUEUED : IHOP_JOB_FAILED);
    }
  g_autoptr (IhopJob) job = ihop_jobs_find (jobs, "a", NULL);
  g_assert_cmpstr (job->message, ==, "given up");
  g_assert_null (ihop_jobs_claim (jobs, 9, NULL));
}

static void
test_limits (void)
{
  g_autoptr (IhopJobs) jobs = open_queue (":memory:");
  const IhopJobLimits limits = { .waiting = 3, .address_active = 2, .address_per_hour = 3 };

  g_assert_cmpint (add (jobs, "a", "x", &limits), ==, IHOP_JOBS_ADDED);
  g_assert_cmpint (add (jobs, "b", "x", &limits), ==, IHOP_JOBS_ADDED);
  g_assert_cmpint (add (jobs, "c", "x", &limits), ==, IHOP_JOBS_ADDRESS_BUSY);
  g_assert_cmpint (add (jobs, "c", "y", &limits), ==, IHOP_JOBS_ADDED);
  g_assert_cmpint (add (jobs, "d", "y", &limits), ==, IHOP_JOBS_FULL);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (IhopJob) job = ihop_jobs_claim (jobs, 9, NULL);
      ihop_jobs_finish (jobs, job->id, NULL, NULL);
    }
  g_assert_cmpint (add (jobs, "d", "x", &limits), ==, IHOP_JOBS_ADDED);
  ihop_job_free (ihop_jobs_claim (jobs, 9, NULL));
  g_assert_cmpint (add (jobs, "e", "x", &limits), ==, IHOP_JOBS_ADDRESS_OFTEN);
}

/* What is kept for an address, with what comes, is limited; others are not disturbed, and what is removed does
 * not count. */
static void
test_bytes (void)
{
  g_autoptr (IhopJobs) jobs = open_queue (":memory:");
  const IhopJobLimits limits = { .address_bytes = 1000 };

  g_assert_cmpint (add (jobs, "a", "x", &limits), ==, IHOP_JOBS_ADDED);
  g_assert_true (ihop_jobs_set_bytes (jobs, "a", 1000, NULL));
  g_assert_cmpint (add (jobs, "b", "x", &limits), ==, IHOP_JOBS_ADDED); /* brings nothing */
  g_assert_true (ihop_jobs_set_bytes (jobs, "b", 1, NULL));
  g_assert_cmpint (add (jobs, "c", "x", &limits), ==, IHOP_JOBS_ADDRESS_FULL);
  g_assert_cmpint (add (jobs, "c", "y", &limits), ==, IHOP_JOBS_ADDED);
  g_autoptr (IhopJob) kept = ihop_jobs_find (jobs, "a", NULL);
  g_assert_cmpuint (kept->bytes, ==, 1000);
  g_assert_true (ihop_jobs_remove (jobs, "a", NULL));
  g_assert_cmpint (add (jobs, "d", "x", &limits), ==, IHOP_JOBS_ADDED);
}

static void
test_expiry (void)
{
  g_autoptr (IhopJobs) jobs = open_queue (":memory:");
  IhopJobCounts counts;

  add (jobs, "a", "x", NULL);
  add (jobs, "b", "x", NULL);
  ihop_job_free (ihop_jobs_claim (jobs, 9, NULL));
  g_autoptr (GPtrArray) none = ihop_jobs_expired (jobs, 1000, 10, NULL);
  g_assert_cmpuint (none->len, ==, 0); /* neither is over: both have to be worked at */
  ihop_jobs_finish (jobs, "a", NULL, NULL);
  g_autoptr (GPtrArray) over = ihop_jobs_expired (jobs, 1000, 10, NULL);
  g_assert_cmpuint (over->len, ==, 1);
  g_assert_true (ihop_jobs_remove (jobs, "a", NULL));
  g_assert_true (ihop_jobs_count (jobs, &counts, NULL));
  g_assert_cmpuint (counts.by_state[IHOP_JOB_QUEUED] + counts.by_state[IHOP_JOB_DONE], ==, 1);
}

/* A second opening of the file is another process as far as SQLite goes. */
static void
test_two (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ihop-jobs-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "queue.db", NULL);
  IhopJobs *one = open_queue (path), *two = open_queue (path);
  gint64 before = ihop_jobs_version (one);

  add (two, "a", "x", NULL);
  g_assert_cmpint (ihop_jobs_version (one), !=, before);
  g_autoptr (IhopJob) job = ihop_jobs_claim (one, 9, NULL);
  g_assert_nonnull (job);
  g_assert_null (ihop_jobs_claim (two, 9, NULL));
  static const char *const beside[] = { "", "-wal", "-shm" };
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *name = g_strconcat (path, beside[i], NULL);
      GStatBuf info;
      g_assert_cmpint (g_stat (name, &info), ==, 0);
      g_assert_cmpuint (info.st_mode & 0777, ==, 0600); /* ids are secrets */
    }
  g_autofree char *salt = ihop_jobs_secret (one, "salt", "first", NULL);
  g_autofree char *same = ihop_jobs_secret (two, "salt", "second", NULL);
  g_assert_cmpstr (salt, ==, "first");
  g_assert_cmpstr (same, ==, "first");
  ihop_jobs_close (one);
  ihop_jobs_close (two);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jobs/order", test_order);
  g_test_add_func ("/jobs/release", test_release);
  g_test_add_func ("/jobs/turns", test_turns);
  g_test_add_func ("/jobs/cancel", test_cancel);
  g_test_add_func ("/jobs/limits", test_limits);
  g_test_add_func ("/jobs/bytes", test_bytes);
  g_test_add_func ("/jobs/expiry", test_expiry);
  g_test_add_func ("/jobs/two", test_two);
  return g_test_run ();
}
