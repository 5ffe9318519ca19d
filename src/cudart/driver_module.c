/* The driver's modules: of PTX text or a fat binary, and of several that a linker has put together (cuLinkCreate). The linker's
 * product is no machine code but a list of what it was given: it is linked when it is loaded. */
#include "cudart/cudart.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef unsigned long long CUdeviceptr;
typedef IhopEngineModule *CUmodule;
typedef IhopEngineKernel *CUfunction;

enum { CUDA_ERROR_NO_BINARY_FOR_GPU = 209, CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_NOT_FOUND = 500 };
enum { WRAPPER = 0x466243b1, LINKED = 0x4c6f6869 };
static const char elf_magic[] = "\177ELF";

/* What cuLinkComplete gives out. Its images belong to the linker. */
typedef struct
{
  unsigned magic, n;
  const void *images[];
} Linked;

/* --- loading ------------------------------------------------------------------------------------ */

static CUresult
load (CUmodule *module, const void *const *images, unsigned n)
{
  char *message = NULL;

  for (unsigned i = 0; i < n; i++)
    if (memcmp (images[i], elf_magic, 4) == 0)
      return ihop_cudart_fail (CUDA_ERROR_NO_BINARY_FOR_GPU, "a module",
                               strdup ("it holds machine code only: give cuModuleLoadData PTX"));
  if (ihop_cudart_engine () == NULL)
    return cudaErrorNoDevice;
  *module = ihop_cudart_engine ()->load (images, n, &message);
  return *module ? cudaSuccess : ihop_cudart_fail (cudaErrorInvalidPtx, "a module", message);
}

/* PTX text, a fat binary, nvcc's wrapper around one, or what has been linked. */
IHOP_CUDART CUresult
cuModuleLoadData (CUmodule *module, const void *image)
{
  const struct
  {
    int magic, version;
    const void *data;
  } *wrapper = image;
  const Linked *linked = image;

  if (linked->magic == LINKED)
    return load (module, linked->images, linked->n);
  return load (module, wrapper->magic == WRAPPER ? &wrapper->data : &image, 1);
}

IHOP_CUDART CUresult
cuModuleLoadDataEx (CUmodule *module, const void *image, unsigned n, int *options, void **values)
{
  return cuModuleLoadData (module, image);
}

IHOP_CUDART CUresult
cuModuleLoadFatBinary (CUmodule *module, const void *image)
{
  return cuModuleLoadData (module, image);
}

/* The whole file with a 0 behind it, or NULL; the caller frees it. */
static char *
read_file (const char *path, size_t *length)
{
  FILE *file = fopen (path, "rb");
  char *text = NULL;
  long size;

  if (file && fseek (file, 0, SEEK_END) == 0 && (size = ftell (file)) >= 0)
    {
      rewind (file);
      *length = size;
      text = calloc (1, size + 8);
      if (text && fread (text, 1, size, file) != (size_t) size)
        {
          free (text);
          text = NULL;
        }
    }
  if (file)
    fclose (file);
  return text;
}

IHOP_CUDART CUresult
cuModuleLoad (CUmodule *module, const char *path)
{
  size_t size;
  char *text = read_file (path, &size);
  CUresult result = text ? cuModuleLoadData (module, text) : CUDA_ERROR_FILE_NOT_FOUND;

  free (text);
  return result;
}

IHOP_CUDART CUresult
cuModuleUnload (CUmodule module)
{
  ihop_cudart_engine ()->unload (module);
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuModuleGetFunction (CUfunction *function, CUmodule module, const char *name)
{
  *function = ihop_cudart_engine ()->kernel (module, name);
  return *function ? cudaSuccess : CUDA_ERROR_NOT_FOUND;
}

IHOP_CUDART CUresult
cuModuleGetGlobal_v2 (CUdeviceptr *place, size_t *size, CUmodule module, const char *name)
{
  size_t found;
  void *address = ihop_cudart_engine ()->variable (module, name, &found);

  if (place)
    *place = (size_t) address;
  if (size)
    *size = found;
  return address ? cudaSuccess : CUDA_ERROR_NOT_FOUND;
}

/* --- linking ------------------------------------------------------------------------------------ */

typedef struct
{
  unsigned n;
  void **images;   /* copies */
  Linked *product; /* or NULL */
} *CUlinkState;

/* By the numbers of CUjitInputType. */
enum { INPUT_CUBIN, INPUT_PTX, INPUT_FATBINARY, INPUT_OBJECT, INPUT_LIBRARY };

/* The logs are empty: what is wrong is told when the product is loaded. By the numbers of CUjit_option. */
static void
clear_logs (unsigned n, const int *options, void **values)
{
  enum { INFO_LOG = 3, INFO_SIZE, ERROR_LOG, ERROR_SIZE };

  for (unsigned i = 0; i < n; i++)
    if ((options[i] == INFO_LOG || options[i] == ERROR_LOG) && values[i])
      *(char *) values[i] = '\0';
    else if (options[i] == INFO_SIZE || options[i] == ERROR_SIZE)
      values[i] = NULL;
}

IHOP_CUDART CUresult
cuLinkCreate_v2 (unsigned n, int *options, void **values, CUlinkState *state)
{
  if (state == NULL)
    return cudaErrorInvalidValue;
  clear_logs (n, options, values);
  *state = calloc (1, sizeof **state);
  return *state ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* A library is the device's runtime, which is here already. */
IHOP_CUDART CUresult
cuLinkAddData_v2 (CUlinkState state, int type, void *data, size_t size, const char *name, unsigned n, int *options, void **values)
{
  if (type == INPUT_LIBRARY)
    return cudaSuccess;
  if (state == NULL || data == NULL || size == 0 || state->product)
    return cudaErrorInvalidValue;
  if (type != INPUT_PTX && type != INPUT_FATBINARY)
    return ihop_cudart_fail (CUDA_ERROR_NO_BINARY_FOR_GPU, "a linker's input",
                             strdup ("it holds machine code: give cuLinkAddData PTX or a fat binary"));
  void *image = calloc (1, size + 8), **images = realloc (state->images, (state->n + 1) * sizeof *images);
  state->images = images ? images : state->images;
  if (image == NULL || images == NULL)
    {
      free (image);
      return cudaErrorMemoryAllocation;
    }
  state->images[state->n++] = memcpy (image, data, size);
  return cudaSuccess;
}

IHOP_CUDART CUresult
cuLinkAddFile_v2 (CUlinkState state, int type, const char *path, unsigned n, int *options, void **values)
{
  if (type == INPUT_LIBRARY)
    return cudaSuccess;
  size_t size;
  char *text = read_file (path, &size);
  CUresult result = text ? cuLinkAddData_v2 (state, type, text, size + 1, path, n, options, values) : CUDA_ERROR_FILE_NOT_FOUND;

  free (text);
  return result;
}

/* It is loaded once to see whether its parts fit together. */
IHOP_CUDART CUresult
cuLinkComplete (CUlinkState state, void **product, size_t *size)
{
  size_t bytes = sizeof (Linked) + (state ? state->n : 0) * sizeof (void *);
  CUmodule module;

  if (state == NULL || state->n == 0 || product == NULL)
    return cudaErrorInvalidValue;
  CUresult result = load (&module, (const void *const *) state->images, state->n);
  if (result != cudaSuccess)
    return result;
  ihop_cudart_engine ()->unload (module);
  free (state->product);
  state->product = malloc (bytes);
  if (state->product == NULL)
    return cudaErrorMemoryAllocation;
  state->product->magic = LINKED;
  state->product->n = state->n;
  memcpy (state->product->images, state->images, state->n * sizeof (void *));
  *product = state->product;
  if (size)
    *size = bytes;
  return cudaSuccess;
}

/* The product ends with it; modules that were loaded of it do not. */
IHOP_CUDART CUresult
cuLinkDestroy (CUlinkState state)
{
  if (state == NULL)
    return cudaErrorInvalidValue;
  for (unsigned i = 0; i < state->n; i++)
    free (state->images[i]);
  free (state->images);
  free (state->product);
  free (state);
  return cudaSuccess;
}
