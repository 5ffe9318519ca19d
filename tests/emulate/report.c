/* Counters and the least possible transfers. */

static void
counts (void)
{
  double h[10] = { 0 }, *a = device_array (10), *b = device_array (20);

  IHOP_CUDA (cudaMemcpy (a, h, sizeof h, cudaMemcpyHostToDevice));
  IHOP_CUDA (cudaMemcpy (b, a, sizeof h, cudaMemcpyDeviceToDevice));
  IHOP_CUDA (cudaMemcpy2D (h, 16, b, 32, 8, 5, cudaMemcpyDeviceToHost));
  IHOP_CUDA (cudaMemset (b, 0, 24));
  if (ihop_emu_kernel_begin ("k", __FILE__, __LINE__, one, one))
    ihop_emu_kernel_end ();
  IHOP_CUDA (cudaFree (b));
  device_array (3);
}

static void
nothing (void)
{
}

/* Ten steps on the device between one copy in and one copy out. */
static void
bound_loop (void)
{
  double h[10] = { 0 }, *a = device_array (10);

  ihop_emu_var (1, "A \"quoted\"");
  ihop_emu_var_device (1, a);
  ihop_emu_part (1, 0, sizeof h, sizeof h);
  ihop_emu_host_fills (1, 0);
  for (int t = 0; t < 10; t++) {
    IHOP_CUDA (cudaMemcpy (a, h, sizeof h, cudaMemcpyHostToDevice));
    ihop_emu_device_reads (1, 0);
    ihop_emu_device_writes (1, 0);
    IHOP_CUDA (cudaMemcpy (h, a, sizeof h, cudaMemcpyDeviceToHost));
  }
  ihop_emu_host_reads (1, 0);
  ihop_emu_host_reads (1, 0);
}

/* The host writes in between: each of the 3 rounds needs both copies. */
static void
bound_pingpong (void)
{
  ihop_emu_part (0, 0, 100, 40);
  for (int t = 0; t < 3; t++) {
    ihop_emu_host_reads (0, 0);
    ihop_emu_host_writes (0, 0);
    ihop_emu_device_reads (0, 0);
    ihop_emu_device_writes (0, 0);
  }
  ihop_emu_host_reads (0, 0);
}

static void
bound_dead (void)
{
  ihop_emu_part (0, 0, 100, 100);
  ihop_emu_host_fills (0, 0);
  ihop_emu_device_fills (0, 0);
  ihop_emu_device_reads (0, 0);
  ihop_emu_forgets (0, 0);
  ihop_emu_host_reads (0, 0);
}

/* Some bytes written where the copy is old: it had to come before, but only because it is read. */
static void
bound_some (void)
{
  ihop_emu_part (0, 0, 100, 40);
  ihop_emu_host_fills (0, 0);
  ihop_emu_device_writes (0, 0);
  ihop_emu_host_reads (0, 0);
  ihop_emu_host_fills (0, 0);
  ihop_emu_device_writes (0, 0);
  ihop_emu_device_fills (0, 0);
  ihop_emu_device_reads (0, 0);
}

/* The rim travels once, what it surrounds at each step. */
static void
bound_parts (void)
{
  ihop_emu_part (0, 0, 60, 60);
  ihop_emu_part (0, 1, 40, 40);
  ihop_emu_host_fills (0, 0);
  ihop_emu_host_fills (0, 1);
  for (int t = 0; t < 3; t++) {
    ihop_emu_device_reads (0, 0);
    ihop_emu_device_reads (0, 1);
    ihop_emu_device_fills (0, 0);
    ihop_emu_host_reads (0, 0);
    ihop_emu_host_reads (0, 1);
    ihop_emu_host_writes (0, 0);
  }
}

/* All threads of all blocks, the last one first if that is asked for. */
static void
order (void)
{
  dim3 grid = { 2, 1, 2 }, block = { 1, 3, 1 };

  if (ihop_emu_kernel_begin ("order", __FILE__, __LINE__, grid, block)) {
    for (dim3 b = ihop_emu_first (grid); b.z < grid.z; b = ihop_emu_next (b, grid))
      for (dim3 t = ihop_emu_first (block); t.z < block.z; t = ihop_emu_next (t, block))
        fprintf (stderr, "%u%u%u ", b.x, b.z, t.y);
    ihop_emu_kernel_end ();
  }
}

#define LEAST(in, out) "\"host_to_device\": " #in ", \"device_to_host\": " #out ", "
#define MOVED(in, out) "\"moved_host_to_device\": " #in ", \"moved_device_to_host\": " #out
#define REPORT "IHOP_EMU_REPORT=-"

static const struct test_case cases[] = {
  { "counts-calls", 0, "\"allocations\": 3, \"frees\": 1, \"leaked\": 2, \"peak_bytes\": 240, "
    "\"kernels\": 1,", REPORT, counts },
  { "counts-copies", 0, "\"copies\": {\"host_to_device\": {\"count\": 1, \"bytes\": 80}, "
    "\"device_to_host\": {\"count\": 1, \"bytes\": 40}", REPORT, counts },
  { "counts-device-to-device", 0, "\"device_to_device\": {\"count\": 1, \"bytes\": 80}", REPORT,
    counts },
  { "counts-memsets", 0, "\"memsets\": {\"count\": 1, \"bytes\": 24}", REPORT, counts },
  { "report-of-nothing", 0, "\"allocations\": 0", REPORT, nothing },
  { "bound-loop", 0, "\"name\": \"A .\"quoted.\"\", " LEAST (80, 80) MOVED (800, 800), REPORT,
    bound_loop },
  { "bound-total", 0, "\"bound\": {" LEAST (80, 80) MOVED (800, 800), REPORT, bound_loop },
  { "bound-pingpong", 0, "\"bound\": {" LEAST (300, 120) MOVED (0, 0), REPORT, bound_pingpong },
  { "bound-dead", 0, "\"bound\": {" LEAST (0, 0), REPORT, bound_dead },
  { "bound-some", 0, "\"bound\": {" LEAST (100, 40), REPORT, bound_some },
  { "order", 0, "^000 001 002 100 101 102 010 011 012 110 111 112 ", "", order },
  { "order-backwards", 0, "^112 111 110 012 011 010 102 101 100 002 001 000 ", "IHOP_EMU_BACKWARDS=1",
    order },
  { "bound-parts", 0, "\"bound\": {" LEAST (220, 180), REPORT, bound_parts },
};

int
main (int argc, char **argv)
{
  return run_case (cases, sizeof cases / sizeof cases[0], argc, argv);
}
