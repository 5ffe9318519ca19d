/* Functions with names of the C library that are the program's own, in a file that is not here: what no header
 * of the library declares is not the library's, unless ISO C reserves the name and the types agree. */
extern int index (int *x, int n);
extern double y0 (double);
extern void sleep (int *x);
extern long read (int *x);
extern double sqrt (double);
extern int rand (int *x);
extern int printf (const char *, ...);
extern unsigned long strlen (const char *);

//! effects asks_index = unknown
int asks_index (int *a) { return index (a, 3); }
//! effects asks_y0 = unknown
double asks_y0 (double x) { return y0 (x); }
//! effects asks_sleep = unknown
void asks_sleep (int *a) { sleep (a); }
//! effects asks_read = unknown
long asks_read (int *a) { return read (a); }
//! effects asks_rand = unknown
int asks_rand (int *a) { return rand (a); }
//! effects asks_sqrt = pure
double asks_sqrt (double x) { return sqrt (x); }
//! effects says = io
void says (int x) { printf ("%d\n", x); }
//! effects length = reads(s) pure
unsigned long length (const char *s) { return strlen (s); }
