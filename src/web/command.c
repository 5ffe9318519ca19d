#include "web/command.h"
#include "base/json.h"
#include "web/sandbox.h"
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST_MESSAGES 65536

void
ihop_web_command_free (IhopWebCommand *command)
{
  if (command == NULL)
    return;
  g_free (command->name);
  g_free (command->output);
  g_free (command->ended_by);
  g_free (command->messages);
  g_free (command);
}

static void G_GNUC_NORETURN
child (char **argv, const char *folder, int out, int err, gboolean may_fork)
{
  int null = open ("/dev/null", O_RDONLY | O_CLOEXEC); /* not in the sandbox: then there is no 0 */

  setpgid (0, 0);
  if (null >= 0)
    dup2 (null, 0);
  else
    close (0);
  if (dup2 (out, 1) < 0 || dup2 (err, 2) < 0 || chdir (folder) != 0
      || (!may_fork && !ihop_sandbox_forbid_fork ()))
    _exit (126);
  execv (argv[0], argv);
  _exit (126);
}

/* The process has ended, or its time is over and it is ended. */
static int
wait_for (pid_t pid, gint64 deadline, gboolean *is_late)
{
  int status = 0;

  *is_late = FALSE;
  while (waitpid (pid, &status, WNOHANG) == 0)
    {
      if (g_get_monotonic_time () > deadline)
        {
          *is_late = TRUE;
          kill (-pid, SIGKILL);
          waitpid (pid, &status, 0);
          break;
        }
      g_usleep (2000);
    }
  return status;
}

static void
read_status (IhopWebCommand *command, int status, gboolean is_late)
{
  int number = WIFSIGNALED (status) ? WTERMSIG (status) : 0;

  command->exit_code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  if (is_late || number == SIGXCPU || number == SIGKILL)
    command->ended_by = g_strdup ("it took longer than a job may take");
  else if (number == SIGXFSZ)
    command->ended_by = g_strdup ("it wrote more than a job may write");
  else if (number)
    command->ended_by = g_strdup_printf ("it broke down (signal %d): our fault, or its memory was used up",
                                         number);
}

static char *
first_part (const char *path)
{
  g_autofree char *text = NULL;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL))
    return g_strdup ("");
  return g_utf8_make_valid (text, (gssize) MIN (size, LONGEST_MESSAGES));
}

IhopWebCommand *
ihop_web_command_run (const char *name, char **argv, const char *folder, const char *results,
                      gint64 deadline, gboolean may_fork)
{
  IhopWebCommand *command = g_new0 (IhopWebCommand, 1);
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *output = g_build_filename (results, file, NULL);
  g_autofree char *messages = g_strconcat (output, ".err", NULL);
  int out = open (output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int err = open (messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  gint64 start = g_get_monotonic_time ();
  gboolean is_late;
  pid_t pid = fork ();

  if (pid == 0)
    child (argv, folder, out, err, may_fork);
  close (out);
  close (err);
  command->name = g_strdup (name);
  command->output = g_steal_pointer (&file);
  if (pid > 0)
    {
      int status = wait_for (pid, deadline, &is_late);
      read_status (command, status, is_late);
    }
  else
    {
      command->exit_code = -1;
      command->ended_by = g_strdup ("it could not be started");
    }
  command->seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  command->messages = first_part (messages);
  unlink (messages);
  return command;
}

void
ihop_web_command_put (const IhopWebCommand *command, JsonBuilder *json)
{
  json_builder_begin_object (json);
  ihop_json_put_text (json, "name", command->name);
  json_builder_set_member_name (json, "exit_code");
  json_builder_add_int_value (json, command->exit_code);
  ihop_json_put_text (json, "ended_by", command->ended_by);
  json_builder_set_member_name (json, "seconds");
  ihop_json_add_double (json, command->seconds);
  ihop_json_put_text (json, "output", command->output);
  ihop_json_put_text (json, "messages", command->messages);
  json_builder_end_object (json);
}
