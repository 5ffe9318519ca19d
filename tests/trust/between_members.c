/* What lies between the members of a struct does not come into being on the device by writing the members. */
// KERNELS: 2
#include <stdio.h>
#include <string.h>

static struct cell { char c; double d; short h; } v[300];
static struct bits { unsigned a : 5, b : 20; } w[300];

int main (void)
{
  unsigned sum = 0;
  unsigned char bytes[sizeof v];
  memset (v, 7, sizeof v);
  memset (w, 0xff, sizeof w);
#pragma target
  for (int i = 0; i < 300; i++)
    {
      v[i].c = i;
      v[i].d = 2 * i;
      v[i].h = 3;
    }
#pragma target
  for (int i = 0; i < 300; i++)
    {
      w[i].a = i;
      w[i].b = 2 * i;
    }
  memcpy (bytes, v, sizeof v);
  for (unsigned i = 0; i < sizeof v; i++)
    sum = sum * 31 + bytes[i];
  memcpy (bytes, w, sizeof w);
  for (unsigned i = 0; i < sizeof w; i++)
    sum = sum * 31 + bytes[i];
  printf ("%u\n", sum);
  return 0;
}
