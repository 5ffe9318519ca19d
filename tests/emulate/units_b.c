/* Uses next to nothing; instrumented, but not compiled with -DIHOP_EMU_RACE. */
double *units_b_allocate (void);

double *
units_b_allocate (void)
{
  double *d;

  cudaMalloc (&d, 8);
  ihop_emu_write (d, 8);
  return d;
}
