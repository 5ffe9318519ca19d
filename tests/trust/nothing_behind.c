/* Pointers behind which there is nothing, as the loops that would use it do not run: null, or a dummy
 * with other variables beside it. */
#include <stdio.h>
#include <stdlib.h>

static void spread(double *c, const double *p, int n, int m)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            c[j * n + i] = p[i];
}

static void relax(double *restrict c, const double *restrict p, int n, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            c[i] = c[i] * 0.5 + p[i];
}

static void perhaps(double *restrict c, const double *restrict p, int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            c[i] = c[i] * 0.5;
        if (p != NULL)
            for (int i = 0; i < n; i++)
                c[i] = c[i] + p[i];
    }
}

static void each(double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 2 + (b ? b[i] : 0.25);
}

static void tiles(double *a, const double *b, int m, int n)
{
    const int size = 4;
    if (m % size != 0)
        return;
    for (int t = 0; t < m; t += size)
        for (int j = 0; j < n; j++) {
            double row[size];
#pragma target
            for (int i = 0; i < size; i++)
                row[i] = b != NULL ? b[j] : 0.5;
            for (int i = 0; i < size; i++)
                a[(t + i) * n + j] = row[i];
        }
}

static double at(const double *b, int i)
{
    if (!b)
        return 3;
    return b[i];
}

static void asked(double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += at(b, i);
}

static double settle(double *restrict c, const double *restrict p, int n, double eps)
{
    double error = 1;
    while (error > eps) {
        error = 0;
        for (int i = 0; i < n; i++) {
            double d = p[i] - c[i];
            c[i] += 0.5 * d;
            error = d * d > error ? d * d : error;
        }
    }
    return error;
}

static void blur(const float *in, float *out, int n)
{
    for (int i = 1; i < n - 1; i++)
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

static void waves(double *u, double *v, const double *source, int h, int w, int steps, int with)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                v[i * w + j] = 0.25 * (u[(i - 1) * w + j] + u[(i + 1) * w + j] + u[i * w + j - 1]
                                       + u[i * w + j + 1]);
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                u[i * w + j] = v[i * w + j] + (with ? source[i * w + j] : 0.0);
    }
}

/* "history" is looked at only if "save" says so: callers may give the address of anything. */
static void record(double *restrict a, double *history, double *count, int n, int save)
{
    for (int i = 0; i < n; i++) {
        a[i] += 1;
        if (save)
            history[i] = a[i];
    }
    *count += n;
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}

int main(void)
{
    enum { H = 20, W = 30 };
    static double u[H * W], v[H * W], source[H * W];
    double c[40] = { 1 }, p[10] = { 2, 3 };
    struct { double dummy, count, rest[40]; } box = { 0, 5, { 1, 2, 3 } };
    float f[10] = { 1, 2, 3, 4, 5 }, g[10] = { 0 };

    for (int i = 0; i < H * W; i++) {
        u[i] = i % 7;
        source[i] = i % 3;
    }
    spread(c, p, 10, 4);
    spread(c, NULL, 10, 0);
    spread(NULL, NULL, 0, 4);
    relax(c, p, 10, 3);
    relax(c, NULL, 10, 0);
    perhaps(c, p, 10, 3);
    perhaps(c, NULL, 10, 3);
    each(c, p, 10);
    each(c, NULL, 10);
    tiles(c, p, 4, 10);
    tiles(c + 1, NULL, 4, 9);
    asked(c, p, 10);
    asked(c, NULL, 10);
    printf("%g ", settle(c, p, 10, 1e-6));
    printf("%g\n", settle(c, NULL, 10, 2));
    blur(f, g, 10);
    blur(NULL, NULL, 2);
    waves(u, v, source, H, W, 3, 1);
    waves(u, v, NULL, H, W, 3, 0);
    waves(NULL, NULL, NULL, H, W, 0, 1);
    waves(NULL, NULL, NULL, 2, W, 3, 1);
    record(c, &box.dummy, &box.count, 10, 0);
    record(c, v, &box.count, 10, 1);
    for (int i = 0; i < 40; i++)
        printf("%.17g %.17g\n", c[i], box.rest[i]);
    for (int i = 0; i < H * W; i++)
        printf("%.17g %.17g\n", u[i], v[i]);
    for (int i = 0; i < 10; i++)
        printf("%g\n", g[i]);
    printf("%g %g\n", box.dummy, box.count);
    return 0;
}
