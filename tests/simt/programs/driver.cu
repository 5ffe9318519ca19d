/* The driver's functions: a module from PTX text, its variable, launches with arguments as a list and as a buffer. */
#include "check.h"
#include <cuda.h>

static const char text[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
  ".visible .const .align 4 .u32 factor = 3;\n.visible .global .align 4 .u32 calls;\n"
  ".visible .entry scale (.param .u64 place, .param .u32 n, .param .u32 plus)\n{\n"
  "  .reg .pred %p;\n  .reg .b32 %r<9>;\n  .reg .b64 %d<6>;\n"
  "  ld.param.u64 %d1, [place];\n  ld.param.u32 %r1, [n];\n  ld.param.u32 %r2, [plus];\n"
  "  mov.u32 %r3, %ctaid.x;\n  mov.u32 %r4, %ntid.x;\n  mov.u32 %r5, %tid.x;\n  mad.lo.u32 %r6, %r3, %r4, %r5;\n"
  "  setp.ge.u32 %p, %r6, %r1;\n  @%p bra done;\n"
  "  mul.wide.u32 %d2, %r6, 4;\n  add.u64 %d3, %d1, %d2;\n  ld.global.u32 %r7, [%d3];\n  ld.const.u32 %r8, [factor];\n"
  "  mad.lo.u32 %r7, %r7, %r8, %r2;\n  st.global.u32 [%d3], %r7;\n  red.global.add.u32 [calls], 1;\ndone:\n  ret;\n}\n"
  /* An argument is stored as two words and loaded as one of twice the size; the call has a guard. */
  ".func (.param .b64 result) whole (.param .align 8 .b8 both[8])\n{\n  .reg .b64 %d;\n  ld.param.b64 %d, [both];\n"
  "  st.param.b64 [result], %d;\n  ret;\n}\n"
  ".visible .entry pieces (.param .u64 place)\n{\n  .reg .pred %p;\n  .reg .b32 %r<4>;\n  .reg .b64 %d<5>;\n"
  "  ld.param.u64 %d1, [place];\n  mov.u32 %r1, %tid.x;\n  add.u32 %r2, %r1, 5;\n  setp.lt.u32 %p, %r1, 20;\n  mov.u64 %d2, 0;\n"
  "  {\n  .param .align 8 .b8 given[8];\n  .param .b64 got;\n  st.param.b32 [given], %r1;\n  st.param.b32 [given+4], %r2;\n"
  "  st.param.b64 [got], %d2;\n  @%p call (got), whole, (given);\n  ld.param.b64 %d2, [got];\n  }\n"
  "  mul.wide.u32 %d3, %r1, 8;\n  add.u64 %d4, %d1, %d3;\n  st.global.u64 [%d4], %d2;\n  ret;\n}\n";

static void
must (const char *what, CUresult result, CUresult wanted)
{
  if (result != wanted)
    {
      printf ("%s: error %d, expected %d\n", what, (int) result, (int) wanted);
      failures++;
    }
}

static void
launch_both_ways (CUfunction scale, CUdeviceptr place, int n)
{
  int plus = 7;
  void *args[] = { &place, &n, &plus };
  struct
  {
    CUdeviceptr place;
    int n, plus;
  } buffer = { place, n, 1 };
  size_t size = sizeof buffer;
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

  must ("launch", cuLaunchKernel (scale, 4, 1, 1, 64, 1, 1, 0, 0, args, 0), CUDA_SUCCESS);
  must ("launch with a buffer", cuLaunchKernel (scale, 7, 1, 1, 32, 1, 1, 0, 0, 0, extra), CUDA_SUCCESS);
  must ("synchronize", cuCtxSynchronize (), CUDA_SUCCESS);
}

static void
call_pieces (CUmodule module)
{
  unsigned long long got[32], wanted[32];
  CUfunction pieces;
  CUdeviceptr place;
  void *args[] = { &place };

  for (unsigned long long i = 0; i < 32; i++)
    wanted[i] = i < 20 ? (i + 5) << 32 | i : 0;
  must ("function", cuModuleGetFunction (&pieces, module, "pieces"), CUDA_SUCCESS);
  must ("memory", cuMemAlloc (&place, sizeof got), CUDA_SUCCESS);
  must ("launch", cuLaunchKernel (pieces, 1, 1, 1, 32, 1, 1, 0, 0, args, 0), CUDA_SUCCESS);
  must ("back", cuMemcpyDtoH (got, place, sizeof got), CUDA_SUCCESS);
  expect ("pieces", got, wanted, 32);
  cuMemFree (place);
}

static const char caller[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                             ".extern .func (.param .b32 r) thrice (.param .b32 x);\n"
                             ".visible .entry linked (.param .u64 p)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
                             "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"
                             "{\n.param .b32 x;\n.param .b32 r;\nst.param.b32 [x], %r1;\ncall.uni (r), thrice, (x);\nld.param.b32 %r2, [r];\n}\n"
                             "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r2;\nret;\n}\n";
static const char called[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                             ".visible .func (.param .b32 r) thrice (.param .b32 x)\n{\n.reg .b32 %r<3>;\n"
                             "ld.param.b32 %r1, [x];\nmul.lo.s32 %r2, %r1, 3;\nst.param.b32 [r], %r2;\nret;\n}\n";

/* A kernel in one text, what it calls in another one; without that one nothing is linked. */
static void
linked (void)
{
  int got[32], wanted[32];
  char log[16] = "what was here";
  CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
  void *values[] = { log, (void *) sizeof log }, *product;
  size_t size;
  CUlinkState state;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr place;
  void *args[] = { &place };

  for (int i = 0; i < 32; i++)
    wanted[i] = 3 * i;
  must ("linker", cuLinkCreate (2, options, values, &state), CUDA_SUCCESS);
  must ("nothing to link", cuLinkComplete (state, &product, &size), CUDA_ERROR_INVALID_VALUE);
  must ("caller", cuLinkAddData (state, CU_JIT_INPUT_PTX, (void *) caller, sizeof caller, "caller", 0, 0, 0), CUDA_SUCCESS);
  must ("no file", cuLinkAddFile (state, CU_JIT_INPUT_PTX, "/there is none", 0, 0, 0), CUDA_ERROR_FILE_NOT_FOUND);
  must ("called", cuLinkAddData (state, CU_JIT_INPUT_PTX, (void *) called, sizeof called, "called", 0, 0, 0), CUDA_SUCCESS);
  must ("link", cuLinkComplete (state, &product, &size), CUDA_SUCCESS);
  must ("module", cuModuleLoadData (&module, product), CUDA_SUCCESS);
  must ("linker's end", cuLinkDestroy (state), CUDA_SUCCESS);
  must ("function", cuModuleGetFunction (&kernel, module, "linked"), CUDA_SUCCESS);
  must ("memory", cuMemAlloc (&place, sizeof got), CUDA_SUCCESS);
  must ("launch", cuLaunchKernel (kernel, 1, 1, 1, 32, 1, 1, 0, 0, args, 0), CUDA_SUCCESS);
  must ("back", cuMemcpyDtoH (got, place, sizeof got), CUDA_SUCCESS);
  expect ("linked", got, wanted, 32);
  expect ("empty log", log, "", 1);
  cuMemFree (place);
  must ("unload", cuModuleUnload (module), CUDA_SUCCESS);
}

static void
from_pools (CUdevice device)
{
  int got[4], ones[4] = { 0x01010101, 0x01010101, 0x01010101, 0x01010101 };
  CUmemoryPool pool;
  CUdeviceptr place;

  must ("pool", cuDeviceGetDefaultMemPool (&pool, device), CUDA_SUCCESS);
  must ("of the device's", cuMemAllocAsync (&place, sizeof got, 0), CUDA_SUCCESS);
  must ("free", cuMemFreeAsync (place, 0), CUDA_SUCCESS);
  must ("of this one", cuMemAllocFromPoolAsync (&place, sizeof got, pool, 0), CUDA_SUCCESS);
  must ("fill", cuMemsetD8 (place, 1, sizeof got), CUDA_SUCCESS);
  must ("back", cuMemcpyDtoH (got, place, sizeof got), CUDA_SUCCESS);
  expect ("from pools", got, ones, 4);
  must ("free", cuMemFreeAsync (place, 0), CUDA_SUCCESS);
  must ("trim", cuMemPoolTrimTo (pool, 0), CUDA_SUCCESS);
  must ("nothing", cuMemAllocAsync (&place, 0, 0), CUDA_ERROR_INVALID_VALUE);
}

int
main (void)
{
  enum { N = 200 };
  int count, got[N], wanted[N], calls, want_calls = 2 * N;
  size_t size;
  CUdevice device;
  CUcontext context;
  CUmodule module, none;
  CUfunction scale;
  CUdeviceptr place, counter;

  must ("init", cuInit (0), CUDA_SUCCESS);
  must ("count", cuDeviceGetCount (&count), CUDA_SUCCESS);
  must ("device", cuDeviceGet (&device, 0), CUDA_SUCCESS);
  must ("context", cuDevicePrimaryCtxRetain (&context, device), CUDA_SUCCESS);
  must ("current", cuCtxSetCurrent (context), CUDA_SUCCESS);
  must ("no PTX", cuModuleLoadData (&none, ".version 7.0\n.target sm_80\n.address_size 64\nnonsense"), CUDA_ERROR_INVALID_PTX);
  must ("module", cuModuleLoadData (&module, text), CUDA_SUCCESS);
  must ("no function", cuModuleGetFunction (&scale, module, "shrink"), CUDA_ERROR_NOT_FOUND);
  must ("function", cuModuleGetFunction (&scale, module, "scale"), CUDA_SUCCESS);
  must ("variable", cuModuleGetGlobal (&counter, &size, module, "calls"), CUDA_SUCCESS);
  for (int i = 0; i < N; i++)
    {
      got[i] = i;
      wanted[i] = 3 * (3 * i + 7) + 1;
    }
  must ("memory", cuMemAlloc (&place, sizeof got), CUDA_SUCCESS);
  must ("to the device", cuMemcpyHtoD (place, got, sizeof got), CUDA_SUCCESS);
  launch_both_ways (scale, place, N);
  must ("back", cuMemcpyDtoH (got, place, sizeof got), CUDA_SUCCESS);
  must ("back", cuMemcpyDtoH (&calls, counter, sizeof calls), CUDA_SUCCESS);
  expect ("scaled", got, wanted, N);
  expect ("counted", &calls, &want_calls, 1);
  call_pieces (module);
  linked ();
  from_pools (device);
  must ("free", cuMemFree (place), CUDA_SUCCESS);
  must ("unload", cuModuleUnload (module), CUDA_SUCCESS);
  puts (failures ? "FAILED" : "OK");
  return failures > 0;
}
