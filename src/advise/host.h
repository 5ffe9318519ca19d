/* The host as a rival of the device: which functions and loops it is predicted to run more quickly.
 *
 * In the mode that chooses by itself (AUTO) whatever is predicted to be slower on the device stays on the host: a function,
 * or one of its outermost loops, unless the rest would then have to send it data for longer. What is asked for, marked
 * loops and "#pragma scop", goes to the device; of the latter the quick search says what would be quicker, and the thorough
 * one leaves functions on the host that are at least twice as quick there. keep_slower: nothing is left there, only said.
 *
 * Sizes that nobody knows are taken as IHOP_USUAL_SIZE; then it has to be slower with smaller and larger ones as well, as
 * far as the loops would come to their end within a day, but where a run has shown how often loops run (--profile). */
#pragma once
#include "advise/state.h"

/* Fills host_notes and on_host of the advice, and takes the difference off what it predicts. */
void ihop_host_weigh (IhopSearching *searching, IhopState *state, IhopAdvice *advice);
