/* Pointers and counters that loops move: in expressions, at several levels, by rows.
   expect: behind proved; in_front proved; down proved; by_step proved; in_two proved; in_rows proved; in_three proved; on_both_sides proved; counted proved;
   of_sizes proved; then_on proved; sometimes unknown; passed_over unknown; over_and_over unknown; broken_off unknown; perhaps_none unknown;
   rows_that_overlap refuted; set_anew unknown; differently unknown; jumped unknown; growing unknown; by_twos proved
   fault: behind race; then_on race; by_twos race */
#ifdef FAULT
#define WIDTH 15
#else
#define WIDTH 16
#endif
#define START(WIDE) \
  int i = blockIdx.x * 32 + threadIdx.x; \
  float *p = a + i * (WIDE);

__global__ void behind (float *a)
{
  START (WIDTH)
  a[i * WIDTH] = 0;
  for (int j = 0; j < 16; j++)
    *p++ = j + i;
}

__global__ void in_front (float *a)
{
  START (17)
  for (int j = 0; j < 16; j++)
    *++p = j + i;
}

__global__ void down (float *a)
{
  START (16)
  p += 15;
  for (int j = 0; j < 16; j++)
    *p-- = j + i;
}

/* Every other element. */
__global__ void by_step (float *a)
{
  float *p = a + 2 * (blockIdx.x * 32 + threadIdx.x);
  for (int j = 0; j < 4; j++)
    {
      *p = j + threadIdx.x;
      p += 256;
    }
}

__global__ void in_two (float *a)
{
  START (64)
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < 16; j++)
      *p++ = j + i;
}

/* What is left of a row is passed over. */
__global__ void in_rows (float *a)
{
  START (WIDTH * 4)
  for (int k = 0; k < 4; k++)
    {
      for (int j = 0; j < 12; j++)
        *p++ = j + i;
      p += 4;
    }
}

__global__ void in_three (float *a)
{
  START (96)
  for (int l = 0; l < 2; l++)
    {
      for (int k = 0; k < 4; k++)
        {
          for (int j = 2; j <= 6; j += 2)
            *p++ = j + i;
          p = p + 1;
        }
      p += 32;
    }
}

__global__ void on_both_sides (float *a, int n)
{
  START (16)
  for (int j = 0; j < 16; j++)
    if (a[i * 16] > n)
      *p++ = i;
    else
      *p++ = j + i;
}

__global__ void counted (float *a)
{
  int i = blockIdx.x * 32 + threadIdx.x, c = 0;
  for (int k = 0; k < 4; k++)
    {
      for (int j = 0; j < 3; j++)
        {
          a[i * 16 + c] = j + i;
          c++;
        }
      c += 1;
    }
}

/* As many rows as somebody says, of 8 elements, in columns of 16. */
__global__ void of_sizes (float *a, int n)
{
  START (8)
  for (int k = 0; k < n; k++)
    {
      for (int j = 0; j < 8; j++)
        *p++ = j + i;
      p += 32 * 8 * 4 - 8;
    }
}

/* Behind a loop. */
__global__ void then_on (float *a)
{
  START (WIDTH)
  for (int j = 0; j < 8; j++)
    *p++ = j + i;
  for (int j = 0; j < 8; j++)
    *p++ = i - j;
}

__global__ void sometimes (float *a, const float *b)
{
  START (16)
  for (int j = 0; j < 16; j++)
    if (b[j] > 0)
      *p++ = j + i;
}

__global__ void passed_over (float *a, const float *b)
{
  START (16)
  for (int j = 0; j < 16; j++)
    {
      if (b[j] > 0)
        continue;
      *p++ = j + i;
    }
}

/* Each of these goes further than one row. */
__global__ void over_and_over (float *a, const float *b)
{
  START (16)
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < b[k]; j++)
      *p++ = j + i;
}

__global__ void broken_off (float *a, const float *b)
{
  START (16)
  for (int k = 0; k < 2; k++)
    for (int j = 0; j < 8; j++)
      {
        if (b[j] > 0)
          break;
        *p++ = j + i;
      }
}

__global__ void perhaps_none (float *a, int n)
{
  START (16)
  for (int j = 0; j < n; j++)
    p++;
  *p = i;
}

/* Seen as rows of four, each of which begins two elements behind the one before. */
__global__ void rows_that_overlap (float *a)
{
  float (*q)[4] = (float (*)[4]) (a + 2 * (blockIdx.x * 32 + threadIdx.x));
  for (int j = 0; j < 4; j++)
    q[0][j] = j + threadIdx.x;
}

__global__ void set_anew (float *a, const int *b)
{
  START (16)
  for (int j = 0; j < 16; j++)
    {
      if (b[j])
        p = a + b[j];
      *p++ = j + i;
    }
}

__global__ void differently (float *a, const float *b)
{
  START (16)
  for (int j = 0; j < 8; j++)
    if (b[j] > 0)
      *p++ = j + i;
    else
      p += 2;
}

__global__ void jumped (float *a, const float *b)
{
  START (16)
  for (int j = 0; j < 16; j++)
    {
      *p = j + i;
      if (b[j] > 0)
        goto next;
      p++;
    next:;
    }
}

__global__ void growing (float *a)
{
  START (16)
  for (int j = 0; j < 6; j++)
    {
      *p = i;
      p += j;
    }
}

/* Two in each iteration. */
__global__ void by_twos (float *a)
{
  START (WIDTH)
  for (int j = 0; j < 8; j++)
    {
      *p++ = j + i;
      *p++ = j - i;
    }
}

int
main (int argc, char **argv)
{
  float *a, *b;
  cudaMalloc (&a, 1 << 20);
  cudaMalloc (&b, 1 << 20);
  cudaMemset (a, 0, 1 << 20);
  cudaMemset (b, 0, 1 << 20);
  behind<<<4, 32>>> (a);
  in_front<<<4, 32>>> (a);
  down<<<4, 32>>> (a);
  by_step<<<4, 32>>> (a);
  in_two<<<4, 32>>> (a);
  in_rows<<<4, 32>>> (a);
  in_three<<<4, 32>>> (a);
  on_both_sides<<<4, 32>>> (a, 3);
  counted<<<4, 32>>> (a);
  of_sizes<<<4, 32>>> (a, 3);
  then_on<<<4, 32>>> (a);
  sometimes<<<4, 32>>> (a, b);
  passed_over<<<4, 32>>> (a, b);
  over_and_over<<<4, 32>>> (a, b);
  broken_off<<<4, 32>>> (a, b);
  perhaps_none<<<4, 32>>> (a, argc);
  rows_that_overlap<<<4, 32>>> (a);
  set_anew<<<4, 32>>> (a, (const int *) b);
  differently<<<4, 32>>> (a, b);
  jumped<<<4, 32>>> (a, b);
  growing<<<4, 32>>> (a);
  by_twos<<<4, 32>>> (a);
  return cudaDeviceSynchronize ();
}
