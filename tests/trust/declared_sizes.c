/* What a parameter's declaration says of its first dimension is not what it points to: grids with margins around, and
 * tables of which the declaration counts the first part.
 * KERNELS: 5 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100, MARGIN = 10 };
typedef double Grid[N];

/* Elements in front of the first one: the host does it. */
static void fill(Grid grid)
{
#pragma target
    for (int i = -MARGIN; i < N + MARGIN; i++)
        grid[i] = i * 0.5;
}

/* Which elements a cast leads to is not known. */
#define FLAGS(grid, i) (*(unsigned long *) (void *) &(grid)[i])

static void mark(Grid grid)
{
#pragma target
    for (int i = -MARGIN; i < N + MARGIN; i++)
        if (i < 0 || i > N - 1 || i % 7 == 0)
            FLAGS(grid, i) |= 1;
}

static void extend(Grid table)
{
#pragma target
    for (int i = 0; i < N + MARGIN; i++)
        table[i] = table[i] * 2 + i;
}

/* One kernel stays inside. */
static void halves(double rows[10][4], double scale)
{
#pragma target
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 4; j++)
            rows[i][j] *= scale;
#pragma target
    for (int i = 10; i < 20; i++)
        for (int j = 0; j < 4; j++)
            rows[i][j] += rows[i - 10][j];
}

int main(void)
{
    double *all = malloc((N + 2 * MARGIN) * sizeof *all), sum = 0;
    double (*rows)[4] = malloc(20 * sizeof *rows);

    fill(all + MARGIN);
    mark(all + MARGIN);
    extend(all);
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 4; j++)
            rows[i][j] = i - 3 * j;
    halves(rows, 0.5);
    for (int i = 0; i < N + 2 * MARGIN; i++)
        sum += all[i] * (1 + i % 3);
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 4; j++)
            sum += rows[i][j] * (1 + (i + j) % 5);
    printf("%.17g\n", sum);
    free(rows);
    free(all);
    return 0;
}
