#include <stdio.h>
#include <stdlib.h>

struct point {
    double x, y;
};

static const double scale = 2.0;

double norm(struct point p);

/* Arrays of variable length are no C++: two files. */
void turn(int n, int m, double A[restrict n][m + 1], double B[restrict m + 1][n], struct point p)
{
    #pragma target name(turn_1) axes(i:y, j:x) block(16, 16) value(n, m, p) in(A) inout(B)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j] * p.x + p.y;
}

double norm(struct point p)
{
    return p.x * p.x + scale * p.y;
}

static void cube(int n, double C[n][n][n], int *last)
{
    int i, j, k;

    #pragma target name(cube_1) axes(i:z, j:y, k:x) block(8, 4, 2) value(n) inout(C) after(k = n)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                C[i][j][k] += i * 100 + j * 10 + k;
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
