/* Functions that follow the includes at once: kernels and helpers go to one and the same place. */
#include "show.h"
void twice(int n, const double *a, double *b)
{
    int i;
#pragma target
    for (i = 0; i < n; i++)
        b[i] = 2 * a[i];
}
int main(void)
{
    static double a[1000], b[1000];
    fill(a, 1000, 1);
    twice(1000, a, b);
    show("b", b, 1000);
    return 0;
}
