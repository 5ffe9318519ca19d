/* Loops that are left by break, return, goto, longjmp and exit are over all the same. */
#include <setjmp.h>
#include <stdlib.h>
// STATUS 7
int a[100];
static jmp_buf back;

static int
by_return (int n)
{
  for (int i = 0; i < n; i++) // runs 2 trips 4..11; flow a 1; anti a 1; output a 1
    for (int j = 0; j < 5; j++) // runs 15 trips 1..5; flow a 1
      {
        a[i + j + 1] = a[i + j] + 1;
        if (i == n - 1)
          return j;
      }
  return 0;
}

static void
by_goto (void)
{
  for (int i = 0; i < 5; i++) // runs 1 trips 3; nothing
    for (int j = 0; j < 5; j++) // runs 3 trips 3..5; nothing
      if (i == 2 && j == 2)
        goto out;
out:
  for (int i = 0; i < 4; i++) // runs 1 trips 4; output a 1
    a[0] = i;
}

static void
jump (int i)
{
  for (int j = 0; j < 10; j++) // runs 3 trips 2; output a 1
    {
      a[50] = j;
      if (j == 1)
        longjmp (back, 1);
    }
}

static void
by_longjmp (void)
{
  volatile int n = 0;
  for (int k = 0; k < 1; k++) // runs 1 trips 1
    {
      setjmp (back);
      n++;
      if (n < 4)
        for (int i = 0; i < 3; i++) // runs 3 trips 1
          jump (i);
    }
  for (int i = 0; i < 6; i++) // runs 1 trips 6; nothing
    a[i] = i;
}

int
main (void)
{
  by_return (4);
  by_return (11);
  by_goto ();
  by_longjmp ();
  int i = 0;
  while (1) // runs 1 trips 3; flow i 1; anti i 1; output i 1
    {
      i++;
      if (i == 3)
        break;
    }
  do // runs 1 trips 2; flow i 1; anti i 1; output i 1
    i--;
  while (i > 1);
  for (int k = 0; k < 10; k++) // runs 1 trips 5; flow a 1; output a 1
    if ((a[99] += k) == 10)
      exit (7);
  return 0;
}
