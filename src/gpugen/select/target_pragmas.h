/* Fragments that the owner has marked. */
#pragma once
#include "gpugen/plan/work.h"

/* target_pragmas.c, automatic.c */
void ihop_fragment_choose_marked (IhopWork *work);
