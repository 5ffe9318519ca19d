/* Variables outside of functions that functions called by kernels read. On the device there are none: such a function gets them as further parameters, from whoever calls it there. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* NULL: the globals that the kernel's callees read can be passed to them; else why not (caller frees).
 * Once its parameters are known. */
IhopMessage *ihop_device_globals_refuse (const IhopKernel *kernel);
/* The variables outside of functions that a callee of the kernel reads, itself or by what it calls (of
 * IhopSymbol *): further parameters of its device version. Caller unrefs. */
GPtrArray *ihop_device_globals (const IhopKernel *kernel, const IhopFunction *callee);
/* Their declarations, added to params (of char *). */
void ihop_device_globals_declare (IhopPrint *print, const IhopKernel *kernel,
                                  const GPtrArray *globals, GPtrArray *params);
/* A call of such a function with its further arguments; NULL: it is none. text_of prints an argument.
 * Caller frees. */
char *ihop_device_globals_call (IhopPrint *print, const IhopNode *call,
                                char *(*text_of) (const IhopNode *node, gpointer data),
                                gpointer data);
