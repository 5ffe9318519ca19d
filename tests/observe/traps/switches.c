/* Ways out of loops that several cases of one switch share, beside ways that others take. */
int a[40];

static int
old (int n)
{
  for (int i = 0; i < n; i++) // runs 2 trips 6..9; output a 1
    {
      switch (i % 7)
        {
        case 3: case 4:
          continue;
        case 5: case 6:
          if (n > 8)
            break;
          return i;
        default:
          a[0] = i;
        }
      if (i == 8)
        return 1;
    }
  return 0;
}

int
main (void)
{
  return old (7) + old (12) != 6;
}
