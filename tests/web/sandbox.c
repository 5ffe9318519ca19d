/* What somebody can do who has taken over the compiler: probe.c in the place of ihop.
 *     web-sandbox PROBE     skipped, with the reason, where no sandbox can be made */
#include "web/sandbox.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static IhopSandbox sandbox = { .cpu_seconds = 1, .memory = 512 << 20, .file = 8 << 20, .processes = 32,
                               .uid = 61990 };

/* What the probe said, its status in "status"; killed after some seconds. */
static char *
probe (const char *what, const char *path, int *status)
{
  const char *const argv[] = { "/app/ihop", what, path, NULL };
  g_autoptr (GError) error = NULL;
  GString *said = g_string_new (NULL);
  int pipes[2], null = open ("/dev/null", O_RDWR | O_CLOEXEC);
  char bytes[4096];
  ssize_t n;

  g_assert_cmpint (pipe2 (pipes, O_CLOEXEC), ==, 0);
  pid_t pid = ihop_sandbox_start (&sandbox, argv, null, pipes[1], pipes[1], &error);
  g_assert_no_error (error);
  close (pipes[1]);
  close (null);
  alarm (200); /* a sandbox that does not end is a failure */
  while ((n = read (pipes[0], bytes, sizeof bytes)) > 0)
    g_string_append_len (said, bytes, n);
  close (pipes[0]);
  *status = ihop_sandbox_end (pid, TRUE);
  alarm (0);
  return g_string_free (said, FALSE);
}

static void
fails_with (const char *what, const char *path, const char *error)
{
  int status;
  g_autofree char *said = probe (what, path, &status);

  if (strstr (said, error) == NULL)
    g_error ("%s %s: '%s' instead of '%s'", what, path ? path : "", said, error);
}

static void
test_files (void)
{
  static const char *const hidden[] = { "/etc/passwd", "/etc/shadow", "/proc/self/environ", "/proc/1/cmdline",
                                        "/dev/zero", "/dev/mem", "/sys/kernel/hostname", "/root/.bashrc",
                                        "/var/log/dpkg.log", "/run/utmp", "/home", "/usr/bin/bwrap" };

  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    fails_with ("read", hidden[i], "No such file");
  fails_with ("write", "/app/x", "Read-only file system");
  fails_with ("write", "/usr/include/x.h", "Read-only file system");
  fails_with ("write", "/app/ihop", "Permission denied");
}

static void
test_own_folder (void)
{
  g_autofree char *here = g_get_current_dir ();

  fails_with ("list", here, "No such file");
}

static void
test_empty (void)
{
  int status;
  g_autofree char *top = probe ("list", "/", &status), *tmp = probe ("list", "/tmp", &status);
  g_autofree char *all = probe ("environment", NULL, &status);

  g_assert_null (strstr (top, "proc"));
  g_assert_null (strstr (top, "home"));
  g_assert_cmpuint (strlen (tmp), <, 10); /* "." and ".." */
  g_assert_null (strstr (all, "USER"));
  g_assert_null (strstr (all, "SECRET"));
}

static void
test_calls (void)
{
  static const char *const forbidden[] = { "socket", "unix", "ptrace", "mount", "unshare", "keyctl", "bpf" };

  for (guint i = 0; i < G_N_ELEMENTS (forbidden); i++)
    fails_with (forbidden[i], NULL, "Operation not permitted");
  fails_with ("clone3", NULL, "Function not implemented");
  fails_with ("root", NULL, ": "); /* whichever of the two fails first … */
}

static void
test_nobody (void)
{
  int status;
  g_autofree char *root = probe ("root", NULL, &status);
  g_autofree char *ids = probe ("ids", NULL, &status);
  g_autofree char *parent = g_strdup_printf ("%d", getpid ());

  g_assert_null (strstr (root, "worked")); /* … it does not work */
  g_test_message ("ids: %s", ids);
  g_assert_true (g_str_has_prefix (ids, "1 "));
  g_assert_null (strstr (ids, " 0"));
  fails_with ("kill", parent, "No such process");
}

static void
test_limits (void)
{
  int status;
  g_autofree char *forks = probe ("fork", NULL, &status);
  g_autofree char *memory = probe ("memory", NULL, &status);
  g_autofree char *file = probe ("write", "/tmp/x", &status);
  g_autofree char *many = probe ("many", NULL, &status);

  if (geteuid () == 0)
    g_assert_cmpint (atoi (forks), <, 40);
  g_assert_cmpint (atoi (memory), <=, 512);
  g_assert_cmpint (atoi (file), <=, 8);
  g_assert_cmpint (atoi (many), <=, 32); /* four times the largest file */
  g_free (probe ("loop", NULL, &status));
  g_assert_false (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *fault = NULL;

  g_test_init (&argc, &argv, NULL);
  sandbox.ihop = argv[1];
  fault = ihop_sandbox_check (&sandbox);
  if (fault)
    {
      g_print ("1..0 # SKIP no sandbox can be made here: %s\n", fault);
      return 0;
    }
  g_setenv ("SECRET", "x", TRUE);
  g_test_add_func ("/sandbox/files", test_files);
  g_test_add_func ("/sandbox/own folder", test_own_folder);
  g_test_add_func ("/sandbox/empty", test_empty);
  g_test_add_func ("/sandbox/calls", test_calls);
  g_test_add_func ("/sandbox/nobody", test_nobody);
  g_test_add_func ("/sandbox/limits", test_limits);
  return g_test_run ();
}
