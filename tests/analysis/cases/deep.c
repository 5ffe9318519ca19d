// Nests that no person writes get no answer, rather than a late one; the next one is as if it stood alone.
// expect deep/i0: unknown IHOP-D009
// expect deep/i0/i1/i2/i3/i4/i5/i6/i7/i8/i9/i10/i11/i12/i13/i14/i15/i16/i17/i18/i19/i20/i21/i22/i23/i24: unknown IHOP-D009
// expect deep/k: parallel
void deep (int n, double *a, double *b)
{
  for (int i0 = 0; i0 < n; i0++)
  for (int i1 = 0; i1 < n; i1++)
  for (int i2 = 0; i2 < n; i2++)
  for (int i3 = 0; i3 < n; i3++)
  for (int i4 = 0; i4 < n; i4++)
  for (int i5 = 0; i5 < n; i5++)
  for (int i6 = 0; i6 < n; i6++)
  for (int i7 = 0; i7 < n; i7++)
  for (int i8 = 0; i8 < n; i8++)
  for (int i9 = 0; i9 < n; i9++)
  for (int i10 = 0; i10 < n; i10++)
  for (int i11 = 0; i11 < n; i11++)
  for (int i12 = 0; i12 < n; i12++)
  for (int i13 = 0; i13 < n; i13++)
  for (int i14 = 0; i14 < n; i14++)
  for (int i15 = 0; i15 < n; i15++)
  for (int i16 = 0; i16 < n; i16++)
  for (int i17 = 0; i17 < n; i17++)
  for (int i18 = 0; i18 < n; i18++)
  for (int i19 = 0; i19 < n; i19++)
  for (int i20 = 0; i20 < n; i20++)
  for (int i21 = 0; i21 < n; i21++)
  for (int i22 = 0; i22 < n; i22++)
  for (int i23 = 0; i23 < n; i23++)
  for (int i24 = 0; i24 < n; i24++)
    a[0] += 1;
  for (int k = 0; k < n; k++)
    b[k] = 1;
}
