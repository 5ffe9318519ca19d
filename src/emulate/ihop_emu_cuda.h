/* ihop_emu_cuda.h: CUDA's calls, and launches. Comes after ihop_emu.h, whose
 * opening comment tells how generated code uses both.
 *
 * CUDA's ordinary refusals are returned and remembered for cudaGetLastError.
 * What a correct program never does (a pointer of the wrong side, a range that
 * leaves its allocation, a second cudaFree) ends the run with a sentence: the
 * card's own answer to it, "invalid argument", helps nobody. */
#ifndef IHOP_EMU_CUDA_H
#define IHOP_EMU_CUDA_H

/* Not inlined, as little as the real library's: a compiler that looks through
 * them warns about arrays of the user's which only a copy fills. */
#ifdef IHOP_EMU_LINKED
#define IHOP_EMU_CALL IHOP_EMU_FUNCTION
#else
#define IHOP_EMU_CALL __attribute__ ((noinline)) IHOP_EMU_FUNCTION
#endif

/* ---- cudaMalloc, cudaFree ------------------------------------------------------------------ */

IHOP_EMU_FUNCTION struct ihop_emu_allocation *
ihop_emu_allocation_new (size_t size)
{
  struct ihop_emu_allocation *a;
  size_t left = (size_t) (ihop_emu.arena_end - ihop_emu.arena_top), bytes;

  if (size > left - left / 4 || size > ihop_emu.limit - ihop_emu.live_bytes)
    return NULL;
  bytes = (IHOP_EMU_FRONT + size + IHOP_EMU_BACK + ihop_emu.page - 1) & ~(ihop_emu.page - 1);
  if (bytes + ihop_emu.page > left || !ihop_emu_commit (ihop_emu.arena_top, bytes))
    return NULL;
  if (ihop_emu.n_allocations == ihop_emu.room) {
    ihop_emu.room = ihop_emu.room * 2 + 16;
    a = __builtin_realloc (ihop_emu.allocations, (size_t) ihop_emu.room * sizeof *a);
    if (a == NULL)
      ihop_emu_fail (ihop_emu.file, ihop_emu.line, "out of host memory");
    ihop_emu.allocations = a;
  }
  a = &ihop_emu.allocations[ihop_emu.n_allocations++];
  *a = (struct ihop_emu_allocation) { .map = ihop_emu.arena_top, .map_bytes = bytes,
                                      .ptr = ihop_emu.arena_top + IHOP_EMU_FRONT, .size = size,
                                      .file = ihop_emu.file, .line = ihop_emu.line, .var = -1 };
  ihop_emu.arena_top += bytes + ihop_emu.page;  /* the hole behind it */
  return a;
}

/* Opens a new allocation just long enough to put its guards up. */
IHOP_EMU_FUNCTION void *
ihop_emu_allocation_ready (struct ihop_emu_allocation *a)
{
  ihop_emu_protect (a, IHOP_EMU_PROT_RW);
  ihop_emu_guard_fill (a->map, a->ptr);
  ihop_emu_guard_fill (a->ptr + a->size, a->map + a->map_bytes);
  ihop_emu_protect (a, IHOP_EMU_PROT_NONE);
  ihop_emu.live_bytes += a->size;
  if (ihop_emu.live_bytes > ihop_emu.peak_bytes)
    ihop_emu.peak_bytes = ihop_emu.live_bytes;
  return a->ptr;
}

/* Nothing asked for: NULL, as CUDA. Nothing to be had: NULL as well, where CUDA
 * leaves the pointer as it was, so that what follows fails in the same way
 * each time. */
IHOP_EMU_CALL cudaError_t
ihop_emu_malloc (void **result, size_t size, const char *file, int line)
{
  struct ihop_emu_allocation *a = NULL;
  void *ptr = NULL;

  ihop_emu_enter ("cudaMalloc", file, line);
  if (size > 0)
    a = ihop_emu_allocation_new (size);
  if (a != NULL)
    ptr = ihop_emu_allocation_ready (a);
  ihop_emu_trace ("cudaMalloc of %zu bytes: allocation #%d", size,
                  a != NULL ? ihop_emu_number (a) : 0);
  __builtin_memcpy (result, &ptr, sizeof ptr);  /* the object may be any kind of pointer */
  return ihop_emu_error (size > 0 && a == NULL ? cudaErrorMemoryAllocation : cudaSuccess);
}

/* Kept apart from the host like all device memory: programs copy to it, and a forgotten copy is to be
 * noticed here although a card would let the host look. */
IHOP_EMU_CALL cudaError_t
ihop_emu_malloc_managed (void **result, size_t size, const char *file, int line)
{
  if (size > 0)
    return ihop_emu_malloc (result, size, file, line);
  ihop_emu_enter ("cudaMallocManaged", file, line);
  return ihop_emu_error (cudaErrorInvalidValue);
}

IHOP_EMU_FUNCTION struct ihop_emu_allocation *
ihop_emu_freeable (void *ptr)
{
  struct ihop_emu_allocation *a = ihop_emu_in_arena (ptr) ? ihop_emu_below (ptr) : NULL;

  if (a == NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                   "cudaFree of %p, which is not device memory", ptr);
  if (a->freed_file != NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                   "cudaFree of allocation #%d (%zu bytes, made at %s:%d), already freed at %s:%d",
                   ihop_emu_number (a), a->size, a->file, a->line, a->freed_file, a->freed_line);
  if (a->ptr != ptr)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                   "cudaFree of byte %td of allocation #%d (made at %s:%d), not of its beginning",
                   (unsigned char *) ptr - a->ptr, ihop_emu_number (a), a->file, a->line);
  return a;
}

/* The pages go back to the system; the addresses stay reserved and forbidden. */
IHOP_EMU_CALL cudaError_t
ihop_emu_free (void *ptr, const char *file, int line)
{
  struct ihop_emu_allocation *a;

  ihop_emu_enter ("cudaFree", file, line);
  if (ptr == NULL)
    return cudaSuccess;
  a = ihop_emu_freeable (ptr);
  ihop_emu_protect (a, IHOP_EMU_PROT_RW);
  ihop_emu_guards_check (a, "before cudaFree");
  ihop_emu_mmap (a->map, a->map_bytes, IHOP_EMU_PROT_NONE,
                 IHOP_EMU_MAP_PRIVATE | IHOP_EMU_MAP_FIXED | IHOP_EMU_MAP_ANONYMOUS
                 | IHOP_EMU_MAP_NORESERVE, -1, 0);
  a->freed_file = file;
  a->freed_line = line;
  ihop_emu_mirror_lost (ihop_emu_number (a) - 1);
  ihop_emu.live_bytes -= a->size;
  ihop_emu.frees++;
  ihop_emu_trace ("cudaFree of allocation #%d", ihop_emu_number (a));
  return cudaSuccess;
}

/* ---- Copies ----------------------------------------------------------------------------------- */

/* What a copy or cudaMemset touches on one side: "bytes" from first to last
 * byte. Returns the allocation, or NULL for host memory; "device" is what the
 * caller claims. */
IHOP_EMU_FUNCTION struct ihop_emu_allocation *
ihop_emu_side (const void *ptr, size_t bytes, int device, const char *side)
{
  struct ihop_emu_allocation *a = ihop_emu_in_arena (ptr) ? ihop_emu_below (ptr) : NULL;
  const unsigned char *p = ptr;

  if (!device && ihop_emu_in_arena (ptr))
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "%s: the %s is said to be host memory, "
                   "but %p is device memory", ihop_emu.call, side, ptr);
  if (!device)
    return NULL;
  if (a == NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "%s: the %s is said to be device memory, "
                   "but %p is not", ihop_emu.call, side, ptr);
  if (a->freed_file != NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "%s: the %s is allocation #%d, freed at %s:%d",
                   ihop_emu.call, side, ihop_emu_number (a), a->freed_file, a->freed_line);
  if (p < a->ptr || p > a->ptr + a->size || bytes > a->size - (size_t) (p - a->ptr))
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "%s: %zu bytes from byte %td on leave the %s, "
                   "allocation #%d of %zu bytes (made at %s:%d)", ihop_emu.call, bytes, p - a->ptr,
                   side, ihop_emu_number (a), a->size, a->file, a->line);
  return a;
}

IHOP_EMU_FUNCTION cudaMemcpyKind
ihop_emu_kind (const void *to, const void *from, cudaMemcpyKind kind)
{
  if (kind != cudaMemcpyDefault)
    return kind;
  if (ihop_emu_in_arena (to))
    return ihop_emu_in_arena (from) ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  return ihop_emu_in_arena (from) ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
}

/* From the first to the last byte of "height" rows; (size_t) -1 if that is more
 * than there are addresses. */
IHOP_EMU_FUNCTION size_t
ihop_emu_extent (size_t pitch, size_t width, size_t height)
{
  size_t bytes;

  if (__builtin_mul_overflow (pitch, height - 1, &bytes)
      || __builtin_add_overflow (bytes, width, &bytes))
    return (size_t) -1;
  return bytes;
}

IHOP_EMU_FUNCTION void
ihop_emu_protect_sides (const struct ihop_emu_allocation *to,
                        const struct ihop_emu_allocation *from, int protection)
{
  if (to != NULL)
    ihop_emu_protect (to, protection);
  if (from != NULL)
    ihop_emu_protect (from, protection);
}

IHOP_EMU_FUNCTION void
ihop_emu_count_copy (struct ihop_emu_allocation *to, struct ihop_emu_allocation *from,
                     size_t bytes, cudaMemcpyKind kind)
{
  static const char *const names[] = { "host to host", "host to device", "device to host",
                                       "device to device" };

  ihop_emu.copies[kind].count++;
  ihop_emu.copies[kind].bytes += bytes;
  if (kind == cudaMemcpyHostToDevice)
    to->bytes_in += bytes;
  if (kind == cudaMemcpyDeviceToHost)
    from->bytes_out += bytes;
  ihop_emu_trace ("%s %s: %zu bytes", ihop_emu.call, names[kind], bytes);
}

IHOP_EMU_FUNCTION void
ihop_emu_copy_row (unsigned char *to, const unsigned char *from, size_t width, cudaMemcpyKind kind)
{
  if (kind == cudaMemcpyDeviceToHost)
    ihop_emu_mirror_check_out (to, from, width);
  ihop_emu_memmove (to, from, width);
  ihop_emu_mirror_copied (kind == cudaMemcpyDeviceToHost ? from : to, width);
}

/* Both kinds of copy: "height" rows of "width" bytes. All is checked by now but
 * where the sides lie. Nothing else becomes accessible than the two sides. */
IHOP_EMU_FUNCTION cudaError_t
ihop_emu_copy (void *to, size_t to_pitch, const void *from, size_t from_pitch,
               size_t width, size_t height, cudaMemcpyKind kind)
{
  struct ihop_emu_allocation *target, *source;

  target = ihop_emu_side (to, ihop_emu_extent (to_pitch, width, height),
                          kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice,
                          "destination");
  source = ihop_emu_side (from, ihop_emu_extent (from_pitch, width, height),
                          kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice,
                          "source");
  ihop_emu_protect_sides (target, source, IHOP_EMU_PROT_RW);
  ihop_emu_mirrors.busy = 1;
  for (size_t row = 0; row < height; row++)
    ihop_emu_copy_row ((unsigned char *) to + row * to_pitch,
                       (const unsigned char *) from + row * from_pitch, width, kind);
  ihop_emu_mirrors.busy = 0;
  ihop_emu_protect_sides (target, source, IHOP_EMU_PROT_NONE);
  ihop_emu_count_copy (target, source, width * height, kind);
  return cudaSuccess;
}

IHOP_EMU_CALL cudaError_t
ihop_emu_memcpy (void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                 const char *file, int line)
{
  ihop_emu_enter ("cudaMemcpy", file, line);
  if ((int) kind < 0 || kind > cudaMemcpyDefault)
    return ihop_emu_error (cudaErrorInvalidMemcpyDirection);
  if (bytes == 0)
    return cudaSuccess;
  return ihop_emu_copy (to, bytes, from, bytes, bytes, 1, ihop_emu_kind (to, from, kind));
}

IHOP_EMU_CALL cudaError_t
ihop_emu_memcpy_2d (void *to, size_t to_pitch, const void *from, size_t from_pitch,
                    size_t width, size_t height, cudaMemcpyKind kind, const char *file, int line)
{
  ihop_emu_enter ("cudaMemcpy2D", file, line);
  if ((int) kind < 0 || kind > cudaMemcpyDefault)
    return ihop_emu_error (cudaErrorInvalidMemcpyDirection);
  if (width > to_pitch || width > from_pitch)
    return ihop_emu_error (cudaErrorInvalidPitchValue);
  if (width == 0 || height == 0)
    return cudaSuccess;
  return ihop_emu_copy (to, to_pitch, from, from_pitch, width, height,
                        ihop_emu_kind (to, from, kind));
}

IHOP_EMU_CALL cudaError_t
ihop_emu_memset (void *ptr, int value, size_t bytes, const char *file, int line)
{
  struct ihop_emu_allocation *a;

  ihop_emu_enter ("cudaMemset", file, line);
  if (bytes == 0)
    return cudaSuccess;
  a = ihop_emu_side (ptr, bytes, 1, "destination");
  ihop_emu_protect (a, IHOP_EMU_PROT_RW);
  __builtin_memset (ptr, value, bytes);
  ihop_emu_protect (a, IHOP_EMU_PROT_NONE);
  ihop_emu_mirror_copied (ptr, bytes);
  ihop_emu.sets.count++;
  ihop_emu.sets.bytes += bytes;
  ihop_emu_trace ("cudaMemset: %zu bytes", bytes);
  return cudaSuccess;
}

/* ---- Launches ------------------------------------------------------------------------------------ */

/* CUDA C++ Programming Guide, "Technical Specifications per Compute Capability":
 * the same for every card since compute capability 3.0. */
IHOP_EMU_FUNCTION int
ihop_emu_size_possible (dim3 grid, dim3 block)
{
  return grid.x >= 1 && grid.y >= 1 && grid.z >= 1
         && grid.x <= 2147483647u && grid.y <= 65535 && grid.z <= 65535
         && block.x >= 1 && block.y >= 1 && block.z >= 1
         && block.x <= 1024 && block.y <= 1024 && block.z <= 64
         && (unsigned long) block.x * block.y * block.z <= 1024;
}

IHOP_EMU_FUNCTION void
ihop_emu_protect_all (int protection)
{
  for (int i = 0; i < ihop_emu.n_allocations; i++)
    if (ihop_emu.allocations[i].freed_file == NULL)
      ihop_emu_protect (&ihop_emu.allocations[i], protection);
}

/* Opens device memory for the kernel. Returns 0, and leaves the reason to
 * cudaGetLastError, when the card would not run it: then do not run it. */
__attribute__ ((warn_unused_result))
IHOP_EMU_FUNCTION int
ihop_emu_kernel_begin (const char *name, const char *file, int line, dim3 grid, dim3 block)
{
  ihop_emu_enter (name, file, line);
  ihop_emu_trace ("kernel %s <<<(%u,%u,%u), (%u,%u,%u)>>>%s", name, grid.x, grid.y, grid.z,
                  block.x, block.y, block.z,
                  ihop_emu_size_possible (grid, block) ? "" : ": invalid configuration");
  if (!ihop_emu_size_possible (grid, block)) {
    ihop_emu_error (cudaErrorInvalidConfiguration);
    return 0;
  }
  ihop_emu.kernels++;
  ihop_emu_thread = (struct ihop_emu_identity) { .gridDim = grid, .blockDim = block };
  ihop_emu_protect_all (IHOP_EMU_PROT_RW);
  ihop_emu.kernel = name;
  return 1;
}

/* The blocks of a grid, or the threads of a block, one after another: which one comes first ... */
IHOP_EMU_FUNCTION dim3
ihop_emu_first (dim3 all)
{
  return ihop_emu.backwards ? (dim3) { all.x - 1, all.y - 1, all.z - 1 } : (dim3) { 0, 0, 0 };
}

/* ... and which one next; its z is out of range behind the last one. */
IHOP_EMU_FUNCTION dim3
ihop_emu_next (dim3 at, dim3 all)
{
  unsigned step = ihop_emu.backwards ? -1u : 1u;

  if ((at.x += step) < all.x)
    return at;
  at.x = ihop_emu.backwards ? all.x - 1 : 0;
  if ((at.y += step) < all.y)
    return at;
  at.y = ihop_emu.backwards ? all.y - 1 : 0;
  at.z += step;
  return at;
}

IHOP_EMU_FUNCTION void
ihop_emu_kernel_end (void)
{
  const char *kernel = ihop_emu.kernel;

  if (kernel == NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "ihop_emu_kernel_end outside a kernel");
  ihop_emu.kernel = NULL;
  for (int i = 0; i < ihop_emu.n_allocations; i++)
    if (ihop_emu.allocations[i].freed_file == NULL)
      ihop_emu_guards_check (&ihop_emu.allocations[i], kernel);
  ihop_emu_protect_all (IHOP_EMU_PROT_NONE);
}

/* For every pointer argument of a kernel. Returns how many bytes of its
 * allocation lie from "ptr" on. NULL is let through, as on the card (it is what
 * cudaMalloc makes of 0 bytes): 0 bytes, and touching it is a fault. */
IHOP_EMU_FUNCTION size_t
ihop_emu_device_pointer (const volatile void *ptr, const char *name)
{
  const char *kernel = ihop_emu.kernel != NULL ? ihop_emu.kernel : "?";
  struct ihop_emu_allocation *a;

  if (ptr == NULL)
    return 0;
  a = ihop_emu_find (ptr);
  if (a != NULL)
    return a->size - (size_t) ((const volatile unsigned char *) ptr - a->ptr);
  a = ihop_emu_in_arena (ptr) ? ihop_emu_below (ptr) : NULL;
  if (a == NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "kernel %s: argument %s is a host pointer",
                   kernel, name);
  ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                 "kernel %s: argument %s points %s allocation #%d (%zu bytes, made at %s:%d)",
                 kernel, name, a->freed_file != NULL ? "into the freed" : "outside",
                 ihop_emu_number (a), a->size, a->file, a->line);
}

/* ---- Errors ---------------------------------------------------------------------------------------- */

/* As on the card: an error stays until cudaGetLastError fetches it, however many
 * calls succeed meanwhile; cudaPeekAtLastError leaves it in place. */
IHOP_EMU_FUNCTION cudaError_t
ihop_emu_last_error (int forget, const char *call, const char *file, int line)
{
  cudaError_t error;

  ihop_emu_enter (call, file, line);
  error = ihop_emu.last_error;
  if (forget)
    ihop_emu.last_error = cudaSuccess;
  return error;
}

IHOP_EMU_FUNCTION cudaError_t
ihop_emu_synchronize (const char *file, int line)
{
  ihop_emu_enter ("cudaDeviceSynchronize", file, line);
  ihop_emu_trace ("cudaDeviceSynchronize");
  return cudaSuccess;
}

IHOP_EMU_FUNCTION const char *
ihop_emu_error_name (cudaError_t error)
{
  switch (error) {
  case cudaSuccess: return "cudaSuccess";
  case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
  case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
  case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
  case cudaErrorInvalidPitchValue: return "cudaErrorInvalidPitchValue";
  case cudaErrorInvalidMemcpyDirection: return "cudaErrorInvalidMemcpyDirection";
  }
  return "unrecognized error code";
}

IHOP_EMU_FUNCTION const char *
ihop_emu_error_string (cudaError_t error)
{
  switch (error) {
  case cudaSuccess: return "no error";
  case cudaErrorInvalidValue: return "invalid argument";
  case cudaErrorMemoryAllocation: return "out of memory";
  case cudaErrorInvalidConfiguration: return "invalid configuration argument";
  case cudaErrorInvalidPitchValue: return "invalid pitch argument";
  case cudaErrorInvalidMemcpyDirection: return "invalid copy direction for memcpy";
  }
  return "unrecognized error code";
}

/* ---- CUDA's names: each is one expression, so that it may stand inside another macro --------------- */

#define cudaMalloc(ptr, bytes) \
  ihop_emu_malloc ((void **) (ptr), (bytes), __FILE__, __LINE__)
#define cudaMemAttachGlobal 1
#define cudaMallocManaged(ptr, bytes, flags) \
  ihop_emu_malloc_managed ((void **) (ptr), (bytes), __FILE__, __LINE__)
#define cudaFree(ptr) ihop_emu_free ((void *) (ptr), __FILE__, __LINE__)
#define cudaMemcpy(to, from, bytes, kind) \
  ihop_emu_memcpy ((to), (from), (bytes), (kind), __FILE__, __LINE__)
#define cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind) \
  ihop_emu_memcpy_2d ((to), (to_pitch), (from), (from_pitch), (width), (height), (kind), \
                      __FILE__, __LINE__)
#define cudaMemset(ptr, value, bytes) \
  ihop_emu_memset ((ptr), (value), (bytes), __FILE__, __LINE__)
#define cudaGetLastError() ihop_emu_last_error (1, "cudaGetLastError", __FILE__, __LINE__)
#define cudaPeekAtLastError() ihop_emu_last_error (0, "cudaPeekAtLastError", __FILE__, __LINE__)
#define cudaDeviceSynchronize() ihop_emu_synchronize (__FILE__, __LINE__)
#define cudaGetErrorName(error) ihop_emu_error_name (error)
#define cudaGetErrorString(error) ihop_emu_error_string (error)

#endif /* IHOP_EMU_CUDA_H */
