// Loops as tools for tiles write them: bounds that are the smaller one of two, divisions rounded down by hand, and many
// accesses to one array, which all stay in the rows of their tile, or do not.
// expect own_rows/t: parallel private i private j
// expect own_rows/t/i: parallel private j
// expect own_rows/t/i/j#17: parallel
// expect next_row/t: sequential
// expect next_row/t/i: sequential
// expect next_row/t/i/j#17: parallel
#define floord(n, d) ((n) * (d) < 0 ? -((-(n) + (d) - 1) / (d)) : (n) / (d))

void
own_rows (int n, int m, int lo, double A[restrict 200][200], const double B[restrict 200], const double C[restrict 200])
{
  int t, i, j;

  if (lo >= 0)
    for (t = 0; t <= floord (n - 1, 16); t++)
      for (i = 16 * t; i <= (16 * t + 15 < n - 1 ? 16 * t + 15 : n - 1); i++)
        {
          for (j = 0; j <= (n - 1 < m ? n - 1 : m); j++)
            {
              A[i][j] = B[j] + 0.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 2 < m ? n - 2 : m); j++)
            {
              A[i][j] = B[j] + 1.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 3 < m ? n - 3 : m); j++)
            {
              A[i][j] = B[j] + 2.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 4 < m ? n - 4 : m); j++)
            {
              A[i][j] = B[j] + 3.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 5 < m ? n - 5 : m); j++)
            {
              A[i][j] = B[j] + 4.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 6 < m ? n - 6 : m); j++)
            {
              A[i][j] = B[j] + 5.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 7 < m ? n - 7 : m); j++)
            {
              A[i][j] = B[j] + 6.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 8 < m ? n - 8 : m); j++)
            {
              A[i][j] = B[j] + 7.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 9 < m ? n - 9 : m); j++)
            {
              A[i][j] = B[j] + 8.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 10 < m ? n - 10 : m); j++)
            {
              A[i][j] = B[j] + 9.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 11 < m ? n - 11 : m); j++)
            {
              A[i][j] = B[j] + 10.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 12 < m ? n - 12 : m); j++)
            {
              A[i][j] = B[j] + 11.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 13 < m ? n - 13 : m); j++)
            {
              A[i][j] = B[j] + 12.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 14 < m ? n - 14 : m); j++)
            {
              A[i][j] = B[j] + 13.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 15 < m ? n - 15 : m); j++)
            {
              A[i][j] = B[j] + 14.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 16 < m ? n - 16 : m); j++)
            {
              A[i][j] = B[j] + 15.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 17 < m ? n - 17 : m); j++)
            {
              A[i][j] = B[j] + 16.0;
              A[i + 0][j] += C[j];
            }
        }
}

void
next_row (int n, int m, int lo, double A[restrict 200][200], const double B[restrict 200], const double C[restrict 200])
{
  int t, i, j;

  if (lo >= 0)
    for (t = 0; t <= floord (n - 1, 16); t++)
      for (i = 16 * t; i <= (16 * t + 15 < n - 1 ? 16 * t + 15 : n - 1); i++)
        {
          for (j = 0; j <= (n - 1 < m ? n - 1 : m); j++)
            {
              A[i][j] = B[j] + 0.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 2 < m ? n - 2 : m); j++)
            {
              A[i][j] = B[j] + 1.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 3 < m ? n - 3 : m); j++)
            {
              A[i][j] = B[j] + 2.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 4 < m ? n - 4 : m); j++)
            {
              A[i][j] = B[j] + 3.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 5 < m ? n - 5 : m); j++)
            {
              A[i][j] = B[j] + 4.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 6 < m ? n - 6 : m); j++)
            {
              A[i][j] = B[j] + 5.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 7 < m ? n - 7 : m); j++)
            {
              A[i][j] = B[j] + 6.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 8 < m ? n - 8 : m); j++)
            {
              A[i][j] = B[j] + 7.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 9 < m ? n - 9 : m); j++)
            {
              A[i][j] = B[j] + 8.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 10 < m ? n - 10 : m); j++)
            {
              A[i][j] = B[j] + 9.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 11 < m ? n - 11 : m); j++)
            {
              A[i][j] = B[j] + 10.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 12 < m ? n - 12 : m); j++)
            {
              A[i][j] = B[j] + 11.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 13 < m ? n - 13 : m); j++)
            {
              A[i][j] = B[j] + 12.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 14 < m ? n - 14 : m); j++)
            {
              A[i][j] = B[j] + 13.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 15 < m ? n - 15 : m); j++)
            {
              A[i][j] = B[j] + 14.0;
              A[i + 0][j] += C[j];
            }
          for (j = lo; j <= (n - 16 < m ? n - 16 : m); j++)
            {
              A[i][j] = B[j] + 15.0;
              A[i + 0][j] += C[j];
            }
          for (j = 0; j <= (n - 17 < m ? n - 17 : m); j++)
            {
              A[i][j] = B[j] + 16.0;
              A[i + 1][j] += C[j];
            }
        }
}

// So many accesses are looked at all at once: they stay in a strip of the tile's, or reach the next one, or the one before.
// expect strips_apart/t: parallel
// expect strips_meet/t: sequential flow strips
// expect strip_below/t: sequential flow strips
double strips[1000];

void strips_apart (int n)
{
  for (int t = 0; t < n; t++)
    for (int j = 16 * t; j < 16 * t + 16; j++)
      {
        strips[j] = strips[j] * 0.0 + 1.0;
        strips[j] = strips[j] * 1.0 + 2.0;
        strips[j] = strips[j] * 2.0 + 3.0;
        strips[j] = strips[j] * 3.0 + 4.0;
        strips[j] = strips[j] * 4.0 + 5.0;
        strips[j] = strips[j] * 5.0 + 6.0;
        strips[j] = strips[j] * 6.0 + 7.0;
        strips[j] = strips[j] * 7.0 + 8.0;
        strips[j] = strips[j] * 8.0 + 9.0;
        strips[j] = strips[j] * 9.0 + 10.0;
        strips[j] = strips[j] * 10.0 + 11.0;
        strips[j] = strips[j] * 11.0 + 12.0;
        strips[j] = strips[j] * 12.0 + 13.0;
        strips[j] = strips[j] * 13.0 + 14.0;
        strips[j] = strips[j] * 14.0 + 15.0;
        strips[j] = strips[j] * 15.0 + 16.0;
        strips[j] = strips[j] * 16.0 + 17.0;
        strips[j] = strips[j] * 17.0 + 18.0;
        strips[j] = strips[j] * 18.0 + 19.0;
        strips[j] = strips[j] * 19.0 + 20.0;
      }
}

void strips_meet (int n)
{
  for (int t = 0; t < n; t++)
    for (int j = 16 * t; j < 16 * t + 17; j++)
      {
        strips[j] = strips[j] * 0.0 + 1.0;
        strips[j] = strips[j] * 1.0 + 2.0;
        strips[j] = strips[j] * 2.0 + 3.0;
        strips[j] = strips[j] * 3.0 + 4.0;
        strips[j] = strips[j] * 4.0 + 5.0;
        strips[j] = strips[j] * 5.0 + 6.0;
        strips[j] = strips[j] * 6.0 + 7.0;
        strips[j] = strips[j] * 7.0 + 8.0;
        strips[j] = strips[j] * 8.0 + 9.0;
        strips[j] = strips[j] * 9.0 + 10.0;
        strips[j] = strips[j] * 10.0 + 11.0;
        strips[j] = strips[j] * 11.0 + 12.0;
        strips[j] = strips[j] * 12.0 + 13.0;
        strips[j] = strips[j] * 13.0 + 14.0;
        strips[j] = strips[j] * 14.0 + 15.0;
        strips[j] = strips[j] * 15.0 + 16.0;
        strips[j] = strips[j] * 16.0 + 17.0;
        strips[j] = strips[j] * 17.0 + 18.0;
        strips[j] = strips[j] * 18.0 + 19.0;
        strips[j] = strips[j] * 19.0 + 20.0;
      }
}

void strip_below (int n)
{
  for (int t = 1; t < n; t++)
    {
      for (int j = 16 * t; j < 16 * t + 16; j++)
        {
          strips[j] = strips[j] * 0.0 + 1.0;
          strips[j] = strips[j] * 1.0 + 2.0;
          strips[j] = strips[j] * 2.0 + 3.0;
          strips[j] = strips[j] * 3.0 + 4.0;
          strips[j] = strips[j] * 4.0 + 5.0;
          strips[j] = strips[j] * 5.0 + 6.0;
          strips[j] = strips[j] * 6.0 + 7.0;
          strips[j] = strips[j] * 7.0 + 8.0;
          strips[j] = strips[j] * 8.0 + 9.0;
          strips[j] = strips[j] * 9.0 + 10.0;
          strips[j] = strips[j] * 10.0 + 11.0;
          strips[j] = strips[j] * 11.0 + 12.0;
          strips[j] = strips[j] * 12.0 + 13.0;
          strips[j] = strips[j] * 13.0 + 14.0;
          strips[j] = strips[j] * 14.0 + 15.0;
          strips[j] = strips[j] * 15.0 + 16.0;
          strips[j] = strips[j] * 16.0 + 17.0;
          strips[j] = strips[j] * 17.0 + 18.0;
          strips[j] = strips[j] * 18.0 + 19.0;
          strips[j] = strips[j] * 19.0 + 20.0;
        }
      for (int j = 16 * t; j < 16 * t + 4; j++)
        strips[j] += strips[j - 2];
    }
}
