/* ihop_emu_host.h: which copy of a byte is the newer one, the host's or the device's? Comes after
 * ihop_emu.h.
 *
 * Nothing here relies on what the generator knows of a program. A launch tells where
 * the host's memory of each argument lies:
 *     ihop_emu_mirror (d_A, A, "A", written)
 * and from then on each byte of the allocation is in one of three states: alike (or
 * unknown), newer on the device, newer on the host. A copy makes bytes alike. It is a
 * fault with its place if
 *   - a copy to the host overwrites what the host has changed since a kernel could
 *     have seen it,
 *   - the host reads what a kernel has written and nobody has copied back,
 *   - a kernel reads what the host has changed and nobody has copied in.
 *
 * Compiled as any program, only the first kind is seen: a launch that may write
 * marks all of the allocation as newer there and keeps the host's bytes, and a
 * copy to the host compares. Compiled with -fsanitize=thread -DIHOP_EMU_ACCESSES and
 * linked without that flag, but with -Wl,--wrap= of the names at the end of this
 * file, each access of program and kernels comes by here, and all kinds are seen
 * exactly. (The compiler's calls for its own race detector serve; that one is not
 * linked.) What the C library does with the program's memory is seen by these
 * wrapped names, or by its bytes having changed.
 *
 * What nobody asks for need not be copied: a byte that stays newer on one side for
 * ever is no fault. Where the generator forgets a value (because all of it is
 * written anew before anything is read), so does this file: ihop_emu_forgets.
 *
 * IHOP_EMU_HOST=0 in the environment takes all of this away. */
#ifndef IHOP_EMU_HOST_H
#define IHOP_EMU_HOST_H

extern void *ihop_emu_memmove (void *, const void *, size_t) __asm__ ("memmove");
extern long ihop_emu_pwrite (int, const void *, size_t, long) __asm__ ("pwrite");
extern long ihop_emu_pread (int, void *, size_t, long) __asm__ ("pread");
extern int ihop_emu_munmap (void *, size_t) __asm__ ("munmap");

enum ihop_emu_newer { IHOP_EMU_ALIKE, IHOP_EMU_DEVICE_NEWER, IHOP_EMU_HOST_NEWER };

/* Larger allocations are not followed: each byte takes two more. */
#define IHOP_EMU_MIRROR_MOST ((size_t) 256 << 20)

/* The host's side of one allocation. */
struct ihop_emu_mirror {
  struct ihop_emu_mirror *next;
  int number;                     /* of the allocation, from 0 */
  unsigned char *device, *host;   /* where both begin */
  size_t size;
  unsigned char *state, *kept;    /* a byte each: what is newer; the host's byte at that time */
  const char *name, *kernel;      /* kernel: the last one that may have written */
};

struct ihop_emu_mirrors {
  struct ihop_emu_mirror *first;
  const unsigned char *low, *high; /* all host memory that is followed lies between */
  int busy, off, asked, scratch;   /* busy: we are at work ourselves; scratch: a file, + 1 */
};

__attribute__ ((weak)) struct ihop_emu_mirrors ihop_emu_mirrors;

#ifdef __SANITIZE_ADDRESS__
#define IHOP_EMU_OTHERS_WATCH 1
#elif defined __has_feature
#if __has_feature (address_sanitizer)
#define IHOP_EMU_OTHERS_WATCH 1
#endif
#endif

IHOP_EMU_FUNCTION int
ihop_emu_mirrors_off (void)
{
  const char *wish = ihop_emu_mirrors.asked ? NULL : ihop_emu_getenv ("IHOP_EMU_HOST");

  ihop_emu_mirrors.asked = 1;
#ifdef IHOP_EMU_OTHERS_WATCH
  ihop_emu_mirrors.off = 1;       /* the address sanitizer minds that we look at memory around arrays */
#endif
  ihop_emu_mirrors.off |= wish != NULL && wish[0] == '0';
  return ihop_emu_mirrors.off;
}

IHOP_EMU_FUNCTION void
ihop_emu_mirrors_bound (void)
{
  struct ihop_emu_mirrors *m = &ihop_emu_mirrors;

  m->low = m->high = NULL;
  for (struct ihop_emu_mirror *at = m->first; at != NULL; at = at->next) {
    m->low = m->low == NULL || at->host < m->low ? at->host : m->low;
    m->high = at->host + at->size > m->high ? at->host + at->size : m->high;
  }
}

IHOP_EMU_FUNCTION void
ihop_emu_mirror_end (struct ihop_emu_mirror **link)
{
  struct ihop_emu_mirror *m = *link;

  *link = m->next;
  ihop_emu_munmap (m->state, 2 * m->size);
  __builtin_free (m);
  ihop_emu_mirrors_bound ();
}

/* When it is freed. */
IHOP_EMU_FUNCTION void
ihop_emu_mirror_lost (int number)
{
  for (struct ihop_emu_mirror **link = &ihop_emu_mirrors.first; *link != NULL; link = &(*link)->next)
    if ((*link)->number == number) {
      ihop_emu_mirror_end (link);
      return;
    }
}

/* Memory of the host belongs to one allocation at a time: the last one that said so. */
IHOP_EMU_FUNCTION void
ihop_emu_mirror_only (const struct ihop_emu_mirror *own)
{
  struct ihop_emu_mirror **link = &ihop_emu_mirrors.first;

  while (*link != NULL)
    if (*link != own && (*link)->host < own->host + own->size
        && own->host < (*link)->host + (*link)->size)
      ihop_emu_mirror_end (link);
    else
      link = &(*link)->next;
}

IHOP_EMU_FUNCTION struct ihop_emu_mirror *
ihop_emu_mirror_of (const volatile void *address, int on_device)
{
  const unsigned char *p = (const unsigned char *) address;

  if (!on_device && (p < ihop_emu_mirrors.low || p >= ihop_emu_mirrors.high))
    return NULL;
  for (struct ihop_emu_mirror *m = ihop_emu_mirrors.first; m != NULL; m = m->next) {
    const unsigned char *start = on_device ? m->device : m->host;
    if (p >= start && p < start + m->size)
      return m;
  }
  return NULL;
}

IHOP_EMU_FUNCTION struct ihop_emu_mirror *
ihop_emu_mirror_new (struct ihop_emu_allocation *a, unsigned char *host, const char *name)
{
  struct ihop_emu_mirror *m = __builtin_malloc (sizeof *m);
  unsigned char *state = ihop_emu_mmap (NULL, 2 * a->size, IHOP_EMU_PROT_RW,
                                        IHOP_EMU_MAP_PRIVATE | IHOP_EMU_MAP_ANONYMOUS
                                        | IHOP_EMU_MAP_NORESERVE, -1, 0);

  if (m == NULL || state == (void *) -1)
    return NULL;
  *m = (struct ihop_emu_mirror) { .next = ihop_emu_mirrors.first, .number = ihop_emu_number (a) - 1,
                                  .device = a->ptr, .host = host, .size = a->size,
                                  .state = state, .kept = state + a->size, .name = name };
  ihop_emu_mirrors.first = m;
  ihop_emu_mirror_only (m);
  ihop_emu_mirrors_bound ();
  return m;
}

#ifndef IHOP_EMU_ACCESSES
/* The host's bytes, as many as there are: nobody may have told how large its memory is. The system
 * looks for us, and stops where there is none. */
IHOP_EMU_FUNCTION size_t
ihop_emu_host_bytes (unsigned char *to, const unsigned char *from, size_t size)
{
  int file = ihop_emu_mirrors.scratch - 1;
  size_t done = 0;
  long n = 1;

  if (file < 0)
    ihop_emu_mirrors.scratch = (file = ihop_emu_memfd ("ihop_emu", 1)) + 1;
  for (; done < size && n > 0; done += (size_t) n) {
    size_t most = size - done < 65536 ? size - done : 65536;
    n = file < 0 ? 0 : ihop_emu_pwrite (file, from + done, most, 0);
    n = n > 0 ? ihop_emu_pread (file, to + done, (size_t) n, 0) : 0;
  }
  return done;
}
#endif

/* Before each launch, for each of its arguments. */
IHOP_EMU_FUNCTION void
ihop_emu_mirror (const volatile void *device, const volatile void *host, const char *name, int written)
{
  struct ihop_emu_allocation *a = ihop_emu_find (device);
  unsigned char *start = (unsigned char *) (size_t) host;
  struct ihop_emu_mirror *m = ihop_emu_mirror_of (device, 1);

  if (a == NULL || host == NULL || a->size > IHOP_EMU_MIRROR_MOST || ihop_emu_mirrors_off ())
    return;
  if (m != NULL && m->host != start) {
    ihop_emu_mirror_lost (m->number);
    m = NULL;
  }
  if (m == NULL)
    m = ihop_emu_mirror_new (a, start, name);
  if (m == NULL || !written)
    return;
  m->kernel = ihop_emu.kernel;
#ifndef IHOP_EMU_ACCESSES
  __builtin_memset (m->state, IHOP_EMU_DEVICE_NEWER, ihop_emu_host_bytes (m->kept, start, m->size));
#endif
}

/* ---- Copies ---------------------------------------------------------------------------- */

IHOP_EMU_FUNCTION int
ihop_emu_host_changed (const struct ihop_emu_mirror *m, size_t byte)
{
  return m->state[byte] == IHOP_EMU_HOST_NEWER
         || (m->state[byte] == IHOP_EMU_DEVICE_NEWER && m->host[byte] != m->kept[byte]);
}

/* One row of a copy, before it is made (out), and after it. */
IHOP_EMU_FUNCTION void
ihop_emu_mirror_check_out (const unsigned char *host, const unsigned char *device, size_t bytes)
{
  struct ihop_emu_mirror *m = ihop_emu_mirror_of (device, 1);
  size_t first = m != NULL ? (size_t) (device - m->device) : 0;

  if (m == NULL || m->host + first != host)
    return;
  for (size_t i = first; i < first + bytes && i < m->size; i++)
    if (ihop_emu_host_changed (m, i))
      ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                     "%s would overwrite byte %zu of %s on the host, which the host has changed "
                     "since kernel %s ran or it was copied", ihop_emu.call, i, m->name,
                     m->kernel != NULL ? m->kernel : "?");
}

IHOP_EMU_FUNCTION void
ihop_emu_mirror_copied (const unsigned char *device, size_t bytes)
{
  struct ihop_emu_mirror *m = ihop_emu_mirror_of (device, 1);
  size_t first = m != NULL ? (size_t) (device - m->device) : 0;

  if (m != NULL)
    __builtin_memset (m->state + first, IHOP_EMU_ALIKE,
                      bytes < m->size - first ? bytes : m->size - first);
}

/* Nobody will read what it holds now. */
IHOP_EMU_FUNCTION void
ihop_emu_mirror_forget (int number)
{
  for (struct ihop_emu_mirror *m = ihop_emu_mirrors.first; m != NULL; m = m->next)
    if (m->number == number)
      __builtin_memset (m->state, IHOP_EMU_ALIKE, m->size);
}

/* ---- Every access ------------------------------------------------------------------------ */

#if defined IHOP_EMU_ACCESSES && !defined IHOP_EMU_LINKED

extern int ihop_emu_pipe (int *) __asm__ ("pipe");
extern int ihop_emu_fork (void) __asm__ ("fork");
extern int ihop_emu_dup2 (int, int) __asm__ ("dup2");
extern int ihop_emu_execlp (const char *, const char *, ...) __asm__ ("execlp");
extern long ihop_emu_readlink (const char *, char *, size_t) __asm__ ("readlink");
extern long ihop_emu_read_fd (int, void *, size_t) __asm__ ("read");
extern const char ihop_emu_image[] __asm__ ("__executable_start");

/* "file.c:12" of an instruction behind "pc", as addr2line has it from what the compiler left by -g. */
IHOP_EMU_FUNCTION const char *
ihop_emu_place (const void *pc)
{
  static char text[300], path[4096];
  char address[32];
  size_t at = (size_t) pc - 1, base = ihop_emu_image[16] == 2 ? 0 : (size_t) ihop_emu_image;
  long n = ihop_emu_readlink ("/proc/self/exe", path, sizeof path - 1);
  int ends[2], digits = sizeof address - 1;

  address[digits] = '\0';
  for (at -= base; digits > 0 && (at != 0 || digits == (int) sizeof address - 1); at /= 16)
    address[--digits] = "0123456789abcdef"[at % 16];
  if (n <= 0 || ihop_emu_pipe (ends) != 0)
    return "?";
  if (ihop_emu_fork () == 0) {
    ihop_emu_dup2 (ends[1], 1);
    ihop_emu_execlp ("addr2line", "addr2line", "-s", "-e", path, address + digits, (char *) NULL);
    ihop_emu_exit_now (1);
  }
  ihop_emu_close (ends[1]);
  n = ihop_emu_read_fd (ends[0], text, sizeof text - 1);
  for (long i = 0; i < n; i++)
    if (text[i] == '\n' || text[i] == ' ')
      text[i] = '\0';
  return n > 0 ? text : "?";
}

/* What the C library has written meanwhile is the host's. */
IHOP_EMU_FUNCTION void
ihop_emu_host_reads_byte (struct ihop_emu_mirror *m, size_t byte, const void *pc)
{
  if (m->state[byte] != IHOP_EMU_DEVICE_NEWER)
    return;
  if (m->host[byte] != m->kept[byte]) {
    m->state[byte] = IHOP_EMU_HOST_NEWER;
    return;
  }
  ihop_emu_fail (NULL, 0, "%s: the host reads byte %zu of %s, which kernel %s has written, and which "
                 "was not copied back (the last call was %s at %s:%d)", ihop_emu_place (pc), byte,
                 m->name, m->kernel != NULL ? m->kernel : "?", ihop_emu.call, ihop_emu.file,
                 ihop_emu.line);
}

IHOP_EMU_FUNCTION void
ihop_emu_on_host (const unsigned char *p, size_t bytes, int writes, const void *pc)
{
  struct ihop_emu_mirror *m = ihop_emu_mirror_of (p, 0);
  size_t first = m != NULL ? (size_t) (p - m->host) : 0;

  for (size_t i = first; m != NULL && i < first + bytes && i < m->size; i++)
    if (writes)
      m->state[i] = IHOP_EMU_HOST_NEWER;
    else
      ihop_emu_host_reads_byte (m, i, pc);
}

IHOP_EMU_FUNCTION void
ihop_emu_in_kernel (const unsigned char *p, size_t bytes, int writes, const void *pc)
{
  struct ihop_emu_mirror *m = ihop_emu_in_arena (p) ? ihop_emu_mirror_of (p, 1) : NULL;
  size_t first = m != NULL ? (size_t) (p - m->device) : 0;

  for (size_t i = first; m != NULL && i < first + bytes && i < m->size; i++)
    if (writes) {
      m->state[i] = IHOP_EMU_DEVICE_NEWER;
      m->kept[i] = m->host[i];
    } else if (m->state[i] == IHOP_EMU_HOST_NEWER)
      ihop_emu_fail (NULL, 0, "%s: kernel %s reads byte %zu of %s, which the host has changed, and "
                     "which was not copied in", ihop_emu_place (pc), ihop_emu.kernel, i, m->name);
}

IHOP_EMU_FUNCTION void
ihop_emu_access_seen (const volatile void *p, size_t bytes, int writes, const void *pc)
{
  if (ihop_emu_mirrors.first == NULL || ihop_emu_mirrors.busy)
    return;
  if (ihop_emu.kernel != NULL)
    ihop_emu_in_kernel ((const unsigned char *) p, bytes, writes, pc);
  else
    ihop_emu_on_host ((const unsigned char *) p, bytes, writes, pc);
}

/* The names that the compiler calls. */
#define IHOP_EMU_HOOK(name, ...) \
  __attribute__ ((weak, no_sanitize_thread)) void name (__VA_ARGS__); \
  __attribute__ ((weak, no_sanitize_thread)) void name (__VA_ARGS__)
#define IHOP_EMU_HOOKS(bytes)                                                              \
  IHOP_EMU_HOOK (__tsan_read##bytes, void *p)                                              \
  { ihop_emu_access_seen (p, bytes, 0, __builtin_return_address (0)); }                    \
  IHOP_EMU_HOOK (__tsan_write##bytes, void *p)                                             \
  { ihop_emu_access_seen (p, bytes, 1, __builtin_return_address (0)); }                    \
  IHOP_EMU_HOOK (__tsan_unaligned_read##bytes, void *p)                                    \
  { ihop_emu_access_seen (p, bytes, 0, __builtin_return_address (0)); }                    \
  IHOP_EMU_HOOK (__tsan_unaligned_write##bytes, void *p)                                   \
  { ihop_emu_access_seen (p, bytes, 1, __builtin_return_address (0)); }
IHOP_EMU_HOOKS (1)
IHOP_EMU_HOOKS (2)
IHOP_EMU_HOOKS (4)
IHOP_EMU_HOOKS (8)
IHOP_EMU_HOOKS (16)
IHOP_EMU_HOOK (__tsan_read_range, void *p, long n)
{ ihop_emu_access_seen (p, (size_t) n, 0, __builtin_return_address (0)); }
IHOP_EMU_HOOK (__tsan_write_range, void *p, long n)
{ ihop_emu_access_seen (p, (size_t) n, 1, __builtin_return_address (0)); }
IHOP_EMU_HOOK (__tsan_func_entry, void *p) { (void) p; }
IHOP_EMU_HOOK (__tsan_func_exit, void *p) { (void) p; }
IHOP_EMU_HOOK (__tsan_init, void) { }

/* The C library's that move memory: -Wl,--wrap=memset and so on. */
#define IHOP_EMU_WRAP(type, name, parameters, arguments, read, read_bytes, written, written_bytes) \
  extern type __real_##name parameters;                                                    \
  __attribute__ ((weak, no_sanitize_thread)) type __wrap_##name parameters;                \
  __attribute__ ((weak, no_sanitize_thread)) type __wrap_##name parameters                 \
  {                                                                                        \
    if ((read) != NULL)                                                                    \
      ihop_emu_access_seen ((read), (read_bytes), 0, __builtin_return_address (0));        \
    if ((written) != NULL)                                                                 \
      ihop_emu_access_seen ((written), (written_bytes), 1, __builtin_return_address (0));  \
    return __real_##name arguments;                                                        \
  }
IHOP_EMU_WRAP (void *, memset, (void *to, int byte, size_t n), (to, byte, n),
               (void *) NULL, (size_t) 0, to, n)
IHOP_EMU_WRAP (void *, memcpy, (void *to, const void *from, size_t n), (to, from, n), from, n, to, n)
IHOP_EMU_WRAP (void *, memmove, (void *to, const void *from, size_t n), (to, from, n), from, n, to, n)
IHOP_EMU_WRAP (size_t, fread, (void *to, size_t size, size_t n, void *file), (to, size, n, file),
               (void *) NULL, (size_t) 0, to, size * n)
IHOP_EMU_WRAP (size_t, fwrite, (const void *from, size_t size, size_t n, void *file),
               (from, size, n, file), from, size * n, (void *) NULL, (size_t) 0)
#endif

#endif /* IHOP_EMU_HOST_H */
