/* Marks that macros make, alone or with their loop, and digraphs. KERNELS: 4 */
#include <stdio.h>

#define MARK _Pragma ("target")
#define LOOP(v, n) for (int v = 0; v < (n); v++)
static int a[300], b[300];

int
main (void)
{
  unsigned s = 0;

  MARK
  for (int i = 0; i < 300; i++)
    a[i] = i;
  MARK LOOP (i, 300) b[i] = a[i] * 2;
  _Pragma ("target") for (int i = 0; i < 300; i++)
    a[i] += b[i];
%:pragma target
  for (int i = 0; i < 300; i++) <%
    b<:i:> += a<:i:>;
  %>
  for (int i = 0; i < 300; i++)
    s = s * 31 + a[i] + b[i] * 3;
  printf ("%u\n", s);
  return 0;
}
