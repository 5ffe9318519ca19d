/* Job arrays of Slurm. What is waiting becomes one array (sbatch); each of its tasks runs a small
 * script that ends by renaming a file NUMBER.exit into its place: "STATUS NODE". That file is the
 * truth about a task's end, and survives whatever happens to the node, to Slurm, and to us. squeue
 * only says who is still alive: a task that it no longer lists, and that left no such file, is lost.
 * Why, sacct or scontrol may know (without an accounting store there is no sacct). */
#include "execute/kinds.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_MOST 1000    /* MaxArraySize is 1001 unless somebody raised it */
#define GRACE_SECONDS 5    /* network file systems show a new file late */

typedef struct
{
  char *name;              /* of its files; never used twice in one folder */
  char *id;                /* Slurm's number; NULL: it was refused */
  guint n;                 /* tasks */
} Array;

typedef struct
{
  char *folder;
  guint most;              /* tasks of an array at once; 0: no limit */
  const char *const *arguments;
  GPtrArray *arrays;       /* of Array *: submitted so far */
  char *busy;              /* what squeue said last, for all arrays */
} Slurm;

static void
array_free (gpointer data)
{
  Array *array = data;

  g_free (array->name);
  g_free (array->id);
  g_free (array);
}

/* ---- Calling its programs ------------------------------------------------------------------------ */

/* FALSE: it could not be run, or failed; err has what it said. */
static gboolean
call (const char *const *argv, char **out, char **err)
{
  int status = 0;
  g_autoptr (GError) error = NULL;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, out, err, &status,
                     &error))
    {
      *out = g_strdup ("");
      *err = g_strdup (error->message);
      return FALSE;
    }
  g_strchomp (*err);
  return g_spawn_check_wait_status (status, NULL);
}

static gboolean
check_programs (GError **error)
{
  static const char *const programs[] = { "sbatch", "squeue", "scancel", NULL };

  for (guint i = 0; programs[i]; i++)
    {
      g_autofree char *path = g_find_program_in_path (programs[i]);
      if (path == NULL)
        {
          g_set_error (error, IHOP_EXECUTOR_ERROR, IHOP_EXECUTOR_ERROR_OUTSIDE,
                       "%s is not on PATH: Slurm's client programs are needed (Debian: slurm-client)",
                       programs[i]);
          return FALSE;
        }
    }
  return TRUE;
}

static char *
path_in (const Slurm *slurm, const char *format, ...) G_GNUC_PRINTF (2, 3);

static char *
path_in (const Slurm *slurm, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *name = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return g_build_filename (slurm->folder, name, NULL);
}

/* ---- What an earlier run left --------------------------------------------------------------------- */

static void
cancel_jobs (const char *ids)
{
  g_auto (GStrv) list = g_strsplit (ids, "\n", -1);

  for (guint i = 0; list[i]; i++)
    {
      g_autofree char *out = NULL, *err = NULL;
      if (*list[i])
        call ((const char *const[]){ "scancel", "--quiet", list[i], NULL }, &out, &err);
    }
}

static void
end_leftovers (const Slurm *slurm)
{
  g_autofree char *path = path_in (slurm, "jobs"), *ids = NULL;

  if (g_file_get_contents (path, &ids, NULL, NULL))
    cancel_jobs (ids);
  g_unlink (path);
}

static void
note_jobs (const Slurm *slurm)
{
  g_autofree char *path = path_in (slurm, "jobs");
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < slurm->arrays->len; i++)
    {
      const Array *array = slurm->arrays->pdata[i];
      if (array->id)
        g_string_append_printf (text, "%s\n", array->id);
    }
  g_file_set_contents (path, text->str, -1, NULL);
  g_string_free (text, TRUE);
}

static gpointer
open_slurm (const IhopExecutorOptions *options, GError **error)
{
  if (!check_programs (error))
    return NULL;
  Slurm *slurm = g_new0 (Slurm, 1);
  slurm->folder = g_canonicalize_filename (options->folder, NULL);
  slurm->most = options->most;
  slurm->arguments = options->arguments;
  slurm->arrays = g_ptr_array_new_with_free_func (array_free);
  slurm->busy = g_strdup ("");
  g_mkdir_with_parents (slurm->folder, 0700);
  end_leftovers (slurm);
  return slurm;
}

static void
remove_task_files (const Slurm *slurm, const Array *array, guint number)
{
  g_autofree char *script = path_in (slurm, "%s.%u.sh", array->name, number);
  g_autofree char *end = path_in (slurm, "%s.%u.exit", array->name, number);

  g_unlink (script);
  g_unlink (end);
}

static void
remove_files (const Slurm *slurm, const Array *array)
{
  g_autofree char *script = path_in (slurm, "%s.sh", array->name);

  g_unlink (script);
  for (guint i = 0; i < array->n; i++)
    remove_task_files (slurm, array, i);
}

/* All of its tasks have ended or were stopped. */
static void
close_slurm (gpointer own)
{
  Slurm *slurm = own;
  g_autofree char *path = path_in (slurm, "jobs");

  g_unlink (path);
  for (guint i = 0; i < slurm->arrays->len; i++)
    remove_files (slurm, slurm->arrays->pdata[i]);
  g_rmdir (slurm->folder);
  g_ptr_array_unref (slurm->arrays);
  g_free (slurm->folder);
  g_free (slurm->busy);
  g_free (slurm);
}

/* ---- Submitting ------------------------------------------------------------------------------------ */

/* Names of a task's files: which array, which number. */
static char *
task_path (const Slurm *slurm, const IhopTask *task, const char *suffix)
{
  const Array *array = task->job;

  return path_in (slurm, "%s.%d.%s", array->name, task->handle, suffix);
}

static char *
task_script (const IhopTask *task, const char *end)
{
  GString *text = g_string_new ("#!/bin/sh\n");
  g_autofree char *current = g_get_current_dir ();
  g_autofree char *folder = g_shell_quote (task->folder ? task->folder : current);
  g_autofree char *log = g_canonicalize_filename (task->log ? task->log : "/dev/null", NULL);
  g_autofree char *quoted_log = g_shell_quote (log), *quoted_end = g_shell_quote (end);

  g_string_append_printf (text, "cd %s || exit 1\n", folder);
  if (task->seconds > 0)
    g_string_append_printf (text, "timeout -k 5 %.0f ", MAX (task->seconds, 1));
  for (guint i = 0; task->argv[i]; i++)
    {
      g_autofree char *word = g_shell_quote (task->argv[i]);
      g_string_append_printf (text, "%s ", word);
    }
  g_string_append_printf (text, "> %s 2>&1 < /dev/null\n", quoted_log);
  /* A status above 128 is a signal's: the program was killed, so nothing is told of its end. */
  g_string_append_printf (text, "status=$?\n[ $status -le 128 ] || exit $status\n"
                                "echo $status $(hostname) ${SLURMD_NODENAME:-} > %s.part\n"
                                "mv %s.part %s\n", quoted_end, quoted_end, quoted_end);
  return g_string_free (text, FALSE);
}

static gboolean
write_scripts (const Slurm *slurm, const char *array, GPtrArray *tasks, guint first, guint n)
{
  g_autofree char *path = path_in (slurm, "%s.sh", array), *quoted = g_shell_quote (slurm->folder);
  g_autofree char *text
    = g_strdup_printf ("#!/bin/sh\nexec sh %s/%s.$SLURM_ARRAY_TASK_ID.sh\n", quoted, array);
  gboolean good = g_file_set_contents (path, text, -1, NULL);

  for (guint i = 0; good && i < n; i++)
    {
      g_autofree char *end = path_in (slurm, "%s.%u.exit", array, i);
      g_autofree char *script = path_in (slurm, "%s.%u.sh", array, i);
      g_autofree char *words = task_script (tasks->pdata[first + i], end);
      g_unlink (end);
      good = g_file_set_contents (script, words, -1, NULL);
    }
  return good;
}

static gboolean
submit (const Slurm *slurm, const char *array, guint n, char **id, char **why)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *err = NULL;

  g_ptr_array_add (argv, g_strdup ("sbatch"));
  g_ptr_array_add (argv, g_strdup ("--parsable"));
  g_ptr_array_add (argv, slurm->most
                           ? g_strdup_printf ("--array=0-%u%%%u", n - 1, slurm->most)
                           : g_strdup_printf ("--array=0-%u", n - 1));
  g_ptr_array_add (argv, g_strdup ("--job-name=ihop"));
  g_ptr_array_add (argv, g_strdup ("--output=/dev/null"));
  /* Slurm would start what it lost again by itself, two minutes later and perhaps beside our own. */
  g_ptr_array_add (argv, g_strdup ("--no-requeue"));
  g_ptr_array_add (argv, g_strdup_printf ("--chdir=%s", slurm->folder));
  for (guint i = 0; slurm->arguments && slurm->arguments[i]; i++)
    g_ptr_array_add (argv, g_strdup (slurm->arguments[i]));
  g_ptr_array_add (argv, path_in (slurm, "%s.sh", array));
  g_ptr_array_add (argv, NULL);
  gboolean good = call ((const char *const *) argv->pdata, id, &err);
  (*id)[strcspn (*id, ";\n")] = '\0'; /* "ID;CLUSTER" */
  if (!good)
    *why = g_strdup_printf ("sbatch refused it: %s", err);
  return good;
}

static Array *
new_array (Slurm *slurm)
{
  Array *array = g_new0 (Array, 1);

  array->name = g_strdup_printf ("%" G_GINT64_FORMAT "-%u", g_get_real_time (), slurm->arrays->len);
  g_ptr_array_add (slurm->arrays, array);
  return array;
}

/* A refused array would be refused again at once: its tasks are given up. */
static void
start_array (Slurm *slurm, GPtrArray *waiting, guint first, guint n)
{
  g_autofree char *id = NULL, *why = NULL;
  Array *array = new_array (slurm);

  array->n = n;
  gboolean good = write_scripts (slurm, array->name, waiting, first, n);

  if (!good)
    why = g_strdup_printf ("%s cannot be written", slurm->folder);
  good = good && submit (slurm, array->name, n, &id, &why);
  if (good)
    {
      array->id = g_steal_pointer (&id);
      note_jobs (slurm);
    }
  for (guint i = 0; i < n; i++)
    {
      IhopTask *task = waiting->pdata[first + i];
      if (good)
        {
          ihop_task_began (task, (int) i);
          task->job = array;
        }
      else
        ihop_task_was_lost (task, g_strdup (why), TRUE);
    }
}

static void
start_slurm (gpointer own, GPtrArray *waiting, guint running)
{
  for (guint first = 0; first < waiting->len; first += ARRAY_MOST)
    start_array (own, waiting, first, MIN (ARRAY_MOST, waiting->len - first));
}

/* ---- Looking ---------------------------------------------------------------------------------------- */

/* "123_4": Slurm's name of a task. */
static char *
job_of (const IhopTask *task)
{
  const Array *array = task->job;

  return g_strdup_printf ("%s_%d", array->id, task->handle);
}

static gboolean
has_ended (const Slurm *slurm, IhopTask *task)
{
  g_autofree char *path = task_path (slurm, task, "exit"), *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  remove_task_files (slurm, task->job, (guint) task->handle);
  g_auto (GStrv) words = g_strsplit (g_strchomp (text), " ", 3);
  int status = atoi (words[0]);
  g_free (task->where);
  task->where = g_strdup (words[1] && words[2] && *words[2] ? words[2] : words[1]);
  if (task->seconds > 0 && status == 124) /* timeout's own */
    ihop_task_was_lost (task, g_strdup_printf ("ran longer than %.0f s", task->seconds), TRUE);
  else
    ihop_task_ended (task, status);
  return TRUE;
}

/* "ID_INDEX STATE" a line for every task that Slurm still has. FALSE: Slurm does not answer, which
 * says nothing about the tasks. */
static gboolean
ask_queue (Slurm *slurm)
{
  g_autofree char *out = NULL, *err = NULL;
  gboolean good = call ((const char *const[]){ "squeue", "--noheader", "--array", "--me",
                                               "--format=%F_%K %T", NULL }, &out, &err);

  if (!good)
    return FALSE;
  g_free (slurm->busy);
  slurm->busy = g_strconcat ("\n", out, NULL);
  return TRUE;
}

static gboolean
is_queued (const Slurm *slurm, const IhopTask *task)
{
  g_autofree char *job = job_of (task), *line = g_strdup_printf ("\n%s ", job);
  const char *at = strstr (slurm->busy, line);

  return at && !g_str_has_prefix (at + strlen (line), "COMPLETING");
}

/* "NODE_FAIL"; NULL: nobody knows. */
static char *
state_from_sacct (const char *job)
{
  g_autofree char *out = NULL, *err = NULL;

  if (!call ((const char *const[]){ "sacct", "-n", "-P", "-X", "-o", "State", "-j", job, NULL }, &out,
             &err))
    return NULL;
  g_strchomp (out);
  return *out ? g_steal_pointer (&out) : NULL;
}

static char *
state_from_scontrol (const char *job)
{
  g_autofree char *out = NULL, *err = NULL;

  if (!call ((const char *const[]){ "scontrol", "-o", "show", "job", job, NULL }, &out, &err))
    return NULL;
  const char *at = strstr (out, "JobState=");
  return at ? g_strndup (at + 9, strcspn (at + 9, " \n")) : NULL;
}

static char *
why_lost (const IhopTask *task)
{
  g_autofree char *job = job_of (task), *state = state_from_sacct (job);

  if (state == NULL)
    state = state_from_scontrol (job);
  return g_strdup_printf ("Slurm's job %s ended without a result%s%s", job, state ? ": " : "",
                          state ? state : "");
}

/* Asked in this order, so that what ends between the two is not taken for lost. */
static void
look_slurm (gpointer own, GPtrArray *running)
{
  Slurm *slurm = own;
  gboolean answers = ask_queue (slurm);

  for (guint i = 0; i < running->len; i++)
    {
      IhopTask *task = running->pdata[i];
      gint64 now = g_get_monotonic_time ();
      if (has_ended (slurm, task) || !answers)
        continue;
      if (is_queued (slurm, task))
        task->missed = 0;
      else if (task->missed == 0)
        task->missed = now;
      else if (now - task->missed > GRACE_SECONDS * G_TIME_SPAN_SECOND)
        ihop_task_was_lost (task, why_lost (task), FALSE);
    }
}

static void
stop_slurm (gpointer own, IhopTask *task)
{
  g_autofree char *job = job_of (task);

  cancel_jobs (job);
}

const IhopExecutorKind ihop_executor_slurm
  = { "slurm", 1000, open_slurm, start_slurm, look_slurm, stop_slurm, close_slurm };
