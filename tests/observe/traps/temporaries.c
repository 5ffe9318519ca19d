/* Objects without a name: those of one iteration are not those of the next. */
struct point { double x; int tag[3]; } p[50];
int a[50];

static int
first (const int *q)
{
  return q[0];
}

int
main (void)
{
  for (int i = 0; i < 50; i++) // runs 1 trips 50; nothing
    p[i] = (struct point){ i, { i, i + 1, i + 2 } };
  for (int i = 0; i < 50; i++) // runs 1 trips 50; nothing
    a[i] = first ((int[]){ i, 2, 3 });
  int *kept = (int[]){ 1, 2, 3 };
  for (int i = 0; i < 50; i++) // runs 1 trips 50; flow kept 1; output kept 1
    kept[1] += i;
  return kept[1] > 5000;
}
