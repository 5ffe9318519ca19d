/* One program in a room without doors: what parses a stranger's bytes runs in here.
 *
 * From the outside in: limits (time, memory, processes, sizes of files) → another user (where we are
 * root) → no new privileges → bwrap: namespaces of its own for everything (no network, no other
 * process to be seen), no capability, an empty environment, a file system that holds the C library's
 * headers, the shared libraries and our two programs, all read-only, and a /tmp of limited size → a
 * seccomp filter that knows the system calls a compiler needs and no others. What goes in and comes
 * out are two open files (wire.h). */
#pragma once
#include <glib.h>
#include <sys/types.h>

/* Where the headers are in there with which CUDA is read. */
#define IHOP_SANDBOX_CUDA "/app/cuda"

typedef struct
{
  const char *ihop;      /* becomes /app/ihop */
  guint cpu_seconds;     /* of each process */
  guint64 memory;        /* bytes of address space of each process */
  guint64 file;          /* largest file it may write, and all of /tmp */
  guint processes;       /* of its user */
  uid_t uid;             /* as root: becomes this user */
  gboolean none;         /* no sandbox, only the limits: for tests where bwrap cannot work */
} IhopSandbox;

/* Starts this program's own "inside" word (argv[0] is left to us; argv: what follows it, or another
 * program when it is absolute: tests) with these files as 0, 1, 2. The process ends with its group.
 * Must be called in a process with one thread. 0: error says why. */
pid_t ihop_sandbox_start (const IhopSandbox *sandbox, const char *const *argv, int in, int out, int err,
                          GError **error);
/* Ends it if it has not ended, and waits until nothing of it is left: bwrap goes before the processes
 * that it started, and these would count against the next sandbox of their user. Gives its status. The
 * process must have no other children. */
int ihop_sandbox_end (pid_t pid, gboolean is_over);
/* Does it work on this machine? Runs "ihop --version" in it. NULL, or why not. Caller frees. */
char *ihop_sandbox_check (const IhopSandbox *sandbox);
/* A file with the filter as bwrap wants it: for the runner, that may start processes of its own, or
 * for the compiler, that may not. -1: libseccomp could not make it. */
int ihop_sandbox_filter (gboolean may_fork);
/* Puts the second of them on this process, and takes back the right to gain rights. */
gboolean ihop_sandbox_forbid_fork (void);
