#include "web/worker.h"
#include "base/folder.h"
#include "store/jobs.h"
#include "web/files.h"
#include "web/layout.h"
#include "web/log.h"
#include "web/names.h"
#include "web/page.h"
#include "web/wire.h"
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define GRACE_SECONDS 5 /* for packing, once ihop's time is over */

typedef struct
{
  const IhopWebConfig *config;
  IhopJobs *jobs; /* NULL: it cannot be reached from here */
  IhopJob *job;
  guint slot;
  char *name;     /* of this worker */
  char *folder;   /* where results are gathered */
  char *fault;    /* the user's, or ours: then the job has failed, and there is nothing to see */
  char *failed;   /* the same, but what came out is there */
  GString *errors; /* what the sandbox wrote to standard error */
} Work;

char *
ihop_web_worker_name (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *text = NULL;
  const char *behind;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (behind = strrchr (text, ')')) == NULL)
    return NULL;
  /* Field 3 is the state, 22 the time of its start. A dead one that nobody has waited for is dead. */
  g_auto (GStrv) fields = g_strsplit (behind + 2, " ", -1);
  if (g_strv_length (fields) < 20 || *fields[0] == 'Z')
    return NULL;
  return g_strdup_printf ("%d %s", pid, fields[19]);
}

gboolean
ihop_web_worker_is_alive (const char *name)
{
  g_autofree char *now = ihop_web_worker_name ((int) g_ascii_strtoll (name, NULL, 10));

  return g_strcmp0 (name, now) == 0;
}

IhopSandbox
ihop_web_worker_sandbox (const IhopWebConfig *config, guint slot)
{
  return (IhopSandbox) {
    .ihop = config->ihop,
    .cpu_seconds = (guint) config->seconds,
    .memory = (guint64) config->memory_mb << 20,
    .file = (guint64) MAX (config->unpacked_kb, 16384) << 10,
    /* Root's sandboxes are users of their own; else it is our own user, with all that we run. */
    .processes = geteuid () == 0 ? 32 : 256,
    .uid = (uid_t) config->sandbox_uid + slot,
    .none = config->unsafe_no_sandbox,
  };
}

static void
fail (Work *work, char *fault)
{
  if (work->fault == NULL)
    work->fault = fault;
  else
    g_free (fault);
}

/* A small file of the job's folder, for the server to read. */
static void
note (const Work *work, const char *name, const char *text)
{
  g_autofree char *path = ihop_web_job_path (work->config->state, work->job->id, name);

  g_file_set_contents (path, text, -1, NULL);
}

static gboolean
set_stage (const Work *work, const char *stage)
{
  if (work->jobs)
    return ihop_jobs_set_stage (work->jobs, work->job->id, stage, NULL);
  note (work, "stage", stage);
  return TRUE;
}

static gboolean
send_folder (int fd, const char *path, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *below;
  gboolean good = TRUE;

  while (dir && good && (below = g_dir_read_name (dir)))
    {
      g_autofree char *full = g_build_filename (path, below, NULL);
      g_autofree char *full_name = g_build_filename (name, below, NULL), *bytes = NULL;
      gsize size;
      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        good = send_folder (fd, full, full_name);
      else
        good = g_file_get_contents (full, &bytes, &size, NULL)
               && ihop_wire_write (fd, "file", full_name, bytes, size);
    }
  return good;
}

/* The whole job as one stream in memory: a sandbox that reads slowly, or not at all, holds up nobody. */
static int
make_input (const Work *work)
{
  g_autofree char *upload = ihop_web_job_path (work->config->state, work->job->id, "upload");
  int fd = memfd_create ("job", MFD_CLOEXEC);

  if (fd >= 0 && ihop_wire_write (fd, "file", "job.json", work->job->options, strlen (work->job->options))
      && send_folder (fd, upload, "upload") && ihop_wire_write (fd, "end", "end", NULL, 0)
      && lseek (fd, 0, SEEK_SET) == 0)
    return fd;
  if (fd >= 0)
    close (fd);
  return -1;
}

static gboolean
take_frame (const char *kind, const char *name, const char *bytes, gsize size, gpointer data)
{
  Work *work = data;

  if (g_str_equal (kind, "stage"))
    return set_stage (work, name);
  if (g_str_equal (kind, "fault"))
    {
      fail (work, g_utf8_make_valid (bytes, (gssize) MIN (size, 1000)));
      return TRUE;
    }
  if (g_str_equal (kind, "failed"))
    {
      g_free (work->failed);
      work->failed = g_utf8_make_valid (bytes, (gssize) MIN (size, 1000));
      return TRUE;
    }
  if (!g_str_equal (kind, "file"))
    return FALSE;
  g_autofree char *path = g_build_filename (work->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  return g_mkdir_with_parents (parent, 0700) == 0
         && g_file_set_contents (path, bytes, (gssize) size, NULL);
}

/* One of the two pipes has something. FALSE: it is at its end. */
static gboolean
read_pipe (Work *work, IhopWireReader *reader, int fd, gboolean is_result)
{
  char bytes[65536];
  ssize_t n = read (fd, bytes, sizeof bytes);

  if (n <= 0)
    return FALSE;
  if (is_result)
    return ihop_wire_reader_feed (reader, bytes, (gsize) n);
  if (work->errors->len < 4000)
    g_string_append_len (work->errors, bytes, n);
  return TRUE;
}

/* Until both are at their end. FALSE: the time was over. */
static gboolean
read_all (Work *work, IhopWireReader *reader, int out, int err)
{
  gint64 deadline = g_get_monotonic_time () + (work->config->seconds + GRACE_SECONDS) * G_USEC_PER_SEC;
  struct pollfd files[2] = { { out, POLLIN, 0 }, { err, POLLIN, 0 } };

  while (files[0].fd >= 0)
    {
      gint64 left = (deadline - g_get_monotonic_time ()) / 1000;
      if (left <= 0)
        return FALSE;
      poll (files, 2, (int) left);
      for (guint i = 0; i < 2; i++)
        if (files[i].fd >= 0 && files[i].revents && !read_pipe (work, reader, files[i].fd, i == 0))
          files[i].fd = -1;
    }
  return TRUE;
}

static void
read_results (Work *work, int out, int err)
{
  const IhopWireLimits limits = { (gsize) work->config->unpacked_kb * 1024 * 4 + (64 << 20),
                                  (guint) work->config->files * 4 + 200, 64 << 20 };
  g_autoptr (IhopWireReader) reader = ihop_wire_reader_new (&limits, take_frame, work);

  if (!read_all (work, reader, out, err))
    fail (work, g_strdup_printf ("the job took longer than %d seconds", work->config->seconds));
  else if (ihop_wire_reader_fault (reader))
    fail (work, g_strdup_printf ("the results could not be taken: %s", ihop_wire_reader_fault (reader)));
  else if (!ihop_wire_reader_is_whole (reader))
    fail (work, g_strdup ("the sandbox broke off: its memory or its space was used up, or it is our "
                          "fault"));
}

static void
run_sandbox (Work *work, int input)
{
  const IhopSandbox sandbox = ihop_web_worker_sandbox (work->config, work->slot);
  g_autofree char *unpacked = g_strdup_printf ("%d", work->config->unpacked_kb);
  g_autofree char *files = g_strdup_printf ("%d", work->config->files);
  g_autofree char *seconds = g_strdup_printf ("%d", work->config->seconds);
  const char *const argv[] = { "inside", sandbox.none ? sandbox.ihop : "/app/ihop", unpacked, files,
                               seconds, NULL };
  g_autoptr (GError) error = NULL;
  int out[2], err[2];
  pid_t pid;

  if (pipe2 (out, O_CLOEXEC) < 0 || pipe2 (err, O_CLOEXEC) < 0)
    {
      fail (work, g_strdup ("our fault: there are no pipes"));
      return;
    }
  pid = ihop_sandbox_start (&sandbox, argv, input, out[1], err[1], &error);
  close (out[1]);
  close (err[1]);
  if (pid == 0)
    fail (work, g_strdup_printf ("our fault: %s", error->message));
  else
    read_results (work, out[0], err[0]);
  if (pid)
    ihop_sandbox_end (pid, FALSE);
  close (out[0]);
  close (err[0]);
}

/* The results take their place as a whole: who looks sees all of them or none. */
static void
publish (Work *work)
{
  g_autofree char *place = ihop_web_job_path (work->config->state, work->job->id, "result");

  ihop_folder_remove (place);
  if (g_rename (work->folder, place) != 0)
    fail (work, g_strdup ("our fault: the results could not be put in their place"));
}

static void
run (Work *work)
{
  int input = make_input (work);

  if (input < 0)
    {
      fail (work, g_strdup ("our fault: the upload could not be read"));
      return;
    }
  run_sandbox (work, input);
  close (input);
  if (work->fault == NULL)
    {
      set_stage (work, "page");
      fail (work, ihop_web_page_write (work->folder, work->job, work->failed));
    }
  if (work->fault == NULL)
    publish (work);
}

static void
finish (Work *work)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *alias = ihop_web_alias (work->job->id, NULL);
  const char *fault = work->fault ? work->fault : work->failed;

  if (work->folder)
    ihop_folder_remove (work->folder);
  if (work->jobs)
    {
      g_autofree char *place = ihop_web_job_path (work->config->state, work->job->id, NULL);
      ihop_jobs_set_bytes (work->jobs, work->job->id, ihop_web_folder_size (place), NULL);
    }
  if (work->jobs == NULL)
    note (work, "outcome", fault ? fault : "");
  else if (!ihop_jobs_finish (work->jobs, work->job->id, fault, &error))
    ihop_web_log ("error", "job_not_finished", "job", alias, "message", error->message, NULL);
  ihop_web_log (fault ? "warning" : "info", fault ? "job_failed" : "job_done", "job", alias,
                "message", fault, "sandbox", work->errors->len ? work->errors->str : NULL, NULL);
}

/* Everything between "this job is mine" and "it is over". Takes what is in work. */
static int
do_work (Work *work, const char *below)
{
  work->folder = ihop_web_job_path (work->config->state, work->job->id, below);
  work->errors = g_string_new (NULL);
  ihop_folder_remove (work->folder);
  g_mkdir_with_parents (work->folder, 0700);
  run (work);
  finish (work);
  ihop_job_free (work->job);
  g_string_free (work->errors, TRUE);
  g_free (work->folder);
  g_free (work->fault);
  g_free (work->failed);
  g_free (work->name);
  return 0;
}

/* Whoever looks at a page, or waits for one job, comes before whoever waits for several. */
static void
begin (gboolean is_only_one)
{
  signal (SIGPIPE, SIG_IGN);
  setpriority (PRIO_PROCESS, 0, is_only_one ? 0 : 10);
}

int
ihop_web_worker_run (const IhopWebConfig *config, const char *id, guint attempt, guint slot)
{
  g_autofree char *path = ihop_web_queue_path (config->state);
  g_autofree char *below = g_strdup_printf ("result.%u.tmp", attempt);
  g_autoptr (GError) error = NULL;
  g_autoptr (IhopJobs) jobs = ihop_jobs_open (path, &error);
  Work work = { .config = config, .jobs = jobs, .slot = slot };

  work.name = ihop_web_worker_name (getpid ());
  if (jobs && ihop_jobs_set_worker (jobs, id, attempt, work.name, &error)
      && (work.job = ihop_jobs_find (jobs, id, &error)) != NULL)
    {
      begin (ihop_jobs_is_only_one (jobs, work.job));
      return do_work (&work, below);
    }
  ihop_web_log ("error", "worker", "message", error ? error->message : "the job is not mine", NULL);
  g_free (work.name);
  return 1;
}

int
ihop_web_worker_run_far (const IhopWebConfig *config, const char *id, guint slot)
{
  g_autofree char *path = ihop_web_job_path (config->state, id, "job.json");
  Work work = { .config = config, .slot = slot };
  char *options;

  begin (FALSE);
  if (!g_file_get_contents (path, &options, NULL, NULL))
    return 1;
  work.job = g_new0 (IhopJob, 1);
  work.job->id = g_strdup (id);
  work.job->options = options;
  return do_work (&work, "result.far.tmp");
}
