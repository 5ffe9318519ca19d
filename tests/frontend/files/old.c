/* C as it was written in 1985. */
extern int printf ();
static double scale ();

main (argc, argv)
  int argc;
  char **argv;
{
  register i;
  auto int s = 0;
  for (i = 0; i < 10; i++) s += add (i, s);
  printf ("%d %d\n", s, (int) scale (2.0, 3));
  return 0;
}

int add (a, b)
{
  return a + b;
}

static double scale (x, n)
  double x;
  int n;
{
  while (n-- > 0) x = x * 2;
  return x;
}
