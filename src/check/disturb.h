/* What other inputs show. A program's own input need not let every value matter: where a maximum is taken,
 * a wrong term that is never the largest changes nothing. So the same programs run again, with other values
 * in the arrays when functions begin to work on them (runtime.c says which).
 *
 * Not every program bears every value: an array of indices must stay one. So nothing is concluded from an
 * input with which the original fails, or the program without a fault differs from it. */
#pragma once
#include "check/verify.h"

typedef struct _IhopDisturbed IhopDisturbed;

/* "right" is a product without a fault, which has been built. Runs nothing yet. */
IhopDisturbed *ihop_disturbed_new (IhopCheck *check, const IhopProgram *right);
void ihop_disturbed_free (IhopDisturbed *disturbed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopDisturbed, ihop_disturbed_free)
/* How a faulty product that has been built differs from the original with other values; NULL: not at all.
 * Caller frees. */
char *ihop_disturbed_difference (IhopDisturbed *disturbed, IhopProgram *product);
