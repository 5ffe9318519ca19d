// expect distinct/i: parallel strict
void distinct (int n, double *restrict A, double *restrict B) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect maybe/i: parallel assume "A and B do not overlap"
void maybe (int n, double A[100], double B[100]) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect read_only/i: parallel strict
double read_only (int n, double *A, double *B, double *restrict C) { for (int i = 0; i < n; i++) C[i] = A[i] + B[i]; return 0; }
static double G[100], H[100];
// expect globals/i: parallel strict
void globals (int n) { for (int i = 0; i < n; i++) G[i] = H[i + 1]; }
// expect own/i: sequential
void own (int n) { double *p = G; for (int i = 0; i < n; i++) p[i] = G[i + 1]; }
// expect shifted/i: sequential
void shifted (int n) { double *p = G + 1; for (int i = 0; i < n; i++) p[i] = G[i]; }
static void both (int n, double *A, double *B) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect both/i: unknown
void call_both (void) { both (50, G, G); }
static void apart (int n, double *A, double *B) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }
// expect apart/i: parallel strict
void call_apart (void) { apart (50, G, H); }
void *malloc (unsigned long);
void free (void *);
// expect exchanged/t: unknown
// expect exchanged/t/i: parallel strict
void exchanged (int n)
{
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), *kept;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
      kept = a;
      a = b;
      b = kept;
    }
  free (a);
  free (b);
}
// expect rotated/t: unknown
// expect rotated/t/i: parallel strict
void rotated (int n)
{
  static double x[100], y[100], z[100];
  double *a = x, *b = y, *c = z;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 1; i < n - 1; i++)
        c[i] = a[i + 1] - b[i];
      double *kept = a;
      a = b;
      b = c;
      c = kept;
    }
}
// The value kept over one exchange stays in "a", which another exchange then passes on.
// expect half/t: unknown
// expect half/t/i: unknown
void half (int n)
{
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), *c = malloc (n * sizeof *c), *d;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        c[i] = a[i + 1];
      d = a;
      a = b;
      b = d;
      a = b;
      b = c;
      c = a;
    }
}
// "b" begins as "a" when the loop comes round again.
// expect again/t: unknown
// expect again/t/i: unknown
void again (int n)
{
  static double x[100], y[100];
  double *a = x, *b = y;
  for (int t = 0; t < 9; t++)
    {
      b = y;
      for (int i = 0; i < n - 1; i++)
        b[i] = a[i + 1];
      double *kept = a;
      a = b;
      b = kept;
    }
}
// expect meets/t: unknown
// expect meets/t/i: unknown
void meets (int n)
{
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), *kept;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        b[i] = a[i + 1];
      kept = a;
      a = b;
      b = kept;
      if (t == 4)
        a = b;
    }
}
// expect handed/t: unknown
// expect handed/t/i: unknown
void change (double **);
void handed (int n)
{
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), *kept;
  change (&a);
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        b[i] = a[i + 1];
      kept = a;
      a = b;
      b = kept;
    }
}
// expect given/t: unknown
// expect given/t/i: parallel strict
void given (int n, double *restrict a, double *restrict b)
{
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        b[i] = a[i + 1];
      double *kept = a;
      a = b;
      b = kept;
    }
}
// expect given_any/t: unknown
// expect given_any/t/i: parallel assume "a and b do not overlap"
void given_any (int n, double *a, double *b)
{
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        b[i] = a[i + 1];
      double *kept = a;
      a = b;
      b = kept;
    }
}
// expect renamed/t/i: parallel assume "from and to do not overlap"
void renamed (int n, double *a, double *b)
{
  double *from = a, *to = b;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        to[i] = from[i + 1];
      double *kept = from;
      from = to;
      to = kept;
    }
}
// expect same_origin/t/i: unknown
void same_origin (int n, double *a)
{
  double *from = a, *to = a;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        to[i] = from[i + 1];
      double *kept = from;
      from = to;
      to = kept;
    }
}
// expect origin_itself/t/i: unknown
void origin_itself (int n, double *a, double *b)
{
  double *from = a, *to = b;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        to[i] = a[i + 1];
      double *kept = from;
      from = to;
      to = kept;
    }
}
// expect moved_on/t/i: unknown
void moved_on (int n, double *a, double *b)
{
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        b[i] = a[i + 1];
      double *kept = a;
      a = b;
      b = kept;
      b++;
    }
}
// expect no_exchange/t/i: unknown
void no_exchange (int n, double *a, double *b)
{
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        b[i] = a[i + 1];
      a = b;
    }
}
// expect beside/t/i: parallel assume "a and w do not overlap" assume "a and b do not overlap" assume "b and w do not overlap"
void beside (int n, double *a, double *b, double *w)
{
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        {
          b[i] = a[i + 1] + w[i];
          w[i] = a[i];
        }
      double *kept = a;
      a = b;
      b = kept;
    }
}
double table[99];
// expect one_is_global/t/i: parallel assume "from and to do not overlap"
void one_is_global (int n, double *a)
{
  double *from = a, *to = table;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        to[i] = from[i + 1];
      double *kept = from;
      from = to;
      to = kept;
    }
}
struct field { double *now, *next; };
// expect read_at_entry/t/i: parallel assume "from and to do not overlap"
void read_at_entry (int n, struct field *f)
{
  double *from = f->now, *to = f->next;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        to[i] = from[i + 1];
      double *kept = from;
      from = to;
      to = kept;
    }
}
// expect read_later/t/i: unknown
void read_later (int n, struct field *f, int *calls)
{
  ++*calls;
  double *from = f->now, *to = f->next;
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < n - 1; i++)
        to[i] = from[i + 1];
      double *kept = from;
      from = to;
      to = kept;
    }
}
typedef struct { int n; double *data; } Shown;
double seen_first[9], seen_second[9];
static double unseen_first[9], unseen_second[9], unnamed[9];
// expect shown_member/i: unknown
void shown_member (int n, void (*show) (Shown *)) { Shown v = { n, seen_first }; show (&v); for (int i = 0; i < n; i++) v.data[i] = seen_second[i]; }
// expect shown_member_of_unseen/i: parallel
void shown_member_of_unseen (int n, void (*show) (Shown *)) { Shown v = { n, unseen_first }; show (&v); for (int i = 0; i < n; i++) v.data[i] = unseen_second[i]; }
// expect own_row/i: parallel
void own_row (int n, double **rows) { double row[99]; for (int i = 0; i < n; i++) row[i] = rows[3][i]; for (int i = 0; i < n; i++) rows[2][i] = row[i] + row[99 - 1]; }
// expect leaked_row/i: unknown IHOP-D010
void leaked_row (int n, double **rows) { double row[99]; rows[3] = row; for (int i = 0; i + 1 < n; i++) row[i] = rows[3][i + 1]; }
// expect members_memory/i: unknown IHOP-D010
void members_memory (int n, Shown *v) { for (int i = 0; i < n; i++) v->data[i] = seen_first[i]; }
// expect nobody_knows/i: parallel
void nobody_knows (int n, Shown *v) { for (int i = 0; i < n; i++) v->data[i] = unnamed[i]; }
unsigned char *bytes;
float *numbers;
// expect bytes_may_hold_it/i: unknown IHOP-D011
void bytes_may_hold_it (int n) { for (int i = 0; i < n; i++) bytes[i] = i; }
// expect numbers_never_hold_it/i: parallel
void numbers_never_hold_it (int n) { for (int i = 0; i < n; i++) numbers[i] = i; }
