/* --alias trust: what the owner vouches for is nobody else's; judge says what is proved. */
//! alias plain A B = testable
//! touch plain @w B = none
//! touch plain @w A = write
void plain (double *A, double *B)
{
  A[0] = 1; /*@w*/
  B[0] = 2;
}
//! touch derived @d A = write
void derived (double *A)
{
  double *p = A + 1;
  p[0] = 1; /*@d*/
}
