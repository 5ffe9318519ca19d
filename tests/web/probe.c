/* Somebody who has taken over the compiler: tries one thing, says what came of it. It stands in the
 * sandbox in the place of ihop.   probe WHAT [PATH] */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int
said (const char *what, int good)
{
  printf ("%s: %s\n", what, good ? "worked" : strerror (errno));
  fflush (stdout);
  return 0;
}

static int
fork_bomb (void)
{
  int n = 0;

  while (n < 5000 && fork () >= 0)
    n++;
  printf ("%d\n", n);
  fflush (stdout);
  usleep (200000);
  return 0;
}

static int
eat_memory (void)
{
  for (long n = 0;; n += 16)
    {
      char *block = malloc (16 << 20);
      if (block == NULL)
        return printf ("%ld MB\n", n) < 0;
      memset (block, 1, 16 << 20);
    }
}

static int
write_much (const char *path)
{
  static char bytes[1 << 20];
  int fd = open (path, O_WRONLY | O_CREAT, 0600);
  long n = 0;

  if (fd < 0)
    return said ("open", 0);
  signal (SIGXFSZ, SIG_IGN);
  while (write (fd, bytes, sizeof bytes) == (ssize_t) sizeof bytes && n < 100000)
    n++;
  printf ("%ld MB\n", n);
  return 0;
}

/* Many files of the largest size: what holds is the size of /tmp. */
static int
write_many (void)
{
  static char bytes[1 << 20];
  long n = 0;

  for (int file = 0; file < 1000; file++)
    {
      char path[40];
      snprintf (path, sizeof path, "/tmp/f%d", file);
      int fd = open (path, O_WRONLY | O_CREAT, 0600);
      int mb = 0;
      while (fd >= 0 && mb < 8 && write (fd, bytes, sizeof bytes) == (ssize_t) sizeof bytes)
        mb++;
      n += mb;
      if (mb < 8)
        break;
      close (fd);
    }
  printf ("%ld MB\n", n);
  return 0;
}

static int
list (const char *path)
{
  DIR *dir = opendir (path);

  if (dir == NULL)
    return said ("list", 0);
  for (struct dirent *entry; (entry = readdir (dir));)
    printf ("%s ", entry->d_name);
  return printf ("\n") < 0;
}

static int
read_file (const char *path)
{
  char bytes[100];
  int fd = open (path, O_RDONLY);
  ssize_t n = fd < 0 ? -1 : read (fd, bytes, sizeof bytes - 1);

  return n < 0 ? said ("read", 0) : printf ("read %zd bytes\n", n) < 0;
}

static int
show_environment (void)
{
  for (char **at = environ; *at; at++)
    printf ("%s ", *at);
  return printf ("\n") < 0;
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "", *path = argc > 2 ? argv[2] : "/";

  if (!strcmp (what, "--version"))
    return printf ("probe\n") < 0;
  if (!strcmp (what, "fork"))
    return fork_bomb ();
  if (!strcmp (what, "memory"))
    return eat_memory ();
  if (!strcmp (what, "loop"))
    for (volatile int i = 0;; i++)
      ;
  if (!strcmp (what, "write"))
    return write_much (path);
  if (!strcmp (what, "many"))
    return write_many ();
  if (!strcmp (what, "list"))
    return list (path);
  if (!strcmp (what, "read"))
    return read_file (path);
  if (!strcmp (what, "environment"))
    return show_environment ();
  if (!strcmp (what, "socket"))
    return said (what, socket (AF_INET, SOCK_STREAM, 0) >= 0);
  if (!strcmp (what, "unix"))
    return said (what, socket (AF_UNIX, SOCK_STREAM, 0) >= 0);
  if (!strcmp (what, "ptrace"))
    return said (what, ptrace (PTRACE_TRACEME, 0, 0, 0) >= 0);
  if (!strcmp (what, "mount"))
    return said (what, mount ("none", "/tmp", "tmpfs", 0, "") == 0);
  if (!strcmp (what, "unshare"))
    return said (what, unshare (CLONE_NEWUSER) == 0);
  if (!strcmp (what, "clone3"))
    return said (what, syscall (SYS_clone3, NULL, 0) >= 0);
  if (!strcmp (what, "keyctl"))
    return said (what, syscall (SYS_keyctl, 0, 0, 0, 0, 0) >= 0);
  if (!strcmp (what, "bpf"))
    return said (what, syscall (SYS_bpf, 0, NULL, 0) >= 0);
  if (!strcmp (what, "root"))
    return said (what, setuid (0) == 0 && open ("/x", O_WRONLY | O_CREAT, 0600) >= 0);
  if (!strcmp (what, "kill"))
    return said (what, kill (atoi (path), 0) == 0);
  if (!strcmp (what, "ids"))
    return printf ("%d %d %d\n", getpid () < 100, (int) getuid (), (int) geteuid ()) < 0;
  return 2;
}
