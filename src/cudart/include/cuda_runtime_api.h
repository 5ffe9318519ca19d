#pragma once
#include "ihop_cuda.h"
