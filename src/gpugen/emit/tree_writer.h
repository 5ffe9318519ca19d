/* What all parts of the text of a kernel that is a tree of loops are written with. */
#pragma once
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/printing.h"

/* A kernel while it is written. Nothing here is owned by it. */
typedef struct
{
  IhopBody *body;
  const IhopKernel *kernel;
  const IhopKernelTree *tree;
  GString *out;
  GHashTable *early;       /* of IhopSymbol *: thread iterators that are declared where the kernel begins */
} IhopTreeWriter;

/* A line in the owner's layout, from a format and its arguments. */
#define ihop_tree_line(writer, indent, ...) ihop_layout_line (&(writer)->body->print->layout, (writer)->out, indent, __VA_ARGS__)
