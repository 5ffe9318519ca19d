/* A noisy photo: smoothed, given a shadow that falls down its rows, and asked for its brightest place. */
#include <stdio.h>
#define WIDTH 640
#define HEIGHT 480

static float photo[HEIGHT][WIDTH], calm[HEIGHT][WIDTH];

static void
smooth (void)
{
  for (int y = 1; y < HEIGHT - 1; y++)
    for (int x = 1; x < WIDTH - 1; x++)
      calm[y][x] = 0.2f * (photo[y][x] + photo[y][x - 1] + photo[y][x + 1] + photo[y - 1][x] + photo[y + 1][x]);
}

static void
shade (void)
{
  for (int y = 1; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      calm[y][x] += 0.5f * calm[y - 1][x];
}

static float
brightest (void)
{
  float most = calm[0][0];

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      if (calm[y][x] > most)
        most = calm[y][x];
  return most;
}

int
main (void)
{
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      photo[y][x] = (x * 31 + y * 17) % 256;
  smooth ();
  shade ();
  printf ("%.1f\n", brightest ());
}
