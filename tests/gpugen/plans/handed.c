/* Time loops that hold no mark call functions with marked loops: what they hand over stays on the device. What a kernel is
 * given by value must not lie in it, which the caller tests. Buffers that nobody else knows die with their function. */
void *calloc (unsigned long n, unsigned long size);
void free (void *block);
double scale;
struct state { double damping, room[40]; } state;
double *kept;

static void step (int n, const double *now, double *next)
{
#pragma target
  for (int i = 1; i < n - 1; i++)
    next[i] = state.damping * (now[i - 1] + now[i + 1]) * scale;
}

void advance (int n, double *a, double *b, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      step (n, a, b);
      step (n, b, a);
    }
}

double within (int n, int steps)
{
  double *a = calloc (n, sizeof *a), *b = calloc (n, sizeof *b);

  a[n / 2] = 1;
  for (int t = 0; t < steps; t++)
    {
      step (n, a, b);
      double *old = a;
      a = b;
      b = old;
    }
  return a[3];
}

/* One of the two can be found later. */
double leaves (int n, int steps)
{
  double *a = calloc (n, sizeof *a), *b = calloc (n, sizeof *b);

  kept = a;
  a[n / 2] = 1;
  for (int t = 0; t < steps; t++)
    {
      step (n, a, b);
      double *old = a;
      a = b;
      b = old;
    }
  return a[3];
}

/* How far a callee reaches, it may work out for itself; callers that combine several do not say anything twice. */
typedef struct { int nx, ny; float accel; } Grid;

static int speed_up (const Grid grid, float *cells, const int *blocked)
{
  int row = grid.ny - 2;

#pragma target
  for (int i = 0; i < grid.nx; i++)
    if (!blocked[i + row * grid.nx])
      cells[i + row * grid.nx] += grid.accel;
  return 0;
}

static int smooth (const Grid grid, float *cells, const int *blocked)
{
#pragma target
  for (int j = 0; j < grid.ny; j++)
    for (int i = 0; i < grid.nx; i++)
      if (!blocked[i + j * grid.nx])
        cells[i + j * grid.nx] *= 0.5f;
  return 0;
}

static int both (const Grid grid, float *cells, const int *blocked)
{
  speed_up (grid, cells, blocked);
  smooth (grid, cells, blocked);
  return 0;
}

void many (const Grid grid, float *restrict cells, const int *restrict blocked, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      both (grid, cells, blocked);
      smooth (grid, cells, blocked);
    }
}

/* Buffers that are made by a function before the time loop, and given back by one behind it, are one buffer each in between:
 * their copies are as large as the callee needs that reaches furthest, and stay over the loop. */
static void start (const Grid *grid, float **cells, int **blocked)
{
  *cells = calloc (grid->nx * grid->ny, sizeof **cells);
  *blocked = calloc (grid->nx * grid->ny, sizeof **blocked);
}

static void finish (float **cells, int **blocked)
{
  free (*cells);
  free (*blocked);
  *cells = 0;
  *blocked = 0;
}

float run (const Grid grid, int steps)
{
  float *cells = 0;
  int *blocked = 0;

  start (&grid, &cells, &blocked);
  for (int t = 0; t < steps; t++)
    {
      speed_up (grid, cells, blocked);
      smooth (grid, cells, blocked);
    }
  float first = cells[0];
  finish (&cells, &blocked);
  return first;
}

/* Here they are other ones in each step: each kernel has a copy of its own of as much as it reaches. */
float run_anew (const Grid grid, int steps)
{
  float *cells = 0, first = 0;
  int *blocked = 0;

  for (int t = 0; t < steps; t++)
    {
      start (&grid, &cells, &blocked);
      speed_up (grid, cells, blocked);
      finish (&cells, &blocked);
      start (&grid, &cells, &blocked);
      smooth (grid, cells, blocked);
      first = cells[0];
      finish (&cells, &blocked);
    }
  return first;
}

/* Two arrays, of which the loops say apart from each other when there is something to do. Where a line has no elements the host
 * sets u[-1], which may be the last element of v: the caller asks for that, too. */
void
set_edges (double *u, double *v, int w, int h)
{
  #pragma target
  for (int y = 0; y < h; y++)
    {
      u[y * w] = 0;
      u[y * w + w - 1] = 0;
    }
  #pragma target
  for (int x = 0; x < w; x++)
    {
      v[x] = 0;
      v[(h - 1) * w + x] = 0;
    }
}

void
set_edges_often (double *u, double *v, int columns, int rows, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      int w = columns, h = rows;
      set_edges (u, v, w, h);
    }
}
