/* Variables that hold one number for as long as the program runs, and such as only look so. A shift by 6 keeps six
 * iterations apart; by less, or by anything, it does not. */
#define SHIFT(s) for (int i = 0; i < 6; i++) a[i + (s)] = a[i];

const int constant = 6;
static const long wide = 6;
static int never_set = 6;
static int zero;
const int worked_out = 2 * 3, named_by_other = sizeof (int) + 2;

// expect f_constant/i: parallel
void f_constant (double *a) { SHIFT (constant) }
// expect f_wide/i: parallel
void f_wide (double *a) { SHIFT (wide) }
// expect f_never_set/i: parallel
void f_never_set (double *a) { SHIFT (never_set) }
// expect f_local/i: parallel
void f_local (double *a) { static const int inside = 6; SHIFT (inside) }
// expect f_worked_out/i: parallel
void f_worked_out (double *a) { SHIFT (worked_out) SHIFT (named_by_other) }
// expect f_zero/i: parallel
void f_zero (double *a) { SHIFT (zero) }
/* Nobody who is called may change it. */
void strange (void);
// expect f_called/i/j: parallel
void f_called (int n, double *a) { for (int i = 0; i < n; i++) { strange (); for (int j = 0; j < 6; j++) a[j + constant] = a[j]; } }

/* One of a few. */
static int either = 6, one_of_many = 6, reckoned = 6;
void turn (int n)
{
  if (n)
    either = 8;
  switch (n) { case 0: one_of_many = 7; break; case 1: one_of_many = 8; break; case 2: one_of_many = 9; break;
               case 3: one_of_many = 10; break; case 4: one_of_many = 11; break; default: reckoned = n; }
}
// expect f_either/i: parallel strict
void f_either (double *a) { SHIFT (either) }
// expect f_one_of_many/i: parallel strict
void f_one_of_many (double *a) { SHIFT (one_of_many) }
// expect f_reckoned/i: sequential anti a
void f_reckoned (double *a) { SHIFT (reckoned) }

static int other_number = 6, counted = 6, pointed = 6, read = 6, in_assembler = 6;
int scanf (const char *, ...);
void set_them (void)
{
  int *p = &pointed;
  other_number = 1;
  counted--;
  *p = 1;
  scanf ("%d", &read);
  __asm__ ("movl $1, %0" : "=m" (in_assembler));
}
// expect f_other_number/i: sequential flow a
void f_other_number (double *a) { SHIFT (other_number) }
// expect f_counted/i: unknown
void f_counted (double *a) { SHIFT (counted) }
// expect f_pointed/i: unknown
void f_pointed (double *a) { SHIFT (pointed) }
// expect f_read/i: unknown
void f_read (double *a) { SHIFT (read) }
// expect f_in_assembler/i: unknown
void f_in_assembler (double *a) { SHIFT (in_assembler) }

int visible = 6;
extern const int elsewhere;
const int replaceable __attribute__ ((weak)) = 6;
static volatile int device = 6;
// expect f_visible/i: sequential flow a
void f_visible (double *a) { SHIFT (visible) }
// expect f_elsewhere/i: sequential flow a
void f_elsewhere (double *a) { SHIFT (elsewhere) }
// expect f_replaceable/i: unknown
void f_replaceable (double *a) { SHIFT (replaceable) }
// expect f_device/i: unknown
void f_device (double *a) { SHIFT (device) }
/* A parameter of the same name is another variable. */
// expect f_shadow/i: sequential flow a
void f_shadow (double *a, int constant) { SHIFT (constant) }
/* Its number may be another one from the second call on. */
// expect f_kept/i: unknown
void f_kept (double *a) { static int kept = 6; SHIFT (kept) kept--; }

/* What is const is not written through any pointer; what others define may be. */
const double factor = 0.5;
static const double table[3] = { 1, 2, 3 };
float shared[9];
static float *const pointers[2] = { shared };
extern const double foreign;
// expect scaled/i: parallel strict
// expect scaled/i/j: parallel reduction []+ a
void scaled (int n, double *a) { for (int i = 0; i < n; i++) { a[i] *= factor; for (int j = 0; j < 3; j++) a[i] += table[j]; } }
// expect scaled_by_foreign/i: parallel assume "a and foreign do not overlap"
void scaled_by_foreign (int n, double *a) { for (int i = 0; i < n; i++) a[i] *= foreign; }
// expect behind_pointers/i: unknown
void behind_pointers (int n, float *a) { for (int i = 0; i < n; i++) a[i] = pointers[0][i]; }

// A condition that no call keeps is none: what callers pass says nothing of what happens under it.
// expect wraps_around/i: unknown
static void wraps_around (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[(unsigned char) i] = i + a[(unsigned char) (i + 1)];
}
void call_wraps_around (double *a) { wraps_around (a, 700); }
