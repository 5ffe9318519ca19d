/* Parameters have the names of the owner's variables, so that the body stands as written. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

IhopKernelParams *ihop_kernel_params_new (IhopPrint *print, const IhopKernel *kernel);
/* Whether "const" can stand before it: the kernel only reads it, and makes no pointer of it that the owner
 * did not call const ("double *row = a[i];"). */
gboolean ihop_kernel_param_is_const (const IhopKernel *kernel, const IhopKernelParam *param);
/* Whether the copy is given as "a != NULL ? d_a : NULL": the kernel, or what a call of a device version comes to, may
 * ask if the pointer is null. */
gboolean ihop_kernel_param_may_be_null (IhopPrint *print, const IhopKernel *kernel, const IhopKernelParam *param);
void ihop_kernel_params_free (IhopKernelParams *params);
/* "head (first, second,\n…second line)" with lines of at most 96 bytes. */
char *ihop_text_list (const char *head, const GPtrArray *items, guint skip);
const IhopReduction *ihop_kernel_reduction_of (const IhopKernel *kernel, const IhopSymbol *symbol);
const IhopPrivate *ihop_kernel_last_of (const IhopKernel *kernel, const IhopSymbol *symbol);
/* How the pointer to a changed scalar is called in the kernel: "s", "s_total", "t_last". */
char *ihop_kernel_pointer_name (const IhopKernel *kernel, const IhopSymbol *symbol);
/* The parameter with the value that the iterator starts from, where the loop does not set it itself;
 * NULL elsewhere. Caller frees. */
char *ihop_axis_first_name (const IhopAxis *axis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopKernelParams, ihop_kernel_params_free)
