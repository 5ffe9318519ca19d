/* Tests at a function's start that keep pointers apart, or that sizes rest on. */
#pragma once
#include "gpugen/plan/work.h"

/* Why a pair cannot be tested (ihop_entry_tests_measure). */
#define IHOP_OVERLAP_UNTESTED \
  N_ ("%s and %s may overlap, and how much memory they take is not known where it could be tested")

/* Adds the pairs that steps rest on (IhopPlanOptions); before any other pair is noted. */
void ihop_entry_tests_require (IhopWork *work);
/* When variables and their sizes are known: how many bytes each test compares, and where the tests stand (work->entry).
 * NULL, or why kernel number *bad cannot rely on its tests (caller owns it). */
IhopMessage *ihop_entry_tests_measure (IhopWork *work, guint *bad);
/* Takes out tests that turned out not to be needed. */
void ihop_entry_tests_finish (IhopWork *work);
