/* Names of the C library's that this file has for something else: it does not include the headers, CUDA's do.
 * REFUSED: nothing. KERNELS: 3 */
int printf (const char *, ...);
#define N 60

typedef int uint;
typedef unsigned long ulong;
typedef struct { int quot; } div_t;
static const double M_PI = 3;
static struct tm { int a; } time[N];
static double y1[N], gamma = 2.5;
static uint numbers[N];
static ulong longs[N];
static div_t parts[N];
static int div = 3;

static int round (int x) { return x / 10 * 10; }
static double pow (double a, double b) { return a + b; }
static int random (void) { return 4; }

static void
remove (double *a, int n)
{
  #pragma target
  for (int i = 0; i < n; i++)
    a[i] = time[i].a * gamma + round (i) + div + M_PI + pow (i, 2);
}

int
main (void)
{
  int srand = 0;
  double sum = 0;

  #pragma target
  for (int i = 0; i < N; i++)
    time[i].a = round (i);
  #pragma target
  for (int i = 0; i < N; i++)
    {
      numbers[i] = -i;
      longs[i] = i;
      parts[i].quot = 2 * i;
    }
  remove (y1, N);
  for (int i = 0; i < N; i++)
    {
      srand += numbers[i] + (int) longs[i] + parts[i].quot;
      sum += y1[i] * i;
    }
  printf ("%d %d %.17g\n", srand, random (), sum);
  return 0;
}
