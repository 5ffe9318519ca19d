/* ihop_emu_arena.h: device memory. Comes after ihop_emu.h.
 *
 * All of it lies in one reserved stretch of addresses, the arena, which nobody may touch except inside of a kernel or a
 * copy. Fresh memory is poisoned, guard bytes stand on both sides of every allocation, and freed addresses are never used again. */
#ifndef IHOP_EMU_ARENA_H
#define IHOP_EMU_ARENA_H

/* ---- The arena --------------------------------------------------------------------- */

/* Addresses cost nothing, and freed ones are never reused: ask for a lot, and
 * for less where the system has a limit (ulimit -v). */
IHOP_EMU_FUNCTION void
ihop_emu_reserve (void)
{
  size_t bytes = (size_t) 8 << 40;
  void *at;

  for (; bytes >= (size_t) 1 << 26; bytes /= 2) {
    at = ihop_emu_mmap (NULL, bytes, IHOP_EMU_PROT_NONE,
                        IHOP_EMU_MAP_PRIVATE | IHOP_EMU_MAP_ANONYMOUS | IHOP_EMU_MAP_NORESERVE,
                        -1, 0);
    if (at != (void *) -1) {
      ihop_emu.arena = at;
      ihop_emu.arena_top = ihop_emu.arena + ihop_emu.page;  /* a hole comes first */
      ihop_emu.arena_end = ihop_emu.arena + bytes;
      return;
    }
  }
  ihop_emu_fail (ihop_emu.file, ihop_emu.line, "no address space for emulated device memory");
}

/* Runs upon the first call. Late enough to come after the sanitizers, whose
 * fault handler must not be the one that is asked first. */
IHOP_EMU_FUNCTION void
ihop_emu_start (void)
{
  struct ihop_emu_sigaction action = { .handler = ihop_emu_on_fault,
                                       .flags = IHOP_EMU_SA_SIGINFO | IHOP_EMU_SA_ONSTACK };
  const char *trace = ihop_emu_getenv ("IHOP_EMU_TRACE");
  const char *limit = ihop_emu_getenv ("IHOP_EMU_MEMORY");
  const char *backwards = ihop_emu_getenv ("IHOP_EMU_BACKWARDS");

  ihop_emu.started = 1;
  ihop_emu.poison_fd = -1;
  ihop_emu.page = (size_t) ihop_emu_getpagesize ();
  ihop_emu.trace = trace != NULL && trace[0] != '\0' && trace[0] != '0';
  ihop_emu.backwards = backwards != NULL && backwards[0] != '\0' && backwards[0] != '0';
  ihop_emu.limit = limit != NULL ? ihop_emu_strtoul (limit, NULL, 0) : (size_t) -1;
  ihop_emu_reserve ();
  ihop_emu_sigaction (IHOP_EMU_SIGSEGV, &action, &ihop_emu.old_segv);
  ihop_emu_sigaction (IHOP_EMU_SIGBUS, &action, &ihop_emu.old_bus);
}

/* Every call of the API passes here first. */
IHOP_EMU_FUNCTION void
ihop_emu_enter (const char *call, const char *file, int line)
{
  if (!ihop_emu.started)
    ihop_emu_start ();
  if (ihop_emu.kernel != NULL)
    ihop_emu_fail (file, line, "%s is called inside kernel %s", call, ihop_emu.kernel);
  ihop_emu.call = call;
  ihop_emu.file = file;
  ihop_emu.line = line;
}

__attribute__ ((format (printf, 1, 2)))
IHOP_EMU_FUNCTION void
ihop_emu_trace (const char *format, ...)
{
  va_list args;

  if (!ihop_emu.trace)
    return;
  ihop_emu_printf (2, "ihop_emu: ");
  va_start (args, format);
  ihop_emu_say (ihop_emu.file, ihop_emu.line, format, args);
  va_end (args);
}

IHOP_EMU_FUNCTION cudaError_t
ihop_emu_error (cudaError_t error)
{
  if (error != cudaSuccess)
    ihop_emu.last_error = error;
  return error;
}

IHOP_EMU_FUNCTION void
ihop_emu_protect (const struct ihop_emu_allocation *a, int protection)
{
  if (ihop_emu_mprotect (a->map, a->map_bytes, protection) != 0)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "the system refuses to change the protection "
                   "of allocation #%d", ihop_emu_number (a));
}

/* Poison, as the words of memory: 0x7ffda5a5 is a quiet NaN as float and as the
 * upper half of a double, and an odd integer whether one looks at 8, 16, 32 or
 * 64 bits. The guards' word is another NaN, to be told apart in a debugger. */
#define IHOP_EMU_POISON 0x7ffda5a5u
#define IHOP_EMU_GUARD 0x7ffeb1b1u

/* Poison comes from a file in memory that is mapped copy-on-write as often as it
 * takes: an allocation of many GiB costs only the pages that are written. */
#define IHOP_EMU_POISON_MOST ((size_t) 64 << 20)

IHOP_EMU_FUNCTION int
ihop_emu_poison_file (size_t bytes)
{
  unsigned words[4096];

  if (ihop_emu.poison_fd < 0)
    ihop_emu.poison_fd = ihop_emu_memfd ("ihop_emu", 1 /* close on exec */);
  if (ihop_emu.poison_fd < 0)
    return 0;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    words[i] = IHOP_EMU_POISON;
  while (ihop_emu.poison_filled < bytes && ihop_emu.poison_filled < IHOP_EMU_POISON_MOST) {
    if (ihop_emu_write_fd (ihop_emu.poison_fd, words, sizeof words) != (long) sizeof words)
      return 0;
    ihop_emu.poison_filled += sizeof words;
  }
  return 1;
}

IHOP_EMU_FUNCTION int
ihop_emu_commit (unsigned char *at, size_t bytes)
{
  if (!ihop_emu_poison_file (bytes))
    return 0;
  for (size_t done = 0; done < bytes; done += IHOP_EMU_POISON_MOST) {
    size_t n = bytes - done < IHOP_EMU_POISON_MOST ? bytes - done : IHOP_EMU_POISON_MOST;
    if (ihop_emu_mmap (at + done, n, IHOP_EMU_PROT_NONE,
                       IHOP_EMU_MAP_PRIVATE | IHOP_EMU_MAP_FIXED | IHOP_EMU_MAP_NORESERVE,
                       ihop_emu.poison_fd, 0) == (void *) -1)
      return 0;
  }
  return 1;
}

/* ---- Guards ---------------------------------------------------------------------------- */

#define IHOP_EMU_FRONT 256        /* CUDA aligns to 256 bytes as well */
#define IHOP_EMU_BACK 64          /* at least; up to the end of the page */

/* Byte number "address" of the guard pattern, wherever a guard begins. */
IHOP_EMU_FUNCTION unsigned char
ihop_emu_guard_byte (const unsigned char *address)
{
  return (unsigned char) (IHOP_EMU_GUARD >> 8 * ((size_t) address & 3));
}

IHOP_EMU_FUNCTION void
ihop_emu_guard_fill (unsigned char *from, unsigned char *to)
{
  for (; from < to; from++)
    *from = ihop_emu_guard_byte (from);
}

IHOP_EMU_FUNCTION void
ihop_emu_guard_check (const struct ihop_emu_allocation *a, const unsigned char *from,
                      const unsigned char *to, const char *when)
{
  for (; from < to; from++)
    if (*from != ihop_emu_guard_byte (from))
      ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                     "%s: something was written to byte %td of allocation #%d, "
                     "which has %zu (made at %s:%d)",
                     when, from - a->ptr, ihop_emu_number (a), a->size, a->file, a->line);
}

/* The memory must be readable by now. */
IHOP_EMU_FUNCTION void
ihop_emu_guards_check (const struct ihop_emu_allocation *a, const char *when)
{
  ihop_emu_guard_check (a, a->map, a->ptr, when);
  ihop_emu_guard_check (a, a->ptr + a->size, a->map + a->map_bytes, when);
}

#endif /* IHOP_EMU_ARENA_H */
