/* CUDA programs on a machine without a card: how they are compiled, and what they are run with.
 * The runtime that they get is src/cudart. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_CUDA_ANY,  /* nvcc where it is, else Clang */
  IHOP_CUDA_NVCC,
  IHOP_CUDA_CLANG /* with headers of our own, no toolkit */
} IhopCudaCompiler;

/* What was C names none of libstdc++'s special functions (cyl_bessel_j and others), which are half of what its <cmath>
 * has Clang read: it is told that it has seen them. Another library does not know the name. */
#define IHOP_CUDA_NO_SPECIAL_FUNCTIONS "-D_GLIBCXX_BITS_SPECFUN_H"

/* Compiles and links one CUDA source to "program"; "folder" takes what lies between. "flags" are the
 * owner's, NULL-terminated; "has_lines": the PTX tells the lines of the source. NULL; or the compiler's messages,
 * which the caller frees. *is_outside: they say nothing of the source, as no compiler was there, or one that was stopped
 * before it was done (killed, out of memory). */
char *ihop_cuda_build (IhopCudaCompiler compiler, const char *source, char **flags, gboolean has_lines, const char *folder,
                       const char *program, gboolean *is_outside);

/* The same as far as an object file, by Clang. NULL; or its messages. */
char *ihop_cuda_object (const char *source, char **flags, const char *folder, const char *object);

/* Path of the runtime that programs load before their own. Caller frees; NULL: it is not there. */
char *ihop_cuda_runtime_path (void);

/* Path of the driver's functions over it, a library that goes by the driver's name. As above. */
char *ihop_cuda_driver_path (void);

/* Our environment with both loaded before a program. Caller frees, as g_get_environ's; NULL: they are not there. */
char **ihop_cuda_environment (void);

/* Folder in which the engine keeps what it has compiled, for this run and later ones ($IHOP_SIMT_CACHE; else of the
 * user's cache), made where it is not there; a path without links. Caller frees; NULL: it cannot be had. */
char *ihop_cuda_cache_folder (void);

/* Folder of our CUDA headers: for Clang, and for a host compiler. Caller frees. */
char *ihop_cuda_header_folder (void);

/* The command that nvcc is, or NULL. Caller frees. */
char *ihop_cuda_find_nvcc (void);
