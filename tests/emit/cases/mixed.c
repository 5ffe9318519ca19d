// Boxes, last values, conditions, overlaps, functions, one thread, bare bodies.
#include <stdio.h>
#include <stdlib.h>

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

    #pragma target name(last_of_1) axes(i:x) block(64) value(n) in(a) inout(b, t) last(t) \
        call(weight, twice) after(i = n > 0 ? n : 0) extent_a(n) extent_b(n)
    for (i = 0; i < n; i++) {
        t = weight(a[i] - 3);
        b[i] = t * t;
    }
    return t > 0 ? i : -i;
}

/* Memory that may overlap; a row that is only touched in part. */
static void shift(double *a, double *b, size_t n)
{
    #pragma target name(shift_1) axes(i:x) block(64) value(n) in(a) inout(b) extent_a(n) \
        extent_b(n) overlap(a, b, n * sizeof (double)) box(b: 2, n - 2)
    for (size_t i = 2; i < n; i += 3)
        b[i] = a[i - 1] + 1;
}

static void inner(double A[N][N], int n, int rows)
{
    #pragma target under(1) name(inner_1) axes(i:y, j:x) block(32, 4) value(n, k, rows) inout(A) \
        condition(n < 60)
    for (int k = 0; k < 2; k++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] += i * j + k - rows;
    #pragma target under(1) name(inner_2) value(rows) inout(A)
    if (rows > 0)
        A[rows][rows] = A[rows - 1][rows] * 2;
}

static void histogram(int n, const unsigned char *data, int *count, unsigned *top)
{
    #pragma target name(histogram_1) axes(i:x) block(128) value(n) in(data) inout(count, top) \
        atomic(+:count, max:top) extent_data(n) extent_count(256) extent_top(256)
    for (int i = 0; i < n; i++) {
        count[data[i]] += 2;
        if ((unsigned) i > top[data[i]])
            top[data[i]] = i;
    }
}

static void triangle(int n, double A[N][N])
{
    #pragma target name(triangle_1) axes(i:y, j:x) block(32, 4) value(n) inout(A) most(n)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            A[j][i] = A[i][j];
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
