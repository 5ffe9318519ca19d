/* Races and sectors: instrumented kernels. Compiled with -DIHOP_EMU_RACE. */

/* One block after the other, each of 64 threads; "stride" and "shift" say which
 * element a thread reads and which it writes. */
static void
walk_k0 (dim3 grid, dim3 block, const double *in, int stride, double *out, int shift)
{
  for (unsigned b = 0; b < grid.x; b++) {
    ihop_emu_thread.blockIdx.x = b;
    for (unsigned t = 0; t < block.x; t++) {
      unsigned i = b * block.x + t;
      ihop_emu_thread.threadIdx.x = t;
      ihop_emu_read (&in[i * (unsigned) stride], sizeof *in);
      ihop_emu_site (2, &in[i * (unsigned) stride], sizeof *in);
      ihop_emu_write (&out[i + (unsigned) shift], sizeof *out);
      ihop_emu_site (5, &out[i + (unsigned) shift], sizeof *out);
      out[i + (unsigned) shift] = in[i * (unsigned) stride];
    }
    ihop_emu_block_end ();
  }
}

static void
walk (const double *in, int stride, double *out, int shift)
{
  dim3 grid = { 2, 1, 1 }, block = { 64, 1, 1 };

  if (ihop_emu_kernel_begin ("walk_k0", __FILE__, __LINE__, grid, block)) {
    walk_k0 (grid, block, in, stride, out, shift);
    ihop_emu_kernel_end ();
  }
}

static void
no_race (void)
{
  double *a = device_array (128), *b = device_array (129);

  walk (a, 1, b, 0);
  walk (a, 1, b, 1);  /* other threads, but another launch */
  walk (a, 1, a, 0);  /* each its own element */
  walk (a, 0, b, 0);  /* all read the same one */
}

static void
race_read_write (void)
{
  double *a = device_array (129);

  walk (a, 1, a, 1);
}

static void
race_write_after_reads (void)
{
  double *a = device_array (1);

  if (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, one, (dim3) { 3, 1, 1 }))
    for (unsigned t = 0; t < 3; t++) {
      ihop_emu_thread.threadIdx.x = t;
      ihop_emu_read (a, sizeof *a);
      if (t == 2)
        ihop_emu_write (a, sizeof *a);
    }
}

static void
race_across_blocks (void)
{
  double *a = device_array (128), *b = device_array (128);

  if (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, (dim3) { 2, 1, 1 }, one))
    for (ihop_emu_thread.blockIdx.x = 0; ihop_emu_thread.blockIdx.x < 2;
         ihop_emu_thread.blockIdx.x++)
      ihop_emu_write (&b[0], sizeof *a);
}

static void
atomics (int mixed)
{
  int *a;

  IHOP_CUDA (cudaMalloc ((void **) &a, sizeof *a));
  if (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, one, (dim3) { 3, 1, 1 })) {
    for (unsigned t = 0; t < 3; t++) {
      ihop_emu_thread.threadIdx.x = t;
      if (mixed && t == 2)
        ihop_emu_read (a, sizeof *a);
      else
        ihop_emu_atomic (a, sizeof *a);
    }
    ihop_emu_kernel_end ();
  }
}

static void
atomics_only (void)
{
  atomics (0);
}

static void
atomics_mixed (void)
{
  atomics (1);
}

static void
read_of_host (void)
{
  double h = 0;

  walk (&h, 0, device_array (128), 0);
}

/* 2 blocks of 2 warps: 4 warp accesses. 32 doubles in a row are 8 sectors. */
static void
sectors_in_a_row (void)
{
  walk (device_array (128), 1, device_array (128), 0);
}

static void
sectors_strided (void)
{
  walk (device_array (1024), 8, device_array (129), 1);
}

/* The same sector twice, in a loop, counts twice. */
static void
sectors_visits (void)
{
  double *a = device_array (1);

  if (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, one, (dim3) { 32, 1, 1 })) {
    for (unsigned t = 0; t < 32; t++)
      for (int k = 0; k < 3000; k++) {
        ihop_emu_thread.threadIdx.x = t;
        ihop_emu_site (0, a, sizeof *a);
      }
    ihop_emu_block_end ();
    ihop_emu_kernel_end ();
  }
}

static const struct test_case cases[] = {
  { "no-race", 0, "", "", no_race },
  { "race-read-write", 86, "data race in kernel walk_k0: thread 1,0,0 of block 0,0,0 reads byte 8 "
    "of allocation #1 .*which thread number 0 of block number 0 writes", "", race_read_write },
  { "race-write-after-reads", 86, "thread 2,0,0 of block 0,0,0 writes byte 0 .*which thread number "
    "0 of block number 0 reads", "", race_write_after_reads },
  { "race-across-blocks", 86, "thread 0,0,0 of block 1,0,0 writes byte 0 of allocation #2", "",
    race_across_blocks },
  { "atomics", 0, "", "", atomics_only },
  { "atomics-mixed", 86, "thread 2,0,0 of block 0,0,0 reads .* updates atomically", "",
    atomics_mixed },
  { "instrumented-read-of-host", 86, "would read 8 bytes at .*outside all live device memory", "",
    read_of_host },
  { "sectors-in-a-row", 0, "\"site\": 2, \"kernel\": \"walk_k0\", \"accesses\": 4, \"sectors\": 32, "
    "\"lanes\": 128, \"bytes\": 1024", "IHOP_EMU_SECTORS=-", sectors_in_a_row },
  { "sectors-strided", 0, "\"accesses\": 4, \"sectors\": 128,", "IHOP_EMU_SECTORS=-",
    sectors_strided },
  { "sectors-misaligned", 0, "\"site\": 5, .*\"accesses\": 4, \"sectors\": 36,",
    "IHOP_EMU_SECTORS=-", sectors_strided },
  { "sectors-visits", 0, "\"accesses\": 3000, \"sectors\": 3000, \"lanes\": 96000",
    "IHOP_EMU_SECTORS=-", sectors_visits },
};

int
main (int argc, char **argv)
{
  return run_case (cases, sizeof cases / sizeof cases[0], argc, argv);
}
