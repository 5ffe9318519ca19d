/* Rows of a flat array in front of the one that is pointed to: a margin that filters reach into. */
#include <stdio.h>

struct shape { int margin, channels; };

static void clear(const struct shape *shape, float *line)
{
#pragma target
    for (int x = -shape->margin; x < 0; x++)
        for (int c = 0; c < shape->channels; c++)
            line[x * shape->channels + c] = 0;
}

static void mirror(float *line, int margin, int channels)
{
#pragma target
    for (int x = 1; x <= margin; x++)
        for (int c = 0; c < channels; c++)
            line[(1 - x) * channels + c - 1] = line[x * channels + c];
}

static void blur(float *restrict out, const float *restrict in, int n, int m)
{
#pragma target
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = in[i * m + j - 1] + in[i * m + j];
}

int main(void)
{
    static float a[4000], b[4000];
    const struct shape shape = { 50, 4 };
    for (int i = 0; i < 4000; i++)
        a[i] = (float) (i % 97);
    clear(&shape, a + 400);
    mirror(a + 1200, 100, 4);
    blur(b, a + 2, 60, 50);
    for (int i = 0; i < 4000; i++)
        printf("%g %g\n", a[i], b[i]);
    return 0;
}
