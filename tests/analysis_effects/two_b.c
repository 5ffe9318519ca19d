/* The other file of two_a.c, and as the first of the two: */
double shared[8];
void set_shared (double x) { shared[0] = x; }
//! effects set = writes(p)
void set (double *p, double x) { *p = x; }
//! alias both p q = never
//! alias both p shared = never
void both (double *p, double *q) { p[0] = q[0]; }
