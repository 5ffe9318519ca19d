/* What libraries of CUDA's that work through handles have in common: handles that name a stream, what the library says of its version,
 * and how work gets into the handle's stream. */
#pragma once
#include "cudart/cudart.h"
#include <stdlib.h>

/* Two functions that make handles and free them. "codes": what the status' enumerators begin with, as in SPARSE_SUCCESS. Work that
 * waits does not need the handle, and its stream may be gone. */
#define IHOP_LIBRARY_HANDLES(create, destroy, Handle, codes)                                       \
  IHOP_CUDART int create (Handle *handle)                                                          \
  {                                                                                                \
    if (handle == NULL)                                                                            \
      return codes##_INVALID_VALUE;                                                                \
    *handle = calloc (1, sizeof **handle);                                                         \
    return *handle ? codes##_SUCCESS : codes##_ALLOC_FAILED;                                       \
  }                                                                                                \
  IHOP_CUDART int destroy (Handle handle)                                                          \
  {                                                                                                \
    free (handle);                                                                                 \
    return handle ? codes##_SUCCESS : codes##_NOT_INITIALIZED;                                     \
  }

/* Two functions that set and tell a member of the handle. */
#define IHOP_LIBRARY_VALUE(set, get, Handle, Type, member, codes)                                  \
  IHOP_CUDART int set (Handle handle, Type value)                                                  \
  {                                                                                                \
    if (handle == NULL)                                                                            \
      return codes##_NOT_INITIALIZED;                                                              \
    handle->member = value;                                                                        \
    return codes##_SUCCESS;                                                                        \
  }                                                                                                \
  IHOP_CUDART int get (Handle handle, Type *value)                                                 \
  {                                                                                                \
    if (handle == NULL)                                                                            \
      return codes##_NOT_INITIALIZED;                                                              \
    *value = handle->member;                                                                       \
    return codes##_SUCCESS;                                                                        \
  }

/* The library's status for what came of a call in a stream. */
#define IHOP_LIBRARY_STATUS(error, codes)                                                          \
  ((error) == cudaSuccess ? codes##_SUCCESS : (error) == cudaErrorNotSupported ? codes##_NOT_SUPPORTED : codes##_EXECUTION_FAILED)
