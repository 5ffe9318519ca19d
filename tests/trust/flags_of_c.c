/* For flags.sh: loops in all products, those of the emulated program with counters of their own. */
#include <stdio.h>

enum { N = 200 };

static float a[N], b[N];

int main(void)
{
    int i;
    for (i = 0; i < N; i++)
        a[i] = (float)(i % 17) * 0.5f;
#pragma target
    for (i = 1; i < N - 1; i++)
        b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
    for (i = 0; i < N; i += 13)
        printf("%g\n", b[i]);
    return 0;
}
