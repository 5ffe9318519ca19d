/* Textures and surfaces against plain loops over the same elements: places inside and outside, the nearest element and
 * between neighbours, coordinates from 0 to 1, integers read as fractions, layers, arrays and memory. */
#include "check.h"
#include <math.h>

enum { W = 13, H = 7, D = 4, N = 64 };

static __global__ void
fetch_linear (cudaTextureObject_t t, int *out)
{
  out[threadIdx.x] = tex1Dfetch<int> (t, (int) threadIdx.x - 5);
}

/* N places on a line across the texture and beyond. */
static __global__ void
fetch_2d (cudaTextureObject_t t, float *out, float x0, float y0, float dx, float dy)
{
  int i = threadIdx.x;
  out[i] = tex2D<float> (t, x0 + i * dx, y0 + i * dy);
}

static __global__ void
fetch_1d (cudaTextureObject_t t, float *out, float x0, float dx)
{
  out[threadIdx.x] = tex1D<float> (t, x0 + threadIdx.x * dx);
}

static __global__ void
fetch_3d (cudaTextureObject_t t, float *out)
{
  int i = threadIdx.x;
  out[i] = tex3D<float> (t, i * 0.25f, i * 0.125f, i * 0.0625f);
}

static __global__ void
fetch_layer (cudaTextureObject_t t, float *out)
{
  int i = threadIdx.x;
  out[i] = tex2DLayered<float> (t, i % W + 0.5f, i % H + 0.5f, i % D);
}

static __global__ void
fetch_bytes (cudaTextureObject_t t, float *out)
{
  int i = threadIdx.x;
  float4 v = tex2D<float4> (t, i % W + 0.5f, i / W + 0.5f);
  out[i] = v.x + 2 * v.y + 4 * v.z + 8 * v.w;
}

static __global__ void
fetch_small (cudaTextureObject_t t, int *out)
{
  int i = threadIdx.x;
  short2 v = tex2D<short2> (t, i % W + 0.5f, i / W + 0.5f);
  out[i] = v.x * 3 + v.y;
}

/* Reads one element to the right, writes in place; beyond the edges by the mode. */
static __global__ void
move_surface (cudaSurfaceObject_t from, cudaSurfaceObject_t to)
{
  int x = threadIdx.x, y = threadIdx.y, zero, clamped;
  surf2Dread (&zero, from, (x + 3) * 4, y - 1, cudaBoundaryModeZero);
  surf2Dread (&clamped, from, (x + 3) * 4, y - 1, cudaBoundaryModeClamp);
  surf2Dwrite (1000 * zero + clamped, to, x * 4, y);
  surf2Dwrite (-1, to, (x + W) * 4, y, cudaBoundaryModeZero); /* nowhere */
}

static __global__ void
read_outside (cudaSurfaceObject_t s, int *out)
{
  surf2Dread (out, s, 4 * W, 0);
}

/* --- the plain loops -------------------------------------------------------------------------- */

static float image[D][H][W];

static int
inside (int i, int n, int mode)
{
  if (mode == cudaAddressModeWrap)
    return (i % n + n) % n;
  if (mode == cudaAddressModeMirror)
    {
      i = (i % (2 * n) + 2 * n) % (2 * n);
      return i < n ? i : 2 * n - 1 - i;
    }
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static float
element (int x, int y, int z, int mode)
{
  if (mode == cudaAddressModeBorder && (x < 0 || x >= W || y < 0 || y >= H))
    return 0;
  return image[inside (z, D, cudaAddressModeClamp)][inside (y, H, mode)][inside (x, W, mode)];
}

static float
share (float x)
{
  return floorf ((x - floorf (x)) * 256 + 0.5f) / 256;
}

/* "z" < 0: two dimensions. */
static float
sampled (float x, float y, float z, int mode, int is_linear)
{
  if (!is_linear)
    return element ((int) floorf (x), (int) floorf (y), z < 0 ? 0 : (int) floorf (z), mode);
  x -= 0.5f, y -= 0.5f;
  float a = share (x), b = share (y), c = z < 0 ? 0 : share (z - 0.5f), sum = 0;
  int i = (int) floorf (x), j = (int) floorf (y), k = z < 0 ? 0 : (int) floorf (z - 0.5f);
  for (int corner = 0; corner < (z < 0 ? 4 : 8); corner++)
    {
      int right = corner & 1, below = corner >> 1 & 1, behind = corner >> 2;
      float weight = (right ? a : 1 - a) * (below ? b : 1 - b);
      if (z >= 0)
        weight *= behind ? c : 1 - c;
      sum += weight * element (i + right, j + below, k + behind, mode);
    }
  return sum;
}

static void
close_to (const char *what, const float *got, const float *wanted)
{
  for (int i = 0; i < N; i++)
    if (!(fabsf (got[i] - wanted[i]) <= 1e-5f * (1 + fabsf (wanted[i]))))
      {
        printf ("%s: element %d is %g, expected %g\n", what, i, got[i], wanted[i]);
        failures++;
        return;
      }
}

static cudaTextureObject_t
texture_of (cudaArray_t array, cudaTextureAddressMode mode, cudaTextureFilterMode filter, int is_normalized,
            cudaTextureReadMode read = cudaReadModeElementType)
{
  cudaResourceDesc resource;
  cudaTextureDesc desc;
  cudaTextureObject_t object;
  memset (&resource, 0, sizeof resource);
  memset (&desc, 0, sizeof desc);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = mode;
  desc.filterMode = filter;
  desc.readMode = read;
  desc.normalizedCoords = is_normalized;
  cudaCreateTextureObject (&object, &resource, &desc, NULL);
  return object;
}

/* Multiples of 1 / 1024, which are exact, but not of 1 / 256, to which a card rounds the shares of neighbours. */
static const float STEP_X = 417.0f / 1024, STEP_Y = -289.0f / 1024;

static void
planes (float *d)
{
  const cudaTextureAddressMode modes[] = { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float> ();
  cudaArray_t array;
  float got[N], wanted[N];
  cudaMallocArray (&array, &format, W, H);
  cudaMemcpy2DToArray (array, 0, 0, image[0], W * sizeof (float), W * sizeof (float), H, cudaMemcpyHostToDevice);
  for (int mode = 0; mode < 4; mode++)
    for (int linear = 0; linear < 2; linear++)
      for (int normalized = 0; normalized < 2; normalized++)
        {
          float sx = normalized ? W : 1, sy = normalized ? H : 1;
          int acts = normalized || mode == cudaAddressModeBorder ? mode : (int) cudaAddressModeClamp;
          cudaTextureObject_t t = texture_of (array, modes[mode], (cudaTextureFilterMode) linear, normalized);
          fetch_2d<<<1, N>>> (t, d, -4.25f / sx, 11.5f / sy, STEP_X / sx, STEP_Y / sy);
          back (got, d, N);
          for (int i = 0; i < N; i++)
            {
              float x = -4.25f / sx + i * (STEP_X / sx), y = 11.5f / sy + i * (STEP_Y / sy);
              wanted[i] = sampled (x * sx, y * sy, -1, acts, linear);
            }
          if (!normalized || !linear) /* where a share is rounded is exact only without division */
            close_to ("plane", got, wanted);
          else
            for (int i = 0; i < N; i++)
              if (fabsf (got[i] - wanted[i]) > 1)
                close_to ("plane between", got, wanted);
          cudaDestroyTextureObject (t);
        }
  cudaFreeArray (array);
}

static void
rows_and_cubes (float *d)
{
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float> ();
  cudaArray_t array;
  float got[N], wanted[N];
  cudaMallocArray (&array, &format, W);
  cudaMemcpyToArray (array, 0, 0, image[1][2], W * sizeof (float), cudaMemcpyHostToDevice);
  cudaTextureObject_t t = texture_of (array, cudaAddressModeClamp, cudaFilterModePoint, 0);
  fetch_1d<<<1, N>>> (t, d, -3, 0.375f);
  back (got, d, N);
  for (int i = 0; i < N; i++)
    wanted[i] = image[1][2][inside ((int) floorf (-3 + i * 0.375f), W, cudaAddressModeClamp)];
  close_to ("row", got, wanted);
  cudaDestroyTextureObject (t);
  cudaFreeArray (array);
  for (int layered = 0; layered < 2; layered++)
    {
      cudaMemcpy3DParms copy;
      memset (&copy, 0, sizeof copy);
      cudaMalloc3DArray (&array, &format, make_cudaExtent (W, H, D), layered ? cudaArrayLayered : 0);
      copy.srcPtr = make_cudaPitchedPtr (image, W * sizeof (float), W, H);
      copy.dstArray = array;
      copy.extent = make_cudaExtent (W, H, D);
      copy.kind = cudaMemcpyHostToDevice;
      cudaMemcpy3D (&copy);
      t = texture_of (array, cudaAddressModeClamp, layered ? cudaFilterModePoint : cudaFilterModeLinear, 0);
      if (layered)
        fetch_layer<<<1, N>>> (t, d);
      else
        fetch_3d<<<1, N>>> (t, d);
      back (got, d, N);
      for (int i = 0; i < N; i++)
        wanted[i] = layered ? image[i % D][i % H][i % W] : sampled (i * 0.25f, i * 0.125f, i * 0.0625f, cudaAddressModeClamp, 1);
      close_to (layered ? "layers" : "cube", got, wanted);
      cudaDestroyTextureObject (t);
      cudaFreeArray (array);
    }
}

static void
integers (float *d)
{
  int numbers[N], got[N], wanted[N], *memory, *out = (int *) d;
  uchar4 bytes[H][W];
  short2 pairs[H][W];
  float reals[N], real[N];
  cudaChannelFormatDesc of_bytes = cudaCreateChannelDesc<uchar4> (), of_pairs = cudaCreateChannelDesc<short2> ();
  cudaArray_t array;
  cudaResourceDesc resource;
  cudaTextureDesc desc;
  cudaTextureObject_t t;
  for (int i = 0; i < N; i++)
    numbers[i] = i * 1000003;
  for (int i = 0; i < N; i++)
    wanted[i] = i - 5 >= 0 && i - 5 < 50 ? numbers[i - 5] : 0;
  memory = on_device (numbers, N);
  memset (&resource, 0, sizeof resource);
  memset (&desc, 0, sizeof desc);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<int> ();
  resource.res.linear.sizeInBytes = 50 * sizeof (int);
  cudaCreateTextureObject (&t, &resource, &desc, NULL);
  fetch_linear<<<1, N>>> (t, out);
  back (got, out, N);
  expect ("memory", got, wanted, N);
  cudaDestroyTextureObject (t);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      {
        bytes[y][x] = make_uchar4 (x * 19, y * 36, x * y, 255 - x);
        pairs[y][x] = make_short2 (x * 2000 - 9000, -y);
      }
  cudaMallocArray (&array, &of_bytes, W, H);
  cudaMemcpy2DToArray (array, 0, 0, bytes, sizeof bytes[0], sizeof bytes[0], H, cudaMemcpyHostToDevice);
  t = texture_of (array, cudaAddressModeClamp, cudaFilterModePoint, 0, cudaReadModeNormalizedFloat);
  fetch_bytes<<<1, N>>> (t, d);
  back (real, d, N);
  for (int i = 0; i < N; i++)
    {
      uchar4 v = bytes[i / W][i % W];
      reals[i] = v.x / 255.0f + 2 * (v.y / 255.0f) + 4 * (v.z / 255.0f) + 8 * (v.w / 255.0f);
    }
  close_to ("bytes", real, reals);
  cudaDestroyTextureObject (t);
  cudaFreeArray (array);
  cudaMallocArray (&array, &of_pairs, W, H);
  cudaMemcpy2DToArray (array, 0, 0, pairs, sizeof pairs[0], sizeof pairs[0], H, cudaMemcpyHostToDevice);
  t = texture_of (array, cudaAddressModeClamp, cudaFilterModePoint, 0);
  fetch_small<<<1, N>>> (t, out);
  back (got, out, N);
  for (int i = 0; i < N; i++)
    wanted[i] = pairs[i / W][i % W].x * 3 + pairs[i / W][i % W].y;
  expect ("pairs", got, wanted, N);
  cudaDestroyTextureObject (t);
  cudaFreeArray (array);
}

static void
surfaces (int *d)
{
  int in[H][W], got[H][W], wanted[H][W];
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int> ();
  cudaArray_t arrays[2];
  cudaSurfaceObject_t objects[2];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = 1 + y * 20 + x;
  for (int i = 0; i < 2; i++)
    {
      cudaResourceDesc resource;
      memset (&resource, 0, sizeof resource);
      cudaMallocArray (&arrays[i], &format, W, H, cudaArraySurfaceLoadStore);
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = arrays[i];
      cudaCreateSurfaceObject (&objects[i], &resource);
    }
  cudaMemcpy2DToArray (arrays[0], 0, 0, in, sizeof in[0], sizeof in[0], H, cudaMemcpyHostToDevice);
  move_surface<<<1, dim3 (W, H)>>> (objects[0], objects[1]);
  cudaMemcpy2DFromArray (got, sizeof got[0], arrays[1], 0, 0, sizeof got[0], H, cudaMemcpyDeviceToHost);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      wanted[y][x] = 1000 * (x + 3 < W && y > 0 ? in[y - 1][x + 3] : 0) + in[y > 0 ? y - 1 : 0][x + 3 < W ? x + 3 : W - 1];
  expect ("surface", &got[0][0], &wanted[0][0], W * H);
  read_outside<<<1, 1>>> (objects[0], d);
  cudaError_t error = cudaDeviceSynchronize ();
  if (error == cudaSuccess)
    error = cudaGetLastError ();
  if (error != cudaErrorLaunchFailure)
    {
      printf ("outside of a surface: %s\n", cudaGetErrorName (error));
      failures++;
    }
  cudaGetLastError ();
}

static __global__ void
mark (cudaPitchedPtr box)
{
  char *row = (char *) box.ptr + (blockIdx.y * box.ysize + blockIdx.x) * box.pitch;

  row[threadIdx.x] += 10 * blockIdx.y + blockIdx.x;
}

/* A box in rows of the device: filled whole and in part, changed by a kernel, copied. */
static void
boxes ()
{
  enum { WIDTH = 40, HEIGHT = 5, DEPTH = 3 };
  static char got[DEPTH][HEIGHT][WIDTH], wanted[DEPTH][HEIGHT][WIDTH];
  cudaPitchedPtr box;
  cudaMemcpy3DParms copy = {};

  cudaMalloc3D (&box, make_cudaExtent (WIDTH, HEIGHT, DEPTH));
  cudaMemset3D (box, 1, make_cudaExtent (WIDTH, HEIGHT, DEPTH));
  cudaMemset3DAsync (box, 2, make_cudaExtent (7, 3, 2), 0);
  mark<<<dim3 (HEIGHT, DEPTH), WIDTH>>> (box);
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr (got, WIDTH, WIDTH, HEIGHT);
  copy.extent = make_cudaExtent (WIDTH, HEIGHT, DEPTH);
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D (&copy);
  for (int z = 0; z < DEPTH; z++)
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
        wanted[z][y][x] = (x < 7 && y < 3 && z < 2 ? 2 : 1) + 10 * z + y;
  expect ("a box", got[0][0], wanted[0][0], WIDTH * HEIGHT * DEPTH);
  cudaFree (box.ptr);
}

int
main ()
{
  float *d;
  cudaMalloc (&d, 4096);
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        image[z][y][x] = (x * 5 + y * 11 + z * 3) % 17 + x * 0.25f;
  planes (d);
  rows_and_cubes (d);
  integers (d);
  surfaces ((int *) d);
  boxes ();
  return finish ();
}
