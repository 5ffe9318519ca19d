/* The transfers of a function. */
#pragma once
#include "gpugen/plan/work.h"

void ihop_copies_place (IhopWork *work);
