/* Memory, copies and launches. */

/* A launcher and a collapsed kernel as they are generated: y = 2 x. "off" shifts
 * the access, to make it wrong. */
static void
twice_k0 (dim3 grid, dim3 block, int n, const double *x, double *y, long off)
{
  for (unsigned b = 0; b < grid.x; b++)
    for (unsigned t = 0; t < block.x; t++) {
      int i = (int) (b * block.x + t);
      if (i < n)
        y[i + off] = 2 * x[i];
    }
}

static void
twice (int n, const double *x, double *y, long off)
{
  dim3 grid = { (unsigned) (n + 31) / 32, 1, 1 }, block = { 32, 1, 1 };

  if (ihop_emu_kernel_begin ("twice_k0", __FILE__, __LINE__, grid, block)) {
    ihop_emu_device_pointer (x, "x");
    ihop_emu_device_pointer (y, "y");
    twice_k0 (grid, block, n, x, y, off);
    ihop_emu_kernel_end ();
  }
}

static void
correct (void)
{
  double h[100], *x = device_array (100), *y = device_array (100);

  for (int i = 0; i < 100; i++)
    h[i] = i;
  IHOP_CUDA (cudaMemcpy (x, h, sizeof h, cudaMemcpyHostToDevice));
  twice (100, x, y, 0);
  IHOP_CUDA (cudaGetLastError ());
  IHOP_CUDA (cudaDeviceSynchronize ());
  IHOP_CUDA (cudaMemcpy (h, y, sizeof h, cudaMemcpyDefault));
  for (int i = 0; i < 100; i++)
    CHECK (h[i] == 2 * i);
  IHOP_CUDA (cudaFree (x));
  IHOP_CUDA (cudaFree (y));
}

static void
forgotten_copy (void)
{
  double h[4] = { 0 }, *d = device_array (4);
  float f[8];
  int words[8];

  IHOP_CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  memcpy (f, h, sizeof f);
  memcpy (words, h, sizeof words);
  for (int i = 0; i < 8; i++)
    CHECK (isnan (h[i / 2]) && isnan (f[i]) && words[i] % 2 == 1 && words[i] > 1 << 30);
}

static void
host_reads_device (void)
{
  double *d = device_array (12);

  printf ("%g\n", ((volatile double *) d)[1]);
}

static void
host_reads_device_after_copies (void)
{
  double h[12] = { 0 }, *d = device_array (12), *e = device_array (12);

  IHOP_CUDA (cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice));
  IHOP_CUDA (cudaMemcpy (e, d, sizeof h, cudaMemcpyDeviceToDevice));
  printf ("%g\n", ((volatile double *) d)[11]);
}

static void
host_writes_device_inside_libc (void)
{
  double *d = device_array (12);

  twice (12, d, d, 0);
  memset (d, 0, 96);
}

static void
guard_behind (void)
{
  double *x = device_array (5), *y = device_array (5);

  twice (5, x, y, 1);
}

static void
guard_before (void)
{
  double *x = device_array (5), *y = device_array (5);

  twice (5, x, y, -1);
}

static void
far_outside (void)
{
  double *x = device_array (5), *y = device_array (5);

  twice (5, x, y, 1000);
}

static void
host_pointer_in_kernel (void)
{
  double h[4] = { 0 }, *d = device_array (4);

  twice (4, h, d, 0);
}

static void
null_in_kernel (void)
{
  double *d = device_array (4);

  size_t volatile nowhere = 64;  /* where no compiler and no sanitizer is ahead of us */

  if (ihop_emu_kernel_begin ("null", __FILE__, __LINE__, one, one)) {
    CHECK (ihop_emu_device_pointer (NULL, "x") == 0);  /* allowed while nobody touches it */
    *(volatile double *) nowhere = *d;
    ihop_emu_kernel_end ();
  }
}

static void
freed_pointer_in_kernel (void)
{
  double *x = device_array (4), *y = device_array (4);

  IHOP_CUDA (cudaFree (x));
  twice (4, x, y, 0);
}

/* The pointer is checked for y only; the kernel reaches x through memory. */
static void
use_after_free (void)
{
  double *x = device_array (4), *y = device_array (4);

  IHOP_CUDA (cudaFree (x));
  if (ihop_emu_kernel_begin ("late", __FILE__, __LINE__, one, one)) {
    *(volatile double *) y = *(volatile double *) x;
    ihop_emu_kernel_end ();
  }
}

static void
double_free (void)
{
  double *x = device_array (4);

  IHOP_CUDA (cudaFree (x));
  IHOP_CUDA (cudaFree (x));
}

static void
free_inside (void)
{
  cudaFree (device_array (4) + 1);
}

static void
free_host (void)
{
  double h[4];

  cudaFree (h);
}

static void
kind_says_host (void)
{
  double h[4] = { 0 }, *d = device_array (4);

  cudaMemcpy (d, h, sizeof h, cudaMemcpyDeviceToHost);
}

static void
kind_says_device (void)
{
  double h[4] = { 0 }, g[4];

  device_array (4);
  cudaMemcpy (g, h, sizeof h, cudaMemcpyHostToDevice);
}

static void
kind_unknown (void)
{
  double h[4] = { 0 }, *d = device_array (4);

  CHECK (cudaMemcpy (d, h, 8, (cudaMemcpyKind) 9) == cudaErrorInvalidMemcpyDirection);
}

static void
copy_out_of_range (void)
{
  double h[9] = { 0 }, *d = device_array (8);

  cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice);
}

static void
copy_2d (void)
{
  double h[3][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } }, g[6];
  double *d = device_array (6);

  CHECK (cudaMemcpy2D (d, 8, h, 32, 16, 3, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CHECK (cudaGetLastError () == cudaErrorInvalidPitchValue);
  IHOP_CUDA (cudaMemcpy2D (d, 16, &h[0][1], 32, 16, 3, cudaMemcpyHostToDevice));
  IHOP_CUDA (cudaMemcpy (g, d, sizeof g, cudaMemcpyDeviceToHost));
  CHECK (g[0] == 2 && g[1] == 3 && g[2] == 6 && g[5] == 11);
}

static void
copy_2d_out_of_range (void)
{
  double h[3][4] = { { 0 } };

  cudaMemcpy2D (device_array (6), 24, h, 32, 16, 3, cudaMemcpyHostToDevice);
}

static void
set (void)
{
  int h[3], *d;

  IHOP_CUDA (cudaMalloc ((void **) &d, sizeof h));
  IHOP_CUDA (cudaMemset (d, 0, sizeof h));
  IHOP_CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
  CHECK (h[0] == 0 && h[2] == 0);
  cudaMemset (d, 0, sizeof h + 1);
}

static void
configuration (void)
{
  static const struct { dim3 grid, block; int good; } tries[] = {
    { { 1, 1, 1 }, { 1024, 1, 1 }, 1 },        { { 1, 1, 1 }, { 32, 32, 1 }, 1 },
    { { 1, 1, 1 }, { 1025, 1, 1 }, 0 },        { { 1, 1, 1 }, { 32, 33, 1 }, 0 },
    { { 1, 1, 1 }, { 1, 1, 65 }, 0 },          { { 0, 1, 1 }, { 1, 1, 1 }, 0 },
    { { 1, 1, 1 }, { 1, 0, 1 }, 0 },           { { 2147483647u, 65535, 65535 }, { 1, 1, 1 }, 1 },
    { { 2147483648u, 1, 1 }, { 1, 1, 1 }, 0 }, { { 1, 65536, 1 }, { 1, 1, 1 }, 0 },
    { { 1, 1, 65536 }, { 1, 1, 1 }, 0 },
  };

  for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
    int ran = ihop_emu_kernel_begin ("k", __FILE__, __LINE__, tries[i].grid, tries[i].block);
    if (ran)
      ihop_emu_kernel_end ();
    CHECK (ran == tries[i].good);
    CHECK (cudaGetLastError () == (ran ? cudaSuccess : cudaErrorInvalidConfiguration));
  }
}

static void
last_error (void)
{
  dim3 none = { 0, 1, 1 };

  CHECK (!ihop_emu_kernel_begin ("k", __FILE__, __LINE__, none, one));
  device_array (1);  /* a call that succeeds does not wash it away */
  CHECK (cudaPeekAtLastError () == cudaErrorInvalidConfiguration);
  CHECK (cudaGetLastError () == cudaErrorInvalidConfiguration);
  CHECK (cudaGetLastError () == cudaSuccess);
  CHECK (strcmp (cudaGetErrorName (cudaErrorInvalidConfiguration),
                 "cudaErrorInvalidConfiguration") == 0);
}

static void
no_memory (void)
{
  void *p;

  CHECK (cudaMalloc (&p, (size_t) -1) == cudaErrorMemoryAllocation);
  CHECK (cudaMalloc (&p, 1001) == cudaErrorMemoryAllocation);
  CHECK (cudaGetLastError () == cudaErrorMemoryAllocation);
  IHOP_CUDA (cudaMalloc (&p, 1000));
  CHECK (cudaMalloc (&p, 1) == cudaErrorMemoryAllocation);
}

static void
empty (void)
{
  double *d = (double *) 1;

  IHOP_CUDA (cudaMalloc ((void **) &d, 0));
  CHECK (d == NULL);
  IHOP_CUDA (cudaFree (d));
}

static void
five_gib (void)
{
  size_t n = (size_t) 5 << 30;
  unsigned char *d, last = 0;

  IHOP_CUDA (cudaMalloc ((void **) &d, n));
  CHECK ((size_t) d % 256 == 0);
  IHOP_CUDA (cudaMemcpy (&last, d + n - 1, 1, cudaMemcpyDeviceToHost));
  CHECK (last == 0x7f);
  IHOP_CUDA (cudaMemset (d + n - 1, 7, 1));
  if (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, one, one)) {
    CHECK (d[n - 1] == 7 && ihop_emu_device_pointer (d + 1, "d") == n - 1);
    ihop_emu_kernel_end ();
  }
  IHOP_CUDA (cudaFree (d));
}

static void
call_in_kernel (void)
{
  if (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, one, one))
    device_array (1);
}

static void
end_in_kernel (void)
{
  CHECK (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, one, one));
}

static void
leak (void)
{
  device_array (12);
}

static double *leftover;

static void
free_leftover (void)
{
  cudaFree (leftover);
}

static void
freed_by_atexit (void)
{
  leftover = device_array (12);
  atexit (free_leftover);
}

/* A fault that has nothing to do with us keeps its meaning. */
static void
foreign_fault (void)
{
  int *volatile nowhere = NULL;

  device_array (1);
  *(volatile int *) nowhere = 1;
}

static void
output_survives (void)
{
  printf ("so far");
  cudaFree (device_array (2) + 1);
}

static const struct test_case cases[] = {
  { "correct", 0, "", "", correct },
  { "trace", 0, "memory.c:.*cudaMemcpy host to device: 800 bytes", "IHOP_EMU_TRACE=1", correct },
  { "no-leak", 0, "", "IHOP_EMU_LEAKS=1", correct },
  { "forgotten-copy-is-nan", 0, "", "", forgotten_copy },
  { "host-reads-device", 86, "host code touched device memory: byte 8 of allocation #1 (96 bytes, "
    "made at case.h:[0-9]*), after the last call cudaMalloc", "", host_reads_device },
  { "host-reads-device-after-copies", 86, "host code touched .*byte 88 of allocation #1 .*"
    "after the last call cudaMemcpy", "", host_reads_device_after_copies },
  { "host-writes-device-inside-libc", 86, "memory.c:.*host code touched .*after the last call "
    "twice_k0", "", host_writes_device_inside_libc },
  { "guard-behind", 86, "twice_k0: something was written to byte 4[0-7] of allocation #2", "",
    guard_behind },
  { "guard-before", 86, "twice_k0: something was written to byte -[1-8] of allocation #2", "",
    guard_before },
  { "far-outside", 86, "kernel twice_k0 touched byte 8000 of allocation #2, which has 40", "",
    far_outside },
  { "host-pointer-in-kernel", 86, "argument x is a host pointer", "", host_pointer_in_kernel },
  { "null-in-kernel", 86, "kernel null touched address 0x40, which is not device memory", "", null_in_kernel },
  { "freed-pointer-in-kernel", 86, "argument x points into the freed allocation #1", "",
    freed_pointer_in_kernel },
  { "use-after-free", 86, "kernel late touched allocation #1 .* after it was freed at memory.c", "",
    use_after_free },
  { "double-free", 86, "already freed at memory.c", "", double_free },
  { "free-inside", 86, "cudaFree of byte 8 of allocation #1", "", free_inside },
  { "free-host", 86, "which is not device memory", "", free_host },
  { "kind-says-host", 86, "the destination is said to be host memory", "", kind_says_host },
  { "kind-says-device", 86, "the destination is said to be device memory", "", kind_says_device },
  { "kind-unknown", 0, "", "", kind_unknown },
  { "copy-out-of-range", 86, "72 bytes from byte 0 on leave the destination", "",
    copy_out_of_range },
  { "copy-2d", 0, "", "", copy_2d },
  { "copy-2d-out-of-range", 86, "cudaMemcpy2D: 64 bytes from byte 0 on leave", "",
    copy_2d_out_of_range },
  { "memset", 86, "cudaMemset: 13 bytes", "", set },
  { "configuration", 0, "", "", configuration },
  { "last-error", 0, "", "", last_error },
  { "no-memory", 0, "", "IHOP_EMU_MEMORY=1000", no_memory },
  { "empty", 0, "", "", empty },
  { "five-gib", 0, "", "", five_gib },
  { "call-in-kernel", 86, "cudaMalloc is called inside kernel k", "", call_in_kernel },
  { "end-in-kernel", 86, "the program ended inside kernel k", "", end_in_kernel },
  { "leak", 86, "case.h:[0-9]*: allocation #1 (96 bytes) was never freed", "IHOP_EMU_LEAKS=1",
    leak },
  { "leak-unasked", 0, "", "", leak },
  { "freed-by-atexit", 0, "", "IHOP_EMU_LEAKS=1", freed_by_atexit },
  { "foreign-fault", -1, "", "", foreign_fault },
  { "output-survives", 86, "so far", "", output_survives },
};

int
main (int argc, char **argv)
{
  return run_case (cases, sizeof cases / sizeof cases[0], argc, argv);
}
