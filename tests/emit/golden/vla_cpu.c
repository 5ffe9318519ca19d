/* Made by ihop from vla.c. Runs without a graphics card. Compile with: gcc -O3 -march=native
 * -fopenmp vla_cpu.c */
#include <stdio.h>
#include <stdlib.h>

struct point {
    double x, y;
};

static const double scale = 2.0;

double norm(struct point p);

/* Line 16 of turn: one i. */
static void turn_1(int i, int n, int m, struct point p, double (*restrict A)[m + 1],
                   double (*restrict B)[n])
{
    for (int j = 0; j < m; j++)
        B[j][i] = A[i][j] * p.x + p.y;
}

/* Arrays of variable length are no C++: two files. */
void turn(int n, int m, double A[restrict n][m + 1], double B[restrict m + 1][n], struct point p)
{
    #pragma omp parallel for schedule(static) if((double) n * m > 50000)
    for (int i = 0; i < n; i++)
        turn_1(i, n, m, p, A, B);
}

double norm(struct point p)
{
    return p.x * p.x + scale * p.y;
}

/* Line 31 of cube: one i. */
static void cube_1(int i, int n, double (*restrict C)[n][n])
{
    int j, k;

    for (j = 0; j < n; j++)
        #pragma omp simd
        for (k = 0; k < n; k++)
            C[i][j][k] += i * 100 + j * 10 + k;
}

static void cube(int n, double C[n][n][n], int *last)
{
    int i, k;

    #pragma omp parallel for schedule(static) if((double) n * n * n > 50000)
    for (i = 0; i < n; i++)
        cube_1(i, n, C);
    k = n;
    *last = k;
}

int main(void)
{
    int n = 37, m = 22, last;
    double (*A)[m + 1] = malloc(sizeof (double[n][m + 1]));
    double (*B)[n] = malloc(sizeof (double[m + 1][n]));
    double (*C)[9][9] = malloc(sizeof (double[9][9][9]));
    double sum = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m; j++)
            A[i][j] = B[j][i] = i * 3 - j;
    for (int i = 0; i < 729; i++)
        ((double *) C)[i] = 1;
    turn(n, m, A, B, (struct point) { 1.5, 0.5 });
    cube(9, C, &last);
    sum += last;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= m; j++)
            sum += B[j][i] * (i + 2 * j);
    for (int i = 0; i < 729; i++)
        sum += ((double *) C)[i] * i;
    printf("%.17g %.17g\n", sum, norm((struct point) { 3, 4 }));
    free(A);
    free(B);
    free(C);
    return 0;
}
