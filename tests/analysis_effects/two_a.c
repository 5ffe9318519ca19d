/* Two files, one program: the body and the globals of the other file count. */
extern double shared[8];
extern void set_shared (double x);
extern void set (double *p, double x);
void both (double *p, double *q);

//! effects use = gwrite(shared)
static void use (void) { set_shared (1); }
//! effects pass = writes(p)
static void pass (double *p) { set (p, 1); }

//! alias main A B = never
//! touch main @use shared = write
//! touch main @use A = none
//! touch main @pass A = write
//! touch main @pass B = none
//! touch main @read shared = read
int main (void)
{
  double A[8] = { 0 }, B[8] = { 0 };
  use (); /*@use*/
  pass (A); /*@pass*/
  both (A, B);
  return shared[0] > B[0]; /*@read*/
}
