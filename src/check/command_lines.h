/* What compilers and linkers are told: the owner's compiler, or nvcc, with the flags of each variant. */
#pragma once
#include "check/program.h"

/* Messages without the line they are about: because of #line in the text it would be another one. */
#define IHOP_GCC_PLAIN "-fno-diagnostics-show-caret"
#define IHOP_CLANG_PLAIN "-fno-caret-diagnostics"

/* What a program never set it may still hand on, or a dump may show: as MALLOC_PERTURB_ for the heap. */
#define IHOP_FILL_LOCALS "-ftrivial-auto-var-init=pattern"

/* The owner's compiler, as the words of a command. Caller frees. */
char **ihop_builder_compiler (const IhopBuilder *builder);
/* Commands that make an object of one text, and the program of all objects. Caller frees. */
char **ihop_compile_command (const IhopBuilder *builder, const IhopProgram *build, const IhopUnit *unit);
char **ihop_link_command (const IhopBuilder *builder, const IhopProgram *build);
/* For ihop_cuda_object, which makes an object where no single command does. Caller frees. */
char **ihop_clang_cuda_flags (const IhopBuilder *builder, const IhopUnit *unit);
