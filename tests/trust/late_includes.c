/* As headers that are whole programs stand: what the C library declares comes in late, or not at all, under an #if, and
 * functions stand behind a word that may be nothing; a macro has the name of a function of the library. */
#ifndef LATE_H
#define LATE_H
#define EXPORT
#define PLAIN
#define abs(x) ((x) >= 0 ? (x) : -(x))
float peak(const float *a, int n);
void twice(float *a, const float *b, int n);
#endif

#ifdef LATE_H
#include <stdio.h>

EXPORT float peak(const float *a, int n)
{
    float most = a[0];
#pragma target
    for (int i = 1; i < n; i++)
        most = a[i] > most ? a[i] : most;
    return most;
}

EXPORT
PLAIN
void twice(float *a, const float *b, int n)
{
#pragma target
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i] + abs(a[i]);
}
#endif

int main(void)
{
    static float a[5000], b[5000];
    for (int i = 0; i < 5000; i++) {
        a[i] = (float) (i * 7 % 501);
        b[i] = (float) (i % 11);
    }
    twice(a, b, 5000);
    printf("%g\n", peak(a, 5000));
    return 0;
}
