#include <stdio.h>
#include <stdlib.h>

/* Two sweeps a step; the border never changes. Tabs, and braces below. */
static void smooth(int steps, int n, int m, double A[60][50], double B[60][50])
{
	for (int t = 0; t < steps; t++)
	{
		#pragma target name(smooth_1) axes(i:y, j:x) block(32, 4) value(n, m) in(A) inout(B)
		for (int i = 1; i < n - 1; i++)
		{
			for (int j = 1; j < m - 1; j++)
			{
				B[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
			}
		}
		#pragma target name(smooth_2) axes(i:y, j:x) block(32, 4) value(n, m) in(B) inout(A)
		for (int i = 1; i < n - 1; i++)
			for (int j = m - 2; j >= 1; j--)
				A[i][j] = B[i][j];
	}
}

int main(void)
{
	static double A[60][50], B[60][50];
	double sum = 0;

	for (int i = 0; i < 60; i++)
		for (int j = 0; j < 50; j++)
		{
			A[i][j] = (i * 7 + j * 3) % 11;
		}
	smooth(5, 60, 50, A, B);
	smooth(3, 2, 50, A, B);
	for (int i = 0; i < 60; i++)
		for (int j = 0; j < 50; j++)
		{
			sum += A[i][j] * (i + 2 * j) + B[i][j];
		}
	printf("%.17g\n", sum);
	return 0;
}
