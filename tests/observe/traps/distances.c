/* The smallest distance, in iterations of the loop that carries it, whatever stands inside. */
int a[200], b[200], m[20][20], calls;

static void
step (int i)
{
  for (int k = 0; k < i % 3; k++)
    calls++;
}

int
main (void)
{
  for (int i = 0; i < 100; i++) // runs 1 trips 100; flow a 7
    a[i + 7] = a[i] + 1;
  for (int i = 5; i < 100; i++) // runs 1 trips 95; flow b 5; anti b 3
    b[i] = b[i - 5] + b[i + 3];
  for (int i = 0; i < 50; i++) // runs 1 trips 50; flow a 4; flow calls 1; output calls 1
    {
      step (i); /* other loops inside, of other lengths every time */
      a[i + 4] = a[i] + 1;
    }
  for (int i = 2; i < 20; i++) // runs 1 trips 18; flow m 2
    for (int j = 0; j < i; j++) // runs 18 trips 2..19; nothing
      m[i][j] = m[i - 2][j];
  for (int i = 0; i < 20; i++) // runs 1 trips 20; nothing
    for (int j = 3; j < 20; j++) // runs 20 trips 17; flow m 3
      m[i][j] = m[i][j - 3];
  for (int i = 99; i >= 2; i -= 2) // runs 1 trips 49; anti a 1
    a[i] = a[i - 2];
  return 0;
}
