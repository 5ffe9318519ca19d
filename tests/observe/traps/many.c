/* A function with more accesses than are inlined. */
int a[10][64], b[10][64], s;
#define COPY(k) a[i + 1][k] = a[i][k];
#define KEEP(k) b[i][k] = b[i][k] + k;
#define FOUR(what, k) what (k) what (k + 1) what (k + 2) what (k + 3)
#define SIXTEEN(what, k) FOUR (what, k) FOUR (what, k + 4) FOUR (what, k + 8) FOUR (what, k + 12)
#define ALL(what) SIXTEEN (what, 0) SIXTEEN (what, 16) SIXTEEN (what, 32) SIXTEEN (what, 48)

int
main (void)
{
  for (int i = 0; i < 9; i++) // runs 1 trips 9; flow a 1
    {
      ALL (COPY)
    }
  for (int i = 0; i < 9; i++) // runs 1 trips 9; nothing
    {
      ALL (KEEP)
    }
  for (int i = 0; i < 9; i++) // runs 1 trips 9; flow s 1; output s 1
    s += b[i][0];
  return 0;
}
