/* What a program finds out about addresses is something else on the device, where each array has a
 * memory of its own. */
#include <stdint.h>
#include <stdio.h>

static void compared(double *a, const double *b, const double *c, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = b == c ? 1 : b[i] + c[i];
}

static void apart(double *a, const double *b, const double *c, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += b[i] + c[i] + (double) (c - b);
}

static void below(double *a, const double *b, const double *c, int n)
{
    for (int i = 0; i < n; i++)
        if (&b[i] < &c[n - 1 - i])
            a[i] += b[i] - c[i];
}

static void numbered(double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += (double) (((uintptr_t) &b[i] - (uintptr_t) &b[0]) % 64);
}

/* Within one array all is as it was. */
static void rows(double *a, const double *b, int n, int m)
{
    for (int i = 0; i < n; i++) {
        const double *row = b + i * m, *end = row + m;
        double sum = 0;
        for (const double *p = row; p < end; p++)
            sum += *p;
        a[i] += sum;
    }
}

static double between(const double *from, const double *to)
{
    double sum = 0;
    while (from != to)
        sum += *from++;
    return sum;
}

static void called(double *a, const double *b, int n, int m)
{
    for (int i = 0; i < n; i++)
        a[i] += between(b + i * m, b + i * m + m);
}

int main(void)
{
    double a[12] = { 0 }, b[144];

    for (int i = 0; i < 144; i++)
        b[i] = i * 0.5;
    compared(a, b, b, 12);
    compared(a, b, b + 12, 12);
    apart(a, b, b + 20, 12);
    below(a, b, b + 6, 12);
    below(a, b + 6, b, 12);
    numbered(a, b, 12);
    rows(a, b, 12, 12);
    called(a, b, 12, 12);
    for (int i = 0; i < 12; i++)
        printf("%g\n", a[i]);
    return 0;
}
