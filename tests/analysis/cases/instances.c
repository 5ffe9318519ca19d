/* What allocating functions return is other memory at each call, and so is what hangs on it, unless it is kept. */
void *malloc (unsigned long);
void *realloc (void *, unsigned long);
void *memcpy (void *, const void *, unsigned long);
void free (void *);
struct image { int n; double *pix; };
static struct image *image_new (int n)
{
  struct image *m = malloc (sizeof *m);
  double *pix = malloc (n * sizeof *pix);
  for (int i = 0; i < n; i++)
    pix[i] = i;
  m->n = n;
  m->pix = pix;
  return m;
}
// expect two_images/i: parallel strict
double two_images (int n) { struct image *a = image_new (n), *b = image_new (n); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
struct ring { double *x; struct ring *self; };
static struct ring *ring_new (int n) { struct ring *m = malloc (sizeof *m); m->x = malloc (n * sizeof *m->x); m->self = m; return m; }
// expect by_way_of_themselves/i: parallel strict
double by_way_of_themselves (int n) { struct ring *a = ring_new (n), *b = ring_new (n); for (int i = 0; i < n - 1; i++) a->self->x[i] = b->self->self->x[i + 1]; return a->x[0]; }
static struct image *image_copy (const struct image *from)
{
  struct image *m = image_new (from->n);
  memcpy (m->pix, from->pix, from->n * sizeof *m->pix);
  return m;
}
// expect copies/i: parallel strict
double copies (int n) { struct image *o = image_new (n), *a = image_copy (o), *b = image_copy (o); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1] + o->pix[i + 1]; return a->pix[0]; }
static struct image image_make (int n) { struct image m = { n, malloc (n * sizeof (double)) }; return m; }
// expect by_value/i: parallel strict
double by_value (int n) { struct image a = image_make (n), b = image_make (n); for (int i = 0; i < n - 1; i++) a.pix[i] = b.pix[i + 1]; return a.pix[0]; }
struct both { double *x, *y; };
static struct both *both_new (int n) { struct both *m = malloc (sizeof *m); m->x = malloc (n * sizeof (double)); m->y = malloc (n * sizeof (double)); return m; }
// expect two_pairs/i: parallel strict
double two_pairs (int n) { struct both *a = both_new (n), *b = both_new (n); for (int i = 0; i < n - 1; i++) a->x[i] = b->y[i + 1]; return a->x[0]; }
static void shift (struct image *in, struct image *out) { for (int i = 0; i < in->n - 1; i++) out->pix[i] = in->pix[i + 1]; }
double shifted (int n) { struct image *a = image_new (n), *b = image_new (n); shift (a, b); shift (b, a); return a->pix[0]; }
// expect value_of_one/i: unknown
double value_of_one (int n) { struct image a = image_make (n), b = a; for (int i = 0; i < n - 1; i++) a.pix[i] = b.pix[i + 1]; return a.pix[0]; }
// expect one_image_twice/i: unknown
double one_image_twice (int n) { struct image *a = image_new (n), *b = image_new (n); *b = *a; for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
static struct image *image_view (struct image *from) { struct image *m = malloc (sizeof *m); m->n = from->n - 1; m->pix = from->pix + 1; return m; }
// expect views/i: unknown
double views (int n) { struct image *a = image_new (n), *b = image_view (a); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i]; return a->pix[0]; }
static double *last;
static struct image *image_sharing (int n) { struct image *m = image_new (n); if (last) m->pix = last; last = m->pix; return m; }
// expect kept_in_a_global/i: unknown
double kept_in_a_global (int n) { struct image *a = image_sharing (n), *b = image_sharing (n); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
static struct image *image_sharing_here (int n) { static struct image keep; struct image *m = malloc (sizeof *m); if (!keep.pix) keep = image_make (n); *m = keep; return m; }
// expect kept_in_a_static/i: unknown
double kept_in_a_static (int n) { struct image *a = image_sharing_here (n), *b = image_sharing_here (n); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
static struct image *image_sharing_there (int n, double **there) { struct image *m = image_new (n); if (*there) m->pix = *there; *there = m->pix; return m; }
// expect kept_by_the_caller/i: unknown
double kept_by_the_caller (int n) { double *there = 0; struct image *a = image_sharing_there (n, &there), *b = image_sharing_there (n, &there); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
void note (struct image *m);
static struct image *image_noted (int n) { struct image *m = image_new (n); note (m); return m; }
// expect kept_out_of_sight/i: unknown
double kept_out_of_sight (int n) { struct image *a = image_noted (n), *b = image_noted (n); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
static void take_last (struct image *m) { if (last) m->pix = last; last = m->pix; }
static struct image *image_taking (int n) { struct image *m = image_new (n); take_last (m); return m; }
// expect kept_by_a_callee/i: unknown
double kept_by_a_callee (int n) { struct image *a = image_taking (n), *b = image_taking (n); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
static struct both *one_twice (int n) { struct both *m = malloc (sizeof *m); m->x = malloc (n * sizeof (double)); m->y = m->x; return m; }
// expect one_array_in_two_members/i: unknown
double one_array_in_two_members (int n) { struct both *a = one_twice (n); for (int i = 0; i < n - 1; i++) a->x[i] = a->y[i + 1]; return a->x[0]; }
// expect one_call_again_and_again/i: unknown
double one_call_again_and_again (int n)
{
  struct image *a = 0, *b = 0;
  for (int k = 0; k < 3; k++)
    {
      if (n > 5 || k == 0)
        b = image_new (n);
      if (a == 0 || n > 7)
        a = b;
    }
  for (int i = 0; i < n - 1; i++)
    a->pix[i] = b->pix[i + 1];
  return a->pix[0];
}
static void grow (struct image *m) { m->pix = realloc (m->pix, 2 * m->n * sizeof *m->pix); }
// expect grown/i: unknown
double grown (int n) { struct image *a = image_new (n), *b = image_new (n); grow (a); grow (b); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
static struct image *image_of (int n, int depth) { struct image *m = image_new (n), *o = depth ? image_of (n, depth - 1) : 0; if (o) m->pix = o->pix; else take_last (m); return m; }
// expect recursion/i: unknown
double recursion (int n) { struct image *a = image_of (n, 1), *b = image_of (n, 2); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
static double **slot;
static struct image *image_by_slot (int n) { struct image *m = image_new (n); if (*slot) m->pix = *slot; *slot = m->pix; return m; }
// expect kept_behind_a_static/i: unknown
double kept_behind_a_static (int n) { static double *there; slot = &there; struct image *a = image_by_slot (n), *b = image_by_slot (n); for (int i = 0; i < n - 1; i++) a->pix[i] = b->pix[i + 1]; return a->pix[0]; }
struct film { struct image *first; };
static struct film *film_new (int n) { struct film *m = malloc (sizeof *m); m->first = image_new (n); return m; }
// expect films/i: parallel strict
double films (int n) { struct film *a = film_new (n), *b = film_new (n); for (int i = 0; i < n - 1; i++) a->first->pix[i] = b->first->pix[i + 1]; return a->first->pix[0]; }
static struct film *film_of (struct image *from) { struct film *m = malloc (sizeof *m); m->first = malloc (sizeof *m->first); m->first->pix = from->pix; return m; }
// expect film_of_one/i: unknown
double film_of_one (int n) { struct image *b = image_new (n); struct film *a = film_of (b); for (int i = 0; i < n - 1; i++) a->first->pix[i] = b->pix[i + 1]; return b->pix[0]; }
