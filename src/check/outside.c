/* Loaded into every program that is checked (LD_PRELOAD), and into what it starts: notes each file outside of its
 * folder that it makes, changes, moves or removes, and saves what was there before. In the folder that
 * IHOP_CHECK_OUTSIDE names, NAME.path holds the path, NAME.before the old contents, and NAME.new says that there
 * was nothing; leavings.c reads them. IHOP_CHECK_INSIDE is the program's own folder, of which all is kept. Both
 * open and open64 are defined here, so offsets have the size that they have by themselves. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#undef open
#undef openat
#undef fopen

static int
open_plainly (const char *path, int flags)
{
  return (int) syscall (SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600);
}

/* The folder may be a link, or "..": its real path, and the last name as it is. */
static int
find_path (int folder, const char *path, char *found)
{
  char whole[PATH_MAX], base[PATH_MAX] = "", link[64];
  ssize_t length;

  if (*path != '/' && folder == AT_FDCWD && getcwd (base, sizeof base) == NULL)
    return 0;
  if (*path != '/' && folder != AT_FDCWD)
    {
      snprintf (link, sizeof link, "/proc/self/fd/%d", folder);
      if ((length = readlink (link, base, sizeof base - 1)) < 0)
        return 0;
      base[length] = 0;
    }
  if (snprintf (whole, sizeof whole, "%s%s%s", base, *base ? "/" : "", path) >= (int) sizeof whole)
    return 0;
  while (strlen (whole) > 1 && whole[strlen (whole) - 1] == '/')
    whole[strlen (whole) - 1] = 0;

  char *name = strrchr (whole, '/');
  if (name == NULL)
    return 0;
  *name++ = 0;
  if (realpath (*whole ? whole : "/", found) == NULL || strlen (found) + strlen (name) + 2 > PATH_MAX)
    return 0;
  strcat (strcat (found, "/"), name);
  return 1;
}

static int
is_below (const char *path, const char *folder)
{
  size_t n = folder ? strlen (folder) : 0;

  return n > 0 && strncmp (path, folder, n) == 0 && (path[n] == '/' || path[n] == 0);
}

static void
save (const char *path, const char *to)
{
  char bytes[1 << 16];
  int in = open_plainly (path, O_RDONLY), out = in < 0 ? -1 : open_plainly (to, O_WRONLY | O_CREAT | O_TRUNC);
  ssize_t n;

  while (out >= 0 && (n = read (in, bytes, sizeof bytes)) > 0)
    if (write (out, bytes, (size_t) n) != n)
      break;
  if (in >= 0)
    close (in);
  if (out >= 0)
    close (out);
}

/* Files of the check itself, and of the engine that runs CUDA programs. */
static int
is_ours (const char *path)
{
  const char *names[] = { "IHOP_CHECK_DUMP", "BENCH_DUMP", "IHOP_EMU_REPORT", "IHOP_CHECK_OUTSIDE", "IHOP_SIMT_CACHE" };

  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (is_below (path, getenv (names[i])))
      return 1;
  return is_below (path, "/dev") || is_below (path, "/proc") || is_below (path, "/sys");
}

/* What stands around the program's folder is named from there: other programs have other folders. */
static unsigned long
hash_of (const char *path, const char *notes)
{
  unsigned long hash = 0xcbf29ce484222325ul;
  size_t around = (size_t) (strrchr (notes, '/') - notes);

  if (strncmp (path, notes, around) == 0)
    path += around;
  for (; *path; path++)
    hash = (hash ^ (unsigned char) *path) * 0x100000001b3ul;
  return hash;
}

static void
note (int folder, const char *path)
{
  const char *notes = getenv ("IHOP_CHECK_OUTSIDE"), *inside = getenv ("IHOP_CHECK_INSIDE");
  char found[PATH_MAX + 1], name[PATH_MAX];
  int before = errno, file;
  struct stat status;

  if (notes == NULL || inside == NULL || path == NULL || !find_path (folder, path, found))
    return;
  if (is_below (found, inside) || is_ours (found))
    return;
  snprintf (name, sizeof name, "%s/%016lx.path", notes, hash_of (found, notes));
  if ((file = open_plainly (name, O_WRONLY | O_CREAT | O_EXCL)) >= 0)
    {
      ssize_t written = write (file, found, strlen (found));
      close (file);
      int is_there = lstat (found, &status) == 0;
      strcpy (strrchr (name, '.'), is_there ? ".before" : ".new");
      if (is_there && S_ISREG (status.st_mode))
        save (found, name);
      else if (!is_there && written > 0)
        close (open_plainly (name, O_WRONLY | O_CREAT));
    }
  errno = before;
}

#define REAL(type, name, ...) \
  static type (*real) (__VA_ARGS__); \
  if (real == NULL) \
    real = (type (*) (__VA_ARGS__)) dlsym (RTLD_NEXT, name)

#define CHANGES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

#define OPEN(name) \
  int name (const char *path, int flags, ...) \
  { \
    va_list arguments; \
    va_start (arguments, flags); \
    mode_t mode = (mode_t) va_arg (arguments, int); \
    va_end (arguments); \
    REAL (int, #name, const char *, int, ...); \
    if (flags & CHANGES) \
      note (AT_FDCWD, path); \
    return real (path, flags, mode); \
  }
OPEN (open)
OPEN (open64)

#define OPENAT(name) \
  int name (int folder, const char *path, int flags, ...) \
  { \
    va_list arguments; \
    va_start (arguments, flags); \
    mode_t mode = (mode_t) va_arg (arguments, int); \
    va_end (arguments); \
    REAL (int, #name, int, const char *, int, ...); \
    if (flags & CHANGES) \
      note (folder, path); \
    return real (folder, path, flags, mode); \
  }
OPENAT (openat)
OPENAT (openat64)

#define FOPEN(name) \
  FILE *name (const char *path, const char *mode) \
  { \
    REAL (FILE *, #name, const char *, const char *); \
    if (mode && strpbrk (mode, "wa+")) \
      note (AT_FDCWD, path); \
    return real (path, mode); \
  }
FOPEN (fopen)
FOPEN (fopen64)

#define FREOPEN(name) \
  FILE *name (const char *path, const char *mode, FILE *file) \
  { \
    REAL (FILE *, #name, const char *, const char *, FILE *); \
    if (mode && strpbrk (mode, "wa+")) \
      note (AT_FDCWD, path); \
    return real (path, mode, file); \
  }
FREOPEN (freopen)
FREOPEN (freopen64)

/* The path is the first argument … */
#define FIRST(name, type) \
  int name (const char *path, type more) \
  { \
    REAL (int, #name, const char *, type); \
    note (AT_FDCWD, path); \
    return real (path, more); \
  }
FIRST (creat, mode_t)
FIRST (creat64, mode_t)
FIRST (mkdir, mode_t)
FIRST (mkfifo, mode_t)
FIRST (truncate, off_t)
FIRST (truncate64, off_t)

/* … or the only one … */
#define ONLY(name) \
  int name (const char *path) \
  { \
    REAL (int, #name, const char *); \
    note (AT_FDCWD, path); \
    return real (path); \
  }
ONLY (unlink)
ONLY (remove)
ONLY (rmdir)

/* … or there are two. */
#define TWO(name, changes_first) \
  int name (const char *from, const char *to) \
  { \
    REAL (int, #name, const char *, const char *); \
    if (changes_first) \
      note (AT_FDCWD, from); \
    note (AT_FDCWD, to); \
    return real (from, to); \
  }
TWO (rename, 1)
TWO (link, 0)
TWO (symlink, 0)
