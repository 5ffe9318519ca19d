/* A local pointer is followed from its assignment to the next one in the same block (points_to_order.c), and no further. */
static double a[4], b[4], c[4], d[4];

void use (double *p, double *q);

/* Two pairs that one temporary exchanges stay two pairs. */
//! alias pairs u v = never
//! alias pairs u q = never
//! alias pairs p v = never
//! alias pairs u p = apart
void pairs (int n)
{
  double *u = a, *p = b, *v = c, *q = d, *x;

  for (int i = 0; i < n; i++)
    {
      u[i] += v[i];
      x = u;
      u = p;
      p = x;
      x = v;
      v = q;
      q = x;
      p[i] += q[i];
    }
}

/* What an if has assigned in between is held behind it, too. */
//! alias written v b = maybe
//! alias written w b = never
void written (int n)
{
  double *x = a, *v, *w;

  w = x;
  if (n > 3)
    x = b;
  v = x;
  use (v, w);
}

/* A loop comes back with what its end has assigned. */
//! alias comes_back v b = maybe
void comes_back (int n)
{
  double *x = a, *v = c;

  for (int i = 0; i < n; i++)
    {
      v = x;
      v[i] = 1;
      x = b;
    }
}

//! alias counted v b = maybe
void counted (int n)
{
  double *x, *v = c;

  x = a;
  for (int i = 0; i < n; i++, x = b)
    {
      v = x;
      v[0] = 1;
    }
}

/* What was assigned inside of an if may not have been. */
//! alias inside v a = maybe
void inside (int n)
{
  double *x, *v;

  x = a;
  if (n > 3)
    {
      x = b;
      x[0] = 1;
    }
  v = x;
  v[0] = 2;
}

/* A case is come to from the head of its switch. */
//! alias cases v a = maybe
//! alias cases v c = maybe
void cases (int n)
{
  double *x = a, *v = d;

  switch (n)
    {
      x = b;
    case 1:
      v = x;
      x = c;
      break;
    default:
      v = x;
    }
  v[0] = 1;
}

/* Jumps come from anywhere. */
//! alias jumps v b = maybe
void jumps (int n)
{
  double *x = b, *v;

  if (n > 3)
    goto there;
  x = a;
there:
  v = x;
  v[0] = 1;
}

/* Whoever has its address may assign it. */
static double **kept;
void keep (double **x)
{
  kept = x;
}
void assign (void)
{
  *kept = b;
}

//! alias addressed v b = maybe
void addressed (int n)
{
  double *x, *v;

  keep (&x);
  x = a;
  assign ();
  v = x;
  v[0] = 1;
}

//! alias assembled v b = maybe
void assembled (int n)
{
  double *x = b, *v;

  x[0] = 1;
  x = a;
  __asm__ ("" : "+r"(x) : "r"(b));
  v = x;
  v[0] = 1;
}

/* Assigned in the middle of something else. */
//! alias hidden v b = maybe
void hidden (int n)
{
  double *x, *v;

  x = a;
  use (n > 3 && (x = b) ? c : d, c);
  v = x;
  v[0] = 1;
}

/* Null is nothing: what is assigned behind it counts. */
//! alias null v a = maybe
void null (int n)
{
  double *x = 0, *v;

  if (n > 3)
    x = a;
  v = x;
  v[0] = 1;
}
