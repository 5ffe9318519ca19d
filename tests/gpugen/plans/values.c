/* A kernel takes by value what another one may have written through a pointer. */
struct sizes { int n; double room[50]; } shared;
double weight, other[50];

void by_struct (double *z, double *y, int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    z[i] = z[i] * 2;
#pragma target
  for (int i = 0; i < n; i++)
    y[i] = shared.room[3] * weight + i;
}

void one_of_two (double *y, int n, int first)
{
  double *z = first ? other : shared.room;
#pragma target
  for (int i = 0; i < n; i++)
    other[i] = i * 2;
#pragma target
  for (int i = 0; i < n; i++)
    y[i] = *z * i;
}
