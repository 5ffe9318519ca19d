#include <stdio.h>

enum { N = 24, M = 30, K = 12 };

/* Parts of arrays: rows, a box, a box in three dimensions, an odd step. */
static void parts(int lo, int hi, float A[N][M], float B[N][M], short C[N][M][K])
{
    int i, j, k;

    {
        #pragma target name(parts_1) axes(i:y, j:x) block(8, 8) value(lo, hi) inout(A) \
            box(A: lo, hi - lo: 0, M)
        for (i = lo; i < hi; i++)
            for (j = 0; j < M; j++)
                A[i][j] += 1;
    }
    {
        #pragma target name(parts_2) axes(j:x, i:y) block(8, 8) value(lo, hi) inout(B) \
            box(B: 0, N: lo, hi - lo)
        for (j = lo; j < hi; j++)
            for (i = 0; i < N; i++)
                B[i][j] *= 2;
    }
    {
        #pragma target name(parts_3) axes(i:z, j:y, k:x) block(4, 4, 4) value(lo, hi) inout(C) \
            box(C: lo, hi - lo: lo + 1, hi - lo: 1, K - 2)
        for (i = lo; i < hi; i++)
            for (j = lo + 1; j <= hi; j++)
                for (k = 1; k < K - 1; k++) {
                    if (k == j)
                        continue;
                    C[i][j][k] += i + j - k;
                }
    }
}

int main(void)
{
    static float A[N][M], B[N][M];
    static short C[N][M][K];
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            A[i][j] = B[i][j] = i - j;
            for (int k = 0; k < K; k++)
                C[i][j][k] = i * j - k;
        }
    parts(3, 17, A, B, C);
    parts(5, 5, A, B, C);
    parts(9, 2, A, B, C);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            sum += A[i][j] * (i + 1) + B[i][j] * j;
            for (int k = 0; k < K; k++)
                sum += C[i][j][k] * (k + i);
        }
    printf("%.17g\n", sum);
    return 0;
}
