/* Where our own files are, from the folder of the program that asks: in the build folder, and where it was installed. */
#pragma once

/* Headers with which CUDA is read. */
#define IHOP_CUDA_HEADERS_BUILT "../../../src/cudart/include"
#define IHOP_CUDA_HEADERS_INSTALLED "../share/ihop/cuda"
