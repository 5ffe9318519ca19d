#pragma once
#ifdef __CUDA__
#include "ihop_cuda.h"
#endif
#include "ihop_cuda_driver.h"
