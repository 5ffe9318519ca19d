/* Which system calls the sandbox knows: those of a C library, a compiler and a packer that read and
 * write files and memory. Everything else fails with EPERM, so that a program says what it missed. */
#include "web/sandbox.h"
#include <errno.h>
#include <linux/sched.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char *const allowed[] = {
  "access", "alarm", "arch_prctl", "brk", "chdir", "chmod", "clock_getres", "clock_gettime",
  "clock_nanosleep", "close", "close_range", "copy_file_range", "dup", "dup2", "dup3", "epoll_create1",
  "epoll_ctl", "epoll_pwait", "epoll_wait", "eventfd2", "execve", "exit", "exit_group", "faccessat",
  "faccessat2", "fadvise64", "fallocate", "fchdir", "fchmod", "fchmodat", "fcntl", "fdatasync",
  "fstat", "fstatfs", "fsync", "ftruncate", "futex", "getcwd", "getdents64", "getegid", "geteuid",
  "getgid", "getgroups", "getpgrp", "getpid", "getppid", "getpriority", "getrandom", "getresgid",
  "getresuid", "getrlimit", "getrusage", "getsid", "gettid", "gettimeofday", "getuid", "kill", "link",
  "linkat", "lseek", "lstat", "madvise", "membarrier", "mkdir", "mkdirat", "mmap", "mprotect",
  "mremap", "munmap", "nanosleep", "newfstatat", "open", "openat", "pause", "pipe", "pipe2", "poll",
  "ppoll", "prctl", "pread64", "preadv", "prlimit64", "pselect6", "pwrite64", "pwritev", "read",
  "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "restart_syscall", "rmdir",
  "rseq", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend",
  "rt_sigtimedwait", "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_yield",
  "select", "set_robust_list", "set_tid_address", "setitimer", "setpgid", "setrlimit",
  "sigaltstack", "stat", "statfs", "statx", "symlink", "symlinkat", "sysinfo", "tgkill", "time",
  "times", "truncate", "umask", "uname", "unlink", "unlinkat", "utimensat", "wait4", "waitid", "write",
  "writev",
};

#define NEW_NAMESPACES                                                                             \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID          \
   | CLONE_NEWNET)

/* clone3 hides its flags in memory, where no filter sees them: libc goes back to clone. */
static int
add_clone (scmp_filter_ctx filter, gboolean may_fork)
{
  int bad = seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOSYS), SCMP_SYS (clone3), 0);

  if (!may_fork)
    return bad | seccomp_rule_add (filter, SCMP_ACT_ALLOW, SCMP_SYS (clone), 1,
                                   SCMP_A0 (SCMP_CMP_MASKED_EQ, CLONE_THREAD | NEW_NAMESPACES,
                                            CLONE_THREAD));
  bad |= seccomp_rule_add (filter, SCMP_ACT_ALLOW, SCMP_SYS (clone), 1,
                           SCMP_A0 (SCMP_CMP_MASKED_EQ, NEW_NAMESPACES, 0));
  bad |= seccomp_rule_add (filter, SCMP_ACT_ALLOW, SCMP_SYS (fork), 0);
  return bad | seccomp_rule_add (filter, SCMP_ACT_ALLOW, SCMP_SYS (vfork), 0);
}

static scmp_filter_ctx
new_filter (gboolean may_fork)
{
  scmp_filter_ctx filter = seccomp_init (SCMP_ACT_ERRNO (EPERM));
  int bad = filter == NULL;

  for (guint i = 0; !bad && i < G_N_ELEMENTS (allowed); i++)
    {
      int number = seccomp_syscall_resolve_name (allowed[i]);
      /* A machine that does not have it (arm64 has no "open") needs no rule. */
      if (number != __NR_SCMP_ERROR && seccomp_rule_add (filter, SCMP_ACT_ALLOW, number, 0) < 0
          && number >= 0)
        bad = 1;
    }
  /* A terminal's ioctls can push letters into it; asking what a file is needs two of them. */
  if (!bad)
    bad |= seccomp_rule_add (filter, SCMP_ACT_ERRNO (ENOTTY), SCMP_SYS (ioctl), 0);
  if (!bad && add_clone (filter, may_fork) == 0)
    return filter;
  if (filter)
    seccomp_release (filter);
  return NULL;
}

int
ihop_sandbox_filter (gboolean may_fork)
{
  scmp_filter_ctx filter = new_filter (may_fork);
  int fd = filter ? memfd_create ("filter", 0) : -1;

  if (fd >= 0 && (seccomp_export_bpf (filter, fd) < 0 || lseek (fd, 0, SEEK_SET) < 0))
    {
      close (fd);
      fd = -1;
    }
  if (filter)
    seccomp_release (filter);
  return fd;
}

gboolean
ihop_sandbox_forbid_fork (void)
{
  scmp_filter_ctx filter = new_filter (FALSE);
  gboolean good = filter && prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && seccomp_load (filter) == 0;

  if (filter)
    seccomp_release (filter);
  return good;
}
