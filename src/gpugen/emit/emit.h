/* The plan's printers. None of them decides anything. */
#pragma once
#include "gpugen/plan/plan.h"

typedef struct
{
  char *name;              /* "gemm.cu" */
  char *text;
} IhopProduct;

typedef struct
{
  gboolean bounds;         /* emulated program: mark events for the least number of bytes moved */
  gboolean sites;          /* emulated program: count sectors of each access */
  gboolean fast_math;      /* CUDA: leave contraction to nvcc's default (--math fast) */
} IhopEmitOptions;

/* NAME.cu, or NAME.c + NAME_kernels.cu where the C is no valid C++. Of IhopProduct *. */
GPtrArray *ihop_emit_cuda (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
                           IhopDiags *diags);
/* NAME_cpu.c: plain C + OpenMP. In collapse/. */
GPtrArray *ihop_emit_cpu (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
                          IhopDiags *diags);
/* NAME_emu.c: collapsed kernels over the emulated runtime. In collapse/. */
GPtrArray *ihop_emit_emulated (const IhopPlan *plan, const char *name,
                               const IhopEmitOptions *options, IhopDiags *diags);
