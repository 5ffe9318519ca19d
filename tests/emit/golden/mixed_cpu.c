/* Made by ihop from mixed.c. Runs without a graphics card. Compile with: gcc -O3 -march=native
 * -fopenmp mixed_cpu.c */
// Boxes, last values, conditions, overlaps, functions, one thread, bare bodies.
#include <stdio.h>
#include <stdlib.h>

/* Whether two stretches of memory have a byte in common. */
static int ihop_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const char *p = (const char *) a, *q = (const char *) b;

    return (size_t) p < (size_t) q + b_bytes && (size_t) q < (size_t) p + a_bytes;
}

#define N 64

static double weight(double x);

static inline double twice(double x)
{
    return x + x;
}

static double weight(double x)
{
    return x > 0 ? twice(x) : -x;
}

/* The iterator, the last t, and a function that stands behind a prototype. */
static int last_of(int n, const double *a, double *b)
{
    int i;
    double t = 0;

    #pragma omp parallel for firstprivate(t) lastprivate(t) schedule(static) if((double) n > 50000)
    for (i = 0; i < n; i++) {
        t = weight(a[i] - 3);
        b[i] = t * t;
    }
    i = n > 0 ? n : 0;
    return t > 0 ? i : -i;
}

/* shift as it was, for memory that overlaps. */
static void shift_original(double *a, double *b, size_t n)
{
    for (size_t i = 2; i < n; i += 3)
        b[i] = a[i - 1] + 1;
}

/* Memory that may overlap; a row that is only touched in part. */
static void shift(double *a, double *b, size_t n)
{
    if (ihop_overlap(a, n * sizeof(double), b, n * sizeof(double))) {
        shift_original(a, b, n);
        return;
    }

    #pragma omp parallel for simd schedule(static) if(parallel: (double) (n / 3) > 50000)
    for (size_t i = 2; i < n; i += 3)
        b[i] = a[i - 1] + 1;
}

/* Line 48 of inner: one i. */
static void inner_1(int i, int n, int k, int rows, double (*restrict A)[N])
{
    for (int j = 1; j < n - 1; j++)
        A[i][j] += i * j + k - rows;
}

static void inner(double A[N][N], int n, int rows)
{
    for (int k = 0; k < 2; k++)
        #pragma omp parallel for schedule(static) if((double) (n - 2) * (n - 2) > 50000 && (n < 60))
        for (int i = 1; i < n - 1; i++)
            inner_1(i, n, k, rows, A);
    if (rows > 0)
        A[rows][rows] = A[rows - 1][rows] * 2;
}

static void histogram(int n, const unsigned char *data, int *count, unsigned *top)
{
    for (int i = 0; i < n; i++) {
        count[data[i]] += 2;
        if ((unsigned) i > top[data[i]])
            top[data[i]] = i;
    }
}

/* Line 70 of triangle: one i. */
static void triangle_1(int i, int n, double (*restrict A)[N])
{
    for (int j = i + 1; j < n; j++)
        A[j][i] = A[i][j];
}

static void triangle(int n, double A[N][N])
{
    #pragma omp parallel for schedule(static, 4) if((double) n * n > 50000)
    for (int i = 0; i < n; i++)
        triangle_1(i, n, A);
}

int main(void)
{
    static double a[N], b[N], A[N][N];
    static unsigned char data[1000];
    static int count[256];
    static unsigned top[256];
    double sum = 0;
    int at;

    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        for (int j = 0; j < N; j++)
            A[i][j] = i * j % 5;
    }
    for (int i = 0; i < 1000; i++)
        data[i] = (unsigned char) (i * i % 255);
    at = last_of(N, a, b) + last_of(1, a, b);
    shift(a, b, N);
    shift(a, a + 1, N - 1);
    inner(A, N, 3);
    inner(A, 20, 5);
    triangle(40, A);
    histogram(1000, data, count, top);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += A[i][j] * (i + 1) + b[i] * j + a[j];
    for (int i = 0; i < 256; i++)
        sum += count[i] * i + top[i];
    printf("%d %.17g\n", at, sum);
    return 0;
}
