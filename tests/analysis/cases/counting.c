// Loops that count, in all spellings, and loops that do not.
// expect le/i: parallel
void le (int n, double *A) { for (int i = 0; i <= n; i++) A[i] = 0; }
// expect ne/i: parallel
void ne (int n, double *A) { for (int i = 0; i != n; ++i) A[i] = 0; }
// expect down/i: parallel
void down (int n, double *A) { for (int i = n - 1; i >= 0; i--) A[i] = 0; }
// expect down_gt/i: parallel
void down_gt (int n, double *A) { for (int i = n; i > 0; i -= 1) A[i - 1] = 0; }
// expect bound_left/i: parallel
void bound_left (int n, double *A) { for (int i = 0; n > i; i = i + 1) A[i] = 0; }
// expect turned/i: parallel
void turned (int n, double *A) { for (int i = 0; n > i; i = 1 + i) A[i] = 0; }
// expect step2/i: parallel
void step2 (int n, double *A) { for (int i = 0; i < n; i += 2) A[i] = A[i + 1]; }
// expect step2_next/i: sequential anti A
void step2_next (int n, double *A) { for (int i = 0; i < n; i += 2) A[i] = A[i + 2]; }
// expect step3/i: parallel
void step3 (int n, double *A) { for (int i = 0; i < n; i += 3) { A[i] = 1; A[i + 1] = 2; A[i + 2] = 3; } }
// expect outside/i: parallel
void outside (int n, double *A) { int i; for (i = 0; i < n; i++) A[i] = 0; }
// expect param/i: parallel
void param (int i, int n, double *A) { for (; i < n; i++) A[i] = 0; }
// expect counting_while/while: parallel
void counting_while (int n, double *A) { int i = 0; while (i < n) { A[i] = 0; i++; } }
// expect while_data/while: unknown IHOP-D001
void while_data (int n, double *A) { int i = 0; while (A[i] > 0) { A[i] = 0; i++; } }
// expect do_loop/do: unknown IHOP-D001
void do_loop (int n, double *A) { int i = 0; do { A[i] = 0; } while (++i < n); }
// expect body_change/i: unknown IHOP-D001
void body_change (int n, double *A) { for (int i = 0; i < n; i++) { A[i] = 0; if (A[i + 1] > 0) i++; } }
// expect bound_change/i: unknown IHOP-D001
void bound_change (int n, double *A) { for (int i = 0; i < n; i++) { A[i] = 0; n--; } }
// expect bound_in_array/i: unknown IHOP-D001
void bound_in_array (int *A) { for (int i = 0; i < A[0]; i++) A[i] = 1; }
// expect forever/for: unknown IHOP-D001
void forever (double *A) { for (;;) A[0] = 0; }
// expect away/i: unknown IHOP-D001
void away (int n, double *A) { for (int i = 0; i < n; i--) A[-i] = 0; }
// expect float_iterator/x: unknown IHOP-D001
void float_iterator (double *A) { for (float x = 0; x < 10; x += 1) A[(int) x] = 0; }
// expect pointer_iterator/p: unknown IHOP-D001
void pointer_iterator (double *A) { for (double *p = A; p < A + 10; p++) *p = 0; }
// expect address/i: unknown IHOP-D001
void g (int *);
void address (int n, double *A) { int i; for (i = 0; i < n; i++) { A[i] = 0; g (&i); } }
// expect two/i: parallel induction j
void two (int n, double *A) { int j = 0; for (int i = 0; i < n; i++, j++) A[i] = j; }
// expect one_trip/i: parallel
void one_trip (double *A) { for (int i = 0; i < 1; i++) A[0] = A[1] + 1; }
// expect multiply/i: unknown IHOP-D001
void multiply (int n, double *A) { for (int i = 1; i < n; i *= 2) A[i] = 0; }
// expect param_step/i: unknown IHOP-D001
void param_step (int n, int s, double *A) { for (int i = 0; i < n; i += s) A[i] = 0; }
// expect volatile_i/i: unknown IHOP-D001
void volatile_i (int n, double *A) { volatile int i; for (i = 0; i < n; i++) A[i] = 0; }
static int counter;
// expect global_i/counter: parallel private counter(last)
void global_i (int n) { static double B[100]; for (counter = 0; counter < n; counter++) B[counter] = 0; }
// expect ne_step/i: unknown IHOP-D001
void ne_step (int n, double *A) { for (int i = 0; i != n; i += 2) A[i] = 0; }
// expect ne_step_const/i: parallel
void ne_step_const (double *A) { for (int i = 0; i != 10; i += 2) A[i] = 0; }
int seen;
// expect read_behind/seen: parallel private seen(last) assume "p and seen do not overlap"
void read_behind (int n, int *p, double *restrict A) { for (seen = 0; seen < n; seen++) A[seen] = *p; }
// expect down_two/i: unknown IHOP-D017
void down_two (double *restrict A) { for (unsigned i = 9; i > 0; i -= 2) A[i % 8] = i; }
// expect down_two_even/i: parallel
void down_two_even (double *restrict A) { for (unsigned i = 10; i > 0; i -= 2) A[i] = i; }
// expect jumped_into/i: sequential
void jumped_into (int n, double *A) { if (A[0] > 0) goto in; if (n <= 5) { in: for (int i = 0; i < n; i++) A[i] = A[i + 5]; } }
// expect goes_on/i: sequential anti j flow j output j
// expect goes_on/i/j: parallel reduction []+ A
void goes_on (int n, int m, int *A) { int j = 3; for (int i = 0; i < n; i++) for (; j < m; j++) A[i] += j; A[0] = j; }
// expect goes_on_while/i: sequential anti j
void goes_on_while (int n, int m, int *A) { int j = 3; for (int i = 0; i < n; i++) while (j < m) { A[i] += j; j++; } }
// expect starts_anew/i: parallel private j
void starts_anew (int n, int m, int *A) { int j; for (int i = 0; i < n; i++) { j = i; while (j < m) { A[i] += j; j++; } } }

// What a loop around starts from may be said right before it.
// expect said_before/i/j: parallel
// expect said_before/while/j: parallel
// expect said_above/i/j: sequential anti x
void said_before (double *x)
{
  int k, i = 0;
  for (; i < 2; i++)
    for (int j = 0; j < 20; j++)
      x[j] = x[j + i + 20];
  k = 3;
  while (k < 9)
    {
      for (int j = 0; j < 20; j++)
        x[j] = x[j + k + 17];
      k++;
    }
}

void said_above (double *x, int i)
{
  for (; i < 2; i++)
    for (int j = 0; j < 20; j++)
      x[j] = x[j + i + 20];
}
// expect truth/while: parallel induction A
void truth (int n, double *A) { while (n--) *A++ = 0; }
// expect truth_in_head/n: parallel induction A
void truth_in_head (int n, double *A) { for (; n; n--) *A++ = 0; }
// expect truth_unsigned/while: parallel induction A
void truth_unsigned (unsigned n, double *A) { while (n) { *A++ = 0; --n; } }
// expect truth_down/i: parallel
void truth_down (int n, double *A) { for (int i = n; i--;) A[i] = 0; }
// expect truth_up/i: unknown IHOP-D001
void truth_up (int n, double *A) { int i; for (i = n; !i; i--) A[i] = 0; }
// expect truth_float/while: unknown IHOP-D001
void truth_float (float f, double *A) { while (f--) *A++ = 0; }
// expect step_in_the_middle/while: parallel induction B
void step_in_the_middle (int n, double *restrict A, const double *restrict B) { int i = 0; while (i < n) { A[i] = *B; i++; B += 2; } }
// expect step_before_use/while: unknown IHOP-D001
void step_before_use (int n, double *restrict A, const double *restrict B) { int i = 0; while (i < n) { i++; A[i] = *B; B += 2; } }
int seen;
void look (double *);
// expect step_seen_by_others/while: unknown
void step_seen_by_others (int n, double *A) { seen = 0; while (seen < n) { seen++; look (A); } }

// Pointers that move on: as far in each iteration, or not.
// expect sides/i: parallel induction to
void sides (int n, const int *restrict from, int *restrict to) { for (int i = 0; i < n; i++) if (from[i] > 3) *to++ = 1; else *to++ = 2; }
// expect one_side/i: unknown
void one_side (int n, const int *restrict from, int *restrict to) { for (int i = 0; i < n; i++) if (from[i] > 3) *to++ = 1; }
// expect uneven/i: unknown
void uneven (int n, const int *restrict from, int *restrict to) { for (int i = 0; i < n; i++) if (from[i] > 3) *to++ = 1; else { *to++ = 2; *to++ = 3; } }
// expect by_amount/i: parallel induction to
void by_amount (int n, int w, int *restrict to) { for (int i = 0; i < n; i++) { *to++ = 1; *to++ = 2; to += w - 2; } }
// expect by_unsigned/i: unknown
void by_unsigned (int n, unsigned w, int *restrict to) { for (int i = 0; i < n; i++) { *to = 1; to += w - 2; } }
// expect by_what_changes/i: unknown
void by_what_changes (int n, int w, int *restrict to) { for (int i = 0; i < n; i++) { *to = 1; to += w; w = i; } }
// expect in_rows/i: parallel private ip
// expect in_rows/i/k: parallel reduction []+ to induction ip assume "i + 1 < w"
void in_rows (int n, int w, const int *restrict from, int *restrict to)
{
  const int *ip;
  for (int i = 0; i < n; i++)
    {
      ip = from + i;
      to[i] = 0;
      for (int k = 0; k < 3; k++)
        {
          to[i] += ip[0] * ip[1];
          ip += w;
        }
    }
}
// expect set_in_each/i: parallel private ip
void set_in_each (int n, const int *restrict from, int *restrict to)
{
  const int *ip;
  for (int i = 0; i < n; i++) { ip = from + 2 * i; to[i] = *ip++; to[i] += *ip; }
}
// expect set_and_kept/i: sequential IHOP-D015
const int *set_and_kept (int n, const int *restrict from, int *restrict to)
{
  const int *ip = from;
  for (int i = 0; i < n; i++) { ip = from + 2 * i; to[i] = *ip; }
  return ip;
}
// expect set_sometimes/i: unknown
void set_sometimes (int n, const int *restrict from, int *restrict to)
{
  const int *ip = from;
  for (int i = 0; i < n; i++) { if (from[i]) ip = from + 2 * i; to[i] = *ip; }
}
// expect set_in_next_head/i: parallel private a
void set_in_next_head (int *restrict p, int *restrict q, int n)
{
  int i, *a;
  for (i = 0; i < n; i++) { a = p + i; *a = 1; }
  for (i = 0, a = q; i < n; i++, a++) *a = 2;
}
// expect read_in_next_head/i: sequential IHOP-D015
void read_in_next_head (int *restrict p, int *restrict q, int n)
{
  int i, *a = p, *b;
  for (i = 0; i < n; i++) { a = p + i; *a = 1; }
  for (i = 0, b = a, a = q; i < n; i++, b++) *b = 2;
}
