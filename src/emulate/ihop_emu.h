/* ihop_emu.h: a small CUDA runtime on the CPU.
 *
 * A program NAME_emu.c has the kernels of NAME.cu as ordinary C loops and calls
 * cudaMalloc, cudaMemcpy and so on as NAME.cu does; those calls land here.
 * Nothing here is about speed. It is about noticing everything that a real card
 * punishes late, elsewhere, or only sometimes:
 *
 *   - Host and device memory are apart. All device memory lies in one reserved
 *     stretch of addresses (the arena) that nobody may touch except inside a
 *     kernel or a copy. A host access faults, and the handler says what it hit.
 *   - Fresh device memory is poisoned: NaN as float and double, a big odd number
 *     as an integer. A forgotten copy does not happen to work.
 *   - Guard bytes stand before and after every allocation and are compared after
 *     each kernel, when it is freed, and at exit. Behind them comes a hole.
 *   - Freed addresses are never used again: a use after free faults.
 *   - Pointers given to kernels and copies must lie where they claim to lie.
 *   - A launch that the card refuses is refused here, with the same error code.
 *   - Every call is counted; see ihop_emu_report.h for the report.
 *
 * Text and order. The generator pastes, at the very top of the program,
 *     ihop_emu.h         the state, faults                      (this file)
 *     ihop_emu_arena.h   device memory: the arena, poison, guards
 *     ihop_emu_host.h    whether the host's or the device's copy is the newer one
 *     ihop_emu_cuda.h    cudaMalloc and friends, launches
 *     ihop_emu_watch.h   data races, sectors per warp access
 *     ihop_emu_report.h  counters, least possible transfers, the end of the run
 * Only the compiler's own headers are included, and libc is reached through
 * names of ours: so a "#define _GNU_SOURCE" that follows still takes effect, and
 * no name of the user's program collides. Several units of one program may each
 * have the text: functions are static, and the state is one weak object.
 * Linux, 64 bit; C99 with GNU extensions or later.
 *
 * How generated code calls it. The host side is written as for CUDA. A launcher
 * stands where <<<grid, block>>> stood:
 *
 *     dim3 grid = { (n + 255) / 256, 1, 1 }, block = { 256, 1, 1 };
 *     if (ihop_emu_kernel_begin ("f_k0", __FILE__, __LINE__, grid, block)) {
 *       ihop_emu_device_pointer (d_A, "d_A");    // every pointer argument
 *       ihop_emu_mirror (d_A, A, "A", 1);        // and what it is a copy of; 1: may be written
 *       f_k0 (grid, block, n, A);                // the collapsed kernel
 *       ihop_emu_kernel_end ();
 *     }
 *
 * and an instrumented collapsed kernel tells who is running and what it touches:
 *
 *     for (unsigned b = 0; b < grid.x; b++) {
 *       ihop_emu_thread.blockIdx.x = b;
 *       for (unsigned t = 0; t < block.x; t++) {
 *         ihop_emu_thread.threadIdx.x = t;
 *         ihop_emu_read (&A[i], sizeof A[i]);    // before the access
 *         ihop_emu_site (3, &A[i], sizeof A[i]);
 *         ...
 *       }
 *       ihop_emu_block_end ();
 *     }
 *
 * One kernel at a time, its emulated threads one after another: neither the
 * calls nor the kernels may be run by several OpenMP threads at once.
 *
 * Whatever is wrong ends the program at once with "FILE:LINE: sentence" on
 * standard error and exit status 86; no exit handlers run. CUDA's own, ordinary
 * refusals (no memory, bad launch size, bad pitch) are returned as CUDA does.
 *
 * Environment:
 *   IHOP_EMU_TRACE=1       every call, with its place, on standard error
 *   IHOP_EMU_LEAKS=1       memory never freed is reported at exit, status 86
 *   IHOP_EMU_BACKWARDS=1   the last thread of a launch runs first: what must not run at once shows
 *   IHOP_EMU_MEMORY=N      the card has N bytes (default: what the system gives)
 *   IHOP_EMU_REPORT=FILE   the report as JSON ("-": standard error)
 *   IHOP_EMU_SECTORS=FILE  sectors per warp access as JSON ("-" likewise)
 *   IHOP_EMU_HOST=0        nobody asks which copy is the newer one
 */
#ifndef IHOP_EMU_H
#define IHOP_EMU_H

#include <stdarg.h>
#include <stddef.h>

#define IHOP_EMU_STATUS 86

/* Each unit has functions of its own. Who compiles the program many times over has them compiled once, as an
 * object (object.c), and says IHOP_EMU_LINKED: then a unit reads them, and makes no code of them. */
#ifdef IHOP_EMU_OBJECT
#define IHOP_EMU_FUNCTION __attribute__ ((no_sanitize_thread))
#elif defined IHOP_EMU_LINKED
#define IHOP_EMU_FUNCTION extern __inline__ __attribute__ ((gnu_inline, no_sanitize_thread))
#else
#define IHOP_EMU_FUNCTION __attribute__ ((unused, no_sanitize_thread)) static
#endif

/* ---- libc under names of ours --------------------------------------------- */

extern void *ihop_emu_mmap (void *, size_t, int, int, int, long) __asm__ ("mmap");
extern int ihop_emu_mprotect (void *, size_t, int) __asm__ ("mprotect");
extern int ihop_emu_memfd (const char *, unsigned) __asm__ ("memfd_create");
extern long ihop_emu_write_fd (int, const void *, size_t) __asm__ ("write");
extern int ihop_emu_creat (const char *, unsigned) __asm__ ("creat");
extern int ihop_emu_close (int) __asm__ ("close");
extern int ihop_emu_getpagesize (void) __asm__ ("getpagesize");
extern char *ihop_emu_getenv (const char *) __asm__ ("getenv");
extern unsigned long ihop_emu_strtoul (const char *, char **, int) __asm__ ("strtoul");
extern int ihop_emu_flush (void *) __asm__ ("fflush");
extern int ihop_emu_printf (int, const char *, ...) __asm__ ("dprintf")
  __attribute__ ((format (printf, 2, 3)));
extern int ihop_emu_vprintf (int, const char *, va_list) __asm__ ("vdprintf")
  __attribute__ ((format (printf, 2, 0)));
extern void ihop_emu_exit_now (int) __asm__ ("_exit") __attribute__ ((noreturn));

/* The C library's struct sigaction on 64-bit Linux, glibc and musl alike. */
struct ihop_emu_sigaction {
  void (*handler) (int, void *, void *);
  unsigned long mask[16];
  int flags;
  void (*restorer) (void);
};
extern int ihop_emu_sigaction (int, const struct ihop_emu_sigaction *,
                               struct ihop_emu_sigaction *) __asm__ ("sigaction");

enum {
  IHOP_EMU_PROT_NONE = 0, IHOP_EMU_PROT_RW = 3,
  IHOP_EMU_MAP_PRIVATE = 0x02, IHOP_EMU_MAP_FIXED = 0x10,
  IHOP_EMU_MAP_ANONYMOUS = 0x20, IHOP_EMU_MAP_NORESERVE = 0x4000,
  IHOP_EMU_SIGBUS = 7, IHOP_EMU_SIGSEGV = 11,
  IHOP_EMU_SA_SIGINFO = 4, IHOP_EMU_SA_ONSTACK = 0x08000000
};

/* ---- CUDA's types ----------------------------------------------------------- */

typedef enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidPitchValue = 12,
  cudaErrorInvalidMemcpyDirection = 21
} cudaError_t;

typedef enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
} cudaMemcpyKind;

/* In C nobody fills in the ones: write all three, { 4, 1, 1 }. */
typedef struct dim3 {
  unsigned x, y, z;
} dim3;

/* ---- The state --------------------------------------------------------------- */

/* One cudaMalloc. Kept for ever, so that a late use can still be explained.
 *   map ........ ptr ......... ptr+size ......... map+map_bytes, then a hole
 *   |front guard|   the user's   |  back guard  |                          */
struct ihop_emu_allocation {
  unsigned char *map, *ptr;
  size_t size, map_bytes;
  const char *file, *freed_file;  /* freed_file: NULL while it lives */
  int line, freed_line;
  int var;                        /* ihop_emu_var_device's id, or -1 */
  unsigned long bytes_in, bytes_out;
  void *shadow;                   /* the race detector's, or NULL */
};

struct ihop_emu_tally {
  unsigned long count, bytes;
};

struct ihop_emu_state {
  int started, trace, backwards;
  size_t page;
  unsigned char *arena, *arena_top, *arena_end;
  struct ihop_emu_allocation *allocations;  /* ascending addresses */
  int n_allocations, room;
  int poison_fd;
  size_t poison_filled;           /* bytes of poison_fd that hold poison */
  cudaError_t last_error;
  const char *call, *file;        /* the last call and its place */
  int line;
  const char *kernel;             /* NULL outside kernels */
  struct ihop_emu_sigaction old_segv, old_bus;
  size_t limit, live_bytes, peak_bytes;
  unsigned long kernels, frees;
  struct ihop_emu_tally copies[4], sets;  /* copies: by cudaMemcpyKind */
};

/* Weak: every unit that has this text shares them. */
__attribute__ ((weak)) struct ihop_emu_state ihop_emu;

/* Who is running; gridDim and blockDim are set by ihop_emu_kernel_begin. */
__attribute__ ((weak)) struct ihop_emu_identity {
  dim3 blockIdx, threadIdx, blockDim, gridDim;
} ihop_emu_thread;

/* ---- Saying what is wrong ------------------------------------------------------ */

IHOP_EMU_FUNCTION void
ihop_emu_say (const char *file, int line, const char *format, va_list args)
{
  if (file != NULL)
    ihop_emu_printf (2, "%s:%d: ", file, line);
  ihop_emu_vprintf (2, format, args);
  ihop_emu_printf (2, "\n");
}

/* Ends the program. What the user printed so far is flushed, since it helps to
 * see how far the run got; nothing else runs. */
__attribute__ ((noreturn, format (printf, 3, 4)))
IHOP_EMU_FUNCTION void
ihop_emu_fail (const char *file, int line, const char *format, ...)
{
  va_list args;

  ihop_emu_flush (NULL);
  va_start (args, format);
  ihop_emu_say (file, line, format, args);
  va_end (args);
  ihop_emu_exit_now (IHOP_EMU_STATUS);
}

/* The same from a signal handler: the fault may have come from inside printf,
 * with its locks held, so nothing is flushed. */
__attribute__ ((noreturn, format (printf, 1, 2)))
IHOP_EMU_FUNCTION void
ihop_emu_fail_in_handler (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ihop_emu_say (ihop_emu.file, ihop_emu.line, format, args);
  va_end (args);
  ihop_emu_exit_now (IHOP_EMU_STATUS);
}

IHOP_EMU_FUNCTION int
ihop_emu_number (const struct ihop_emu_allocation *a)
{
  return (int) (a - ihop_emu.allocations) + 1;
}

/* The allocation whose mapping (guards too) starts at or below "address". */
IHOP_EMU_FUNCTION struct ihop_emu_allocation *
ihop_emu_below (const volatile void *address)
{
  const volatile unsigned char *p = address;
  int low = 0, high = ihop_emu.n_allocations;

  while (low < high) {
    int middle = low + (high - low) / 2;
    if (ihop_emu.allocations[middle].map <= p)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? &ihop_emu.allocations[low - 1] : NULL;
}

IHOP_EMU_FUNCTION int
ihop_emu_in_arena (const volatile void *address)
{
  const volatile unsigned char *p = address;

  return ihop_emu.arena != NULL && p >= ihop_emu.arena && p < ihop_emu.arena_end;
}

/* The live allocation that "address" lies in, guards not included, or NULL. */
IHOP_EMU_FUNCTION struct ihop_emu_allocation *
ihop_emu_find (const volatile void *address)
{
  const volatile unsigned char *p = address;
  struct ihop_emu_allocation *a = NULL;

  if (ihop_emu_in_arena (p))
    a = ihop_emu_below (p);
  if (a == NULL || a->freed_file != NULL || p < a->ptr || p >= a->ptr + a->size)
    return NULL;
  return a;
}

/* ---- Faults ---------------------------------------------------------------------- */

IHOP_EMU_FUNCTION void
ihop_emu_fault_in_kernel (const unsigned char *p, const struct ihop_emu_allocation *a)
{
  dim3 b = ihop_emu_thread.blockIdx, t = ihop_emu_thread.threadIdx;

  if (a == NULL)
    ihop_emu_fail_in_handler (
      "kernel %s touched address %p, which is not device memory "
      "(block %u,%u,%u thread %u,%u,%u, if the kernel tells)",
      ihop_emu.kernel, (const void *) p, b.x, b.y, b.z, t.x, t.y, t.z);
  if (a->freed_file != NULL)
    ihop_emu_fail_in_handler (
      "kernel %s touched allocation #%d (%zu bytes, made at %s:%d) after it was freed at %s:%d",
      ihop_emu.kernel, ihop_emu_number (a), a->size, a->file, a->line,
      a->freed_file, a->freed_line);
  ihop_emu_fail_in_handler (
    "kernel %s touched byte %td of allocation #%d, which has %zu (made at %s:%d)",
    ihop_emu.kernel, p - a->ptr, ihop_emu_number (a), a->size, a->file, a->line);
}

IHOP_EMU_FUNCTION void
ihop_emu_fault_on_host (const unsigned char *p, const struct ihop_emu_allocation *a)
{
  if (a == NULL)
    ihop_emu_fail_in_handler ("host code touched device address %p, after the last call %s",
                              (const void *) p, ihop_emu.call);
  ihop_emu_fail_in_handler (
    "host code touched device memory: byte %td of allocation #%d (%zu bytes, made at %s:%d%s), "
    "after the last call %s",
    p - a->ptr, ihop_emu_number (a), a->size, a->file, a->line,
    a->freed_file != NULL ? ", already freed" : "", ihop_emu.call);
}

/* A fault that is none of ours goes back to whoever was asked before us: we
 * restore that handler and return, and the same instruction faults again. */
IHOP_EMU_FUNCTION void
ihop_emu_on_fault (int signal, void *info, void *context)
{
  const unsigned char *p;

  (void) context;
  __builtin_memcpy (&p, (const char *) info + 16, sizeof p);  /* si_addr */
  if (ihop_emu.kernel != NULL)
    ihop_emu_fault_in_kernel (p, ihop_emu_in_arena (p) ? ihop_emu_below (p) : NULL);
  if (ihop_emu_in_arena (p))
    ihop_emu_fault_on_host (p, ihop_emu_below (p));
  ihop_emu_sigaction (signal, signal == IHOP_EMU_SIGBUS ? &ihop_emu.old_bus
                                                        : &ihop_emu.old_segv, NULL);
}

#endif /* IHOP_EMU_H */
