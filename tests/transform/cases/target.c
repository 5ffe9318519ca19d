/* Marks: only what is proved parallel gets one. */
static double A[100][100], B[100][100];

void f (int n)
{
  // RUN: target f/i
  // RUN: target f/i block(32,8)
  // RUN: target f/i block(16) ; target f/i block(8,4) map(i:y,j:x)
  // RUN: target f/i ; target f/i off
  // RUN: target f/i ; interchange f/i/j
  // RUN: target f/i block(0)
  // RUN: target f/i block(1,2,3,4)
  // RUN: target f/i blocks(8)
  // RUN: target f/k
  // RUN: target
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      A[i][j] = B[j][i];
  // RUN: target f/i#2
  // RUN: target f/i#2 serial
  for (int i = 1; i < 100; i++)
    A[i][0] = A[i - 1][0];
  // RUN: target f/while
  while (A[n][2] > 0) {
    A[n][0] = A[n * n][1];
    n--;
  }
  // RUN: target f/i#3
  if (n > 3)
    for (int i = 0; i < 100; i++)
      A[i][i] = 0;
}
