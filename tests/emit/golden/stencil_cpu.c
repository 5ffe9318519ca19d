/* Made by ihop from stencil.c. Runs without a graphics card. Compile with: gcc -O3
 * -march=native -fopenmp stencil_cpu.c */
#include <stdio.h>
#include <stdlib.h>

/* Line 10 of smooth: one i. */
static void smooth_1(int i, int n, int m, double (*restrict A)[50], double (*restrict B)[50])
{
	#pragma omp simd
	for (int j = 1; j < m - 1; j++)
	{
		B[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
	}
}

/* Line 18 of smooth: one i. */
static void smooth_2(int i, int n, int m, double (*restrict B)[50], double (*restrict A)[50])
{
	#pragma omp simd
	for (int j = m - 2; j >= 1; j--)
		A[i][j] = B[i][j];
}

/* Two sweeps a step; the border never changes. Tabs, and braces below. */
static void smooth(int steps, int n, int m, double A[60][50], double B[60][50])
{
	for (int t = 0; t < steps; t++)
	{
		#pragma omp parallel for schedule(static) if((double) (n - 2) * (m - 2) > 50000)
		for (int i = 1; i < n - 1; i++)
			smooth_1(i, n, m, A, B);
		#pragma omp parallel for schedule(static) if((double) (n - 2) * (m - 2) > 50000)
		for (int i = 1; i < n - 1; i++)
			smooth_2(i, n, m, B, A);
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
