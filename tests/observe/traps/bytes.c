/* Accesses of all sizes that overlap in part, and ranges. */
#include <string.h>
union word { unsigned char c[8]; short s[4]; int i[2]; double d; } w[16];
char text[64];
struct pair { char tag; int value; } __attribute__ ((packed)) p[20];
int field[8];

int
main (void)
{
  for (int i = 0; i < 16; i++) // runs 1 trips 16; nothing
    w[i].d = i;
  for (int i = 0; i < 8; i++) // runs 1 trips 8; nothing
    w[0].c[i] = i;
  for (int i = 0; i < 8; i++) // runs 1 trips 8; output w 1
    w[1].s[i / 2] = i;
  for (int i = 0; i < 4; i++) // runs 1 trips 4; flow w 1; output w 1
    if (i % 2)
      w[2].d += 1;
    else
      w[2].c[5] = i;
  for (int i = 0; i < 8; i++) // runs 1 trips 8; flow w 4; anti w 4
    w[3].c[i] = w[3].c[(i + 4) % 8 < 4 ? 0 : i + 4];
  for (int i = 0; i < 20; i++) // runs 1 trips 20; nothing
    p[i].value = p[i].tag;
  for (int i = 0; i < 60; i++) // runs 1 trips 60; output text 1
    memset (text + i, i, 3);
  for (int i = 0; i < 20; i++) // runs 1 trips 20; nothing
    memset (text + 3 * i, i, 3);
  for (int i = 1; i < 8; i++) // runs 1 trips 7; flow field 1
    memcpy (&field[i], &field[i - 1], sizeof field[0]);
  struct pair copy[20];
  for (int i = 0; i < 20; i++) // runs 1 trips 20; nothing
    copy[i] = p[i];
  return copy[3].tag;
}
