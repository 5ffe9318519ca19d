/* A kernel in PTX that launches another one for each of its threads, a last one behind all of them, and none where the grid is impossible: as nvcc writes it. */
#include "check.h"
#include <cuda.h>

#define ASK(function, blocks, threads)                                                             \
  "  {\n  .param .b64 f;\n  .param .align 4 .b8 g[12];\n  .param .align 4 .b8 b[12];\n  .param .b32 s;\n  .param .b64 got;\n" \
  "  mov.u64 %d4, " function ";\n  st.param.b64 [f], %d4;\n  st.param.b32 [g], " blocks ";\n  st.param.b32 [g+4], 1;\n  st.param.b32 [g+8], 1;\n" \
  "  st.param.b32 [b], " threads ";\n  st.param.b32 [b+4], 1;\n  st.param.b32 [b+8], 1;\n  st.param.b32 [s], 0;\n" \
  "  call (got), __cudaCDP2GetParameterBufferV2, (f, g, b, s);\n  ld.param.b64 %d5, [got];\n  }\n"
#define LAUNCH(stream)                                                                             \
  "  {\n  .param .b64 p;\n  .param .b64 s;\n  .param .b32 got;\n  st.param.b64 [p], %d5;\n  st.param.b64 [s], " stream ";\n" \
  "  call (got), __cudaCDP2LaunchDeviceV2, (p, s);\n  ld.param.b32 %r9, [got];\n  }\n"

static const char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
  ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2 (.param .b64 f, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);\n"
  ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2 (.param .b64 p, .param .b64 s);\n"
  ".extern .func (.param .b32 r) __cudaCDP2GetLastError ();\n"
  ".visible .entry add (.param .u64 place, .param .u32 plus)\n{\n  .reg .b32 %r<6>;\n  .reg .b64 %d<4>;\n"
  "  ld.param.u64 %d1, [place];\n  ld.param.u32 %r1, [plus];\n"
  "  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %tid.x;\n  mad.lo.u32 %r5, %r2, %r3, %r4;\n"
  "  mul.wide.u32 %d2, %r5, 4;\n  add.u64 %d3, %d1, %d2;\n  red.global.add.u32 [%d3], %r1;\n  ret;\n}\n"
  ".visible .entry sum (.param .u64 place, .param .u64 to)\n{\n  .reg .pred %p;\n  .reg .b32 %r<5>;\n  .reg .b64 %d<3>;\n"
  "  ld.param.u64 %d1, [place];\n  ld.param.u64 %d2, [to];\n  mov.u32 %r1, 0;\n  mov.u32 %r2, 0;\nmore:\n  ld.global.u32 %r3, [%d1];\n"
  "  add.u32 %r1, %r1, %r3;\n  add.u64 %d1, %d1, 4;\n  add.u32 %r2, %r2, 1;\n  setp.lt.u32 %p, %r2, 80;\n  @%p bra more;\n"
  "  st.global.u32 [%d2], %r1;\n  ret;\n}\n"
  ".visible .entry parent (.param .u64 place, .param .u64 to, .param .u64 errors)\n{\n  .reg .pred %p<3>;\n  .reg .b32 %r<10>;\n  .reg .b64 %d<9>;\n"
  "  ld.param.u64 %d1, [place];\n  ld.param.u64 %d2, [to];\n  ld.param.u64 %d3, [errors];\n  mov.u32 %r1, %tid.x;\n"
  "  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra usual;\n"
  ASK ("sum", "1", "1") "  st.u64 [%d5], %d1;\n  st.u64 [%d5+8], %d2;\n" LAUNCH ("3")
  "usual:\n" ASK ("add", "2", "40") "  st.u64 [%d5], %d1;\n  st.u32 [%d5+8], %r1;\n" LAUNCH ("0")
  ASK ("add", "2", "%r3") /* of no threads: %r3 is 0 */
  "  setp.eq.u64 %p2, %d5, 0;\n  selp.u32 %r4, 100, 0, %p2;\n"
  "  {\n  .param .b32 got;\n  call (got), __cudaCDP2GetLastError, ();\n  ld.param.b32 %r5, [got];\n  }\n"
  "  add.u32 %r4, %r4, %r5;\n  mul.wide.u32 %d6, %r1, 4;\n  add.u64 %d7, %d3, %d6;\n  st.global.u32 [%d7], %r4;\n  ret;\n}\n";

int
main (void)
{
  enum { N = 80, T = 35 };
  static int values[N], wanted[N], errors[T], want_errors[T];
  int sum = 0, want_sum = N * (T * (T - 1) / 2);
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction parent;

  cuInit (0);
  cuDeviceGet (&device, 0);
  cuDevicePrimaryCtxRetain (&context, device);
  cuCtxSetCurrent (context);
  if (cuModuleLoadData (&module, text) != CUDA_SUCCESS || cuModuleGetFunction (&parent, module, "parent") != CUDA_SUCCESS)
    return puts ("FAILED: no module"), 1;
  int *d_values = on_device (values, N), *d_sum = on_device (&sum, 1), *d_errors = on_device (errors, T);
  void *args[] = { &d_values, &d_sum, &d_errors };
  if (cuLaunchKernel (parent, 1, 1, 1, T, 1, 1, 0, 0, args, 0) != CUDA_SUCCESS)
    puts ("no launch"), failures++;
  back (values, d_values, N);
  back (&sum, d_sum, 1);
  back (errors, d_errors, T);
  for (int i = 0; i < N; i++)
    wanted[i] = T * (T - 1) / 2;
  for (int t = 0; t < T; t++)
    want_errors[t] = 100 + cudaErrorInvalidConfiguration;
  expect ("added", values, wanted, N);
  expect ("summed behind all", &sum, &want_sum, 1);
  expect ("errors", errors, want_errors, T);
  return finish ();
}
