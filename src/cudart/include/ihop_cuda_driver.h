/* The driver's functions that libihop-cuda has, in the documented names. */
#pragma once
#include "ihop_cuda_host.h"

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaMemPool_t CUmemoryPool;
typedef enum cudaError_enum
{
  CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209, CUDA_ERROR_INVALID_PTX = 218, CUDA_ERROR_FILE_NOT_FOUND = 301,
  CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_LAUNCH_FAILED = 719, CUDA_ERROR_NOT_SUPPORTED = 801
} CUresult;
typedef enum CUdevice_attribute
{
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76
} CUdevice_attribute;
typedef struct CUlinkState_st *CUlinkState;
typedef enum CUjit_option_enum
{
  CU_JIT_MAX_REGISTERS, CU_JIT_THREADS_PER_BLOCK, CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
  CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_OPTIMIZATION_LEVEL
} CUjit_option;
typedef enum CUjitInputType_enum
{
  CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_PTX, CU_JIT_INPUT_FATBINARY, CU_JIT_INPUT_OBJECT, CU_JIT_INPUT_LIBRARY
} CUjitInputType;
#define CU_LAUNCH_PARAM_END ((void *) 0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *) 1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *) 2)

#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuCtxCreate cuCtxCreate_v2
#define cuCtxDestroy cuCtxDestroy_v2
#define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
#define cuModuleGetGlobal cuModuleGetGlobal_v2
#define cuLinkCreate cuLinkCreate_v2
#define cuLinkAddData cuLinkAddData_v2
#define cuLinkAddFile cuLinkAddFile_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemFree cuMemFree_v2
#define cuMemGetInfo cuMemGetInfo_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemcpyDtoD cuMemcpyDtoD_v2
#define cuMemsetD8 cuMemsetD8_v2
#define cuMemsetD32 cuMemsetD32_v2
#define cuStreamDestroy cuStreamDestroy_v2
#define cuEventDestroy cuEventDestroy_v2

#ifdef __cplusplus
extern "C"
{
#endif
CUresult cuInit (unsigned flags);
CUresult cuDriverGetVersion (int *version);
CUresult cuDeviceGetCount (int *count);
CUresult cuDeviceGet (CUdevice *device, int number);
CUresult cuDeviceGetName (char *name, int size, CUdevice device);
CUresult cuDeviceTotalMem (size_t *size, CUdevice device);
CUresult cuDeviceGetAttribute (int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuCtxCreate (CUcontext *context, unsigned flags, CUdevice device);
CUresult cuCtxDestroy (CUcontext context);
CUresult cuCtxSynchronize (void);
CUresult cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease (CUdevice device);
CUresult cuCtxSetCurrent (CUcontext context);
CUresult cuCtxGetCurrent (CUcontext *context);
CUresult cuGetErrorName (CUresult error, const char **name);
CUresult cuGetErrorString (CUresult error, const char **text);
CUresult cuModuleLoad (CUmodule *module, const char *path);
CUresult cuModuleLoadData (CUmodule *module, const void *image);
CUresult cuModuleUnload (CUmodule module);
CUresult cuLinkCreate (unsigned n, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned n,
                        CUjit_option *options, void **values);
CUresult cuLinkAddFile (CUlinkState state, CUjitInputType type, const char *path, unsigned n, CUjit_option *options, void **values);
CUresult cuLinkComplete (CUlinkState state, void **product, size_t *size);
CUresult cuLinkDestroy (CUlinkState state);
CUresult cuModuleGetFunction (CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal (CUdeviceptr *place, size_t *size, CUmodule module, const char *name);
CUresult cuLaunchKernel (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                         unsigned shared, CUstream stream, void **args, void **extra);
CUresult cuMemAlloc (CUdeviceptr *place, size_t size);
CUresult cuMemAllocManaged (CUdeviceptr *place, size_t size, unsigned flags);
CUresult cuMemFree (CUdeviceptr place);
CUresult cuMemAllocAsync (CUdeviceptr *place, size_t size, CUstream stream);
CUresult cuMemAllocFromPoolAsync (CUdeviceptr *place, size_t size, CUmemoryPool pool, CUstream stream);
CUresult cuMemFreeAsync (CUdeviceptr place, CUstream stream);
CUresult cuMemPoolTrimTo (CUmemoryPool pool, size_t keep);
CUresult cuDeviceGetDefaultMemPool (CUmemoryPool *pool, CUdevice device);
CUresult cuMemGetInfo (size_t *left, size_t *total);
CUresult cuMemcpyHtoD (CUdeviceptr to, const void *from, size_t size);
CUresult cuMemcpyDtoH (void *to, CUdeviceptr from, size_t size);
CUresult cuMemcpyDtoD (CUdeviceptr to, CUdeviceptr from, size_t size);
CUresult cuMemsetD8 (CUdeviceptr place, unsigned char value, size_t n);
CUresult cuMemsetD32 (CUdeviceptr place, unsigned value, size_t n);
CUresult cuStreamCreate (CUstream *stream, unsigned flags);
CUresult cuStreamDestroy (CUstream stream);
CUresult cuStreamSynchronize (CUstream stream);
CUresult cuEventCreate (CUevent *event, unsigned flags);
CUresult cuEventRecord (CUevent event, CUstream stream);
CUresult cuEventDestroy (CUevent event);
#ifdef __cplusplus
}
#endif
