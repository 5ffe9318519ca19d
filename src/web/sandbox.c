#include "web/sandbox.h"
#include "base/places.h"
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IHOP, SELF, FILTER, HEADERS, N_FILES };

typedef struct
{
  GPtrArray *words; /* of char *, owned */
  int files[N_FILES]; /* that must stay open behind exec; -1: none */
} Command;

static void G_GNUC_PRINTF (2, 3)
add_word (Command *command, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (command->words, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static void
add_words (Command *command, const char *const *words)
{
  for (guint i = 0; words[i]; i++)
    add_word (command, "%s", words[i]);
}

/* A program is bound by an open file: the sandbox's user need not be able to walk to it. */
static gboolean
bind_program (Command *command, guint i, const char *path, const char *inside, GError **error)
{
  command->files[i] = open (path, O_PATH);
  if (command->files[i] < 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot be opened: %s", path,
                   g_strerror (errno));
      return FALSE;
    }
  add_word (command, "--ro-bind");
  add_word (command, "/proc/self/fd/%d", command->files[i]);
  add_word (command, "%s", inside);
  return TRUE;
}

/* Headers with which CUDA is read: beside the program in its build folder, or where it was installed. Where they are not,
 * nothing is proved of kernels. */
static void
bind_headers (Command *command, const IhopSandbox *sandbox)
{
  static const char *const places[] = { IHOP_CUDA_HEADERS_BUILT, IHOP_CUDA_HEADERS_INSTALLED };
  g_autofree char *folder = g_path_get_dirname (sandbox->ihop);

  for (guint i = 0; i < G_N_ELEMENTS (places) && command->files[HEADERS] < 0; i++)
    {
      g_autofree char *path = g_build_filename (folder, places[i], NULL);
      command->files[HEADERS] = open (path, O_PATH | O_DIRECTORY);
    }
  if (command->files[HEADERS] < 0)
    return;
  add_word (command, "--ro-bind");
  add_word (command, "/proc/self/fd/%d", command->files[HEADERS]);
  add_word (command, "%s", IHOP_SANDBOX_CUDA);
}

/* What a dynamically linked compiler needs of the system: libraries, headers, fonts for drawings. */
static void
add_system (Command *command)
{
  static const char *const folders[] = { "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/libx32",
                                         "/usr/include", "/usr/local/include", "/usr/share/fonts",
                                         "/etc/fonts", "/var/cache/fontconfig", "/etc/ld.so.cache", "/etc/alternatives" };
  static const char *const links[] = { "lib", "lib64", "lib32", "libx32" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    add_words (command, (const char *const[]) { "--ro-bind-try", folders[i], folders[i], NULL });
  /* Graphviz, and the one device that every library takes for granted. */
  add_words (command, (const char *const[]) { "--ro-bind-try", "/usr/bin/dot", "/app/dot", "--dev-bind",
                                              "/dev/null", "/dev/null", NULL });
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_strconcat ("/", links[i], NULL);
      g_autofree char *target = g_strconcat ("usr/", links[i], NULL);
      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        add_words (command, (const char *const[]) { "--symlink", target, path, NULL });
      else
        add_words (command, (const char *const[]) { "--ro-bind-try", path, path, NULL });
    }
}

static gboolean
build_bwrap (Command *command, const IhopSandbox *sandbox, GError **error)
{
  static const char *const before[]
    = { "bwrap", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL",
        "--clearenv", "--setenv", "PATH", "/app", "--setenv", "LC_ALL", "C.UTF-8", "--setenv", "HOME",
        "/tmp", "--setenv", "TMPDIR", "/tmp", "--hostname", "sandbox", NULL };
  static const char *const behind[]
    = { "--tmpfs", "/tmp", "--remount-ro", "/", "--chdir", "/tmp", "--seccomp", NULL };

  add_words (command, before);
  add_system (command);
  if (!bind_program (command, IHOP, sandbox->ihop, "/app/ihop", error)
      || !bind_program (command, SELF, "/proc/self/exe", "/app/ihop-web", error))
    return FALSE;
  bind_headers (command, sandbox);
  add_word (command, "--size");
  add_word (command, "%" G_GUINT64_FORMAT, sandbox->file * 4);
  add_words (command, behind);
  command->files[FILTER] = ihop_sandbox_filter (TRUE);
  if (command->files[FILTER] < 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "libseccomp made no filter");
      return FALSE;
    }
  add_word (command, "%d", command->files[FILTER]);
  return TRUE;
}

static void
limit (int what, rlim_t most)
{
  const struct rlimit value = { most, most };

  if (setrlimit (what, &value) != 0)
    _exit (125);
}

static void
set_limits (const IhopSandbox *sandbox)
{
  limit (RLIMIT_CPU, sandbox->cpu_seconds);
#ifndef __SANITIZE_ADDRESS__ /* which takes terabytes of address space */
  limit (RLIMIT_AS, sandbox->memory);
#endif
  limit (RLIMIT_FSIZE, sandbox->file);
  if (!sandbox->none)
    limit (RLIMIT_NPROC, sandbox->processes);
  limit (RLIMIT_NOFILE, 256);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_STACK, 64 << 20);
}

static void
become_nobody (const IhopSandbox *sandbox)
{
  if (geteuid () == 0
      && (setgroups (0, NULL) != 0 || setresgid (sandbox->uid, sandbox->uid, sandbox->uid) != 0
          || setresuid (sandbox->uid, sandbox->uid, sandbox->uid) != 0))
    _exit (125);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    _exit (125);
}

/* Behind become_nobody: another user's process forgets it. Who is an orphan already is told by nobody. */
static void
end_with_parent (pid_t parent)
{
  if (prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid () != parent)
    _exit (125);
}

static void
keep_open (const Command *command)
{
  for (guint i = 0; i < G_N_ELEMENTS (command->files); i++)
    if (command->files[i] >= 0)
      fcntl (command->files[i], F_SETFD, 0);
}

/* A session of its own, so without a terminal. Where Linux shares the processors among sessions (autogroups), a new one begins at
 * niceness 0 whatever its processes' is: it is given theirs. What is denied is asked for again, as Linux lets a user do so
 * ten times a second only. No second session may follow (bwrap --new-session, setsid inside): it would begin at 0 again. */
static void
begin_session (void)
{
  char text[12];
  int length = snprintf (text, sizeof text, "%d", getpriority (PRIO_PROCESS, 0));
  int fd = -1;

  setsid ();
  if (strcmp (text, "0") != 0)
    fd = open ("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
  for (guint tries = 0; fd >= 0 && tries < 5 && write (fd, text, (size_t) length) < 0 && errno == EAGAIN; tries++)
    usleep (100000);
  if (fd >= 0)
    close (fd);
}

static void G_GNUC_NORETURN
child (const IhopSandbox *sandbox, const Command *command, const char *program, const int files[3], pid_t parent)
{
  for (int i = 0; i < 3; i++)
    if (dup2 (files[i], i) < 0)
      _exit (125);
  keep_open (command);
  begin_session ();
  set_limits (sandbox);
  if (!sandbox->none)
    become_nobody (sandbox);
  end_with_parent (parent);
  signal (SIGPIPE, SIG_DFL);
  execvp (program, (char **) command->words->pdata);
  _exit (126);
}

static gboolean
build (Command *command, const IhopSandbox *sandbox, const char *const *argv, GError **error)
{
  const char *self = sandbox->none ? "/proc/self/exe" : "/app/ihop-web";

  if (!sandbox->none && !build_bwrap (command, sandbox, error))
    return FALSE;
  if (argv[0][0] != '/')
    add_word (command, "%s", self);
  add_words (command, argv);
  g_ptr_array_add (command->words, NULL);
  return TRUE;
}

/* The child's own copies of these lead nowhere else; ours are no longer needed. */
static void
clear (Command *command)
{
  g_ptr_array_unref (command->words);
  for (guint i = 0; i < G_N_ELEMENTS (command->files); i++)
    if (command->files[i] >= 0)
      close (command->files[i]);
}

pid_t
ihop_sandbox_start (const IhopSandbox *sandbox, const char *const *argv, int in, int out, int err,
                    GError **error)
{
  Command command = { g_ptr_array_new_with_free_func (g_free), { -1, -1, -1, -1 } };
  pid_t pid = 0;

  if (build (&command, sandbox, argv, error))
    {
      prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); /* see ihop_sandbox_end */
      const int files[3] = { in, out, err };
      pid_t parent = getpid ();
      pid = fork ();
      if (pid == 0)
        child (sandbox, &command, sandbox->none ? command.words->pdata[0] : "bwrap", files, parent);
      if (pid < 0)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "no process could be started: %s",
                       g_strerror (errno));
          pid = 0;
        }
    }
  clear (&command);
  return pid;
}

int
ihop_sandbox_end (pid_t pid, gboolean is_over)
{
  int status = 0, other;

  if (!is_over)
    kill (pid, SIGKILL);
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  while (waitpid (-1, &other, 0) > 0 || errno == EINTR)
    ;
  prctl (PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
  return status;
}

/* What the first lines of a pipe say, on one line. */
static char *
read_line (int fd)
{
  char text[500];
  ssize_t n = read (fd, text, sizeof text - 1);

  text[MAX (n, 0)] = 0;
  return g_strdup (g_strdelimit (g_strstrip (text), "\n", ' '));
}

char *
ihop_sandbox_check (const IhopSandbox *sandbox)
{
  static const char *const argv[] = { "/app/ihop", "--version", NULL };
  g_autoptr (GError) error = NULL;
  int pipes[2], status, null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  pid_t pid;

  if (sandbox->none)
    return NULL;
  if (pipe2 (pipes, O_CLOEXEC) < 0)
    return g_strdup ("there are no pipes");
  pid = ihop_sandbox_start (sandbox, argv, null, null, pipes[1], &error);
  close (pipes[1]);
  g_autofree char *said = pid ? read_line (pipes[0]) : NULL;
  close (pipes[0]);
  close (null);
  if (pid == 0)
    return g_strdup (error->message);
  status = ihop_sandbox_end (pid, TRUE);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return NULL;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 126)
    return g_strdup ("bwrap is not installed");
  return g_strdup (*said ? said : "bwrap failed and does not say why");
}
