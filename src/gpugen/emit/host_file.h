/* Around the functions: the first comment, includes, helpers, originals kept for overlaps. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* The marks that ihop was told by have done their work; nvcc would warn of them. */
void ihop_host_remove_marks (const IhopPlan *plan, IhopEdits *edits);
/* Renamed originals and the tests that choose between them and the new functions. */
void ihop_host_overlaps (IhopPrint *print);
/* What makes words of C's, such as "_Bool", ones of C++; "" where there are none. Caller frees. */
char *ihop_host_words (const IhopTree *tree);
/* The file's first comment, the includes and helpers. To be called last. "about" is the comment's
 * text behind "Made by ihop from X." */
void ihop_host_file (IhopPrint *print, const char *about);
