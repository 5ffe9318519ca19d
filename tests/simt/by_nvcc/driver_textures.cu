/* The driver's arrays and texture objects, copies of rows, fills, and who is told that a kernel was stopped. */
#include "../programs/check.h"
#include <cuda.h>
#include <string.h>

static const char text[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry read (.param .u64 out, .param .u64 texture, .param .u32 width)
{
  .reg .b32 %r<8>;
  .reg .f32 %f<8>;
  .reg .b64 %d<6>;
  ld.param.u64 %d0, [out];
  ld.param.u64 %d1, [texture];
  ld.param.u32 %r0, [width];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  cvt.rn.f32.u32 %f0, %r1;
  cvt.rn.f32.u32 %f1, %r2;
  add.f32 %f0, %f0, 0f3F000000;
  add.f32 %f1, %f1, 0f3F000000;
  tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%d1, {%f0, %f1}];
  mad.lo.u32 %r3, %r2, %r0, %r1;
  mul.wide.u32 %d2, %r3, 4;
  cvta.to.global.u64 %d3, %d0;
  add.u64 %d3, %d3, %d2;
  st.global.f32 [%d3], %f2;
  ret;
}
.visible .entry stop ()
{
  trap;
  ret;
}
)";

enum { WIDTH = 24, HEIGHT = 10, N = WIDTH * HEIGHT };

static void
must (const char *what, CUresult result, CUresult wanted = CUDA_SUCCESS)
{
  if (result != wanted)
    {
      printf ("%s answers %d, expected %d\n", what, (int) result, (int) wanted);
      failures++;
    }
}

/* An array of ELEMENTs of that format, filled from rows that are longer than it, read by a kernel. */
template <typename Element>
static void
compare (CUmodule module, const char *what, CUarray_format format, unsigned flags, float unit)
{
  static Element rows[HEIGHT][WIDTH + 5], again[HEIGHT][WIDTH];
  static float got[N], wanted[N];
  CUDA_ARRAY_DESCRIPTOR desc = { WIDTH, HEIGHT, format, 1 }, told;
  CUDA_MEMCPY2D copy = {};
  CUDA_RESOURCE_DESC resource = {};
  CUDA_TEXTURE_DESC texture = {};
  CUtexObject object;
  CUfunction read;
  CUdeviceptr out;
  CUarray array;
  int width = WIDTH;

  for (int i = 0; i < HEIGHT; i++)
    for (int j = 0; j < WIDTH + 5; j++)
      {
        rows[i][j] = (Element) (i * 7 + j % 11);
        if (j < WIDTH)
          wanted[i * WIDTH + j] = (float) rows[i][j] / unit;
      }
  must ("cuArrayCreate", cuArrayCreate (&array, &desc));
  must ("cuArrayGetDescriptor", cuArrayGetDescriptor (&told, array));
  if (memcmp (&told, &desc, sizeof desc))
    {
      printf ("%s: the array is described otherwise\n", what);
      failures++;
    }
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = rows;
  copy.srcPitch = sizeof rows[0];
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = WIDTH * sizeof (Element);
  copy.Height = HEIGHT;
  must ("cuMemcpy2D", cuMemcpy2D (&copy));
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  texture.flags = flags;
  texture.addressMode[0] = texture.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  must ("cuTexObjectCreate", cuTexObjectCreate (&object, &resource, &texture, NULL));
  must ("cuModuleGetFunction", cuModuleGetFunction (&read, module, "read"));
  must ("cuMemAlloc", cuMemAlloc (&out, sizeof got));
  void *args[] = { &out, &object, &width };
  must ("cuLaunchKernel", cuLaunchKernel (read, HEIGHT, 1, 1, WIDTH, 1, 1, 0, NULL, args, NULL));
  must ("cuMemcpyDtoH", cuMemcpyDtoH (got, out, sizeof got));
  expect (what, got, wanted, N);
  copy = CUDA_MEMCPY2D{};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = again;
  copy.WidthInBytes = WIDTH * sizeof (Element);
  copy.Height = HEIGHT;
  must ("cuMemcpy2D back", cuMemcpy2D (&copy));
  for (int i = 0; i < HEIGHT; i++)
    expect (what, again[i], rows[i], WIDTH);
  must ("cuTexObjectDestroy", cuTexObjectDestroy (object));
  must ("cuArrayDestroy", cuArrayDestroy (array));
  must ("cuMemFree", cuMemFree (out));
}

static void
fill (void)
{
  static unsigned short got[N], wanted[N];
  CUdeviceptr place;

  must ("cuMemAlloc", cuMemAlloc (&place, sizeof got));
  must ("cuMemsetD16", cuMemsetD16 (place, 0x1234, N));
  must ("cuMemsetD16Async", cuMemsetD16Async (place + 2 * 100, 0x4321, 20, NULL));
  for (int i = 0; i < N; i++)
    wanted[i] = i >= 100 && i < 120 ? 0x4321 : 0x1234;
  must ("cuMemcpyDtoH", cuMemcpyDtoH (got, place, sizeof got));
  expect ("cuMemsetD16", got, wanted, N);
  must ("cuMemFree", cuMemFree (place));
}

int
main (void)
{
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction stop;
  int blocks;

  must ("cuInit", cuInit (0));
  must ("cuDeviceGet", cuDeviceGet (&device, 0));
  must ("cuDevicePrimaryCtxRetain", cuDevicePrimaryCtxRetain (&context, device));
  must ("cuCtxSetCurrent", cuCtxSetCurrent (context));
  must ("cuModuleLoadData", cuModuleLoadData (&module, text));
  compare<float> (module, "floats", CU_AD_FORMAT_FLOAT, 0, 1.f);
  compare<unsigned char> (module, "bytes as fractions", CU_AD_FORMAT_UNSIGNED_INT8, 0, 255.f);
  fill ();
  must ("cuModuleGetFunction", cuModuleGetFunction (&stop, module, "stop"));
  must ("cuOccupancyMaxActiveBlocksPerMultiprocessor", cuOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, stop, 1024, 0));
  if (blocks != 2)
    {
      printf ("%d blocks of 1024 threads\n", blocks);
      failures++;
    }
  must ("cuLaunchKernel of what is stopped", cuLaunchKernel (stop, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  must ("cuCtxSynchronize", cuCtxSynchronize (), CUDA_ERROR_LAUNCH_FAILED);
  cudaGetLastError ();
  return finish ();
}
