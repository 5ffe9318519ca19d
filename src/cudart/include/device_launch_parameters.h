#pragma once
#ifdef __CUDA__
#include "ihop_cuda.h"
#else
#include "ihop_cuda_host.h"
#endif
