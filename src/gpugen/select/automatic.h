/* Fragments that are found by themselves. */
#pragma once
#include "gpugen/plan/work.h"

void ihop_fragment_choose_found (IhopWork *work);
