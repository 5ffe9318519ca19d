/* Which copy is the newer one. Only where every access is looked at are reads seen. */
#ifdef IHOP_EMU_ACCESSES
enum { SEEN = 86 };
#else
enum { SEEN = 0 };
#endif

static double h[100];

static void
set_some (double *d, double *host, int first, int last, int may_write)
{
  if (ihop_emu_kernel_begin ("some", __FILE__, __LINE__, one, one)) {
    ihop_emu_device_pointer (d, "d");
    ihop_emu_mirror (d, host, "h", may_write);
    for (int i = first; may_write && i < last; i++)
      d[i] = i + 1;
    double sum = 0;
    for (int i = first; !may_write && i < last; i++)
      sum += d[i];
    CHECK (sum >= 0);
    ihop_emu_kernel_end ();
  }
}

static void
in (double *d)
{
  IHOP_CUDA (cudaMemcpy (d, h, sizeof h, cudaMemcpyHostToDevice));
}

static void
out (double *d)
{
  IHOP_CUDA (cudaMemcpy (h, d, sizeof h, cudaMemcpyDeviceToHost));
}

static void
good (void)
{
  double *d = device_array (100);

  in (d);
  set_some (d, h, 0, 50, 1);
  out (d);
  CHECK (h[3] == 4);
  h[4] = 7;
  in (d);
  set_some (d, h, 0, 100, 0);
  set_some (d, h, 10, 20, 1);
  out (d);
  CHECK (h[4] == 7 && h[12] == 13);
  cudaFree (d);
}

/* It was to be read on the device, or to be copied back before. */
static void
overwritten (void)
{
  double *d = device_array (100);

  in (d);
  set_some (d, h, 0, 50, 1);
  h[60] = 9;
  out (d);
}

static void
overwritten_by_libc (void)
{
  double *d = device_array (100);

  in (d);
  set_some (d, h, 0, 50, 1);
  memset (&h[7], 1, 3);
  out (d);
}

static void
stale_on_host (void)
{
  double *d = device_array (100);

  in (d);
  set_some (d, h, 0, 50, 1);
  CHECK (h[60] == 0);
  CHECK (h[49] == 0);
}

static void
stale_on_device (void)
{
  double *d = device_array (100);

  set_some (d, h, 0, 50, 1);
  out (d);
  h[49] = 9;
  set_some (d, h, 0, 50, 0);
}

/* What it held is of no interest: nobody is wrong who overwrites it. */
static void
dead (void)
{
  double *d = device_array (100);

  ihop_emu_var_device (3, d);
  set_some (d, h, 0, 100, 1);
  for (int i = 0; i < 100; i++)
    h[i] = 2;
  CHECK (h[99] == 2);
  ihop_emu_forgets (3, 0);
  set_some (d, h, 0, 20, 1);
  out (d);
}

/* The same memory again, after a jump has left the old allocation behind. */
static void
left_behind (void)
{
  double *lost = device_array (100), *d = device_array (100);

  set_some (lost, h, 0, 100, 1);
  set_some (d, h, 0, 100, 1);
  out (d);
  CHECK (h[5] == 6);
}

static const struct test_case cases[] = {
  { "good", 0, "", "", good },
  { "overwritten", 86, "host.c:[0-9]*: cudaMemcpy would overwrite byte 4[0-9]* of h on the host", "", overwritten },
  { "overwritten-by-libc", 86, "cudaMemcpy would overwrite byte 5[0-9] of h on the host", "", overwritten_by_libc },
  { "not-asked", 0, "", "IHOP_EMU_HOST=0", overwritten },
  { "stale-on-host", SEEN, SEEN ? "host.c:[0-9]*: the host reads byte 392 of h, which kernel some has written" : "",
    "", stale_on_host },
  { "stale-on-device", SEEN, SEEN ? "host.c:[0-9]*: kernel some reads byte 39[0-9] of h, which the host has changed"
                                  : "", "", stale_on_device },
  { "dead", 0, "", "", dead },
  { "left-behind", 0, "", "", left_behind },
};

int
main (int argc, char **argv)
{
  return run_case (cases, sizeof cases / sizeof cases[0], argc, argv);
}
